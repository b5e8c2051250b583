"""`pitboss play holdem`: a cash table in the terminal, with players who are simulated at the other seats."""
