"""The rulebook on the pages: documents, clauses, rulings, search, and where each clause is kept."""
