"""The `Floor`: how a command is checked, decided, recorded and answered; roles and permissions."""
