"""The running server: settings, addresses, and how the parts are put together."""
