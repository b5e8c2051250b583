"""Cards and conduct that went wrong at a hold'em table, and what those who run it may rule."""
