"""Ultimate Texas Hold-em, ACT 2025: `GAME` is the whole of it."""

from functools import partial

from pitboss.cards.deck import ULTIMATE_DECK
from pitboss.games.house import events as house_events
from pitboss.games.house import felt
from pitboss.games.house.between_rounds import house_verbs, void_verb
from pitboss.games.house.dealing import first_cards, shuffle
from pitboss.games.house.faces import correct, correction_verb
from pitboss.games.house.limits import betting_choices, betting_verbs
from pitboss.games.house.rulings import breach_verb
from pitboss.games.money import FELT, SHARED, Move, player, settlement_moves
from pitboss.games.play import BETTING, BETWEEN, RUNNING, Choice, Game, Role, Verb
from pitboss.games.state import set_up
from pitboss.games.ultimate import irregularities as wrong
from pitboss.games.ultimate import round as rounds
from pitboss.games.ultimate import settlement
from pitboss.games.ultimate.layout import CLAUSES, DEAL, LAYOUT, UltimateSettings, settings_error
from pitboss.games.ultimate.round import Folded, Played, Round, Ultimate, due, player_choices, routine
from pitboss.games.ultimate.settlement import AntesRefunded, HandSettled
from pitboss.games.ultimate.view import view
from pitboss.games.ultimate.writing import WRITING

__all__ = ["GAME", "UltimateSettings"]

_PLAYER, _DEALER = (Role.PLAYER,), (Role.DEALER,)
_RULING = (Role.SUPERVISOR, Role.DEALER, Role.OPERATOR)
_POWER = (Role.SUPERVISOR, Role.OPERATOR)

_BREACHES = {
    "cards": "UTH 12.1",
    "exchange": "UTH 12.2(a)",
    "information": "UTH 12.2(b)",
    "talk": "UTH 8.7",
    "device": "UTH 15.1[s1]",
    "influence": "UTH 15.8",
    "side_bet": "UTH 15.9",
}


VERBS = {
    **house_verbs(CLAUSES, lambda state: ULTIMATE_DECK),
    **betting_verbs(LAYOUT),
    **breach_verb(_BREACHES),
    "shuffle": Verb(partial(shuffle, DEAL), "UTH 6.1(a)", _DEALER, (), ("position",)),
    "deal": Verb(partial(first_cards, DEAL), "UTH 7.1", _DEALER, ("cards",), ("seats",), face_down=True),
    "check": Verb(rounds.check, "UTH 8.1(b)", _PLAYER, ("seat",), ("player",)),
    "play": Verb(rounds.play_wager, "UTH 8.1(c)", _PLAYER, ("seat", "amount"), ("player",)),
    "fold": Verb(rounds.fold, "UTH 8.1(a)", _PLAYER, ("seat",), ("player",)),
    "concede": Verb(settlement.concede, "UTH 9.1[s1]", _PLAYER, ("seat",), ("player",)),
    "show_flop": Verb(rounds.show_flop, "UTH 8.2", _DEALER, (), ("cards",)),
    "show_turn_and_river": Verb(rounds.show_turn_and_river, "UTH 8.4", _DEALER, (), ("cards",)),
    "declare": Verb(rounds.declare, "UTH 8.8", _DEALER, (), ("cards",)),
    "turn_up": Verb(rounds.turn_up, "UTH 9.3(a)", _DEALER, ("seat", "cards")),
    "settle": Verb(settlement.settle, "UTH 9.3", _DEALER, (), ("seat",)),
    "no_decision": Verb(wrong.no_decision, "UTH 13.8[2]", _RULING, ("seat",), stages=RUNNING),
    "card_exposed": Verb(wrong.card_exposed, "UTH 13.2", _RULING, ("cards",), ("seat",), stages=RUNNING),
    "dealer_card_exposed": Verb(wrong.dealer_card_exposed, "UTH 13.4", _RULING, ("cards",), stages=RUNNING),
    "communal_card_exposed": Verb(wrong.communal_card_exposed, "UTH 13.5", _RULING, ("cards",), stages=RUNNING),
    "wrong_card_count": Verb(wrong.wrong_card_count, "UTH 13.1", _RULING, ("held",), ("seats",), stages=RUNNING),
    "hand_dealt_without_wager": Verb(
        wrong.hand_dealt_without_wager, "UTH 13.6", _RULING, ("seat",), ("handled_by",), stages=RUNNING
    ),
    "foreign_card_found": Verb(wrong.wrong_deck, "UTH 13.7", _RULING, ("cards",)),
    "card_missing": Verb(wrong.wrong_deck, "UTH 13.7", _RULING, ("cards",)),
    "shoe_malfunction": Verb(wrong.shoe_malfunction, "UTH 11.1", _RULING, (), ("reason",), stages=RUNNING),
    "noncompliant_wager_noticed": Verb(
        settlement.notice_off_multiple, "UTH 13.8[1]", _RULING, ("seats",), stages=RUNNING
    ),
    "declare_misdeal": Verb(wrong.declare_misdeal, "UTH 6.1(b)", _POWER, ("reason",), stages=RUNNING),
    "order_shuffle": Verb(wrong.order_shuffle, "UTH 6.1(c)", _POWER, ("reason",), stages=BETWEEN, of_round=False),
    "void_hand": Verb(wrong.void_hand, "UTH 13.6(b)", _POWER, ("seat", "reason"), stages=RUNNING),
    "void_wagers": Verb(wrong.void_wagers, "UTH 15.3(a)", _POWER, ("player", "reason"), stages=RUNNING),
    "collusion_ruling": Verb(wrong.collusion_ruling, "UTH 12.3", _POWER, ("seat", "ruling"), stages=RUNNING),
    "void_round": void_verb(CLAUSES),
    "correct_card": correction_verb(CLAUSES, partial(correct, CLAUSES, lambda state: ULTIMATE_DECK)),
}


def _choices(state: Ultimate) -> tuple[Choice, ...]:
    """UTH 4.2: wagers before the first card; then what the rules let each hand do."""
    return betting_choices(state, LAYOUT) if state.felt.stage is BETTING else player_choices(state)


GAME: Game[Round] = Game(
    name="ultimate",
    prefix="UTH",
    title="Ultimate Texas Hold-em",
    verbs=VERBS,
    appliers={
        **felt.APPLIERS,
        **house_events.APPLIERS,
        **rounds.APPLIERS,
        **settlement.APPLIERS,
        **wrong.APPLIERS,
    },
    clauses=CLAUSES,
    opened=lambda settings: set_up(settings, Round()),
    deck=lambda state: ULTIMATE_DECK,
    default_settings=UltimateSettings(),
    choices=_choices,
    due=due,
    routine=routine,
    view=view,
    writing=WRITING,
    settings_error=settings_error,
    routines=("shuffle", "deal", "show_flop", "show_turn_and_river", "declare", "turn_up", "settle"),
    movers={
        **SHARED,
        Played: lambda event: (Move(player(event.player), FELT, event.amount),),
        Folded: lambda event: settlement_moves(event.outcomes),
        AntesRefunded: lambda event: settlement_moves(event.outcomes),
        HandSettled: lambda event: settlement_moves(event.outcomes),
    },
)
