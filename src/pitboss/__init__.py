"""Casino table games run exactly by their approved rules."""
