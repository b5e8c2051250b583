"""What makes hold'em fast, fenced: whole rounds are played in place instead of copied at every step.

These modules may reorder, skip and reuse work. They may not decide anything: sizes, clauses, refusals and settlements
are asked of the modules that hold the rules, and whatever is not ordinary is handed back to them (`None`, "the long
way"). The rest of hold'em imports from here only `motion`, which holds a round while it is changed.
tests/games/holdem/fast plays the same hands both ways and compares every event and state.
(`games/copies.py`, which makes named tuples quick to copy, stands below all games and knows none.)
"""
