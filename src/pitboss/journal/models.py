"""Database tables of the journal: events, the position of each stream, and the house's chain."""

from django.db import models

# The event that a round of a table begins with. Where rounds begin has an index of its own, which is small.
ROUND_STARTED = "games.RoundStarted"


class Event(models.Model):
    """Something that has happened. The database refuses to change or delete it (see the migrations).

    `seq` counts all events of the house without a gap; `position` those of the stream. `command` is the `seq` of the
    first event of the same command, which also says in `cause` who gave it and under which `key`. `digest` is the
    chain of the stream up to here and `house_digest` that of the house.
    """

    seq = models.BigIntegerField(primary_key=True)
    stream = models.CharField(max_length=100)
    position = models.BigIntegerField()
    family = models.CharField(max_length=20)
    kind = models.CharField(max_length=100)
    version = models.IntegerField()
    body = models.TextField()
    at = models.BigIntegerField()
    command = models.BigIntegerField()
    cause = models.TextField()
    key = models.CharField(max_length=200, null=True, unique=True)
    digest = models.CharField(max_length=64)
    house_digest = models.CharField(max_length=64)

    class Meta:
        db_table = "journal_event"
        constraints = (models.UniqueConstraint(fields=["stream", "position"], name="journal_event_one_a_position"),)
        indexes = (
            models.Index(fields=["kind", "seq"], name="journal_event_kind"),
            models.Index(
                fields=["stream", "position"], name="journal_event_rounds", condition=models.Q(kind=ROUND_STARTED)
            ),
        )


class Stream(models.Model):
    """How far a stream has got. The house's own chain is kept here too, under the name of `store.HOUSE_CHAIN`."""

    name = models.CharField(primary_key=True, max_length=100)
    position = models.BigIntegerField()
    digest = models.CharField(max_length=64)

    class Meta:
        db_table = "journal_stream"


class Snapshot(models.Model):
    """The state of a stream at a position: saves folding it from the beginning, and may be thrown away."""

    pk = models.CompositePrimaryKey("stream", "position")
    stream = models.CharField(max_length=100)
    position = models.BigIntegerField()
    body = models.TextField()

    class Meta:
        db_table = "journal_snapshot"
