"""The dealer's next step at a table: in words, with the clause, what to say and what to enter."""

from enum import StrEnum
from itertools import dropwhile, groupby, takewhile
from typing import NamedTuple

from pitboss.cards.card import JOKER
from pitboss.floor.kernel.game_roles import game_role
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.tables.record import LIVE, TableRecord
from pitboss.games.command import Role as GameRole
from pitboss.games.command import dealer_step
from pitboss.games.house.events import CHECK_DECK
from pitboss.games.house.felt import BettingClosed
from pitboss.games.play import COMMUNAL, DEALER, RoutineStep, Stage
from pitboss.rulebook.refusal import Refusal
from pitboss.screens.dealer.calls import Call, calls_of, goings_of
from pitboss.screens.dealer.consoles import CardPlace, View, console_of
from pitboss.screens.dealer.hands import announcement, dealer_words
from pitboss.screens.dealer.words import CALLS, CUTS, count_words, list_words

# What is told instead of a moment while a card is corrected.
CORRECTING = "correct"
_BETWEEN = (Stage.IDLE, Stage.OVER)


class Kind(StrEnum):
    """The kind of input that the entry field takes now."""

    CARDS = "cards"
    NUMBERS = "numbers"
    WAGERS = "wagers"
    CALLS = "calls"
    STEP = "step"
    NOTHING = "nothing"


class Next(NamedTuple):
    """The dealer's next step.

    `token` names it with its box, so that an entry for a step that has passed is not taken for another one. `goes` is
    what Space does with nothing typed; with `closes` it only turns the entry from wagers or calls to cards.
    """

    kind: Kind
    token: str
    words: str
    clause: str
    say: str = ""
    hint: str = ""
    goes: str = ""
    closes: bool = False
    places: tuple[CardPlace, ...] = ()
    calls: tuple[Call, ...] = ()
    seat: int | None = None
    # Cards that are dealt face down with this step, before those that are read.
    down: int = 0

    @property
    def do(self) -> str:
        """The verb of the step."""
        return self.token.partition("-")[0]


def moment_of(record: TableRecord) -> str:
    """How far the table is with its cards: what was closed for one deal is not closed for the next."""
    state = record.state
    return f"{state.house.round}-{state.felt.stage}-{len(state.felt.dealt)}"


def next_of(record: TableRecord, view: View, actor: Actor, closed: str = "") -> Next:
    """Return the dealer's next step; `closed` is the moment of changing over to dealing, or to correcting."""
    clauses = record.rules.clauses
    if closed == CORRECTING and may_correct(record):
        return _correcting(record)
    if record.disabled is not None:
        return Next(Kind.NOTHING, "", "The table is stopped", clauses.closure, hint=record.disabled)
    if record.is_virtual:
        return _of_the_croupier(record, view)
    if record.state.felt.stage in _BETWEEN:
        return _between(record, view, actor)
    return _in_round(record, view, is_closed=closed == moment_of(record))


def may_correct(record: TableRecord) -> bool:
    """Whether there can be a card that was entered wrongly and is put right at the console."""
    verb, stage = record.rules.verbs.get("correct_card"), record.state.felt.stage
    return verb is not None and not record.is_virtual and record.disabled is None and stage in (verb.stages or ())


def _correcting(record: TableRecord) -> Next:
    """A card that lies on the table and was misread, then the card that it is."""
    places = (CardPlace("Correct: the wrong card", 1), CardPlace("Correct: the right card", 1))
    hint = "First the card as it was entered, then as it is. Enter confirms, Esc goes back."
    clause = record.rules.verbs["correct_card"].clause
    return Next(Kind.CARDS, f"correct_card-{moment_of(record)}", places[0].words, clause, hint=hint, places=places)


def _of_the_croupier(record: TableRecord, view: View) -> Next:
    """At a virtual table one follows what the croupier does; who may, lets it go on."""
    clauses, due = record.rules.clauses, record.rules.due(record.state)
    place = record.rules.place.capitalize()
    if due:
        words, clause = f"{place} {list_words(list(map(str, due)))} decides", clauses.procedures
    elif record.state.felt.stage is Stage.BETTING:
        words, clause = "The croupier takes wagers", clauses.place
    elif record.state.felt.stage in _BETWEEN:
        words, clause = "The croupier waits for players", clauses.place
    else:
        words, clause = "Players may still do something", clauses.procedures
    goes = "let the croupier go on" if view.may_deal else ""
    hint = "The virtual croupier handles the cards here. You follow, call a supervisor, and report what goes wrong."
    kind, token = Kind.STEP if goes else Kind.NOTHING, f"croupier-{moment_of(record)}"
    return Next(kind, token, words, clause, hint=hint, goes=goes, seat=due[0] if due else None)


