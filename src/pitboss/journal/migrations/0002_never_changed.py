"""The database refuses to change or delete what has been recorded, and knows the house's chain from its start."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

RECORDS = ("journal_event", "ledger_transfer")
SAID = "What has been recorded is never changed or deleted."
# What a new row may not have in common with one that is there.
SAME = {
    "journal_event": "seq = NEW.seq OR (stream = NEW.stream AND position = NEW.position) OR key = NEW.key",
    "ledger_transfer": "id = NEW.id",
}


def forbid_changes(_apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(
            "CREATE FUNCTION pitboss_never_changed() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{SAID}'; END $$"
        )
    for table in RECORDS:
        if editor.connection.vendor == "postgresql":
            editor.execute(
                f"CREATE TRIGGER {table}_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION pitboss_never_changed()"
            )
            continue
        for change in ("UPDATE", "DELETE"):
            editor.execute(
                f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{SAID}'); END"
            )
        # INSERT OR REPLACE would delete without a word, where the program that says it has not asked for one.
        editor.execute(
            f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
            f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {SAME[table]}) "
            f"BEGIN SELECT RAISE(ABORT, '{SAID}'); END"
        )


def begin_chain(_apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    editor.execute("INSERT INTO journal_stream (name, position, digest) VALUES (%s, 0, %s)", ["*", "0" * 64])


class Migration(migrations.Migration):
    dependencies = [("journal", "0001_initial"), ("ledger", "0001_initial")]
    operations = [migrations.RunPython(forbid_changes), migrations.RunPython(begin_chain)]
