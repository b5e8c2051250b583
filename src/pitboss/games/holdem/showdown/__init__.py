"""The end of a round: pots, commission, the showdown and the settlement."""
