"""The clock of an event: levels, breaks, suspension, and how long it will take."""
