"""Shared parts of the screens: authentication, pages and forms, words and drawings. It imports no audience."""
