"""Programs that run and play events: an automatic director, simple players, simulations. No rules."""
