"""Entries and entrants: who may enter, fees, refunds, coming back, absence, penalties, time limits."""
