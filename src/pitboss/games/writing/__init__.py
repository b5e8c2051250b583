"""Settings and rounds written down as worked cases have them, and settings read again."""
