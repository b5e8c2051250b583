"""A package, so that its one browser lasts for all its tests and is gone before any others of the same process."""
