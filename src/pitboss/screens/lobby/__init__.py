"""The lobby: what the house offers, and one click in while it is a demo."""
