"""Places, prizes, deals and vouchers."""
