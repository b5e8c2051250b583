"""Database tables of the ledger: accounts with their balances, and all transfers."""

from django.db import models
from django.db.models import F, Q


class Account(models.Model):
    """A place where money is: a patron's account, a felt, a float, a pool. Its balance is what came less what went."""

    name = models.CharField(primary_key=True, max_length=200)
    book = models.CharField(max_length=20)
    # Only the world outside and the house's own funds may owe.
    may_owe = models.BooleanField()
    balance = models.BigIntegerField()

    class Meta:
        db_table = "ledger_account"
        constraints = (
            models.CheckConstraint(
                condition=Q(may_owe=True) | Q(balance__gte=0), name="ledger_account_never_below_zero"
            ),
        )


class Transfer(models.Model):
    """Money from the debited account to the credited one, and the event of the journal that is its cause."""

    id = models.BigIntegerField(primary_key=True)
    cause = models.ForeignKey("journal.Event", on_delete=models.PROTECT, db_column="cause")
    debit = models.ForeignKey(Account, on_delete=models.PROTECT, db_column="debit", related_name="+", db_index=False)
    credit = models.ForeignKey(Account, on_delete=models.PROTECT, db_column="credit", related_name="+", db_index=False)
    cents = models.BigIntegerField()

    class Meta:
        db_table = "ledger_transfer"
        constraints = (
            models.CheckConstraint(condition=Q(cents__gt=0), name="ledger_transfer_moves_something"),
            models.CheckConstraint(condition=~Q(debit=F("credit")), name="ledger_transfer_goes_elsewhere"),
        )
        # What an account did in a while: its transfers are found by when they were caused, not only by whose they are.
        indexes = (
            models.Index(fields=["debit", "cause"], name="ledger_transfer_debits"),
            models.Index(fields=["credit", "cause"], name="ledger_transfer_credits"),
        )
