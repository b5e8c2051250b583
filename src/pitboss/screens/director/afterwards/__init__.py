"""Reconciliation, results and the log as a document."""
