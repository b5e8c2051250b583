"""Worked cases: rounds written as documents, played through the engines and compared with what must come out."""
