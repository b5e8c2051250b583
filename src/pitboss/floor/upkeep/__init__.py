"""Upkeep of a house: backup, restore, verification, export, and the demo house."""
