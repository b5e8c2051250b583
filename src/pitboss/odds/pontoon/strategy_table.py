"""A way to play Pontoon as arrays over cells and the dealer's card, for kernels and for people at a table.

`StrategyTable` holds, with `dealer` the value of the dealer's card (0 ace, 1 two .. 9 ten-value):

* `actions[cell, dealer]`: the decision on a box that has not been split. Two-card cells are the first decision and may
  answer SPLIT or SURRENDER, larger cells the later ones. A cell of 21 answers STAND: it has been paid.
* `after_split[cell, dealer]`: the decision on each hand of a box that has been split: never SPLIT, never SURRENDER.
* `resplit[cell, dealer]`: whether a pair of a split box is split again while fewer than four hands are there, even
  where it would not have been split at first. Aces never come here, for each gets one card and is complete (PON 11.5).
* `rescue[cell, value, dealer]`: `cell` was doubled and drew a card of this value: whether to give the hand up under
  PON 12.6. It is asked only where the doubled total (`cells.doubled_points`) is under 21.

A double is always for the full wager: what it is worth is the greatest of two straight lines in the amount added, and
with next to nothing added it is no better than drawing a card, so that less than all of it is never best (P-18).
Insurance has nothing to do with the play of a hand; `strategies.Way` says with which hands it is taken.
"""

from typing import NamedTuple

from pitboss.odds.pontoon.cells import Bools, Int8s

STAND, DRAW, DOUBLE, SPLIT, SURRENDER = range(5)
ACTION_NAMES = ("stand", "draw", "double", "split", "surrender")


class StrategyTable(NamedTuple):
    """Every decision of a way to play; see the head of this file."""

    actions: Int8s
    after_split: Int8s
    resplit: Bools
    rescue: Bools
