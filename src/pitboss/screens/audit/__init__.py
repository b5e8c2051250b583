"""The auditor's pages: the journal, any round as anybody saw it, the checks, and theoretical against actual win."""
