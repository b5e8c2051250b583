"""HLD 2 to HLD 15: what the operator may choose for a table, and every choice that cannot be, with its sentence."""

from dataclasses import replace
from typing import Any

import pytest

from pitboss.cards.deck import holdem_deck
from pitboss.games.holdem import GAME, Commission, HoldemSettings
from pitboss.games.holdem.settings import BY_TIME, in_round, settings_error
from pitboss.games.play import Command, Settings
from pitboss.games.table import BadSettings, Table
from pitboss.rulebook.refusal import Refusal, in_words, one_of
from tests.games.holdem.scene import DEALER, OPERATOR, Scene

FROM_POTS = Commission("pot", "i", 1000)


def error(**chosen: Any) -> Refusal | None:
    if chosen.get("mode") != "tournament":
        chosen.setdefault("commission", BY_TIME)
    return settings_error(HoldemSettings(**chosen))


def refused(clause: str, sentence: str, **chosen: Any) -> None:
    assert error(**chosen) == Refusal(clause, sentence)


READINGS: dict[str, tuple[Any, ...]] = {
    "mode": ("cash", "tournament"),
    "game": ("high", "low", "hilo"),
    "low_ace": ("high", "low"),
    "first_blind": ("left_of_button", "button"),
    "over_blind_by": ("next", "last_blind"),
    "opening_option": ("A", "B", "C"),
    "limit": ("no_limit", "half_pot", "full_pot", "straddle", "fixed"),
    "tap_out_units": ("exact", "min_bet_units"),
    "short_all_in_reopen": ("single", "cumulative"),
    "short_open_tap_out": ("locked", "completable"),
    "hilo_odd_chip": ("high", "button"),
    "uncalled_bet": ("excess", "all"),
    "missed_small_blind": ("dead", "live"),
    "missed_sets": ("one", "all"),
    "declared_until": ("at_minimum", "leaves"),
    "procedures": ("HLD", "STAR"),
    "structure": ("blinds", "ante"),
    "ace_low_straights": (True, False),
    "joker": (True, False),
    "burn": (True, False),
    "deck": (52, 48, 44, 40, 36, 32),
}
# What else a value needs beside it, to be a table at all.
WITH: dict[tuple[str, Any], dict[str, Any]] = {
    ("mode", "tournament"): {"commission": None},
    ("first_blind", "button"): {"mode": "tournament"},
    ("procedures", "STAR"): {"mode": "tournament"},
    ("limit", "fixed"): {"max_bet": 2000},
    ("structure", "ante"): {"blinds": (), "ante": 500},
}


@pytest.mark.clause("HLD 4.2", "HLD 3.5", "HLD 2.2", "HLD 2.3", "HLD 4.2(d)", "HLD 4.2(h)", "HLD 10.2")
@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in READINGS.items() for value in values])
def test_every_value_of_a_choice_can_be_chosen(name: str, value: Any) -> None:
    assert error(**{name: value}, **WITH.get((name, value), {})) is None


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("mode", "HLD 20.1"),
        ("procedures", "HLD 20.5"),
        ("game", "HLD 3.5"),
        ("low_ace", "HLD 3.1"),
        ("structure", "HLD 4.2(b)"),
        ("first_blind", "HLD 8.5(a)"),
        ("over_blind_by", "HLD 4.2(e)"),
        ("opening_option", "HLD 10.2"),
        ("limit", "HLD 4.2(d)"),
        ("tap_out_units", "HLD 14.1[s1]"),
        ("short_all_in_reopen", "HLD 14.5"),
        ("short_open_tap_out", "HLD 14.5"),
        ("hilo_odd_chip", "HLD 13.2[s2]"),
        ("uncalled_bet", "HLD 15.2(b)"),
        ("missed_small_blind", "HLD 17.4[s1]"),
        ("missed_sets", "HLD 17.4[s1]"),
        ("declared_until", "HLD 14.3[s3]"),
    ],
)
def test_no_other_reading_exists(name: str, clause: str) -> None:
    refused(clause, f"The setting {in_words(name)} is {one_of(READINGS[name])}, not 'other'.", **{name: "other"})


