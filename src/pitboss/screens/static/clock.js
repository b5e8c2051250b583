/* The clock of a tournament, computed here from its last change and its schedule. */
