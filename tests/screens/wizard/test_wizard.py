"""The irregularity wizard on a real house: what it offers whom, what would follow, and who signs for it."""

import json
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.http import HttpResponse

from pitboss.floor.kernel import virtual_verbs
from pitboss.floor.kernel.premises import SETTING_UP, DemoBegan
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import hashing
from pitboss.floor.people.credentials import ResetPassword
from pitboss.floor.people.security import RequireSecondFactor
from pitboss.floor.people.staff import AddStaff, ChangeRoles
from pitboss.floor.reading.journal_search import JournalQuery, search
from pitboss.games.command import Command
from pitboss.games.command import Role as GameRole
from pitboss.journal import codec, store
from pitboss.journal.models import Event
from pitboss.kits import game_named
from pitboss.ledger import books
from pitboss.rulebook.refusal import Refusal
from pitboss.screens.wizard import fields, matters
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import P1, PEOPLE, Api, text_of
from tests.screens.dealer.scene import sentence

pytestmark = house_scene.ON_SQLITE
DEALER, SUPERVISOR = PEOPLE[Role.DEALER], PEOPLE[Role.SUPERVISOR]
GAMES = ("ultimate", "canberra", "pontoon", "holdem")
# What those who run a table do elsewhere: at the console, in the pit or at the tournament desk.
ELSEWHERE = {
    *("open_table", "close_table", "announce_limits", "place_marker", "lift_marker", "announce_last_rounds"),
    *("start_round", "sit", "leave", "offer_cut", "announce_settings", "hand_for_hand", "dismiss", "pay_time"),
    *("sit_out", "withdraw_seat_change", "join_waiting_list", "leave_waiting_list", "draw_for_seat"),
    *("seat_entrant", "remove_entrant"),
}
# Particulars that the house fills in by itself.
FILLED_IN = {"seconds", "minute"}
MISDEAL = {"reason:text": "A card fell to the floor"}


@pytest.fixture
def table(api: Api) -> Iterator[str]:
    """Two players have wagered and the first cards are out; passwords cost nothing and are enough."""
    with patch.object(hashing, "COST", hashing.Cost(rounds=1, memory_kib=8, lanes=1)):
        scene.give(api.floor, scene.MANAGER, RequireSecondFactor(required=False))
        yield _dealt(api)


def _dealt(api: Api) -> str:
    table = scene.open_live_table(api.floor, "ultimate", table="live-1")
    scene.done(scene.say(api.floor, DEALER, table, "shuffle"))
    for seat, player in ((1, "p1"), (2, "p2")):
        wagers = {"ante": 1000 * seat, "blind": 1000 * seat}
        scene.done(scene.say(api.floor, DEALER, table, "place", seat=seat, player=player, wagers=wagers))
    scene.done(scene.say(api.floor, DEALER, table, "deal", cards=("Ah", "Kd")))
    return table


def password_of(api: Api, actor: Actor) -> str:
    return str(scene.give(api.floor, SETTING_UP, ResetPassword(person=actor.person)).secret["password"])


def post(api: Api, path: str, by: Actor, fields: dict[str, str], **headers: str) -> HttpResponse:
    return api.form(f"/wizard/{path}", fields, by, **{"HX_Request": "true", **headers})


def test_what_the_dealer_may_not_rule_alone_a_supervisor_signs_for(api: Api, table: str) -> None:
    record = scene.record_of(api.floor, table)
    of_dealer = {each.do: each.signed_by for each in matters.matters_at(record, DEALER)}
    of_supervisor = {each.do: each.signed_by for each in matters.matters_at(record, SUPERVISOR)}
    assert of_dealer.keys() == of_supervisor.keys()
    assert set(of_supervisor.values()) == {None}
    assert of_dealer["card_exposed"] is None
    assert of_dealer["declare_misdeal"] == of_dealer["void_round"] == Role.SUPERVISOR
    assert "order_shuffle" not in of_dealer
    text = text_of(api.get(f"/wizard/{table}", DEALER))
    assert "Misdeal, in the supervisor's opinion supervisor signs UTH 6.1(b)" in text


def test_at_a_virtual_table_nobody_names_a_card(api: Api) -> None:
    scene.done(scene.say(api.floor, P1, "ultimate-1", "place", seat=1, wagers={"ante": 1000, "blind": 1000}))
    scene.deal(api.floor, "ultimate-1", P1)
    offered = {each.do for each in matters.matters_at(scene.record_of(api.floor, "ultimate-1"), SUPERVISOR)}
    assert {"void_round", "record_dispute"} <= offered
    assert not {"card_exposed", "foreign_card_found", "check_cards"} & offered