@pytest.mark.clause("HLD 2.2", "HLD 2.2(a)", "HLD 2.2(b)", "HLD 2.2(c)", "HLD 2.2(d)", "HLD 2.2(e)", "HLD 2.2(f)")
@pytest.mark.parametrize("deck", [0, 31, 51, 53, 104])
def test_a_deck_has_one_of_six_sizes(deck: int) -> None:
    refused("HLD 2.2", f"A deck has 52, 48, 44, 40, 36 or 32 cards, not {deck}.", deck=deck)


@pytest.mark.clause("HLD 2.2")
@pytest.mark.parametrize(
    ("deck", "burn", "joker", "most"),
    # Two cards each, five on the board and three burned: (cards - 8) / 2 players, or (cards - 5) / 2 without burning.
    [(32, True, False, 12), (32, False, False, 13), (32, True, True, 12), (52, True, False, 22), (52, False, True, 24)],
)
def test_all_seats_together_need_no_more_cards_than_the_deck_has(deck: int, burn: bool, joker: bool, most: int) -> None:
    assert error(deck=deck, burn=burn, joker=joker, boxes=most) is None
    needs = 2 * (most + 1) + 5 + 3 * burn
    sentence = f"{most + 1} players need {needs} cards (2 each, 5 communal, burns), and the deck has {deck + joker}."
    refused("HLD 2.2", sentence, deck=deck, burn=burn, joker=joker, boxes=most + 1)


@pytest.mark.clause("HLD 2.2", "HLD 9.2", "STAR 7.29")
def test_four_hole_cards_each_are_counted_and_only_for_omaha_tournaments() -> None:
    # 52 - 8 = 44 cards for eleven players of Omaha.
    assert error(mode="tournament", hole_cards=4, boxes=11) is None
    too_many = "12 players need 56 cards (4 each, 5 communal, burns), and the deck has 52."
    refused("HLD 2.2", too_many, mode="tournament", hole_cards=4, boxes=12)
    refused("HLD 9.2", "Two hole cards are dealt; four are for tournaments of Omaha.", hole_cards=4)
    three = "Two hole cards are dealt, or four in Omaha, not 3."
    refused("HLD 9.2", three, hole_cards=3, mode="tournament")


@pytest.mark.clause("HLD 9.4")
def test_a_table_has_at_least_two_seats() -> None:
    assert error(boxes=2) is None
    refused("HLD 9.4", "A table has at least two seats, not 1.", boxes=1)


@pytest.mark.clause("HLD 3.5(d)")
@pytest.mark.parametrize(
    ("deck", "low_ace", "possible"),
    # How many ranks of eight or less there are, the ace among them where it is low: five are needed.
    [
        (52, "high", True),
        (48, "high", True),
        (44, "high", True),
        (40, "high", False),
        (40, "low", True),
        (36, "high", False),
        (36, "low", False),
        (32, "low", False),
    ],
)
def test_a_qualifier_needs_five_ranks_of_eight_or_less(deck: int, low_ace: str, possible: bool) -> None:
    chosen = {"game": "hilo", "low_qualifier": 8, "deck": deck, "low_ace": low_ace}
    if possible:
        assert error(**chosen) is None
    else:
        refused("HLD 3.5(d)", f"A deck of {deck} cards cannot make five different cards of eight or less.", **chosen)
        assert error(**chosen, joker=True) is not None, "the joker is only ever a card of the deck"


@pytest.mark.clause("HLD 3.5(d)", "HLD 3.5(b)", "HLD 3.5(c)")
def test_only_eight_qualifies_and_only_in_high_low_split() -> None:
    assert error(game="hilo", low_qualifier=8) is None
    assert error(game="hilo") is None
    seven = "The low hand qualifies with eight or less, not with 7."
    refused("HLD 3.5(d)", seven, game="hilo", low_qualifier=7)
    for game in ("high", "low"):
        refused("HLD 3.5(d)", "A low hand has to qualify in high/low split games only.", game=game, low_qualifier=8)


