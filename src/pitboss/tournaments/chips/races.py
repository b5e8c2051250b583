"""Chips of a denomination that is no longer needed: coloured up, and the odd ones raced (STAR 7.42)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from math import lcm
from random import Random
from typing import NamedTuple

from pitboss.cards.card import Card, face, rank_of, suit_of
from pitboss.cards.deck import holdem_deck
from pitboss.cards.shuffle import permute
from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.chips.colour_up import Obsolete, colour_up_schedule, in_use, lowest_in_play, payable
from pitboss.tournaments.clock.clock import LEVEL, reading
from pitboss.tournaments.event.conditions import Chips, Level
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Role, Verb, Verbs
from pitboss.tournaments.event.state import Moment, Player, Stage, Table, Tournament, with_entrants

Seat = int
Cards = Mapping[Seat, tuple[Card, ...]]
# One more card for a seat in a tie, or none where nobody has told of one.
OneMore = Callable[[Seat], Card | None]

BY_CARD, BY_SUIT = "card", "suit"
# Where the document has no chip race, the conditions must tell of one under this name.
IN_CONDITIONS = "chip race"

_DECK = holdem_deck()


class Race(NamedTuple):
    """A race at one table: who was dealt how many cards, who won a chip, and what each seat has after it.

    `extra` are the cards of ties; `created` is the value of the chips given to those left with none.
    """

    new_chips: int
    odd_value: Chips
    deal_order: tuple[Seat, ...]
    cards: Cards
    extra: Cards
    winners: tuple[Seat, ...]
    stacks_after: Mapping[Seat, Chips]
    rescued: tuple[Seat, ...]
    created: Chips
    table_chip_change: Chips
    # STAR 7.42(g): nobody ever is.
    eliminated: tuple[Seat, ...] = ()

    @property
    def cards_per_seat(self) -> Mapping[Seat, int]:
        return Frozen({seat: len(cards) for seat, cards in self.cards.items()})

    @property
    def tie_break_seats(self) -> tuple[Seat, ...]:
        return tuple(self.extra)

    @property
    def decks(self) -> int:
        """How many decks the cards took: where one is used up, a fresh one follows."""
        return _decks(self.cards, self.extra)


class OddChips(NamedTuple):
    """What is raced at a table: the odd chips by seat, for which new chip, and the stacks where they are known.

    `lowest` is the chip that is given to whoever has none left (STAR 7.42(g)); None: the new one.
    """

    old: Chips
    new: Chips
    by_seat: Mapping[Seat, int]
    stacks: Mapping[Seat, Chips] = Frozen({})
    lowest: Chips | None = None
    tie: str = BY_CARD

    @property
    def value(self) -> Chips:
        """STAR 7.42(a): the value of all odd chips on the table."""
        return self.old * sum(self.by_seat.values())


class ColourUp(Command):
    """A denomination goes out, for a higher one."""

    old: Chips
    new: Chips


class RaceTable(Command):
    """The race at one table, with the cards that were dealt and those of ties, or with a seed to deal them from.

    `odd` are the odd chips by seat as they were counted; None: as they follow from the stacks.
    """

    table: int
    old: Chips
    new: Chips
    odd: Mapping[int, int] | None = None
    cards: Cards | None = None
    extra: Mapping[int, tuple[Card, ...]] = Frozen({})
    seed: int | None = None


class ColouredUp(NamedTuple):
    """It is announced that a denomination goes out."""

    old: Chips
    new: Chips
    clause: str


class Raced(NamedTuple):
    """A table has raced its odd chips; `stacks` is what its players have after it."""

    table: int
    old: Chips
    new: Chips
    odd: Mapping[Seat, int]
    race: Race
    stacks: Mapping[Player, Chips]
    seed: int | None
    at: Moment
    clause: str


def race_count(old: Chips, new: Chips, odd_total: Chips) -> int:
    """STAR 7.42(a), STAR 7.42(b), STAR 7.42(c): the new chips for the odd chips of a table, by their value.

    As many as are wholly covered, and one more for a rest of half a new chip or above; a smaller rest goes out.
    """
    if odd_total % old:
        raise ValueError(f"Odd chips of {old} cannot be worth {odd_total}.")
    whole, rest = divmod(odd_total, new)
    return whole + (2 * rest >= new)


def race_change(old: Chips, new: Chips, odd_total: Chips) -> Chips:
    """STAR 7.42(c): what the rounding of a race adds to the chips in play, or takes from them."""
    return race_count(old, new, odd_total) * new - odd_total


def deal_order(by_seat: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """STAR 7.42(d), T-26: whoever had odd chips, from the first seat left of the dealer: seat 1, not the button."""
    return tuple(sorted(seat for seat, count in by_seat.items() if count))


def race(odd: OddChips, cards: Mapping[Seat, Sequence[Card]], extra: Mapping[Seat, Sequence[Card]]) -> Race | Refusal:
    """STAR 7.42(d): the race of one table from the cards that were dealt to it, and in ties from those in `extra`."""
    dealt = {seat: tuple(cards.get(seat, ())) for seat in deal_order(odd.by_seat)}
    for seat, held in dealt.items():
        if len(held) != odd.by_seat[seat]:
            what = f"Seat {seat} gets a card for each of its odd chips: {odd.by_seat[seat]}, not {len(held)}."
            return Refusal("STAR 7.42(d)", what, "cards_do_not_fit", field=f"cards.{seat}")
    for seat in sorted(cards.keys() - dealt.keys()):
        what = f"Only entrants who had odd chips are dealt cards, and seat {seat} had none."
        return Refusal("STAR 7.42(d)", what, "cards_do_not_fit", field=f"cards.{seat}")
    refusal = _no_such_deal(dealt, {seat: tuple(further) for seat, further in extra.items()})
    if refusal:
        return refusal
    piles = {seat: iter(further) for seat, further in extra.items()}
    return _run_race(odd, dealt, lambda seat: next(piles.get(seat, iter(())), None))


def _no_such_deal(dealt: Cards, extra: Cards) -> Refusal | None:
    """STAR 7.42(d): the first card that cannot have come from so many decks, and where it is said to lie."""
    seen: Counter[Card] = Counter()
    for place, by_seat in (("cards", dealt), ("extra", extra)):
        for seat, card in ((seat, card) for seat, cards in by_seat.items() for card in cards):
            seen[card] += 1
            if card not in _DECK:
                what = "There is no such card in the deck."
                return Refusal("STAR 7.42(d)", what, "not_a_deck", field=f"{place}.{seat}")
            if seen[card] > _decks(dealt, extra):
                what = f"{face(card)} cannot have been dealt twice."
                return Refusal("STAR 7.42(d)", what, "not_a_deck", field=f"{place}.{seat}")
    return None


def race_from(odd: OddChips, seed: int) -> Race:
    """STAR 7.42(d): the race of one table with cards from recorded entropy, each seat's in one go, face up."""
    pile = _pile(seed)
    dealt = {seat: tuple(islice(pile, odd.by_seat[seat])) for seat in deal_order(odd.by_seat)}
    run = _run_race(odd, dealt, lambda seat: next(pile))
    assert isinstance(run, Race), "a pile without end has a card for every tie"
    return run