# At a virtual table for money.


VOID = {"reason:text": "fraud"}
NO_OTHER = (
    "A ruling at a virtual table for money takes two people."
    " You are no other person here: it waits for Maria (manager). UTH 15.4"
)


@pytest.fixture
def virtual(api: Api) -> Iterator[str]:
    """A player has wagered at a virtual table for money, and has cards; passwords cost nothing and are enough."""
    with patch.object(hashing, "COST", hashing.Cost(rounds=1, memory_kib=8, lanes=1)):
        scene.give(api.floor, scene.MANAGER, RequireSecondFactor(required=False))
        scene.done(scene.say(api.floor, P1, "ultimate-1", "place", seat=1, wagers={"ante": 1000, "blind": 1000}))
        scene.deal(api.floor, "ultimate-1", P1)
        yield "ultimate-1"


def test_what_cannot_happen_at_a_virtual_table_is_not_offered_there(api: Api, virtual: str) -> None:
    record = scene.record_of(api.floor, virtual)
    for actor in (DEALER, SUPERVISOR, scene.MANAGER):
        offered = {each.do for each in matters.matters_at(record, actor)}
        assert "void_round" in offered
        assert not offered & virtual_verbs.CANNOT_HAPPEN.keys()
        assert api.get(f"/wizard/{virtual}/shoe_malfunction", actor, HX_Request="true").status_code == 409
    answer = post(api, f"{virtual}/shoe_malfunction/confirm", DEALER, {})
    assert sentence(answer) == "This has no place at the table now."


def test_a_ruling_waits_and_the_second_person_signs_on_the_spot(api: Api, virtual: str) -> None:
    signs, own = (
        {"sign.name:text": actor.id, "sign.password:secret": password_of(api, actor)}
        for actor in (scene.MANAGER, SUPERVISOR)
    )
    before = books.balance("patron:p1")
    assert "The round is void two people" in text_of(api.get(f"/wizard/{virtual}", SUPERVISOR))
    assert "takes two people" in text_of(post(api, f"{virtual}/void_round/follows", SUPERVISOR, VOID))
    told = text_of(post(api, f"{virtual}/void_round/confirm", SUPERVISOR, VOID | {"key": "k1"}))
    assert "Waits for a second person: the round is void" in told
    assert "It waits as request 1 for Maria (manager)." in told
    assert "Done" not in told.partition("Waits")[2]
    assert scene.record_of(api.floor, virtual).state.felt.stage == "playing"
    address, asked = f"{virtual}/void_round/agree", {"number": "1"}
    assert sentence(post(api, address, SUPERVISOR, asked)).startswith("The name, the password or the code is wrong.")
    assert sentence(post(api, address, SUPERVISOR, asked | own)) == NO_OTHER
    told = text_of(post(api, address, SUPERVISOR, asked | signs))
    assert "by Sam, supervisor, and Maria, manager, who agreed." in told
    assert scene.record_of(api.floor, virtual).state.felt.result == "void"
    assert books.balance("patron:p1") == before + 2000
    assert not api.floor.record(scene.MANAGER.person).access.sessions
    assert sentence(post(api, address, SUPERVISOR, asked | signs)) == "Nothing waits here for a second person any more."


def test_from_a_dealers_screen_a_supervisor_signs_and_it_still_waits(api: Api, virtual: str) -> None:
    signs = {"sign.name:text": "sam", "sign.password:secret": password_of(api, SUPERVISOR)}
    told = text_of(post(api, f"{virtual}/void_round/confirm", DEALER, VOID | signs))
    assert "It waits as request 1 for Maria (manager)." in told
    assert scene.record_of(api.floor, virtual).state.felt.stage == "playing"
    assert sentence(post(api, f"{virtual}/void_round/agree", DEALER, {"number": "1"} | signs)) == NO_OTHER
    assert post(api, f"{virtual}/void_round/agree", P1, {"number": "1"} | signs).status_code == 422


