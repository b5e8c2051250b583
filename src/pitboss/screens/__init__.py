"""The interfaces of the house for people and machines: the JSON API, the live stream and the pages."""