def _between(record: TableRecord, view: View, actor: Actor) -> Next:
    house, clauses = record.state.house, record.rules.clauses
    checking = _checking(record, actor) if house.is_open or house.closing_check_is_due else None
    if not house.is_open and checking is None:
        return Next(Kind.NOTHING, "", "The table is closed", clauses.hours, hint="A supervisor opens it.")
    if checking is not None:
        return checking
    coming = house.round + 1
    calls = (*calls_of(record, view), *goings_of(view))
    if record.kit.card_room is not None:
        hint = "p1001 200 seats a player at the chosen seat with $200. Arrows choose a seat."
        words = f"Collect the blinds of hand {coming}"
        return Next(Kind.STEP, "start_round", words, clauses.place, "Blinds, please.", hint, "begin", calls=calls)
    hint = "p1001 seats a player at the chosen box. Arrows choose a box."
    words, say = f"Open the betting of round {coming}", _of_the_last_box(view) or "Place your bets, please."
    return Next(Kind.STEP, "start_round", words, clauses.place, say, hint, "open", calls=calls)


def _checking(record: TableRecord, actor: Actor) -> Next | None:
    """Before a round the cards are checked by whoever has to, and whatever else holds the table up is lifted.

    When the table has closed they are checked once more (UTH 2.4, PON 2.2, HLD 2.4, CAN 2.2).
    """
    house, clauses = record.state.house, record.rules.clauses
    own = game_role(actor.role, record.rules.verbs["check_cards"], LIVE)
    ordered = next((hold for hold in house.holds if hold.lifted_by == CHECK_DECK), None)
    at_the_end = house.closing_check_is_due and own is GameRole.DEALER
    if own in house.cards_to_check_by or (ordered and not house.cards_to_check_by) or at_the_end:
        count = len(record.rules.deck(record.state))
        clause = ordered.clause if ordered else clauses.card_check
        hint = f"Go through all {count} cards, one by one. If a card is missing or foreign: F4."
        words = "The table has closed: check the cards" if at_the_end else "Check the cards"
        return Next(Kind.STEP, "check_cards", words, clause, hint=hint, goes=f"all {count} are there")
    if house.closing_check_is_due:
        return Next(Kind.NOTHING, "", "The dealer checks the cards", clauses.card_check, hint="The table has closed.")
    if house.cards_to_check_by:
        who = list_words(sorted(house.cards_to_check_by), "and")
        return Next(Kind.NOTHING, "", f"The {who} checks the cards", clauses.card_check, hint="F4 takes their check.")
    for hold in house.holds:
        return Next(Kind.NOTHING, "", "A supervisor must act first", hold.clause, hint=f"{hold.reason} F4 has it.")
    return None


def _in_round(record: TableRecord, view: View, *, is_closed: bool) -> Next:
    state, step = record.state, record.rules.routine(record.state)
    calls = tuple(calls_of(record, view))
    if state.felt.stage is Stage.BETTING and record.kit.card_room is None:
        return _betting(record, view, step, is_closed=is_closed)
    if step is None:
        return _next_awaited(record, calls)
    if step.do == "turn_up" and record.kit.card_room is not None:
        may_muck = any(call.do == "muck" and call.seat == step.to for call in calls)
        return _routine(record, view, step)._replace(goes="mucked unseen" if may_muck else "")
    if calls and (step.cards or step.faces) and not is_closed:
        goes = "deal" if step.cards else "turn up"
        return _routine(record, view, step)._replace(kind=Kind.CALLS, calls=calls, goes=goes, closes=True)
    following = _routine(record, view, step)
    if calls and following.kind is Kind.STEP:
        following = following._replace(kind=Kind.CALLS, calls=calls)
    return following


