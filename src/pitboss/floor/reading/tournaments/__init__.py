"""What the screens and papers of an event show: entries, room, races, sessions, prizes."""
