"""Database tables of the floor beside the journal, for what nobody may read there: shoes and credentials.

The journal has a digest of each row, so that a change to one is found.
"""

from django.db import models


class Shoe(models.Model):
    """The order of a shuffled shoe. The journal has its commitment from before the first card.

    `order` is sealed, with the nonce and the cut under the same seal; in rows of earlier versions all three are plain.
    """

    pk = models.CompositePrimaryKey("table", "number")
    table = models.CharField(max_length=100)
    number = models.IntegerField()
    # The cards before the cut, as JSON, what the commitment was made with, and where the cards were cut.
    order = models.TextField()
    nonce = models.CharField(max_length=200)
    cut = models.IntegerField()

    class Meta:
        db_table = "floor_shoe"


class Credential(models.Model):
    """How a person proves who they are: an argon2 hash, and the secret of the second factor."""

    person = models.CharField(primary_key=True, max_length=100)
    password = models.CharField(max_length=200)
    second_factor = models.CharField(max_length=100, blank=True)

    class Meta:
        db_table = "floor_credential"
