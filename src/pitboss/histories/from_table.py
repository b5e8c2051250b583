"""A round that was played at one of our tables as a PHH hand, so that other programs can read it and ours replay it."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from pitboss.cards.card import card
from pitboss.games.frozen import Frozen
from pitboss.games.holdem.betting.betting import Bet, Folded
from pitboss.games.holdem.dealing import BoardDealt, HoleDealt
from pitboss.games.holdem.irregular.irregularities import HandDead
from pitboss.games.holdem.seats.lineup import Lineup
from pitboss.games.holdem.seats.posting import OverBlindPosted, Positions, Posted
from pitboss.games.holdem.settings import CASH, EXACT, FIXED, FULL_POT, HIGH, NO_LIMIT, POT, HoldemSettings, settings_of
from pitboss.games.holdem.state import NOBODY, Holdem, Play, Round
from pitboss.games.play import Cents, Event, Stage, Viewer
from pitboss.games.table import Table
from pitboss.games.views import HIDDEN
from pitboss.histories.history import (
    HEADS_UP,
    TERMS,
    UNKNOWN,
    VARIANTS,
    Action,
    Amount,
    BrokenHistory,
    Cards,
    Do,
    HandHistory,
)
from pitboss.histories.setup import CENTS, start
from pitboss.histories.text import EVERYBODY, seen_cards
from pitboss.rulebook.refusal import Refusal

# What may happen in a round that the format can tell of; whatever else changes it cannot be told.
_TELLABLE = (
    *("start_round", "over_blind", "shuffle", "deal", "table_hands", "settle"),
    *("fold", "check", "stand", "call", "bet", "raise", "tap_out"),
    *("fold_absent", "no_decision", "supervisor_fold", "hand_in_discards", "turn_up", "muck"),
)
_WORDS = {
    "check": Do.CHECK_CALL,
    "stand": Do.CHECK_CALL,
    "call": Do.CHECK_CALL,
    "bet": Do.BET_RAISE,
    "raise": Do.BET_RAISE,
}
# Readings of the rules by which a replay could come out otherwise, as our own field tells them.
_READINGS = ("ace_low_straights", "short_all_in_reopen", "short_open_tap_out", "uncalled_bet")


class NotInPhh(ValueError):
    """A round that the format has no words for: one sentence that says what is in the way."""


def history_of(table: Table[Play], viewer: Viewer = EVERYBODY) -> HandHistory:
    """The round a table has just finished, as far as a viewer may know it: hole cards that were not seen are unknown.

    Amounts are dollars in a cash game, and chips in a tournament.
    """
    settings, now = settings_of(table.state), table.state.play.round
    if table.state.felt.stage is not Stage.OVER or now.settlement is None:
        raise NotInPhh("Only a round that has been played to its end can be written as PHH.")
    variant = _variant(settings)
    told = _Round(table, viewer)
    money, reverse = told.money, slice(None, None, -1 if len(now.seats) == HEADS_UP else None)
    actions = tuple(told.actions())
    bets = settings.min_bet if isinstance(settings.min_bet, tuple) else (settings.min_bet,)
    sizes = dict(zip(VARIANTS[variant].bets, map(money, (bets[0], bets[-1])), strict=False))
    more: dict[str, Any] = {
        **({"ante_trimming_status": True} if settings.ante else {}),
        "hand": table.state.house.round,
        "seats": now.seats,
        "seat_count": settings.boxes,
        "players": now.names,
        "finishing_stacks": tuple(map(money, now.stacks)),
        **({"currency_symbol": "$"} if settings.mode == CASH else {}),
    }
    terms = _terms(settings)
    history = HandHistory(
        variant=variant,
        antes=tuple(map(money, told.antes))[reverse],
        blinds_or_straddles=tuple(map(money, told.blinds))[reverse],
        bets=Frozen(sizes),
        starting_stacks=tuple(map(money, told.stacks)),
        actions=actions,
        more=Frozen(more | ({TERMS: terms} if terms else {})),
    )
    _must_begin_alike(history, told.begun)
    return history


def _must_begin_alike(history: HandHistory, begun: Round) -> None:
    """A reader of the hand must come to the same bets before the cards; seldom a post cannot be told from a blind."""
    try:
        read = start(history, tuple(f"p{player}" for player in range(1, len(begun.seats) + 1))).shuffled.play.round
    except BrokenHistory:
        read = Round()
    facts = ("stacks", "bets", "paid", "dead", "call", "last_blind")
    if any(getattr(read, fact) != getattr(begun, fact) for fact in facts):
        raise NotInPhh("PHH has no words for what was posted before the cards of this round.")


def _variant(settings: HoldemSettings) -> str:
    """The code of the game, if the format has one for it."""
    if settings.joker:
        raise NotInPhh("PHH has no joker.")
    if settings.game != HIGH:
        raise NotInPhh("PHH has no hold'em in which low hands win.")
    if settings.tap_out_units != EXACT:
        raise NotInPhh("In PHH a tap-out is all of the chips, not whole minimum bets of them.")
    least, most = settings.min_bet, settings.max_bet
    by_round = least if isinstance(least, tuple) else (least,) * 4
    if settings.limit == FIXED and (least, settings.deck) == (most, 52):
        if by_round[0] == by_round[1] and by_round[2] == by_round[3]:
            return "FT"
    elif len(set(by_round)) == 1:
        game = (settings.limit, settings.deck, settings.hole_cards)
        found = {(NO_LIMIT, 52, 2): "NT", (NO_LIMIT, 36, 2): "NS", (FULL_POT, 52, 4): "PO"}.get(game)
        if found:
            return found
    limit = settings.limit.replace("_", " ")
    raise NotInPhh(f"PHH has no code for this game: {settings.hole_cards} hole cards of {settings.deck}, {limit}.")


def _terms(settings: HoldemSettings) -> Mapping[str, Any]:
    """Return the terms that a replay needs beside the fields of the format."""
    unit = CENTS if settings.mode == CASH else 1
    usual = HoldemSettings()
    terms: dict[str, Any] = {"mode": CASH} if settings.mode == CASH else {}
    if settings.chip_unit != 1:
        terms["chip_unit"] = _amount(settings.chip_unit, unit)
    for reading in _READINGS:
        if getattr(settings, reading) != getattr(usual, reading):
            terms[reading] = getattr(settings, reading)
    charge = settings.commission
    if charge is not None and charge.basis == POT:
        told = {"basis": charge.basis, "scale": charge.scale, "allocation": charge.allocation}
        terms["commission"] = Frozen({**told, "cap": _amount(charge.cap, unit)})
    return Frozen(terms)


def _amount(chips: Cents, unit: int) -> Amount:
    """Chips in units of the file: a whole number where it is one."""
    whole, rest = divmod(chips, unit)
    return Decimal(chips) / unit if rest else whole


class _Round:
    """Goes through the commands of a round once more, to put each into the words of the format."""

    def __init__(self, table: Table[Play], viewer: Viewer) -> None:
        self.table, self.settings = table, settings_of(table.state)
        now = table.state.play.round
        self.seats = now.seats
        self.unit = CENTS if self.settings.mode == CASH else 1
        self.stacks: list[Cents] = [0] * len(self.seats)
        self.antes, self.blinds = list(self.stacks), list(self.stacks)
        # The round when all that is posted has been.
        self.begun = now
        self.hole: dict[int, Cards] = {
            seat: tuple(UNKNOWN if face == HIDDEN else card(face) for face in cards)
            for seat, cards in seen_cards(table, viewer).items()
        }

    def money(self, chips: Cents) -> Amount:
        return _amount(chips, self.unit)

    def _player(self, seat: int) -> int:
        return self.seats.index(seat) + 1

    def actions(self) -> Iterator[Action]:
        state: Holdem = self.table.round_began_with
        for command in self.table.commands:
            if state.felt.stage is Stage.OVER and command.do != "start_round":
                # What comes after the end is about the next round.
                break
            if command.do not in _TELLABLE and self.table.game.verbs[command.do].of_round:
                raise NotInPhh(f"PHH has no word for {command.do.replace('_', ' ')}, which happened in the round.")
            done = self.table.game.act(state, command)
            assert not isinstance(done, Refusal), f"{command.do} was accepted when it was played: {done}"
            after, events = done
            for event in events:
                yield from self._actions_of(event, state, after)
            state = after
        yield from self._showdown()

    def _actions_of(self, event: Event, before: Holdem, after: Holdem) -> Iterator[Action]:
        if isinstance(event, Positions):
            self._lined_up(event.line)
        elif isinstance(event, Posted):
            now = after.play.round
            rows = zip(now.stacks, now.paid, now.dead, strict=True)
            self.stacks = [stack + paid + dead for stack, paid, dead in rows]
            self.begun = now
        elif isinstance(event, OverBlindPosted):
            self.blinds[self._player(event.seat) - 1] = event.to
            self.begun = after.play.round
        elif isinstance(event, HoleDealt) and after.felt.stage is Stage.PLAYING:
            for player, seat in enumerate(self.seats, start=1):
                yield Action(Do.DEAL_HOLE, player, self.hole[seat])
        elif isinstance(event, BoardDealt):
            # As the cards turned out to be, if one of them was misread at first.
            out = len(before.play.round.board)
            yield Action(Do.DEAL_BOARD, cards=self.table.state.play.round.board[out : out + len(event.cards)])
        elif isinstance(event, Bet):
            do = _WORDS[event.do]
            yield Action(do, self._player(event.seat), amount=self.money(event.to) if do is Do.BET_RAISE else None)
        elif isinstance(event, Folded):
            turn = before.play.round.turn
            if event.returned or turn == NOBODY or self.seats[turn] != event.seat:
                raise NotInPhh("PHH has no word for a hand that is folded out of turn.")
            yield Action(Do.FOLD, self._player(event.seat))
        elif isinstance(event, HandDead):
            if before.play.round.turn != NOBODY:
                raise NotInPhh("PHH has no word for a hand that is dead while there is betting to come.")
            yield Action(Do.MUCK, self._player(event.seat))

    def _lined_up(self, line: Lineup) -> None:
        """Record the forced bets in full: a short player puts in less, as every reader of the format knows."""
        settings = self.settings
        if settings.ante:
            self.antes = [settings.ante] * len(self.seats)
        for seat, level in line.blinds:
            self.blinds[self._player(seat) - 1] = level
        for seat, live, dead in line.posts:
            # Below 0, as the programs of the field write what is posted to come in.
            self.blinds[self._player(seat) - 1] -= live
            self.antes[self._player(seat) - 1] += dead
        if settings.big_blind_ante and line.big is not None:
            self.antes[self._player(line.big) - 1] = settings.big_blind_ante

    def _showdown(self) -> Iterator[Action]:
        done = self.table.state.play.round.settlement
        assert done is not None
        for seat in done.shown:
            yield Action(Do.SHOW, self._player(seat), self.hole[seat])
        for seat in done.mucked:
            yield Action(Do.MUCK, self._player(seat))
