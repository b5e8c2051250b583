"""The desk itself: the room as a map, the clock, advice and the log."""
