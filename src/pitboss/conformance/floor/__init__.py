"""Worked cases of the house: a night written as a document, and any night of a journal written as one.

They are played on the same floor as everything else. The running house imports nothing of this.
"""
