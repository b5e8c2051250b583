"""Poker Hold-em, ACT 2015, and the hands of the Star's tournaments: `GAME` is the whole of it."""

from dataclasses import replace

from pitboss.games.frozen import Frozen
from pitboss.games.holdem import dealing
from pitboss.games.holdem.betting import betting
from pitboss.games.holdem.betting.betting import Bet, absent_hand
from pitboss.games.holdem.betting.offers import player_choices
from pitboss.games.holdem.dealing import routine
from pitboss.games.holdem.fast.at_once import AT_ONCE
from pitboss.games.holdem.irregular import conduct, face_down, irregularities, rulings
from pitboss.games.holdem.irregular.face_down import mucking_choices
from pitboss.games.holdem.irregular.irregularities import HandDead
from pitboss.games.holdem.seats import posting
from pitboss.games.holdem.seats.posting import OverBlindPosted, Posted, over_blind_choices
from pitboss.games.holdem.seats.room import ROOM_APPLIERS, ROOM_MOVERS, ROOM_VERBS, room_choices
from pitboss.games.holdem.seats.room_events import COMMISSION, stake_account
from pitboss.games.holdem.settings import CLAUSES, POT, Commission, HoldemSettings, deck_of, settings_error, settings_of
from pitboss.games.holdem.showdown import settlement
from pitboss.games.holdem.showdown.settlement import ChipsBack, Settled
from pitboss.games.holdem.state import IN_PLAY, NOBODY, Holdem, Play
from pitboss.games.holdem.view import view
from pitboss.games.holdem.writing import WRITING
from pitboss.games.house import events as house_events
from pitboss.games.house import felt
from pitboss.games.house.between_rounds import house_verbs
from pitboss.games.money import FELT, Move, Moves
from pitboss.games.play import Choice, Felt, Game, House, Role, Settings, Stage, State, Verb

__all__ = ["GAME", "Commission", "HoldemSettings"]

# What the people who run the table do between rounds is the same as in the house games.
_HOUSE = (
    "open_table",
    "close_table",
    "check_cards",
    "count_cards",
    "change_cards",
    "exclude_player",
    "readmit_player",
    "record_dispute",
)
_COMMON = house_verbs(CLAUSES, deck_of)

_VERBS = {
    **{name: _COMMON[name] for name in _HOUSE},
    **ROOM_VERBS,
    **posting.VERBS,
    **dealing.VERBS,
    **betting.VERBS,
    **irregularities.VERBS,
    **face_down.VERBS,
    **rulings.VERBS,
    **conduct.VERBS,
    "settle": Verb(settlement.settle, "HLD 13.1[s3]", (Role.DEALER,)),
}
VERBS = {do: replace(verb, at_once=AT_ONCE.get(do)) for do, verb in _VERBS.items()}


def _open_table(settings: Settings) -> Holdem:
    """A table that is set up and closed, with nobody at it."""
    return State(settings, House(Frozen({}), "card"), Felt(), Play())


def choices(state: Holdem) -> tuple[Choice, ...]:
    """What players may do: the hand whose turn it is, the over-blind before the deal, and the room between rounds."""
    stage = state.felt.stage
    if stage is IN_PLAY:
        return player_choices(state) if due(state) else tuple(mucking_choices(state))
    if stage is Stage.BETTING:
        return tuple(over_blind_choices(state))
    return tuple(room_choices(state))


def due(state: Holdem) -> tuple[int, ...]:
    """The seat whose decision is awaited."""
    now = state.play.round
    if now.turn == NOBODY or state.felt.stage is not IN_PLAY or now.to_replace is not None:
        return ()
    if now.absent and absent_hand(state) != NOBODY:
        return ()
    return (now.seats[now.turn],)


def _to_felt(player: str, amount: int) -> Move:
    return Move(stake_account(player), FELT, amount)


def _given_out(event: Settled) -> Moves:
    """HLD D-Commission: what goes back and what is won from the felt to the stakes, the commission to its account."""
    names = {outcome.seat: outcome.player for outcome in event.outcomes}
    done = event.settlement
    for seat, amount in done.returned.items():
        yield Move(FELT, stake_account(names[seat]), amount)
    for award in done.awards:
        yield Move(FELT, stake_account(names[award.seat]), award.amount)
    yield Move(FELT, COMMISSION, done.charge.total)


GAME: Game[Play] = Game(
    name="holdem",
    prefix="HLD",
    title="Poker Hold-em",
    place="seat",
    verbs=VERBS,
    appliers={
        **felt.APPLIERS,
        **house_events.APPLIERS,
        **ROOM_APPLIERS,
        **posting.APPLIERS,
        **dealing.APPLIERS,
        **betting.APPLIERS,
        **irregularities.APPLIERS,
        **face_down.APPLIERS,
        **rulings.APPLIERS,
        **conduct.APPLIERS,
        **settlement.APPLIERS,
    },
    clauses=CLAUSES,
    opened=_open_table,
    deck=deck_of,
    default_settings=HoldemSettings(commission=Commission(POT, "ii", 1000)),
    choices=choices,
    due=due,
    routine=routine,
    view=view,
    writing=WRITING,
    settings_error=settings_error,
    settings_now=settings_of,
    nested_settings={"commission": Commission},
    routines=("shuffle", "deal", "replace_card", "reshuffle", "table_hands", "fold_absent", "turn_up", "settle"),
    movers={
        **ROOM_MOVERS,
        Posted: lambda event: (_to_felt(player, amount) for _, player, _, amount in event.rows),
        OverBlindPosted: lambda event: (_to_felt(event.player, event.added),),
        Bet: lambda event: (_to_felt(event.player, event.added),),
        Settled: _given_out,
        HandDead: lambda event: (Move(FELT, stake_account(event.player), event.returned),),
        ChipsBack: lambda event: (Move(FELT, stake_account(player), amount) for _, player, amount in event.chips),
    },
)
