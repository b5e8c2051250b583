"""The transfers of an account are found by their causes. Indexes alone: no row is touched, and no table made anew."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

# Those that Django made for the two keys, and on PostgreSQL for the beginnings of their texts as well.
_FORMER = ("ledger_transfer_debit_f07a2e9d", "ledger_transfer_credit_54ab6a43")


def _account(name: str) -> Any:
    return models.ForeignKey(
        db_column=name,
        db_index=False,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to="ledger.account",
    )


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]
    operations = [
        migrations.SeparateDatabaseAndState(
            [migrations.RunSQL(f"DROP INDEX IF EXISTS {name}{end}") for name in _FORMER for end in ("", "_like")],
            [migrations.AlterField("transfer", name, _account(name)) for name in ("debit", "credit")],
        ),
        *(
            migrations.AddIndex("transfer", models.Index(fields=[name, "cause"], name=f"ledger_transfer_{name}s"))
            for name in ("debit", "credit")
        ),
    ]
