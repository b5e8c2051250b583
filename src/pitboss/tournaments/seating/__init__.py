"""Seats: the ballot, draws, balancing, breaking tables, the final table."""
