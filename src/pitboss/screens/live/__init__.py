"""The live stream: what happens on the floor, as it happens, to everybody who may see it."""
