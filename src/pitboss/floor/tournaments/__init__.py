"""Events of the house: the desk's commands, their record, and the shelf of structures."""