def _pile(seed: int) -> Iterator[Card]:
    """Shuffled decks, one after the other: when one is used up, a fresh one gives the rest."""
    bits = Random(seed).getrandbits
    while True:
        yield from permute(_DECK.cards, bits)


def _run_race(odd: OddChips, dealt: Cards, one_more: OneMore) -> Race | Refusal:
    """STAR D-Chip race, STAR 7.42: chips to the best cards, and one to whoever has no chip left."""
    count = race_count(odd.old, odd.new, odd.value)
    extra: dict[Seat, tuple[Card, ...]] = {}
    winners = _winners(dealt, min(count, len(dealt)), one_more, extra, odd.tie)
    if isinstance(winners, Refusal):
        return winners
    raced = {
        seat: stack - odd.by_seat.get(seat, 0) * odd.old + (odd.new if seat in winners else 0)
        for seat, stack in odd.stacks.items()
    }
    rescued = tuple(seat for seat in dealt if raced.get(seat) == 0)
    saved = _rescue(rescued, odd)
    return Race(
        new_chips=count,
        odd_value=odd.value,
        deal_order=tuple(dealt),
        cards=Frozen(dealt),
        extra=Frozen(extra),
        winners=winners,
        stacks_after=Frozen(raced | saved),
        rescued=rescued,
        created=sum(saved.values()),
        table_chip_change=len(winners) * odd.new - odd.value + sum(saved.values()),
    )


def _rescue(rescued: Sequence[Seat], odd: OddChips) -> dict[Seat, Chips]:
    """STAR 7.42(g): whoever has no chip left gets one of the lowest denomination in play; nobody is raced out."""
    return dict.fromkeys(rescued, odd.lowest or odd.new)


