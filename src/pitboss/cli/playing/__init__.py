"""The parts of `pitboss play`: what a game asks for, how it is drawn, how people are asked, and the rounds."""
