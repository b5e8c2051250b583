"""The PAR sheet of a game: what it is worth, how it is best played, and what each rule is worth.

An analysis and a simulation make a `Sheet`; text, JSON, HTML and PDF are four ways to print the same one.
"""