@pytest.mark.clause("HLD 4.2(b)", "HLD 4.2(f)", "HLD 4.2(e)")
def test_a_table_has_blinds_or_antes() -> None:
    assert error(structure="ante", blinds=(), ante=500) is None
    refused("HLD 4.2(b)", "A table uses blinds or antes, not both.", structure="ante", ante=500)
    refused("HLD 4.2(b)", "A table uses blinds or antes, not both.", ante=500)
    refused("HLD 4.2(b)", "A table uses blinds or antes, not both.", big_blind_ante=1000)
    refused("HLD 4.2(f)", "In an ante game the ante must be above nothing.", structure="ante", blinds=())
    no_blinds = "There is no over-blind where there are no blinds."
    refused("HLD 4.2(e)", no_blinds, structure="ante", blinds=(), ante=500, over_blind=2000)


@pytest.mark.clause("HLD 4.2(b)", "HLD 20.4(g)", "STAR 7.14[s3]")
def test_tournaments_may_have_antes_beside_their_blinds() -> None:
    assert error(mode="tournament", ante=100) is None
    assert error(mode="tournament", big_blind_ante=1000) is None
    sentence = "A big blind ante is posted by the big blind, so there must be one."
    refused("STAR 7.14[s3]", sentence, mode="tournament", structure="ante", blinds=(), ante=100, big_blind_ante=1000)
    both = "A table uses blinds or antes, not both."
    refused("HLD 4.2(b)", both, structure="ante", blinds=(), ante=100, big_blind_ante=1000)


@pytest.mark.clause("HLD 4.2(c)")
@pytest.mark.parametrize("blinds", [(), (500, 1000, 2000, 4000)])
def test_one_two_or_three_players_post_blinds(blinds: tuple[int, ...]) -> None:
    for fine in ((1000,), (500, 1000), (500, 1000, 2000)):
        assert error(blinds=fine) is None
    refused("HLD 4.2(c)", f"One, two or three players post blinds, not {len(blinds)}.", blinds=blinds)


@pytest.mark.clause("HLD 4.2(f)")
def test_blinds_rise_and_the_over_blind_is_twice_the_last() -> None:
    assert error(blinds=(1000, 1000)) is None, "equal blinds are no step down"
    uneven = "Each blind must be above nothing and at least the one before it."
    refused("HLD 4.2(f)", uneven, blinds=(1000, 999))
    refused("HLD 4.2(f)", uneven, blinds=(0, 1000))
    refused("HLD 4.2(f)", uneven, blinds=(500, 2000, 1000))
    assert error(over_blind=2000) is None
    refused("HLD 4.2(f)", "The over-blind is at least twice the last blind.", over_blind=1999)


@pytest.mark.clause("HLD 4.2(g)")
def test_minimum_and_maximum_bets_fit_the_limit() -> None:
    assert error(limit="fixed", max_bet=1000) is None, "one size only is a fixed limit too"
    assert error(limit="fixed", min_bet=(1, 2, 3, 4), max_bet=(1, 2, 3, 4)) is None
    refused("HLD 4.2(g)", "The minimum bet must be above nothing.", min_bet=0)
    refused("HLD 4.2(g)", "The minimum bet must be above nothing.", min_bet=(1000, 1000, 0, 1000))
    assert error(limit="fixed") is None, "without a maximum the minimum is the only size"
    refused("HLD 4.2(g)", "The limit no_limit has no fixed maximum bet.", max_bet=4000)
    below = "The maximum bet must be at least the minimum bet."
    refused("HLD 4.2(g)", below, limit="fixed", max_bet=999)
    refused("HLD 4.2(g)", below, limit="fixed", max_bet=(4000, 4000, 4000, 999))
    refused("HLD 4.2(g)", below, limit="fixed", min_bet=(1000, 1000, 4001, 1000), max_bet=4000)


@pytest.mark.clause("HLD 4.2(g)", "HLD 5.2")
def test_bets_may_differ_by_betting_round() -> None:
    assert [in_round((1, 2, 3, 4), street) for street in range(4)] == [1, 2, 3, 4]
    assert in_round(1000, 3) == 1000


@pytest.mark.clause("HLD D-Straddle")
def test_the_most_to_open_with_belongs_to_the_straddle_limit() -> None:
    assert error(limit="straddle", straddle_open_max=1000) is None
    sentence = "The most to open with belongs to the straddle limit and is at least the minimum."
    refused("HLD D-Straddle", sentence, straddle_open_max=1000)
    refused("HLD D-Straddle", sentence, limit="straddle", straddle_open_max=999)


