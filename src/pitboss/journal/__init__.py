"""The journal: what has happened, kept in order for good."""
