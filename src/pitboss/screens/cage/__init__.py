"""The cage: accounts, buy-ins and cash-outs, fills and credits, vouchers, the gaming day."""
