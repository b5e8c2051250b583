"""The process that computes for the house: what it is asked, how it is asked, and what it runs."""
