"""The events of Pontoon."""

from collections.abc import Mapping

from pitboss.games.command import dollars
from pitboss.kits.events import DECIDES, REOPENS_ROUND, REOPENS_WAGERS, UNDOES, About, results, void
from pitboss.rulebook.refusal import in_words as words

EVENTS: Mapping[str, About] = {
    "Asked": About("Box {seat} is asked for a decision."),
    "CardDrawn": About(lambda event: f"A card to {f'box {event.seat}' if event.seat else 'the dealer'}.", unseen=True),
    "ControlEntered": About("{player} decides for box {seat}."),
    "CutDeclined": About("{player} declines the cut."),
    "CutMade": About("The cards are cut by {by}."),
    "CutOffered": About("{player} is offered the cut."),
    "DrawingBegun": About("The boxes draw, one after another."),
    "HeldToMinimum": About("{player} wagers the minimum only until the end of the shoe.", sort="exclusion"),
    "NewShoe": About("A new shoe of {loaded} cards."),
    "ShoeRefilled": About("The shoe is filled again with the cards of the discard rack."),
    "Stood": About("Box {seat} stands."),
    "Surrendered": About("Box {seat} surrenders."),
    "Absent": About("Nobody decides for box {seat} any more in this round.", sort="ruling"),
    "CardBurnt": About("A card is burnt.", sort="irregularity"),
    "CardPutAside": About("A card drawn by mistake is dealt next.", sort="irregularity"),
    "CardsMoved": About(
        "Cards are put where they belong, and the results that fall with it are taken back.",
        sort="irregularity",
        effect=REOPENS_WAGERS,
    ),
    "CuttingCardMissed": About("The cutting card had come without being noticed.", sort="irregularity"),
    "DeviceFailed": About(
        "The shoe has failed ({reason}): the round is completed from a plain shoe.", sort="irregularity"
    ),
    "Doubled": About(
        lambda event: (
            f"Box {event.seat} doubles: {', '.join(f'{name} {dollars(cents)}' for name, cents, _ in event.wagers)}."
        )
    ),
    "LastRoundsAnnounced": About("The last rounds are announced: {rounds}.", sort="limit"),
    "PairsSettled": About(results, effect=DECIDES),
    "PlayerTakenOut": About("{player} has nothing more to decide in this round.", sort="ruling"),
    "PontoonsPaid": About(results, effect=DECIDES),
    "Restricted": About(
        lambda event: (
            f"{event.player} is {'restricted' if event.on else 'no longer restricted'}: {words(event.reason)}."
        ),
        sort="exclusion",
    ),
    "RoundReopened": About("The results of the round are taken back.", sort="irregularity", effect=REOPENS_ROUND),
    "RoundUndone": About(void, sort="void", effect=UNDOES),
    "Split": About(
        lambda event: (
            f"Box {event.seat} splits: {', '.join(f'{name} {dollars(cents)}' for name, cents in event.wagers)}."
        )
    ),
}
