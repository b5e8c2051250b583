"""What only looks at the house: views, recall, search, reports and returns. Nothing here changes anything."""
