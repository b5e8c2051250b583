"""Where people enter: eligibility, fees, receipts, seat cards, the queue, refunds."""
