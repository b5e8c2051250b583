"""House games in sessions: heats, markers, rounds, extra rounds."""