@pytest.mark.clause("HLD 5.1[s1]", "HLD D-Betting Round")
@pytest.mark.parametrize("limit", ["half_pot", "full_pot", "no_limit"])
def test_raises_are_unlimited_in_blind_games_at_pot_limits_and_no_limit(limit: str) -> None:
    words = limit.replace("_", " ")
    sentence = f"In a blind game at {words} the number of raises is unlimited."
    refused("HLD 5.1[s1]", sentence, limit=limit, max_raises=3)
    assert error(limit=limit, max_raises=3, structure="ante", blinds=(), ante=500) is None, "R-09"


@pytest.mark.clause("HLD D-Betting Round", "HLD 6.2")
def test_fixed_and_straddle_limits_may_limit_the_raises() -> None:
    assert error(limit="fixed", max_bet=1000, max_raises=1) is None
    assert error(limit="straddle", max_raises=3) is None
    sentence = "The maximum number of raises must be above nothing."
    refused("HLD D-Betting Round", sentence, limit="straddle", max_raises=0)


@pytest.mark.clause("HLD 4.2(a)", "HLD 4.2(i)", "HLD 13.2[s1]", "HLD 18.1", "HLD D-Buy-in")
def test_stakes_chips_and_hours() -> None:
    assert error(min_table_stake=5000, max_buy_in=5000) is None
    refused("HLD 13.2[s1]", "The smallest chip in play must be above nothing.", chip_unit=0)
    refused("HLD 4.2(a)", "The minimum table stake must be above nothing.", min_table_stake=0)
    below = "The maximum buy-in must be at least the minimum table stake."
    refused("HLD 4.2(i)", below, min_table_stake=5001, max_buy_in=5000)
    hours = "The hours of gaming run from one minute of the day to another one."
    assert error(hours=(0, 1440)) is None
    assert error(hours=(720, 240)) is None, "past midnight"
    for wrong in ((720, 720), (-1, 720), (720, 1441)):
        refused("HLD 18.1", hours, hours=wrong)


@pytest.mark.clause("HLD 4.7")
def test_a_stake_can_be_made_of_whole_chips() -> None:
    sentence = "No stake in whole chips lies between the minimum table stake and the maximum buy-in."
    refused("HLD 4.7", sentence, min_table_stake=10_100, max_buy_in=12_000, chip_unit=10_000)


@pytest.mark.clause("HLD 15.1")
def test_there_is_no_table_without_commission() -> None:
    refused("HLD 15.1", "A commission must be charged: from the pots or for time.", commission=None)
    with pytest.raises(BadSettings, match=r"HLD 15\.1"):
        Table(GAME, HoldemSettings())


@pytest.mark.clause("STAR 7.38")
def test_a_tournament_has_no_commission_on_its_rounds() -> None:
    refused(
        "STAR 7.38", "No commission is charged on the rounds of a tournament.", mode="tournament", commission=BY_TIME
    )


@pytest.mark.clause("HLD 15.2", "HLD 15.2(a)", "HLD 15.3[s1]")
def test_a_commission_from_the_pots_or_for_time() -> None:
    assert error(commission=FROM_POTS) is None
    assert error(commission=Commission("time", rate=500, minutes=1)) is None
    basis, scale, share = Commission("tips"), Commission("pot", "iii", 1000), Commission("pot", "i", 1000, "side_first")
    refused("HLD 15.2", "The setting commission basis is pot or time, not 'tips'.", commission=basis)
    refused("HLD 15.2(a)", "The setting commission scale is i or ii, not 'iii'.", commission=scale)
    allocation = "The setting commission allocation is proportional or main first, not 'side first'."
    refused("HLD 15.2", allocation, commission=share)
    no_cap = "The commission from the pots needs its approved maximum."
    refused("HLD 15.2(a)", no_cap, commission=Commission("pot", "i", 0))
    no_minute = Commission(rate=500, minutes=0)
    refused("HLD 15.3[s1]", "A time charge is for at least one minute.", commission=no_minute)


@pytest.mark.clause("HLD 15.1")
def test_a_time_charge_of_nothing_is_no_commission() -> None:
    nothing = "A commission must be charged, and a time charge of $0 is none."
    refused("HLD 15.1", nothing, commission=Commission("time", rate=0))


