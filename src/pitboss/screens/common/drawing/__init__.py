"""Drawings of our own: cards and chips as SVG."""