def test_in_a_demo_house_the_second_person_agrees_with_one_click(api: Api, virtual: str) -> None:
    with store.writing(["house:house"]) as begun:
        facts = [("house:house", begun.heads["house:house"].position, [codec.encode(DemoBegan(SETTING_UP.person))])]
        cause = {"who": SETTING_UP.person, "role": "manager", "command": "begin_demo", "given": {}, "answer": {}}
        begun.append(facts, at=api.floor.clock(), cause=json.dumps(cause))
    page = post(api, f"{virtual}/void_round/confirm", SUPERVISOR, VOID).content.decode()
    assert 'name="sign.demo:text" value="maria"' in page
    assert 'value="sam"' not in page
    assert 'value="dora"' not in page
    told = text_of(post(api, f"{virtual}/void_round/agree", SUPERVISOR, {"number": "1", "sign.demo:text": "maria"}))
    assert "Maria, manager, who agreed" in told


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_of_a_game_is_known_here_or_done_elsewhere(api: Api, game: str) -> None:
    rules = game_named(game)
    for do, verb in rules.verbs.items():
        is_of_staff = set(verb.roles) != {GameRole.PLAYER} and verb.stages != () and do not in rules.routines
        assert not is_of_staff or (do in matters._WORDS) is not (do in ELSEWHERE), do
        if do in matters._WORDS:
            assert set(verb.needs) <= fields._ASKED.keys() | FILLED_IN, do


@pytest.mark.parametrize("game", GAMES)
def test_the_breaches_that_are_offered_are_those_of_the_game(api: Api, game: str) -> None:
    record = scene.record_of(api.floor, scene.open_table(api.floor, game, f"{game}-9"))
    (reason,) = (each for each in fields.fields_for(record, "note_breach") if each.name == "reason")
    rules = record.rules
    for word, _ in reason.options:
        noted = Command(GameRole.SUPERVISOR, "note_breach", player="p1", reason=word)
        assert not isinstance(rules.decide(record.state, noted), Refusal), word
    unknown = rules.decide(record.state, Command(GameRole.SUPERVISOR, "note_breach", player="p1", reason="?"))
    assert str(unknown).count(", ") + str(unknown).count(" or ") + 1 == len(reason.options)


def test_the_particulars_are_those_that_the_verb_needs_and_takes(api: Api, table: str) -> None:
    record = scene.record_of(api.floor, table)
    found = {each.name: each for each in fields.fields_for(record, "hand_dealt_without_wager")}
    assert [(name, each.is_needed) for name, each in found.items()] == [("seat", True), ("handled_by", False)]
    assert found["seat"].options[:2] == (("1", "Box 1, Patron p1"), ("2", "Box 2, Patron p2"))
    text = api.get(f"/wizard/{table}/declare_misdeal", DEALER).content.decode()
    assert 'name="reason:text"' in text
    assert api.get(f"/wizard/{table}/order_shuffle", DEALER, HX_Request="true").status_code == 409
    assert api.get("/wizard/nowhere", DEALER, HX_Request="true").status_code == 404


def test_what_follows_is_told_with_the_money_and_nothing_is_recorded(api: Api, table: str) -> None:
    api.token(DEALER)
    seq = store.last_seq()
    told = text_of(post(api, f"{table}/declare_misdeal/follows", DEALER, MISDEAL))
    assert "A card fell to the floor. It is a misdeal, and every wager goes back." in told
    assert "Patron p1 +$20.00 back to the player" in told
    assert "Patron p2 +$40.00 back to the player" in told
    assert "A supervisor signs for this" in told
    assert store.last_seq() == seq


def test_what_is_missing_is_told_in_the_form(api: Api, table: str) -> None:
    answer = post(api, f"{table}/declare_misdeal/follows", DEALER, {})
    assert sentence(answer) == "Declare misdeal needs reason. UTH 6.1(b)"
    answer = post(api, f"{table}/wrong_card_count/follows", DEALER, {"held:whole": "two"})
    assert sentence(answer) == "Write a whole number."
    assert json.loads(answer["HX-Trigger-After-Swap"])["refused"]["place"] == "held"


