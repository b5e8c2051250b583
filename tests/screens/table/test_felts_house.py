"""The felts of the house games: what is drawn of a view, for whoever looks and at every moment of a round."""

import re
from random import Random
from typing import Any

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.reading.table_view import view_of
from pitboss.floor.tables.play import Deal
from pitboss.games.command import Role as GameRole
from pitboss.kits import game_named, house_games
from pitboss.screens.common.felts import felt_of
from pitboss.screens.common.felts.buttons import buttons_of
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import P1, P2, Api

DEALER, SUPERVISOR, MANAGER = scene.DEALER, scene.SUPERVISOR, scene.MANAGER
P3, P4 = scene.P3, scene.P4
pytestmark = house_scene.ON_SQLITE


def say(house: Floor, table: str, do: str, by: Actor = DEALER, **particulars: Any) -> None:
    scene.done(scene.say(house, by, table, do, **particulars))


def faces(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def drawn(house: Floor, table: str, by: Actor = P1) -> dict[str, Any]:
    record = scene.record_of(house, table)
    player = by.id if by.role is Role.PLAYER else ""
    return felt_of(record.game).drawn(view_of(record, by), record.state.settings, player)


def box(felt: dict[str, Any], seat: int) -> Any:
    boxes = felt["boxes"]
    return next(each for each in getattr(boxes, "all", boxes) if each.seat == seat)


def spot(felt: dict[str, Any], kind: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in felt["spots"] if each["kind"] == kind)
    return found


def buttons(house: Floor, table: str, by: Actor = P1) -> dict[str, Any]:
    record = scene.record_of(house, table)
    found = buttons_of(view_of(record, by), felt_of(record.game).words, by.id)
    return {f"{button.values['do']} {button.amount or ''}".strip(): button for button in found}


@pytest.fixture
def ultimate(house: Floor) -> str:
    """Dealt: box 3 has a flush coming, box 5 beats the dealer, box 2 does not, and box 4 will fold."""
    table = scene.open_live_table(house, "ultimate", table="uth")
    for seat, player, ante, trips in ((3, P1, 1000, 500), (5, P2, 2000, 1000), (4, P3, 1500, 0), (2, P4, 2500, 0)):
        wagers = {"ante": ante, "blind": ante} | ({"trips": trips} if trips else {})
        say(house, table, "place", seat=seat, player=player.id, wagers=wagers)
    say(house, table, "shuffle")
    say(house, table, "deal", cards=faces("Kh 7h 2c Jh 4d Js 8s Ah 9h 3c 5d Ac Kc Kd Ts"))
    return table


def to_the_end(house: Floor, table: str) -> None:
    say(house, table, "check", seat=2, player="p4")
    say(house, table, "play", seat=3, player="p1", amount=4000)
    say(house, table, "fold", seat=4, player="p3")
    say(house, table, "play", seat=5, player="p2", amount=8000)
    say(house, table, "show_flop")
    say(house, table, "check", seat=2, player="p4")
    say(house, table, "show_turn_and_river")
    say(house, table, "play", seat=2, player="p4", amount=2500)
    for do in ("declare", "settle", "settle", "settle"):
        say(house, table, do)


def test_ultimate_shows_what_each_hand_made_and_which_rows_paid(house: Floor, ultimate: str) -> None:
    to_the_end(house, ultimate)
    felt = drawn(house, ultimate)
    assert felt["dealer_short"] == "one pair, kings · qualifies"
    assert (felt["own_short"], set(felt["own_five"])) == ("flush, ace high", set(faces("Ah Kh Jh 9h 7h")))
    assert set(felt["dealer_five"]) == set(faces("Kd Kh Jh Ts 7h"))
    paid = {pay.title: [row.hand for row in pay.rows if row.is_paid] for pay in felt["pays"]}
    assert paid == {"Blind pays": ["Flush"], "Trips pays": ["Flush"]}
    badges = {each["kind"]: tuple(each["badge"]) for each in felt["spots"]}
    assert badges == {
        "trips": ("win", "+$35.00", "UTH 9.7(a)"),
        "ante": ("win", "+$10.00", "UTH 9.5(a)"),
        "blind": ("win", "+$15.00", "UTH 9.6(a)"),
        "play": ("win", "+$40.00", "UTH 9.8(a)"),
    }
    assert spot(felt, "play")["title"] == "Play 4×"
    assert [(title, result.words) for title, result in box(felt, 5).rows] == [
        ("Ante", "+20"),
        ("Blind", "push"),
        ("Trips", "−10"),
        ("Play", "+80"),
    ]
    assert (box(felt, 4).standing, box(felt, 4).cards, box(felt, 4).net) == ("folded", ["??", "??"], -3000)


def test_a_player_has_box_1_at_the_right_and_the_own_box_between(house: Floor, ultimate: str) -> None:
    sides = drawn(house, ultimate)["boxes"]
    assert [each.seat for each in sides.left] == [7, 6, 5, 4]
    assert [each.seat for each in sides.right] == [1, 2]
    at_the_end = drawn(house, ultimate, P4)["boxes"]
    assert [each.seat for each in at_the_end.right] == [1, 3]
    unseated = drawn(house, ultimate, DEALER)["boxes"]
    assert [each.seat for each in (*unseated.left, *unseated.right)] == [7, 6, 5, 4, 1, 2, 3]


def test_ultimate_says_who_is_to_act_who_has_checked_and_who_waits(house: Floor, ultimate: str) -> None:
    say(house, ultimate, "check", seat=2, player="p4")
    felt = drawn(house, ultimate)
    standings = {seat: box(felt, seat).standing for seat in (2, 3, 4)}
    assert standings == {2: "checked", 3: "to act", 4: "waits"}
    told = buttons(house, ultimate)
    assert list(told) == ["fold", "check", "play 3000", "play 4000"]
    assert (told["fold"].follows, told["check"].follows) == ("gives up $25.00", "decide after the flop")
    assert not buttons(house, ultimate, P2)


def test_a_void_round_is_hatched_and_says_why(house: Floor, ultimate: str) -> None:
    say(house, ultimate, "void_round", MANAGER, reason="impractical")
    felt = drawn(house, ultimate)
    assert [notice.words for notice in felt["notices"]] == ["The round is void: all stakes go back."]
    assert felt["notices"][0].clause.startswith("UTH 15.4")
    assert box(felt, 5).is_void
    assert {each["badge"].words for each in felt["spots"] if each["badge"]} == {"void"}


def test_limits_to_come_advice_and_markers_are_told(house: Floor) -> None:
    table = scene.open_live_table(house, "ultimate", table="uth")
    say(house, table, "place_marker", SUPERVISOR, seat=5, amount=100_000)
    say(house, table, "place", seat=3, player="p1", wagers={"ante": 500, "blind": 500})
    say(house, table, "place", seat=5, player="p2", wagers={"ante": 1000, "blind": 1000})
    limits = {kind: {"min": 2500, "max": 50000} for kind in ("ante", "blind", "trips")}
    say(house, table, "announce_limits", MANAGER, limits=limits)
    say(house, table, "shuffle")
    say(house, table, "deal", cards=faces("Kh 7h 2c Jh 4d Js 8s Ah 9h 3c 5d"))
    felt = drawn(house, table)
    assert box(felt, 5).marker == 100_000
    advice, coming = felt["notices"]
    assert (advice.words.split(".")[0], advice.clause) == ("A wager of yours was below the minimum", "UTH 5.4")
    assert coming.words == "From the next round: ante $25–$500, blind $25–$500, trips $25–$500."
    assert [notice.clause for notice in drawn(house, table, P2)["notices"]] == ["UTH 5.1"]


@pytest.fixture
def canberra(house: Floor) -> str:
    """Box 2 has a straight flush and a jackpot wager, box 4 a pair; the dealer takes part."""
    table = scene.open_live_table(house, "canberra", table="can", shoe="automated", jackpot=scene.JACKPOT)
    say(house, table, "place", seat=2, player="p1", wagers={"ante": 1000, "jackpot": 200})
    say(house, table, "place", seat=4, player="p2", wagers={"ante": 2000})
    say(house, table, "shuffle")
    hands = "9h 8h 7h 6h 5h", "2c 2d 8s Jd Kc", "Ah Kd 4c 3s 2h"
    say(house, table, "deal", cards=faces(" ".join(hands)))
    return table


def test_canberra_has_a_light_for_the_jackpot_and_one_card_of_the_dealer(house: Floor, canberra: str) -> None:
    say(house, canberra, "call_bet_or_fold")
    mine, other = drawn(house, canberra), drawn(house, canberra, P2)
    assert (spot(mine, "jackpot")["is_lit"], spot(other, "jackpot")["is_lit"]) == (True, False)
    assert (mine["own_cards"], mine["own_short"]) == (list(faces("9h 8h 7h 6h 5h")), ""), "nobody is told what it is"
    assert mine["dealer_short"] == ""
    assert box(other, 2).cards == ["??"] * 5
    told = buttons(house, canberra)
    assert (told["fold"].follows, told["bet 2000"].follows) == ("gives up $12.00", "twice the ante")


def test_a_jackpot_that_was_won_is_on_its_row_and_on_the_sign(house: Floor, canberra: str) -> None:
    say(house, canberra, "call_bet_or_fold")
    for seat, player, amount in ((2, "p1", 2000), (4, "p2", 4000)):
        say(house, canberra, "bet", seat=seat, player=player, amount=amount)
    for do in ("reveal", "settle", "settle", "declare_jackpot", "collect"):
        say(house, canberra, do)
    felt = drawn(house, canberra)
    assert (felt["dealer_short"], felt["own_short"]) == ("no pair, ace high · takes part", "straight flush, nine high")
    assert [row.hand for row in felt["pays"].rows if row.is_paid] == ["Straight flush"]
    assert [row.hand for row in felt["jackpot"]["prizes"].rows if row.is_paid] == ["Straight flush"]
    pool = scene.JACKPOT["pool"] + 150
    assert felt["jackpot"]["payouts"][0]["words"] == f"Box 2: straight flush wins ${pool / 1000:,.2f}"
    assert felt["jackpot"]["meter"] == pool - pool // 10
    assert [row.hand for row in drawn(house, canberra, P2)["jackpot"]["prizes"].rows if row.is_paid] == []


@pytest.fixture
def pontoon(house: Floor) -> str:
    """Three players at box 3, of whom p1 sits there, and one at box 1; nobody else has wagered yet."""
    table = scene.open_live_table(house, "pontoon", table="pon")
    say(house, table, "sit", P1, seat=3)
    for seat, player, wagers in (
        (3, P2, {"main": 1000}),
        (3, P1, {"main": 2000, "perfect_pairs": 500}),
        (1, P4, {"main": 2500}),
    ):
        say(house, table, "place", player, seat=seat, wagers=wagers)
    return table


def deal_pontoon(house: Floor, table: str, text: str) -> None:
    step = scene.record_of(house, table).rules.routine(scene.record_of(house, table).state)
    assert step is not None
    assert step.cut is not None
    assert step.depth is not None
    say(house, table, "new_shoe", position=step.cut[0], depth=step.depth[0])
    say(house, table, "deal", cards=faces(text))


def test_several_players_wager_on_one_box_of_pontoon(house: Floor, pontoon: str) -> None:
    felt = drawn(house, pontoon)
    assert [each.player for each in box(felt, 3).players] == ["p2", "p1"]
    assert [each.seat for each in felt["boxes"]] == [7, 6, 5, 4, 3, 2, 1]
    assert felt["bet_seats"] == [3], "one box a player, by PON 4.4[s1]"
    assert drawn(house, pontoon, P3)["bet_seats"] == [1, 2, 3, 4, 5, 6, 7]
    say(house, pontoon, "place", P3, seat=3, wagers={"main": 500})
    assert 3 not in drawn(house, pontoon, scene.player("p5"))["bet_seats"], "three players, by PON 4.5[s1]"


def test_pontoon_shows_splits_turns_and_results_hand_by_hand(house: Floor, pontoon: str) -> None:
    deal_pontoon(house, pontoon, "9c 8h 6c 8d 8s")
    say(house, pontoon, "settle_pairs")
    assert box(drawn(house, pontoon), 1).hands[0].words == "to act"
    say(house, pontoon, "stand", P4, seat=1)
    told = buttons(house, pontoon)
    assert (told["split 2000"].key, told["stand"].follows) == ("P", "stays at 16")
    assert (told["double"].field, told["double"].at_once, told["double"].range) == ("amounts.p1", True, (50, 2000, 50))
    say(house, pontoon, "split", P1, seat=3)
    say(house, pontoon, "deal", cards=("3c",))
    first, second = box(drawn(house, pontoon), 3).hands
    assert (first.total, first.is_turn, first.words) == ("11", True, "to act")
    assert (second.total, second.is_turn, second.words) == ("8", False, "waits")
    say(house, pontoon, "double", P1, seat=3, amounts={"p1": 2000})
    say(house, pontoon, "deal", cards=("Kd",))
    felt = drawn(house, pontoon)
    done = box(felt, 3).hands[0]
    assert (done.words, done.badge.words, done.badge.clause) == ("doubled", "+$40.00", "PON 12.7")
    assert [row.hand for row in felt["pays"].pairs if row.is_paid] == ["Mixed pair"]
    assert [title for title, *_ in box(felt, 3).told] == ["Pairs"]
    assert [each.stake for each in box(felt, 3).players] == [1000, 6000]


def test_pontoon_asks_for_insurance_and_surrender_with_their_price(house: Floor, pontoon: str) -> None:
    deal_pontoon(house, pontoon, "9c 8h As 8d 5s")
    say(house, pontoon, "settle_pairs")
    told = buttons(house, pontoon)
    assert told["insure"].follows == "against the dealer's Pontoon, up to $10.00"
    assert told["surrender"].follows == "gives up $10.00, half the wager"
    assert "surrender" not in buttons(house, pontoon, P2), "p1 decides, and p2 only insures"
    assert drawn(house, pontoon)["is_insurance_open"]
    say(house, pontoon, "insure", P1, seat=3, amount=500)
    assert [(title, stake) for title, _, stake in box(drawn(house, pontoon), 3).told] == [
        ("Pairs", 500),
        ("Insured", 500),
    ]
    say(house, pontoon, "surrender", P1, seat=3)
    assert box(drawn(house, pontoon, P2), 3).hands[0].words == "surrendered"


def test_a_double_can_be_withdrawn(house: Floor, pontoon: str) -> None:
    deal_pontoon(house, pontoon, "9c 8h 6c 8d 2s")
    for do, by, particulars in (
        ("settle_pairs", DEALER, {}),
        ("stand", P4, {"seat": 1}),
        ("double", P1, {"seat": 3, "amounts": {"p1": 1500}}),
        ("deal", DEALER, {"cards": ("2h",)}),
    ):
        say(house, pontoon, do, by, **particulars)
    assert buttons(house, pontoon)["forfeit"].follows == "gives up the first wager, the rest comes back"


def test_suited_sevens_against_a_seven_win_the_super_bonus(house: Floor, pontoon: str) -> None:
    deal_pontoon(house, pontoon, "9c 7h 7c 8d 7h")
    say(house, pontoon, "settle_pairs")
    say(house, pontoon, "stand", P4, seat=1)
    say(house, pontoon, "hit", P1, seat=3)
    say(house, pontoon, "deal", cards=("7h",))
    assert box(drawn(house, pontoon), 3).hands[0].bonus
    say(house, pontoon, "deal", cards=("Kd",))
    say(house, pontoon, "settle")
    felt = drawn(house, pontoon)
    assert felt["dealer_words"] == "17"
    assert felt["pays"].is_bonus_won
    assert ("Super Bonus", "+$1,000.00") in [(title, result.words) for title, result, _ in box(felt, 3).told]
    assert [row.hand for rows in felt["pays"].table_1 for row in rows if row.is_paid] == ["7-7-7 one suit"]


def test_everything_that_a_player_may_choose_has_words_and_a_key_of_its_own(house: Floor) -> None:
    done_with_chips = {"place", "increase", "take_back", "cut", "decline_cut"}
    for name in house_games():
        game, words = game_named(name), felt_of(name).words
        decisions = {do for do, verb in game.verbs.items() if GameRole.PLAYER in verb.roles and verb.stages is None}
        assert set(words) == decisions - done_with_chips
        keys = [each.key for do, each in words.items() if do != "play"]
        assert all(re.fullmatch("[A-Z]", key) for key in keys)
        assert len(set(keys)) == len(keys)


LOOKING = (P1, P2, P4, DEALER, scene.AUDITOR)


@pytest.mark.parametrize("game", house_games())
def test_a_table_is_drawn_for_everybody_at_every_step(house: Floor, api: Api, game: str) -> None:
    """Before anybody sits down, and after each command of a round; nothing is on a page that its reader may not see."""
    settings: dict[str, Any] = {"jackpot": scene.JACKPOT} if game == "canberra" else {}
    table = scene.open_table(house, game, table="drawn", **settings)

    def look(_: Floor | None = None) -> None:
        for actor in LOOKING:
            answer = api.get(f"/tables/{table}", actor)
            assert answer.status_code == 200, (actor, answer.content)
            assert seen_on(answer.content.decode()) <= seen_by(house, table, actor), actor

    look()
    scene.play_round(lambda: house, table, Random(game), look)


def seen_on(page: str) -> set[str]:
    """The cards that are drawn on a page."""
    return set(re.findall(r"cards\.svg#([2-9TJQKA][cdhs])", page))


def seen_by(house: Floor, table: str, actor: Actor) -> set[str]:
    return set(re.findall(r"'([2-9TJQKA][cdhs])'", str(view_of(scene.record_of(house, table), actor).as_json())))


@pytest.mark.parametrize("game", house_games())
def test_a_recalled_round_has_the_cards_and_wagers_of_everybody(house: Floor, api: Api, game: str) -> None:
    """The felt of a recalled round is narrow: what there is beside the own box is in the strip of boxes."""
    table = scene.open_table(house, game, table="drawn")
    scene.play_round(lambda: house, table, Random(game))
    record = scene.record_of(house, table)
    for viewer in ("own", "dealer", "public"):
        page = api.get(f"/audit/recall/{table}/1?as={viewer}", scene.AUDITOR).content.decode()
        strip = re.findall(r'class="strip-cards".*?</span>', page, re.DOTALL)
        actor = {"own": scene.AUDITOR, "dealer": DEALER, "public": VISITOR}[viewer]
        view = view_of(record, actor).as_json()
        hands = [cards for each in view["boxes"] for cards in _hands(each)]
        assert len(strip) == len(hands) > 0
        assert seen_on("".join(strip)) == {card for cards in hands for card in cards} - {"??"}
        if game != "pontoon":
            assert page.count('class="strip-wagers"') == len({row["seat"] for row in view["wagers"]})


def _hands(box: dict[str, Any]) -> list[list[str]]:
    return [box["cards"]] if "cards" in box else [hand["cards"] for hand in box["hands"]]


@pytest.mark.parametrize("game", ["ultimate", "canberra"])
def test_of_two_boxes_the_one_that_plays_is_drawn_in_full(house: Floor, game: str) -> None:
    table = scene.open_table(house, game, table="two")
    scene.done(scene.say(house, P1, table, "sit", seat=1))
    assert drawn(house, table)["own_seat"] == 1
    scene.done(scene.say(house, P1, table, "place", seat=4, wagers=scene.WAGERS[game]))
    scene.give(house, SUPERVISOR, Deal(table=table))
    assert view_of(scene.record_of(house, table), P1).as_json()["your_seats"] == [1, 4]
    felt = drawn(house, table)
    assert (felt["own_seat"], len(felt["own_cards"])) == (4, {"ultimate": 2, "canberra": 5}[game])
    assert spot(felt, "ante")["stake"] == 1000


def test_a_felt_is_drawn_for_visitors_too(house: Floor, ultimate: str) -> None:
    felt = drawn(house, ultimate, VISITOR)
    assert felt["own"] is None
    assert {card for each in felt["boxes"].all for card in each.cards} == {"??"}