def _betting(record: TableRecord, view: View, step: RoutineStep | None, *, is_closed: bool) -> Next:
    """Wagers, until the dealer closes the betting with the first card; a shuffle that is due comes in between."""
    clauses = record.rules.clauses
    taking = Next(
        Kind.WAGERS, "place", "Take the wagers", clauses.place, "Place your bets, please.", _wager_hint(record)
    )
    if step is None:
        return taking
    if step.shuffles:
        shuffling = _routine(record, view, step)
        hint = f"{shuffling.hint} {_wager_hint(record)}".strip()
        if shuffling.kind is Kind.NUMBERS:
            return shuffling._replace(hint=f"{shuffling.hint} Wagers now: $25.")
        return shuffling._replace(kind=Kind.WAGERS, say=taking.say, hint=hint)
    if is_closed:
        return _routine(record, view, step)._replace(say="No more bets.")
    return taking._replace(goes="no more bets", closes=True)


def _wager_hint(record: TableRecord) -> str:
    return (
        f"{console_of(record.game).hint}; p1002 25 for another player; +10 adds, −10 takes back. Arrows choose a box."
    )


def _next_awaited(record: TableRecord, calls: tuple[Call, ...]) -> Next:
    """Somebody must decide, or a supervisor must rule."""
    due = record.rules.due(record.state)
    if not calls or not due:
        hold = next(iter(record.state.house.holds), None)
        clause, hint = (hold.clause, hold.reason) if hold else (record.rules.clauses.procedures, "F4 has the rulings.")
        return Next(Kind.NOTHING, "", "A supervisor must rule", clause, hint=hint)
    place, first = record.rules.place.capitalize(), due[0]
    theirs = [call for call in calls if call.seat == first]
    words = list_words(list(dict.fromkeys(CALLS[call.do].title.lower().removesuffix(" to") for call in theirs)))
    where = f"{place} {first}" if len(due) == 1 else f"{place}es {list_words(list(map(str, due)), 'and')}"
    say = console_of(record.game).call or f"{place} {first}, your decision."
    clause = theirs[0].clause if theirs else record.rules.clauses.procedures
    hint = "Press the key of what is said, Enter confirms. Arrows choose a box."
    return Next(Kind.CALLS, "call", f"{where}: {words}", clause, say, hint, calls=calls, seat=first)


def _routine(record: TableRecord, view: View, step: RoutineStep) -> Next:
    """A step of the routine: with cards, with the place of a cut, or with nothing to enter."""
    console = console_of(record.game)
    say = console.sayings.get(step.do, "")
    if step.cut or step.depth:
        return Next(Kind.NUMBERS, step.do, CUTS[step.do], step.clause, say, _cut_hint(step))
    if step.faces:
        return _turning_up(record, view, step)
    if step.cards and not step.shuffles:
        return _dealing(record, step, say)
    if step.do == "settle" and console.hand_size:
        return _settling(record, view, step)
    return Next(Kind.STEP, step.do, console.step_words(step.do), step.clause, say, goes="done")


def _dealing(record: TableRecord, step: RoutineStep, say: str) -> Next:
    """Cards out of the shoe: those face up are typed, those face down are only said to lie there."""
    places = places_due(record, step)
    down = sum(place.cards for place in takewhile(lambda place: place.is_down, places))
    token = f"{step.do}-{step.to}"
    if down and (record.state.felt.stage is not Stage.PLAYING or down == step.cards):
        words = f"Deal {count_words(down)} face down"
        hint = f"{_in_order(places)}. Space when they lie; a number if only so many do and something is wrong."
        return Next(Kind.NUMBERS, token, words, step.clause, say, hint, "they lie", seat=step.to, down=down)
    up = tuple(takewhile(lambda place: not place.is_down, dropwhile(lambda place: place.is_down, places)))
    words = up[0].words if up else f"Deal {count_words(step.cards)}"
    burnt = "Burn one card first; it is not typed. " if down else ""
    hint = burnt + _card_hint(record)
    return Next(Kind.CARDS, token, words, step.clause, say, hint, places=up, seat=step.to, down=down)


def _in_order(places: list[CardPlace]) -> str:
    """Where the cards go, each place once."""
    said = dict.fromkeys(place.words.removesuffix(" face down") for place in places if place.is_down)
    return "; ".join(said).replace(": deal", ":")


def _turning_up(record: TableRecord, view: View, step: RoutineStep) -> Next:
    """Cards that lay face down and are read now."""
    console = console_of(record.game)
    where = f"{record.rules.place.capitalize()} {step.to}: turn up" if step.to else console.step_words(step.do)
    words = f"{where} {count_words(step.faces)}" if step.to else where
    say = console.sayings.get(step.do, "") or (declaration(record, view) if step.to and console.hand_size else "")
    places, token = (CardPlace(words, step.faces),), f"{step.do}-{step.to}"
    hint = _card_hint(record)
    return Next(Kind.CARDS, token, words, step.clause, say, hint, places=places, seat=step.to)