def test_a_supervisor_signs_on_the_dealers_screen_and_no_session_is_left(api: Api, table: str) -> None:
    password = password_of(api, SUPERVISOR)
    before = {name: books.balance(f"patron:{name}") for name in ("p1", "p2")}
    signs = {"sign.name:text": "sam", "sign.password:secret": password}
    address = f"{table}/declare_misdeal/confirm"
    assert sentence(post(api, address, DEALER, MISDEAL)).startswith("The name, the password or the code is wrong.")
    wrong = post(api, address, DEALER, MISDEAL | signs | {"sign.password:secret": "guess"})
    assert json.loads(wrong["HX-Trigger-After-Swap"])["refused"]["place"].startswith("sign.")
    assert scene.record_of(api.floor, table).state.felt.stage == "dealing"
    told = text_of(post(api, address, DEALER, MISDEAL | signs))
    assert "by Sam, supervisor, on the screen of Dora" in told
    assert {name: books.balance(f"patron:{name}") - cents for name, cents in before.items()} == {"p1": 2000, "p2": 4000}
    voided = Event.objects.filter(kind="games.RoundVoided").latest("seq")
    assert json.loads(voided.cause)["who"] == SUPERVISOR.person
    assert not api.floor.record(SUPERVISOR.person).access.sessions


def test_nobody_signs_for_themselves(api: Api, table: str) -> None:
    both = ChangeRoles(staff=DEALER.id, roles=(Role.DEALER, Role.SUPERVISOR))
    scene.give(api.floor, scene.MANAGER, both)
    signs = {"sign.name:text": DEALER.id, "sign.password:secret": password_of(api, DEALER)}
    answer = post(api, f"{table}/declare_misdeal/confirm", DEALER, MISDEAL | signs)
    assert sentence(answer) == "A second person has to sign: Sam (supervisor)."
    assert scene.record_of(api.floor, table).state.felt.stage == "dealing"


def test_whoever_made_the_dealers_account_is_no_second_person_there(api: Api, table: str) -> None:
    """A manager who makes a dealer alone has that dealer's screen too: somebody else signs on it."""
    scene.give(api.floor, SETTING_UP, ChangeRoles(staff="maria", roles=(Role.MANAGER, Role.SUPERVISOR)))
    scene.give(api.floor, scene.MANAGER, AddStaff(id="dana", name="Dana", roles=(Role.DEALER,)))
    puppet, address = Actor("staff:dana", Role.DEALER), f"{table}/declare_misdeal/confirm"
    by_maria, by_sam = (
        {"sign.name:text": actor.id, "sign.password:secret": password_of(api, actor)}
        for actor in (scene.MANAGER, SUPERVISOR)
    )
    answer = post(api, address, puppet, MISDEAL | by_maria)
    assert sentence(answer) == "A second person has to sign: Sam (supervisor)."
    assert json.loads(answer["HX-Trigger-After-Swap"])["refused"]["place"] == "sign.name"
    assert scene.record_of(api.floor, table).state.felt.stage == "dealing"
    assert not api.floor.record(scene.MANAGER.person).access.sessions
    assert "by Sam, supervisor, on the screen of Dana" in text_of(post(api, address, puppet, MISDEAL | by_sam))
    (row, *_) = search(JournalQuery(kind="games.RoundVoided", who=puppet.person)).rows
    assert (row.who, row.second) == (SUPERVISOR.person, puppet.person)


def test_a_dealer_may_confirm_what_is_a_dealers_alone(api: Api, table: str) -> None:
    fields = {"cards:cards": "Kd"}
    told = text_of(post(api, f"{table}/card_exposed/follows", DEALER, fields))
    assert "signs for this" not in told
    told = text_of(post(api, f"{table}/card_exposed/confirm", DEALER, fields))
    assert told.startswith("1 What happened 2 Particulars 3 What follows 4 Done Done: a player's card was exposed")
    assert scene.record_of(api.floor, table).state.felt.clause == "UTH 13.2"


def test_the_key_makes_a_double_confirmation_one(api: Api, table: str) -> None:
    fields = {"reason:text": "who was first", "ruling:text": "box 1", "key": "k1"}
    post(api, f"{table}/record_dispute/confirm", SUPERVISOR, fields)
    seq = store.last_seq()
    post(api, f"{table}/record_dispute/confirm", SUPERVISOR, fields)
    assert store.last_seq() == seq


def test_only_those_who_rule_or_deal_use_it_and_only_from_the_page(api: Api, table: str) -> None:
    address = f"{table}/void_round/confirm"
    for actor in (P1, PEOPLE[Role.CASHIER]):
        assert "The wizard is for" in sentence(post(api, address, actor, {"reason:text": "fraud"}))
    answer = post(api, address, SUPERVISOR, {"reason:text": "fraud"}, X_Requested_With="elsewhere")
    assert answer.status_code == 422
    assert api.method("GET", f"/wizard/{address}").status_code == 405
    assert scene.record_of(api.floor, table).state.felt.stage == "dealing"
