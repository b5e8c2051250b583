"""Views of a tournament for screens and papers: entries, room, races, sessions, prizes."""
