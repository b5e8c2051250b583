"""Canberra Poker: what every hand is worth against every upcard, the jackpot by its meter, and best play."""
