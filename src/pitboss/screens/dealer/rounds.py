"""The steps of a round in the order of the rules, and how far a table has come with them."""

from pitboss.floor.tables.record import TableRecord
from pitboss.games.play import Stage
from pitboss.screens.dealer.consoles import COMING, DONE, NOW, ListedStep, View, console_of


def steps_of(record: TableRecord, view: View, *, is_closed: bool = False) -> list[ListedStep]:
    """The list with its ticks; between rounds the steps of the last one are all done, and none before the first.

    With the betting closed the deal is the step, although its first card is still to come.
    """
    console, stage = console_of(record.game), record.state.felt.stage
    order = console.steps
    if stage is Stage.IDLE:
        return list(order)
    if stage is Stage.OVER and view.felt.result != "settled":
        return [*order[:-1], order[-1]._replace(title=f"Round {view.felt.result}", standing=DONE)]
    reached = len(order) if stage is Stage.OVER else console.reached(record, view)
    if is_closed and stage is Stage.BETTING:
        reached = console.deal
    return [
        step._replace(standing=DONE if place < reached else NOW if place == reached else COMING)
        for place, step in enumerate(order)
    ]
