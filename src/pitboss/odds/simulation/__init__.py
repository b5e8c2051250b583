"""Simulated rounds of any house game: by compiled kernels or at the rules engine's own table, here or on a cluster."""
