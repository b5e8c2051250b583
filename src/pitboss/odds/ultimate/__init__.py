"""Ultimate Texas Hold-em, computed exactly.

Read in this order: `boards` and `showdown` (every two cards against the dealer on every board), `solver` (the best
play), `outcomes` (how all deals end under any plan), `money` (what each end pays by the rules), `analysis` (the sheet).
Beside them stand `strategies`, `simulation`, `player` and `live`.
"""
