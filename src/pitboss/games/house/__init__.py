"""What the games against the house share: felt, limits, dealing, faces, showdown, and life between rounds."""
