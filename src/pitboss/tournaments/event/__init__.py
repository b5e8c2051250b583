"""An event as a whole: its state, conditions, rule sets, engine, log and story."""
