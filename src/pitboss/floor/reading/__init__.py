"""Read-only access to the house: views, recall, search, reports and returns. Nothing here changes anything."""
