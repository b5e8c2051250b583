"""What the audiences share: who asks, pages and forms, words and drawings. It imports no audience."""
