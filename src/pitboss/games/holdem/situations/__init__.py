"""Situations put to the round: a table is brought to where a question stands, and what it answers is the answer.

Nothing here knows a rule: `scenes` sets tables up, `moves` is what dealers and players do at them, `betting` and
`cards` are the questions. The rulings wizard and the player of worked cases ask them.
"""
