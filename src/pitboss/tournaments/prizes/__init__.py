"""Places and prizes: eliminations, standings, the pool, scales, deals and payments."""
