"""The table of a hand: the settings of the hold'em engine that say what a PHH file says, and everybody seated at it.

What the format has no field for stands in a field of our own, `_pitboss`, which other programs pass over: whether it is
a cash game, its commission, its smallest chip, and readings of the rules that are not the usual ones.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME
from pitboss.games.holdem.settings import (
    ANTE,
    BY_TIME,
    CASH,
    FIXED,
    FULL_POT,
    MOST_BLINDS,
    NO_LIMIT,
    ON_BUTTON,
    TIME,
    TOURNAMENT,
    Commission,
    HoldemSettings,
    settings_error,
)
from pitboss.games.holdem.state import MISSED, NEW, PLAYING, WAITING, Chair, Holdem, Play, Room
from pitboss.games.play import MOST_CENTS, Cents, Command, Role
from pitboss.games.table import Table
from pitboss.histories.history import HEADS_UP, TERMS, VARIANTS, Amount, HandHistory
from pitboss.rulebook.refusal import Refusal

# In a cash game the engine counts cents, and a file dollars.
CENTS = 100
_LEAST_CUT = 2


class CannotBePlayed(ValueError):
    """Why the engine has no table for a hand, in one sentence, and the field that says so."""

    def __init__(self, field: str, fault: str) -> None:
        super().__init__(fault)
        self.field = field


class Start(NamedTuple):
    """A table with everybody seated, before the round and once the cards are shuffled.

    `scale` is how many chips one unit of the file is.
    """

    settings: HoldemSettings
    scale: int
    began: Holdem
    shuffled: Holdem
    commands: tuple[Command, ...]


def start(history: HandHistory, names: tuple[str, ...]) -> Start:
    """The table at which the hand is played; a hand that no table of ours can have is refused at its line."""
    key = history.variant, *history.forced_bets, history.bets, history.starting_stacks, history.scale, names
    try:
        return _start(*key, history.more.get(TERMS))
    except CannotBePlayed as refused:
        raise history.fault_at(str(refused), field=refused.field) from None


def chips(amount: Amount, scale: int) -> Cents:
    """An amount of the file in whole chips."""
    return amount * scale if type(amount) is int else int(amount * scale)


def _refuse(field: str, fault: str) -> NoReturn:
    raise CannotBePlayed(field, fault)


@lru_cache(maxsize=1024)
def _start(
    variant: str,
    antes: tuple[Amount, ...],
    blinds: tuple[Amount, ...],
    bets: Mapping[str, Amount],
    stacks: tuple[Amount, ...],
    scale: int,
    names: tuple[str, ...],
    terms: Mapping[str, Any] | None,
) -> Start:
    """The first player sits at seat 1 and the button at the last, so that a player's number is that of the seat."""
    forced = _Forced(antes, blinds, cash=isinstance(terms, Mapping) and terms.get("mode") == CASH)
    if forced.is_cash:
        scale = max(scale, CENTS)
    settings = forced.settings(_game(variant, len(antes), bets, scale), scale)
    _must_be_possible(settings, "blinds_or_straddles")
    if terms is not None:
        settings = _with_terms(settings, terms, scale)
        _must_be_possible(settings, TERMS)
    chairs = {
        seat: _chair(name, stake, forced.posts.get(seat))
        for seat, (name, stake) in enumerate(zip(names, _stakes(stacks, scale), strict=True), start=1)
    }
    room = Room(chairs=Frozen(chairs), button=len(chairs), revolution_complete=True)
    began = Table(GAME, settings).open().state._replace(play=Play(room))
    commands = tuple(_opening(settings))
    state = began
    for command in commands:
        done = GAME.act(state, command)
        if isinstance(done, Refusal):
            _refuse("starting_stacks", f"no round can begin: {done.reason.rstrip('.')} ({done.clause}).")
        state = done[0]
    return Start(settings, scale, began, state, commands)


