"""Knowledge about the events of the tables: their words, and their role in the log and for wagers.

No sentence names a card that was dealt, how a hand was made or why a wager was decided: it says no more than who did
what, where, and how much money it was about. Only the reason of a void round may name a card, the one that everybody
has seen because it was exposed or does not belong there.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from pitboss.games.command import dollars
from pitboss.games.state import Outcome, Wager
from pitboss.kits import games, kit_of
from pitboss.rulebook.refusal import in_words as words

Words = str | Callable[[Any], str]
# What an event does to wagers: it decides them, makes them void or those of a whole round, or opens decided ones again.
DECIDES, VOIDS, UNDOES, REOPENS_WAGERS, REOPENS_ROUND = "decides", "voids", "undoes", "reopens wagers", "reopens round"
# What was found wrong with the cards is kept with the cards themselves.
_WITH_CARDS = ("foreign_card_found", "card_missing")
HAND_VOID = "The hand at box {seat} is void."
LIVE = "Of the wager at box {seat} {at_risk:$} is live."


class About(NamedTuple):
    """A kind of event: its sentence, the sort it is entered under in the log of rulings, and its effect on wagers.

    It is `unseen` if a card decides it that nobody has seen, or that only some have. What happens all the time is
    entered only where it follows the clause `only_by`.
    """

    words: Words
    sort: str = ""
    effect: str = ""
    unseen: bool | Callable[[Any], bool] = False
    only_by: str = ""


def outcomes(rows: Iterable[Outcome], nothing: str = "Nothing is decided.") -> str:
    told = "; ".join(map(_outcome, rows))
    return f"{told}." if told else nothing


def _outcome(row: Outcome) -> str:
    spot = f"{row.player}, {words(row.wager)}"
    if row.net:
        return f"{spot} {'wins' if row.net > 0 else 'loses'} {dollars(abs(row.net))}"
    return f"{spot} {row.result.value}, {dollars(row.stake)} back"


def results(event: Any) -> str:
    return outcomes(event.outcomes)


def folds(event: Any) -> str:
    return f"Box {event.seat} folds. {outcomes(event.outcomes, '')}".strip()


def void(event: Any) -> str:
    return f"{event.reason}{_back(event.undone)}"


def _back(wagers: Iterable[Wager]) -> str:
    """Describe the stakes that go back to each player when wagers are void."""
    stakes: dict[str, int] = {}
    for wager in wagers:
        if wager.stake and wager.was_accepted:
            stakes[wager.player] = stakes.get(wager.player, 0) + wager.stake
    return "".join(f" {player}: wagers of {dollars(cents)} are void." for player, cents in stakes.items())


def cards(number: int) -> str:
    return "One card" if number == 1 else f"{number} cards"


def were(number: int) -> str:
    return "was" if number == 1 else "were"


def _describe_recorded(event: Any) -> str:
    place = [] if event.seat is None else [f"place {event.seat}"]
    where = ", ".join([*([event.player] if event.player else []), *place])
    said = words(event.reason) if event.reason and event.what not in _WITH_CARDS else ""
    return f"{words(event.what).capitalize()}{f' ({where})' if where else ''}{f': {said}' if said else ''}."


def _limits(event: Any) -> str:
    limits = sorted(event.limits.items())
    told = ", ".join(f"{words(spot)} {dollars(limit.least)} to {dollars(limit.most)}" for spot, limit in limits)
    return f"New limits from the next round: {told}."


def _marker(event: Any) -> str:
    if event.amount:
        return f"A marker at box {event.seat}: up to {dollars(event.amount)}."
    return f"The marker at box {event.seat} is lifted."


def _describe_seated(event: Any) -> str:
    return f"{event.player} sits at place {event.seat}." if event.player else f"Place {event.seat} is left."


# The events that all games share.
SHARED: Mapping[str, About] = {
    "TableOpened": About("The table opens.", sort="closure"),
    "TableClosed": About(
        lambda event: f"The table closes{f': {words(event.notice)}' if event.notice else ''}.", sort="closure"
    ),
    "CardsChecked": About("The cards are checked by the {by} and all there."),
    "CardsChanged": About("Other cards come to the table; dealer and supervisor check them first.", sort="limit"),
    "ShoeReplaced": About("Another shoe with new cards: {shoe}.", sort="limit"),
    "LimitsAnnounced": About(_limits, sort="limit"),
    "MarkerPlaced": About(_marker, sort="limit"),
    "Seated": About(_describe_seated),
    "ShutOut": About(
        lambda event: f"{event.player} is {'excluded from the game' if event.out else 'let in again'}.",
        sort="exclusion",
    ),
    "Held": About(lambda event: str(event.hold.reason), sort="irregularity"),
    "RoundStarted": About("Round {number} begins."),
    "Shuffled": About("The cards are shuffled."),
    "Placed": About("{player} puts {amount:$} on {wager:w} at box {seat}."),
    "TakenBack": About("{player} takes {amount:$} back from {wager:w} at box {seat}."),
    "BettingClosed": About(lambda event: f"No more bets. {outcomes(event.returned, '')}".strip()),
    "Dealt": About(lambda event: f"{cards(len(event.cards))} {were(len(event.cards))} dealt.", unseen=True),
    "TurnedUp": About(lambda event: f"{cards(len(event.cards))} {were(len(event.cards))} turned up."),
    "CardCorrected": About("A card was entered wrongly, and the {by} corrects it."),
    "HandsReopened": About(lambda event: f"What was settled at box {', '.join(map(str, event.seats))} is undone."),
    "Advised": About(lambda event: f"{event.advice.player} is told: {words(event.advice.advice)}."),
    "Decided": About(results, effect=DECIDES),
    "WagersVoided": About(void, sort="void", effect=VOIDS),
    "RoundVoided": About(void, sort="void", effect=VOIDS),
    "RoundOver": About(lambda event: "The round is over." if event.result == "settled" else "The round is void."),
    "Recorded": About(_describe_recorded, sort="ruling"),
}


def note_on(kind: str) -> About | None:
    """Return the note on a kind of table event, such as `games.Dealt`; None where there is none."""
    group, _, name = kind.partition(".")
    return SHARED.get(name) if group == "games" else kit_of(group).events.get(name) if group in games() else None


def kinds_where(fits: Callable[[About], object]) -> tuple[str, ...]:
    """The kinds of events at tables of which something holds."""
    groups = {"games": SHARED, **{name: kit_of(name).events for name in games()}}
    return tuple(f"{group}.{name}" for group, found in groups.items() for name, about in found.items() if fits(about))
