"""The irregularity wizard: what happened, the particulars, what follows, and who signs for it."""
