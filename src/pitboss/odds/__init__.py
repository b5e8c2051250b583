"""What every game is worth: exact solvers, best play, simulation, and the sheet that tells it all."""
