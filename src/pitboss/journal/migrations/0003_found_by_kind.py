"""Events are found by their kind, and the rounds of a table by where they begin. Indexes alone: no row is touched."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("journal", "0002_never_changed")]
    operations = [
        migrations.RemoveIndex(model_name="event", name="journal_event_family"),
        migrations.AddIndex(model_name="event", index=models.Index(fields=["kind", "seq"], name="journal_event_kind")),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                condition=models.Q(("kind", "games.RoundStarted")),
                fields=["stream", "position"],
                name="journal_event_rounds",
            ),
        ),
    ]
