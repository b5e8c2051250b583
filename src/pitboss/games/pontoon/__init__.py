"""Pontoon, ACT 2005: `GAME` is the whole of it."""

from dataclasses import replace

from pitboss.games.house import events as house_events
from pitboss.games.house import felt
from pitboss.games.house.between_rounds import house_verbs
from pitboss.games.house.faces import correction_verb
from pitboss.games.house.limits import betting_choices, betting_verbs
from pitboss.games.house.rulings import breach_verb
from pitboss.games.money import FELT, SHARED, Move, player, settlement_moves, void_moves
from pitboss.games.play import BETTING, BETWEEN, RUNNING, Choice, Game, Role, Settings, Stage, Verb, settings_in_force
from pitboss.games.pontoon import actions, people, rebuild, settlement, shoe, windows
from pitboss.games.pontoon import irregularities as wrong
from pitboss.games.pontoon import round as rounds
from pitboss.games.pontoon.actions import Doubled, Split
from pitboss.games.pontoon.deal import begin_drawing, deal
from pitboss.games.pontoon.irregularities import RoundUndone
from pitboss.games.pontoon.layout import CLAUSES, LAYOUT, PontoonSettings, decks_of, settings_error
from pitboss.games.pontoon.rebuild import CardsMoved
from pitboss.games.pontoon.round import PairsSettled, Pontoon, PontoonsPaid, Round, due
from pitboss.games.pontoon.routine import player_choices, routine
from pitboss.games.pontoon.view import view
from pitboss.games.pontoon.writing import WRITING
from pitboss.games.state import set_up

__all__ = ["GAME", "PontoonSettings", "settings_error"]

_PLAYER, _DEALER = (Role.PLAYER,), (Role.DEALER,)
_RULING = (Role.SUPERVISOR, Role.DEALER, Role.OPERATOR)
_POWER = (Role.SUPERVISOR, Role.OPERATOR)
_ROUND = (Stage.BETTING, *RUNNING)

_BREACHES = {"influence": "PON 17.7", "side_bet": "PON 17.8", "procedure": "PON 17.5(c)", "advantage": "PON 17.5(b)"}

