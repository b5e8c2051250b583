"""The running house: tables, cage, pit, people and tournaments; one command is one transaction."""
