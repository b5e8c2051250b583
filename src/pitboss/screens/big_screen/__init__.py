"""The clock that a whole room looks at."""
