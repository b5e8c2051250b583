"""The sheet as text, HTML, PDF and data, and the pictures in it."""