def _opening(settings: HoldemSettings) -> Iterator[Command]:
    """Yield the commands before the cards: a straddle that follows three blinds is an over-blind."""
    yield Command(Role.DEALER, "start_round")
    if settings.over_blind is not None:
        yield Command(Role.PLAYER, "over_blind", len(settings.blinds) + 1)
    yield Command(Role.DEALER, "shuffle", position=_LEAST_CUT)


def _must_be_possible(settings: HoldemSettings, field: str) -> None:
    wrong = settings_error(settings)
    if wrong:
        _refuse(field, f"{wrong.reason.rstrip('.')} ({wrong.clause}).")


def _stakes(stacks: tuple[Amount, ...], scale: int) -> tuple[Cents, ...]:
    for player, stack in enumerate(stacks, start=1):
        if isinstance(stack, Decimal) and not stack.is_finite():
            _refuse(
                "starting_stacks", f"the starting stack of p{player} is not known, and no hand is replayed without."
            )
    stakes = tuple(chips(stack, scale) for stack in stacks)
    if sum(stakes) > MOST_CENTS:
        _refuse("starting_stacks", "there are more chips in this hand than can be counted.")
    return stakes


def _chair(name: str, stake: Cents, post: tuple[bool, bool] | None) -> Chair:
    """A player at the table: in the game, or coming in by posting, who has missed what is posted dead as well."""
    if post is None:
        return Chair(name, stake, PLAYING)
    live, dead = post
    if not dead:
        return Chair(name, stake, WAITING, NEW, posts=True)
    return Chair(name, stake, WAITING, MISSED, posts=True, missed_small=1, missed_big=int(live))


def _game(variant: str, players: int, bets: Mapping[str, Amount], scale: int) -> HoldemSettings:
    game = VARIANTS[variant]
    sizes = [chips(bets[size], scale) for size in game.bets]
    settings = HoldemSettings(
        boxes=players,
        mode=TOURNAMENT,
        deck=game.deck,
        hole_cards=game.hole_cards,
        limit=FULL_POT if variant == "PO" else NO_LIMIT,
        min_bet=sizes[0],
        chip_unit=1,
        min_table_stake=1,
        max_buy_in=MOST_CENTS,
    )
    if variant != "FT":
        return settings
    small, big = sizes
    by_round = (small, small, big, big)
    # The format does not say how many raises there may be, so any number may.
    return replace(settings, limit=FIXED, min_bet=by_round, max_bet=by_round)


