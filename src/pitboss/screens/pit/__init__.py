"""The pit: tables opened, closed and watched, people, devices and the settings of the house."""
