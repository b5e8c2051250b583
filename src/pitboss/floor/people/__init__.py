"""People and devices: patrons, staff, passwords, sessions, exclusions, hours of gaming."""
