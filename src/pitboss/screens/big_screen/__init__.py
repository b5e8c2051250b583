"""The big screen: the clock of a tournament and its figures, for everybody in the room."""
