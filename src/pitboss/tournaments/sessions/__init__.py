"""Events of house games: sessions, rounds, wagers and who goes on."""
