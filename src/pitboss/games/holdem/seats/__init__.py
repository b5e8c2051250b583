"""The table around the round: seats, stakes, lists, who is dealt in, blinds and button."""
