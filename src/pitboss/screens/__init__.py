"""What people and machines see of the house: the JSON API, the live stream and the pages."""
