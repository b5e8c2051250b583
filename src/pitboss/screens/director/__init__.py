"""The tournament director: registration, the desk, rulings, structures, prizes, and what comes afterwards."""