class _Forced:
    """Antes and blinds of a file, player by player, as a table of ours takes them."""

    def __init__(self, antes: tuple[Amount, ...], blinds: tuple[Amount, ...], *, cash: bool) -> None:
        self.antes, self.blinds = antes, blinds
        self.players = len(antes)
        self.posts = {} if self.players == HEADS_UP else dict(self._posts())
        # With two players the button posts the big blind in a cash game only; and only there anybody comes in.
        left, button = blinds[0], blinds[-1]
        in_cash_order = self.players == HEADS_UP and (0 < left < button or left > 0 == button)
        self.is_cash = cash or in_cash_order or bool(self.posts)

    def settings(self, game: HoldemSettings, scale: int) -> HoldemSettings:
        if self.is_cash:
            game = replace(game, mode=CASH, commission=BY_TIME)
        return self._with_antes(self._with_blinds(game, scale), scale)

    def _posts(self) -> Iterator[tuple[int, tuple[bool, bool]]]:
        """Who comes in by posting: live as much as the big blind, or dead as much as the small one, or both.

        A live post is written below 0, and a dead one as an ante of that player alone.
        """
        regular = [blind for blind in self.blinds if blind > 0]
        if len(regular) < 2 or any(self.antes[: len(regular)]):
            return
        for seat, (live, dead) in enumerate(zip(self.blinds, self.antes, strict=True), start=1):
            if live < 0 or (dead and seat > len(regular)):
                if live not in (0, -regular[1]) or dead not in (0, regular[0]):
                    _refuse("blinds_or_straddles", _NO_SUCH_BLINDS)
                yield seat, (live < 0, dead > 0)

    def _with_blinds(self, game: HoldemSettings, scale: int) -> HoldemSettings:
        levels = tuple(
            0 if seat in self.posts else chips(blind, scale) for seat, blind in enumerate(self.blinds, start=1)
        )
        count = self.players - levels.count(0)
        if min(levels) < 0:
            _refuse("blinds_or_straddles", _NO_SUCH_BLINDS)
        if not count:
            return replace(game, structure=ANTE, blinds=())
        if count == 1 and levels[-1]:
            return replace(game, blinds=levels[-1:], first_blind=ON_BUTTON)
        if self.players == HEADS_UP:
            by_place = levels if self.is_cash else levels[::-1]
            return replace(game, blinds=tuple(level for level in by_place if level))
        if count > MOST_BLINDS + 1 or 0 in levels[:count]:
            _refuse("blinds_or_straddles", _NO_SUCH_BLINDS)
        over = levels[MOST_BLINDS] if count > MOST_BLINDS else None
        return replace(game, blinds=levels[: min(count, MOST_BLINDS)], over_blind=over)

    def _with_antes(self, game: HoldemSettings, scale: int) -> HoldemSettings:
        """The same ante from everybody, or one from the big blind for all; what is posted dead is none."""
        antes = tuple(chips(ante, scale) for ante in self.antes)
        if self.posts:
            return game
        if len(set(antes)) == 1:
            return replace(game, ante=antes[0])
        alone = self.players == HEADS_UP or len(game.blinds) == 1
        big = 0 if alone else 1
        if sum(antes) == antes[big] and game.blinds and game.first_blind != ON_BUTTON:
            return replace(game, big_blind_ante=antes[big])
        return _refuse("antes", "antes are the same for everybody, or the big blind pays one alone.")


_NO_SUCH_BLINDS = (
    "blinds are posted by one to four players from p1 on, or by the button alone; who comes in posts as much as the "
    "big blind, written below 0, and dead as much as the small one."
)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_chips(value: Any) -> bool:
    return type(value) is int or (isinstance(value, Decimal) and value.is_finite() and abs(value) < MOST_CENTS)


# What our own field may say, and what each of it must be.
_TERMS: Mapping[str, Callable[[Any], bool]] = {
    "mode": _is_text,
    "chip_unit": _is_chips,
    "ace_low_straights": lambda value: isinstance(value, bool),
    "short_all_in_reopen": _is_text,
    "short_open_tap_out": _is_text,
    "uncalled_bet": _is_text,
    "commission": lambda value: isinstance(value, Mapping),
}
_COMMISSION: Mapping[str, Callable[[Any], bool]] = {
    "basis": _is_text,
    "scale": _is_text,
    "allocation": _is_text,
    "cap": _is_chips,
}


def _with_terms(settings: HoldemSettings, terms: Mapping[str, Any], scale: int) -> HoldemSettings:
    """The settings with what our own field says of them."""
    told = dict(_check_terms(terms, _TERMS, scale))
    if "commission" in told:
        charge = dict(_check_terms(told["commission"], _COMMISSION, scale))
        told["commission"] = replace(BY_TIME if charge.get("basis", TIME) == TIME else Commission(), **charge)
    return replace(settings, **told)


def _check_terms(
    terms: Mapping[str, Any], known: Mapping[str, Callable[[Any], bool]], scale: int
) -> Iterator[tuple[str, Any]]:
    if not isinstance(terms, Mapping):
        _refuse(TERMS, f"{TERMS} must be a table of {', '.join(known)}.")
    for name, value in terms.items():
        if name not in known or not known[name](value):
            _refuse(TERMS, f"{TERMS} cannot say {name} so; it is a table of {', '.join(known)}.")
        yield name, chips(value, scale) if known[name] is _is_chips else value
