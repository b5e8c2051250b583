"""The rules of each game that can be changed to see what they are worth."""
