"""Tables: set-up, play, the croupier and the dealer, shoes and stakes; practice tables and their bots."""
