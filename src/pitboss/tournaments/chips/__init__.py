"""Tournament chips: counted, coloured up, raced."""
