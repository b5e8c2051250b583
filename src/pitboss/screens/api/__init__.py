"""The JSON API: every command of the floor and what may be read of it, for screens, devices and programs."""