VERBS = {
    **house_verbs(CLAUSES, decks_of),
    **betting_verbs(LAYOUT),
    **breach_verb(_BREACHES),
    "start_round": Verb(people.start_round, "PON 4.1", _DEALER, (), ("minute",), (Stage.IDLE, Stage.OVER)),
    "insure": Verb(windows.insure, "PON 7.1[s1]", _PLAYER, ("seat", "amount"), ("player",)),
    "surrender": Verb(windows.surrender, "PON 9.1", _PLAYER, ("seat",), ("player",)),
    "hit": Verb(actions.hit, "PON 10.1(c)", _PLAYER, ("seat",), ("hand", "player")),
    "stand": Verb(actions.stand, "PON 10.1(d)", _PLAYER, ("seat",), ("hand", "player")),
    "split": Verb(actions.split, "PON 10.1(a)", _PLAYER, ("seat",), ("hand", "player", "joined_by", "amount")),
    "double": Verb(actions.double, "PON 10.1(b)", _PLAYER, ("seat", "amounts"), ("hand", "player")),
    "forfeit": Verb(actions.forfeit, "PON 12.6", _PLAYER, ("seat",), ("hand", "player")),
    "decline_cut": Verb(shoe.decline_cut, "PON 5.2(d)", _PLAYER, (), ("player",), _ROUND, of_round=False),
    "cut": Verb(
        shoe.cut, "PON 5.3[s1]", (Role.PLAYER, Role.SUPERVISOR), ("position",), ("player",), _ROUND, of_round=False
    ),
    "offer_cut": Verb(shoe.offer_cut, "PON 5.2", _DEALER, (), ("player",), _ROUND, of_round=False),
    "new_shoe": Verb(shoe.new_shoe, "PON 5.1", _DEALER, (), ("position", "depth", "cards")),
    "shuffle_discards": Verb(shoe.shuffle_discards, "PON 15.6", _DEALER, (), ("position",)),
    "plain_shoe": Verb(shoe.plain_shoe, "PON 19.3(a)", _DEALER, (), ("position",)),
    "deal": Verb(deal, "PON 6.1", _DEALER, (), ("cards", "seats")),
    "settle_pairs": Verb(settlement.settle_pairs, "PON 18.13", _DEALER),
    "pay_pontoons": Verb(settlement.pay_pontoons, "PON 8.1", _DEALER),
    "begin_drawing": Verb(begin_drawing, "PON 10.1", _DEALER),
    "settle": Verb(settlement.settle, "PON 14.1", _DEALER),
    "collect": Verb(settlement.collect, "PON D-Round of play", _DEALER),
    "enter_control": Verb(
        people.enter_control, "PON 4.5(b)", _DEALER, ("seat", "player"), (), (Stage.BETTING,), of_round=False
    ),
    "release_box": Verb(people.release_box, "PON 4.4[s2]", _RULING, ("seat", "player"), (), BETWEEN, of_round=False),
    "require_minimum": Verb(people.require_minimum, "PON 4.7", _POWER, ("player",), of_round=False),
    "restrict_player": Verb(people.restrict_player, "PON 4.8[s1]", _POWER, ("player",), ("reason",), of_round=False),
    "lift_restriction": Verb(people.lift_restriction, "PON 4.8[s1]", _POWER, ("player",), ("reason",), of_round=False),
    "announce_last_rounds": Verb(people.announce_last_rounds, "PON 5.5 note", _POWER, (), (), BETWEEN, of_round=False),
    "face_up_card_in_shoe": Verb(wrong.burn_card, "PON 15.1", _RULING, (), ("cards",), of_round=False),
    "card_burnt_in_error": Verb(wrong.burn_card, "PON 15.2", _RULING, (), ("cards",), of_round=False),
    "card_drawn_in_error": Verb(wrong.card_drawn_in_error, "PON 15.2", _RULING, ("cards",)),
    "dealer_drew_too_many": Verb(wrong.dealer_drew_too_many, "PON 15.3", _RULING, ("cards",), (), RUNNING),
    "misplaced_card": Verb(
        rebuild.misplaced_card,
        "PON 15.4",
        _POWER,
        ("cards",),
        ("seat", "hand", "seats", "held"),
        (Stage.BETTING, Stage.PLAYING, Stage.OVER),
    ),
    "correct_card": correction_verb(CLAUSES, rebuild.correct_card, ("seat", "hand")),
    "void_past_round": Verb(
        wrong.void_past_round, "PON 15.5", _POWER, (), ("round", "reason"), (*_ROUND, Stage.OVER), of_round=False
    ),
    "no_decision": Verb(wrong.no_decision, "PON 15.7", _RULING, ("seat",), (), RUNNING),
    "dealt_past_cutting_card": Verb(wrong.dealt_past_cutting_card, "PON 15.8", _RULING, of_round=False),
    "foreign_card_found": Verb(wrong.wrong_deck, "PON 17.3", _RULING, (), ("cards",), RUNNING),
    "card_missing": Verb(wrong.wrong_deck, "PON 17.3", _RULING, (), ("cards",), RUNNING),
    "shoe_malfunction": Verb(wrong.shoe_malfunction, "PON 19.3(a)", _RULING, (), ("reason",), RUNNING),
    "void_wagers": Verb(wrong.void_wagers, "PON 17.2(a)", _POWER, ("player", "reason"), (), RUNNING),
    "void_round": Verb(wrong.void_round, "PON 17.3", _POWER, (), ("reason", "clause")),
}


def _choices(state: Pontoon) -> tuple[Choice, ...]:
    """PON 4.1, PON 18.8[s1], PON 18.8[s2]: wagers before the first card, each on its own spot of a box.

    Then what the rules let each hand do.
    """
    return betting_choices(state, LAYOUT) if state.felt.stage is BETTING else player_choices(state)


def _settings_now(state: Pontoon) -> Settings:
    """The settings in force; what was burnt when the shoe began is no part of a round."""
    settings = settings_in_force(state)
    assert isinstance(settings, PontoonSettings)
    return replace(settings, burn_on_new_shoe=0)


GAME: Game[Round] = Game(
    name="pontoon",
    prefix="PON",
    title="Pontoon",
    verbs=VERBS,
    appliers={
        **felt.APPLIERS,
        **house_events.APPLIERS,
        **rounds.APPLIERS,
        **shoe.APPLIERS,
        **people.APPLIERS,
        **windows.APPLIERS,
        **actions.APPLIERS,
        **wrong.APPLIERS,
        **rebuild.APPLIERS,
    },
    clauses=CLAUSES,
    opened=lambda settings: set_up(settings, Round()),
    deck=decks_of,
    default_settings=PontoonSettings(),
    choices=_choices,
    due=due,
    routine=routine,
    view=view,
    writing=WRITING,
    settings_error=settings_error,
    settings_now=_settings_now,
    routines=(
        *("new_shoe", "shuffle_discards", "plain_shoe", "deal", "settle_pairs", "pay_pontoons"),
        *("begin_drawing", "settle", "collect"),
    ),
    movers={
        **SHARED,
        Split: lambda event: (Move(player(name), FELT, amount) for name, amount in event.wagers),
        Doubled: lambda event: (Move(player(name), FELT, amount) for name, amount, _ in event.wagers),
        PairsSettled: lambda event: settlement_moves(event.outcomes),
        PontoonsPaid: lambda event: settlement_moves(event.outcomes),
        RoundUndone: lambda event: void_moves(event.undone),
        CardsMoved: rebuild.reopened_moves,
    },
)
