"""The dealer's console: led through the round, worked by keyboard alone."""
