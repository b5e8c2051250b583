"""Betting in and out of turn: what is offered, its sizes, chips pushed forward."""
