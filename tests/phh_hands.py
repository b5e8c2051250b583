"""Hands written for the tests in PHH; each is called for what happens in it."""

THREE_WAY = """\
# Three players, antes, and a fold whose cards nobody wrote down.
variant = "NT"
ante_trimming_status = true
antes = [5, 5, 5]
blinds_or_straddles = [10, 20, 0]
min_bet = 20
starting_stacks = [1000, 2000, 500]
actions = [
  # Pre-flop

  "d dh p1 AcKd",
  "d dh p2 ????",  # never shown
  "d dh p3 7h6h",

  "p3 cbr 60 # a small raise",
  "p1 cbr 200",
  "p2 f",
  "p3 cc",

  "d db 8h9h2c",
  "p1 cc",
  "p3 cbr 295",
  "p1 cc",
  "# the cards are turned up",
  "p1 sm AcKd",
  "p3 sm -",
  "d db Th",
  "d db As",
]
players = ["Ada", "Grace", "Joan"]
finishing_stacks = [500, 1975, 1025]
_sponsors = ["", "None", ""]
"""