def _winners(
    dealt: Cards, chips: int, one_more: OneMore, extra: dict[Seat, tuple[Card, ...]], tie: str
) -> tuple[Seat, ...] | Refusal:
    """STAR 7.42(e), STAR 7.42(f): a chip each to the highest cards, the best card of an entrant counting and no more.

    T-25: where more entrants are equal than there are chips left, all of them get one more card for those chips, as
    often as it takes; by the other reading the suit decides first.
    """
    best = {seat: _height(best_card(cards, tie), tie) for seat, cards in dealt.items()}
    won: list[Seat] = []
    for _, equals in groupby(sorted(best, key=best.__getitem__, reverse=True), key=best.__getitem__):
        tied, left = tuple(sorted(equals)), chips - len(won)
        if len(tied) > left > 0:
            further = {seat: card for seat in tied if (card := one_more(seat)) is not None}
            if len(further) < len(tied):
                what = f"Seats {_list_seats(tied)} are equal: one more card for each of them."
                short = next(seat for seat in tied if seat not in further)
                return Refusal("STAR 7.42(e)", what, "tie", field=f"extra.{short}")
            extra.update({seat: (*extra.get(seat, ()), card) for seat, card in further.items()})
            rest = _winners({seat: (card,) for seat, card in further.items()}, left, one_more, extra, tie)
            return rest if isinstance(rest, Refusal) else (*won, *rest)
        won.extend(tied[:left])
    return tuple(won)


def best_card(cards: Sequence[Card], tie: str) -> Card:
    """STAR 7.42(e): the card of an entrant that counts."""
    return max(cards, key=lambda card: _height(card, tie))


def _height(card: Card, tie: str) -> tuple[int, int]:
    """T-25: the rank, aces high; the suit only by the other reading."""
    return rank_of(card), suit_of(card) if tie == BY_SUIT else 0


