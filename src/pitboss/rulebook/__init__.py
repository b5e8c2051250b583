"""The approved documents as numbered clauses, and where the program and its tests keep each of them."""
