"""How the tables of this part came to be, step by step."""