def _list_seats(seats: Sequence[Seat]) -> str:
    return f"{', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def _decks(*dealt: Cards) -> int:
    return -(-sum(len(cards) for each in dealt for cards in each.values()) // len(_DECK))


def odd_chips(state: Tournament, table: Table, old: Chips, new: Chips) -> Mapping[Seat, int]:
    """STAR 7.42: the odd chips by seat that follow from the stacks: what does not evenly make new chips."""
    most = lcm(old, new) // old
    counts = {
        seat: next((count for count in range(most) if (state.entrants[name].stack - count * old) % new == 0), 0)
        for seat, name in table.seats.items()
    }
    return Frozen({seat: count for seat, count in sorted(counts.items()) if count})


def colour_up(state: Tournament, command: ColourUp) -> Decision:
    """STAR 7.42, D-Chip race: the director substitutes the lowest chip by a higher one, while no hand is in play."""
    clause = _races_here(state)
    if isinstance(clause, Refusal):
        return clause
    chips = in_use(state)
    if command.old not in chips or command.new not in chips or command.new <= command.old:
        return Refusal(clause, f"Chips of {command.old:,} cannot go out for chips of {command.new:,}.", "no_such_chip")
    if command.old != chips[0]:
        return Refusal(clause, f"The lowest chips go out first: those of {chips[0]:,} are in play.", "not_the_lowest")
    if any(table.hand is not None for table in state.tables.values()):
        return Refusal(clause, "Chips go out between hands, and a hand is in play.", "mid_hand")
    short = next((level for level in _levels_to_come(state, command.at) if not _pays(level, chips[1:])), None)
    if short is not None:
        what = f"Chips of {command.old:,} are still needed for the blinds of {short.small:,} and {short.big:,}."
        return Refusal(clause, what, "still_needed")
    return (ColouredUp(command.old, command.new, clause),)


def to_race(state: Tournament) -> tuple[Obsolete, ...]:
    """STAR 7.42, D-Chip race: chips still in play that a break of the schedule is for, where odd chips are raced."""
    if not races_chips(state):
        return ()
    chips = in_use(state)
    planned = colour_up_schedule(state.conditions)
    return tuple(each for each in planned if each.next_break_after is not None and each.denomination in chips)


def _races_here(state: Tournament) -> str | Refusal:
    """The clause by which odd chips are raced in this event; other documents than STAR leave it to the conditions."""
    clause = state.rules.clauses.get("race")
    if clause is None and not state.conditions.items.get(IN_CONDITIONS):
        what = "These rules have no chip race, and the conditions of the event tell of none."
        return Refusal(state.clause("chips"), what, "no_race")
    return clause or state.clause("procedures")


def _levels_to_come(state: Tournament, at: Moment) -> tuple[Level, ...]:
    levels = state.conditions.levels + state.clock.added
    now = reading(state, at)
    if now is None:
        return levels
    return levels[now.level - 1 if now.kind == LEVEL else now.level :]


def _pays(level: Level, chips: Sequence[Chips]) -> bool:
    return all(payable(amount, chips) for amount in (level.small, level.big, level.ante))


def race_table(state: Tournament, command: RaceTable) -> Decision:
    """STAR 7.42, STAR 7.42(d): a table races its odd chips, between hands, with every card on record."""
    clause, table = _races_here(state), state.tables.get(command.table)
    if isinstance(clause, Refusal):
        return clause
    if table is None:
        return Refusal(clause, f"There is no table {command.table}.", "no_such_table")
    odd = _odd_chips_agreed(state, command, table, clause)
    if isinstance(odd, Refusal):
        return odd
    if (command.cards is None) == (command.seed is None):
        return Refusal(clause, "A race needs the cards that were dealt, or a seed to deal them from.", "no_cards")
    if command.seed is not None:
        run: Race | Refusal = race_from(odd, command.seed)
    else:
        run = race(odd, _as_cards(command.cards or {}), _as_cards(command.extra))
    if isinstance(run, Refusal):
        return run
    stacks = Frozen({table.seats[seat]: stack for seat, stack in run.stacks_after.items()})
    done = (command.table, command.old, command.new, odd.by_seat, run, stacks, command.seed, command.at, clause)
    return (Raced(*done),)


def _as_cards(by_seat: Mapping[int, tuple[int, ...]]) -> Cards:
    return {seat: tuple(map(Card, cards)) for seat, cards in by_seat.items()}


def what_is_raced(state: Tournament, table: int, old: Chips, new: Chips) -> OddChips | Refusal:
    """STAR 7.42(a): the odd chips of a table as they follow from its stacks, or why it has none to race now."""
    clause = _races_here(state)
    if isinstance(clause, Refusal):
        return clause
    return _odd_chips_agreed(
        state, RaceTable(at=state.now or 0, table=table, old=old, new=new), state.tables[table], clause
    )


def races_chips(state: Tournament) -> bool:
    """STAR 7.42, D-Chip race: whether odd chips are raced in this event at all."""
    return not isinstance(_races_here(state), Refusal)


def _odd_chips_agreed(state: Tournament, command: RaceTable, table: Table, clause: str) -> OddChips | Refusal:
    """STAR 7.42(a): the odd chips of the table, where the count agrees with the stacks."""
    chips = in_use(state)
    if table.hand is not None:
        return Refusal(clause, f"A hand is in play at table {table.number}.", "mid_hand")
    if command.old not in state.chips.coloured_up or command.new not in chips:
        what = f"It is not announced that chips of {command.old:,} go out for chips of {command.new:,}."
        return Refusal(clause, what, "not_announced")
    if table.loose:
        what = f"At table {table.number} the holder of {table.loose:,} in chips is not known: count the stacks first."
        return Refusal(clause, what, "stacks_unknown")
    stacks = {seat: state.entrants[name].stack for seat, name in sorted(table.seats.items())}
    found = odd_chips(state, table, command.old, command.new) if command.odd is None else command.odd
    counted = {seat: count for seat, count in sorted(found.items()) if count}
    most = lcm(command.old, command.new) // command.old
    for seat in sorted(stacks.keys() | counted.keys()):
        count = counted.get(seat, 0)
        rest = stacks.get(seat, 0) - count * command.old
        if not payable(stacks.get(seat, 0), (command.old, *chips)):
            what = f"The stack of {stacks[seat]:,} at seat {seat} holds chips that are out: exchange them first."
            return Refusal(clause, what, "late_chips")
        if rest < 0 or count >= most or not payable(rest, chips):
            what = f"{count} odd chips of {command.old:,} do not agree with the stack of {stacks.get(seat, 0):,}"
            return Refusal("STAR 7.42(a)", f"{what} at seat {seat}.", "odd_chips_do_not_fit", field=f"odd.{seat}")
    if not counted:
        return Refusal(clause, f"Nobody at table {table.number} has odd chips of {command.old:,}.", "nothing_to_race")
    tie = state.conditions.readings.race_tie
    return OddChips(command.old, command.new, Frozen(counted), Frozen(stacks), lowest_in_play(state), tie)


def _coloured_up(state: Tournament, event: ColouredUp) -> Tournament:
    return state._replace(chips=state.chips._replace(coloured_up=(*state.chips.coloured_up, event.old)))


def _apply_raced(state: Tournament, event: Raced) -> Tournament:
    stacks = {name: state.entrants[name]._replace(stack=stack) for name, stack in event.stacks.items()}
    change = state.chips.race_change + event.race.table_chip_change
    return with_entrants(state._replace(chips=state.chips._replace(race_change=change)), stacks)


_PLAYED = (Stage.RUNNING, Stage.SUSPENDED)

VERBS: Verbs = {
    ColourUp: Verb(colour_up, stages=_PLAYED, subject="chips"),
    RaceTable: Verb(race_table, (Role.DIRECTOR, Role.DEALER), _PLAYED, "chips"),
}
APPLIERS: Appliers = {ColouredUp: _coloured_up, Raced: _apply_raced}
