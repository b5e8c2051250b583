"""`pitboss tournament`: events that come with the program or in a file, checked, played with bots, and forecast."""

from pitboss.cli.tournament.forecasting import forecast
from pitboss.cli.tournament.playing import simulate
from pitboss.cli.tournament.structure import events, show

__all__ = ["events", "forecast", "show", "simulate"]
