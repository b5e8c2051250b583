"""Hold'em equities: how often hands and ranges win against each other, exactly or from random deals.

    equities(["AhKh", "QcQd"])
    equities(["AA", "TT+, AKs@0.5", "random"], board="2c 3d 4h")
    simulated(["random"] * 9, deals=1_000_000, seed=1)

Any number of hands the deck has cards for, any deck of the hold'em rules with or without its joker, and Omaha with
hands written card by card. Only where the high hand wins: low and high/low split games are not computed.
"""

from pitboss.odds.equity.exact import TooMuchWork, equities
from pitboss.odds.equity.ranges import Range, range_of
from pitboss.odds.equity.result import Equities, Equity
from pitboss.odds.equity.simulation import simulate

__all__ = ["Equities", "Equity", "Range", "TooMuchWork", "equities", "range_of", "simulate"]