def _card_hint(record: TableRecord) -> str:
    return f"Type rank then suit: A H is the ace of hearts, ten is T or 1{_joker(record)}. Enter confirms."


def _joker(record: TableRecord) -> str:
    return ", the joker is *" if JOKER in record.rules.deck(record.state).cards else ""


def _cut_hint(step: RoutineStep) -> str:
    cut, depth = step.cut, step.depth
    words = f"Type the card where the cut is, {cut[0]} to {cut[1]}" if cut else "Type"
    if depth is not None and depth[0] != depth[1]:
        words += f", then how many lie behind the cutting card, {depth[0]} to {depth[1]}"
    return f"{words}. Enter confirms."


def _settling(record: TableRecord, view: View, step: RoutineStep) -> Next:
    """The next hand from the dealer's right."""
    seat = max(box.seat for box in view.felt.places if box.standing == "in_play")
    token, said = f"{step.do}-{seat}", announcement(view, seat)
    if said:
        # It has been turned up and read already.
        words = f"Box {seat}: settle the wagers"
        return Next(Kind.STEP, token, words, step.clause, said, goes="settle this box", seat=seat)
    words = f"Box {seat}: turn up {count_words(console_of(record.game).hand_size)}"
    say = declaration(record, view)
    return Next(Kind.STEP, token, words, step.clause, say, goes="settle this box", seat=seat)


def declaration(record: TableRecord, view: View) -> str:
    """Return the words before the next hand is turned up: of the dealer's own first, then of the one settled last."""
    said = _of_the_last_box(view)
    words = f"Dealer has {dealer_words(view)}."
    return said or f"{words} {console_of(record.game).last_call}".strip()


def _of_the_last_box(view: View) -> str:
    settled = [box.seat for box in view.felt.places if box.standing == "settled"]
    return announcement(view, min(settled)) if settled else ""


# Where the cards that are due go: place by place, in the order they leave the shoe.


def places_due(record: TableRecord, step: RoutineStep) -> list[CardPlace]:
    """Return the places of the cards of a step, cards to the same place together."""
    console = console_of(record.game)
    if console.places is not None:
        return list(console.places(record, step))
    if record.state.felt.stage is Stage.PLAYING:
        where = "Dealer" if step.to is None else f"Box {step.to}"
        return [CardPlace(f"{where}: deal {count_words(step.cards)}", step.cards)]
    plan, out = _plan(record), len(_places_dealt(record))
    up = _face_up(record, plan)
    coming = [(place, up is not None and index not in up) for index, place in enumerate(plan)][out : out + step.cards]
    together = [(place, is_down, len(list(group))) for (place, is_down), group in groupby(coming)]
    return [CardPlace(_words_at(record, place, count, is_down), count, is_down) for place, is_down, count in together]


def _face_up(record: TableRecord, plan: tuple[int, ...]) -> tuple[int | None, ...] | None:
    """The cards of a deal that are read as they come; None where all of them are."""
    if record.scanner or record.kit.is_dealt_face_up:
        return None
    up_card = console_of(record.game).up_card
    return () if up_card is None else (up_card(record, plan),)


def _places_dealt(record: TableRecord) -> tuple[int, ...]:
    felt = record.state.felt
    return felt.dealt if felt.stage is Stage.DEALING else ()


def _plan(record: TableRecord) -> tuple[int, ...]:
    """Settled when the betting has closed; before that, as the rules would settle it now."""
    state, game = record.state, record.rules
    if state.felt.stage is Stage.DEALING:
        return state.felt.plan
    decided = game.decide(state, dealer_step("deal", game.deck(state).cards[:1]))
    events = () if isinstance(decided, Refusal) else decided
    return next((event.plan for event in events if isinstance(event, BettingClosed)), ())


def _words_at(record: TableRecord, place: int, count: int, is_down: bool) -> str:
    how = "face up" if record.kit.is_dealt_face_up or not (is_down or record.scanner) else "face down"
    if place == COMMUNAL:
        return f"Deal {count_words(count, 'communal card', 'communal cards')}"
    where = "Dealer" if place == DEALER else f"Box {place}"
    return f"{where}: deal {count_words(count)} {how}"
