"""Canberra Poker, ACT 2016: `GAME` is the whole of it."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from pitboss.games.canberra import deal as dealing
from pitboss.games.canberra import irregularities as wrong
from pitboss.games.canberra import round as rounds
from pitboss.games.canberra import settlement
from pitboss.games.canberra.jackpot import Contributed, JackpotSettled, JackpotUndone, Meter
from pitboss.games.canberra.layout import (
    ANTE,
    CLAUSES,
    JACKPOT,
    LAYOUT,
    CanberraSettings,
    JackpotSettings,
    deck_of,
    settings_error,
)
from pitboss.games.canberra.round import BetPlaced, Canberra, Folded, Round, due, player_choices, routine
from pitboss.games.canberra.settlement import HandSettled
from pitboss.games.canberra.view import view
from pitboss.games.canberra.writing import WRITING
from pitboss.games.house import between_rounds as house
from pitboss.games.house import events as house_events
from pitboss.games.house import felt
from pitboss.games.house.between_rounds import house_verbs
from pitboss.games.house.faces import correction_verb
from pitboss.games.house.felt import RoundVoided, WagersVoided
from pitboss.games.house.limits import betting_choices, betting_verbs
from pitboss.games.house.rulings import breach_verb
from pitboss.games.money import FELT, SHARED, Move, Moves, player, settlement_moves, void_moves
from pitboss.games.play import (
    RUNNING,
    Choice,
    Command,
    Decision,
    Felt,
    Game,
    House,
    Outcome,
    Role,
    Settings,
    Stage,
    State,
    Verb,
    Wager,
    settings_in_force,
)
from pitboss.rulebook.refusal import Refusal

__all__ = ["GAME", "CanberraSettings", "JackpotSettings"]

_PLAYER, _DEALER = (Role.PLAYER,), (Role.DEALER,)
_RULING = (Role.SUPERVISOR, Role.DEALER, Role.OPERATOR)
_POWER = (Role.SUPERVISOR, Role.OPERATOR)

_BREACHES = {
    "cards": "CAN 13.1",
    "exchange": "CAN 13.2(a)",
    "information": "CAN 13.2(b)",
    "device": "CAN 16.1",
    "harassment": "CAN 16.8",
    "influence": "CAN 16.9",
    "side_bet": "CAN 16.10",
}
_BETTING = betting_verbs(LAYOUT)


def _place(state: Canberra, command: Command) -> Decision:
    """CAN 4.1(a), CAN 4.1(b): antes and jackpot wagers before the first card, and not after it."""
    if house.is_running(state):
        clause = "CAN 4.1(b)" if set(command.wagers) == {JACKPOT} else "CAN 4.1(a)"
        return Refusal(clause, "The first card of the round is out: antes and jackpot wagers are placed before it.")
    return _BETTING["place"].decide(state, command)


def _in_round(
    decide: Callable[[Canberra, Command], Decision],
    clause: str,
    roles: tuple[Role, ...],
    *needs: str,
    takes: tuple[str, ...] = (),
) -> Verb:
    """Something that is noticed or ruled from the first card to the end of the round."""
    return Verb(decide, clause, roles, needs, takes, RUNNING)


VERBS = {
    **house_verbs(CLAUSES, deck_of),
    **_BETTING,
    **breach_verb(_BREACHES),
    "place": Verb(_place, CLAUSES.place, _PLAYER, ("seat", "wagers"), ("player",)),
    "shuffle": Verb(dealing.shuffle, "CAN 5.1", _DEALER, (), ("position",)),
    "deal": Verb(dealing.deal, "CAN 6.3", _DEALER, ("cards",), ("seats",), face_down=True),
    "call_bet_or_fold": Verb(dealing.call_bet_or_fold, "CAN 12.5", _DEALER),
    "bet": Verb(rounds.bet, "CAN 7.2[s1]", _PLAYER, ("seat", "amount"), ("player",)),
    "fold": Verb(rounds.fold, "CAN 7.3", _PLAYER, ("seat",), ("player",)),
    "reveal": Verb(rounds.reveal, "CAN 9.1", _DEALER, (), ("cards",)),
    "turn_up": Verb(rounds.turn_up, "CAN 9.4", _DEALER, ("seat", "cards")),
    "settle": Verb(settlement.settle, "CAN 9.4", _DEALER, (), ("seat",)),
    "claim_jackpot": Verb(settlement.claim_jackpot, "CAN 10.4", _PLAYER, ("seat",), ("player",)),
    "declare_jackpot": Verb(settlement.declare_jackpot, "CAN 9.8", _DEALER),
    "collect": Verb(rounds.collect, "CAN D-Round of Play", _DEALER),
    "no_decision": _in_round(wrong.no_decision, "CAN D-Fold", _POWER, "seat"),
    "card_exposed": _in_round(wrong.card_exposed, "CAN 14.1[s1]", _RULING, "cards", takes=("seat",)),
    "dealer_card_exposed": _in_round(wrong.dealer_card_exposed, "CAN 14.2", _RULING, "cards"),
    "wrong_card_count": _in_round(wrong.wrong_card_count, "CAN 14.3", _RULING, "held", takes=("seats",)),
    "hand_dealt_without_wager": _in_round(
        wrong.hand_dealt_without_wager, "CAN 14.3", _RULING, "seat", takes=("handled_by",)
    ),
    "foreign_card_found": _in_round(wrong.wrong_deck, "CAN 16.4", _RULING, takes=("cards",)),
    "card_missing": _in_round(wrong.wrong_deck, "CAN 16.4", _RULING, takes=("cards",)),
    "shoe_malfunction": _in_round(wrong.shoe_malfunction, "CAN 12.6", _RULING, takes=("reason",)),
    "noncompliant_wager_noticed": _in_round(settlement.notice_wrong_bets, "CAN 7.2[s1]", _RULING, "seats"),
    "cards_collected_unclaimed": _in_round(settlement.cards_collected_unclaimed, "CAN 10.4", _RULING, "seat"),
    "hand_in_discards": _in_round(wrong.hand_in_discards, "CAN 14.4", _POWER, "seat", "rebuilt", takes=("ruling",)),
    "collusion_ruling": _in_round(wrong.collusion_ruling, "CAN 13.2 tail", _POWER, "seat", "ruling"),
    "void_wagers": _in_round(wrong.void_wagers, "CAN 16.3(a)", _POWER, "player", "reason"),
    "void_round": _in_round(wrong.void_round, "CAN 16.4", (Role.OPERATOR, Role.SUPERVISOR), takes=("reason", "clause")),
    "void_jackpot_wagers": _in_round(wrong.void_jackpot_wagers, "CAN 14.5[s2]", _POWER),
    "jackpot_unlit": Verb(wrong.jackpot_unlit, "CAN 10.2", _RULING, ("seat",), stages=(Stage.BETTING,)),
    "jackpot_down": Verb(wrong.jackpot_down, "CAN 14.5[s1]", _RULING),
    "jackpot_up": Verb(wrong.jackpot_up, "CAN 4.2", _RULING),
    "supervisor_continues": Verb(wrong.supervisor_continues, "CAN 14.5[s2]", _POWER),
    "correct_card": correction_verb(CLAUSES, wrong.correct_card),
}


def _open_table(settings: Settings) -> Canberra:
    """A table that is set up and closed, with the pools its settings name."""
    assert isinstance(settings, CanberraSettings)
    rules = settings.jackpot
    jackpot = None if rules is None else Meter(rules.pool, rules.reserve, rules.pool)
    return State(settings, House(settings.limits, settings.shoe), Felt(), Round(jackpot=jackpot))


def _choices(state: Canberra) -> tuple[Choice, ...]:
    """CAN 4.1: wagers before the first card, the jackpot where it is open; then what the rules let each hand do."""
    if state.felt.stage is not Stage.BETTING:
        return player_choices(state)
    jackpot = state.play.jackpot
    kinds = (ANTE, JACKPOT) if jackpot is not None and jackpot.working else (ANTE,)
    return tuple(choice._replace(kinds=kinds) for choice in betting_choices(state, LAYOUT))


def _settings_now(state: Canberra) -> Settings:
    """The settings in force, with the pools as they are."""
    settings, jackpot = settings_in_force(state), state.play.jackpot
    assert isinstance(settings, CanberraSettings)
    if settings.jackpot is None or jackpot is None:
        return settings
    return replace(settings, jackpot=replace(settings.jackpot, pool=jackpot.pool, reserve=jackpot.reserve))


def _but_jackpot(outcomes: Iterable[Outcome]) -> Moves:
    """A lost jackpot stake moves nothing: it has been in the pools since the first card."""
    return settlement_moves(outcome for outcome in outcomes if outcome.wager != JACKPOT)


def _void_moves(wagers: Iterable[Wager]) -> Moves:
    """What a void gives back, but for the jackpot, whose own event does."""
    return void_moves(wager for wager in wagers if wager.kind != JACKPOT)


GAME: Game[Round] = Game(
    name="canberra",
    prefix="CAN",
    title="Canberra Poker",
    verbs=VERBS,
    appliers={
        **felt.APPLIERS,
        **house_events.APPLIERS,
        **rounds.APPLIERS,
        **dealing.APPLIERS,
        **settlement.APPLIERS,
        **wrong.APPLIERS,
    },
    clauses=CLAUSES,
    opened=_open_table,
    deck=deck_of,
    default_settings=CanberraSettings(),
    choices=_choices,
    due=due,
    routine=routine,
    view=view,
    writing=WRITING,
    settings_error=settings_error,
    settings_now=_settings_now,
    nested_settings={JACKPOT: JackpotSettings},
    routines=("shuffle", "deal", "call_bet_or_fold", "reveal", "turn_up", "settle", "declare_jackpot", "collect"),
    movers={
        **SHARED,
        RoundVoided: lambda event: _void_moves(event.undone),
        WagersVoided: lambda event: _void_moves(event.undone),
        BetPlaced: lambda event: (Move(player(event.player), FELT, event.amount),),
        Folded: lambda event: _but_jackpot(event.outcomes),
        HandSettled: lambda event: settlement_moves(event.outcomes),
        Contributed: lambda event: event.moves,
        JackpotSettled: lambda event: event.moves,
        JackpotUndone: lambda event: event.moves,
    },
)
