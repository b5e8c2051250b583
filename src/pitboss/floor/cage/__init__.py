"""The cage: money in and out, floats and fills, adjustments, the gaming day and its closing."""
