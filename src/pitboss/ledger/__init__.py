"""Money: accounts, and transfers between them of one debit and one credit in whole cents."""
