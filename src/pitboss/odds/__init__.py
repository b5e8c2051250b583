"""What every game is worth: exact solvers, best play, simulation, prizes, and the sheet that tells it all."""