@pytest.mark.clause("HLD 15.2(e)[s1]", "HLD 15.2(e)[s2]")
def test_the_ten_percent_scale_is_for_a_stake_of_100_or_less() -> None:
    for scale in ("i", "ii"):
        assert error(commission=Commission("pot", scale, 1000), min_table_stake=10_000) is None, "R-16: either is open"
    assert error(commission=FROM_POTS, min_table_stake=10_001) is None
    sentence = "Only a table stake of $100 or less qualifies for the scale of 10%."
    refused("HLD 15.2(e)[s2]", sentence, commission=Commission("pot", "ii", 1000), min_table_stake=10_001)


@pytest.mark.clause("HLD 20.1", "HLD 20.5", "HLD 8.5(a)")
def test_what_only_a_tournament_can_bring() -> None:
    refused("HLD 20.5", "The procedures of the Star are for tournaments.", procedures="STAR")
    sentence = "The first blind is posted by the first player clockwise from the button."
    refused("HLD 8.5(a)", sentence, first_blind="button")


@pytest.mark.clause("HLD 19.5(c)")
@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("boxes", "ten", "a whole number"),
        ("boxes", True, "a whole number"),
        ("ante", -1, "a whole number"),
        ("ante", 0.5, "a whole number"),
        ("chip_unit", 10**15 + 1, "a whole number"),
        ("joker", 1, "true or false"),
        ("limit", 5, "a word"),
        ("over_blind", "2000", "as it usually is"),
        ("low_qualifier", -8, "as it usually is"),
        ("blinds", [500, 1000], "as it usually is"),
        ("blinds", (500, "1000"), "as it usually is"),
        ("players", "P1", "as it usually is"),
        ("players", (1,), "as it usually is"),
        ("hours", (720,), "as it usually is"),
        ("hours", [0, 720], "as it usually is"),
        ("hours", (0, "720"), "as it usually is"),
        ("min_bet", (1000, 1000), "a whole number"),
        ("min_bet", (1000, 1000, 1000, -1), "a whole number"),
        ("max_bet", (1000,) * 5, "as it usually is"),
        ("commission", "pot", "as it usually is"),
    ],
)
def test_a_setting_of_the_wrong_kind_is_refused(name: str, value: Any, kind: str) -> None:
    refused("HLD 19.5(c)", f"The setting {in_words(name)} must be {kind}.", **{name: value})


@pytest.mark.clause("HLD 15.2")
@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [("cap", "10", "a whole number"), ("rate", -1, "a whole number"), ("minutes", 1.5, "a whole number")],
)
def test_a_commission_of_the_wrong_kind_is_refused(name: str, value: Any, kind: str) -> None:
    refused("HLD 15.2", f"The {name} of the commission must be {kind}.", commission=Commission(**{name: value}))


@pytest.mark.clause("HLD 4.2", "HLD 3.5", "HLD 2.2")
def test_choices_are_frozen_from_the_start_of_a_round_to_its_end() -> None:
    scene = Scene().start()
    before = scene.table.state.settings
    changes: dict[str, Any] = {"min_bet": 2000, "game": "low", "deck": 48}
    scene.ruled("announce_settings", OPERATOR, settings=changes, reason="a bigger game")
    assert scene.table.state.settings == before
    scene.act("1 fold", "2 fold")
    assert scene.table.state.settings == replace(before, **changes), "in force from the next round"


@pytest.mark.clause("HLD 4.2", "HLD 2.4")
def test_a_new_deck_is_checked_before_it_is_dealt() -> None:
    scene = Scene().start()
    scene.ruled("announce_settings", OPERATOR, settings={"deck": 48}, reason="fewer cards")
    scene.act("1 fold", "2 fold")
    assert scene.refuses(Command(DEALER, "start_round")).clause == "HLD 2.4"
    scene.ruled("check_cards", DEALER, cards=holdem_deck(48).cards)
    scene.ruled("start_round", DEALER)


def test_the_table_starts_from_settings_of_its_own_game_only() -> None:
    with pytest.raises(BadSettings):
        Table(GAME, Settings())
