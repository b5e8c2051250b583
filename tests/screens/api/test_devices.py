"""Devices at every address: a bot is nobody at tables for money, a dealer's device at tables that are not its own."""

from typing import Any

import pytest

from pitboss.cards.card import face
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP, SetHouse
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.credentials import ResetPassword
from pitboss.floor.people.devices import AddDevice, RevokeDevice
from pitboss.floor.tables.play import Play
from pitboss.floor.tournaments.commands import AddTournament
from pitboss.screens.live import stream
from tests.floor.house_scene import Clock
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import P1, PEOPLE, Api, refused, text_of, told, told_no
from tests.screens.live.live_scene import Screen, served

MANAGER, DIRECTOR = scene.MANAGER, PEOPLE[Role.DIRECTOR]
TABLE, OTHER, PRACTICE = "ultimate-1", "uth-2", "uth-p"
WAGER = {"do": "place", "seat": 1, "wagers": {"ante": 1000, "blind": 1000}}


@pytest.fixture(autouse=True)
def tables(house: Floor) -> None:
    """Two tables for money, of which Ann plays at the first, one to practise at, and a tournament."""
    scene.open_table(house, "ultimate", OTHER, mode="live")
    scene.open_table(house, "ultimate", PRACTICE, mode="practice")
    scene.give(house, DIRECTOR, AddTournament(tournament="saturday", structure="saturday_special"))
    scene.bet_and_deal(house, TABLE, P1)


def bot(api: Api) -> str:
    """The token of a bot that plays for Ann, as she was told it."""
    scene.give(api.floor, MANAGER, AddDevice(id="bot-1", name="Bot", role=Role.PLAYER, patron="p1"))
    password = scene.give(api.floor, SETTING_UP, ResetPassword(person=P1.person)).secret["password"]
    answer = told(api.post("confirm_device", {"device": "bot-1", "password": password}, P1))
    return str(answer["secret"]["token"])


def reader(api: Api, *tables: str) -> str:
    body = {"id": "reader-1", "name": "Reader", "role": "dealer", "tables": list(tables)}
    return str(told(api.post("add_device", body, MANAGER))["secret"]["token"])


def addresses(table: str) -> tuple[str, ...]:
    """Every address under which a table shows what not everybody may see."""
    return (
        f"/api/tables/{table}",
        f"/api/tables/{table}/rounds",
        f"/api/tables/{table}/rounds/1?step=1",
        *(f"/tables/{table}", f"/tables/{table}/felt", f"/tables/{table}/rounds", f"/tables/{table}/rounds/1"),
        *(f"/tables/{table}/rounds/1/file", f"/maths/tables/{table}/worth"),
    )


def with_token(token: str) -> dict[str, Any]:
    return {"Authorization": f"Bearer {token}"}


def test_a_manager_is_told_no_token_of_a_bot_anywhere(api: Api) -> None:
    added = told(api.post("add_device", {"id": "bot-1", "name": "B", "role": "player", "patron": "p1"}, MANAGER))
    assert "secret" not in added
    assert added["answer"] == {"device": "bot-1", "waits_for": "p1"}
    by_manager = api.post("confirm_device", {"device": "bot-1", "password": "whatever"}, MANAGER)
    assert refused(by_manager, 403)["word"] == "role"
    assert refused(api.post("renew_device", {"device": "bot-1"}, MANAGER), 409)["word"] == "patrons_own"


def test_a_bot_sees_no_hole_cards_and_gives_no_commands_at_a_table_for_money(api: Api) -> None:
    signed = with_token(bot(api))
    assert told(api.get("/api/me", **signed))["person"] == P1.person
    own = told(api.get(f"/api/tables/{TABLE}", P1))["view"]
    cards = [card for box in own["boxes"] for card in box["cards"] if card != "??"]
    assert len(cards) >= 2
    for address in addresses(TABLE):
        answer = api.get(address, **signed)
        assert refused(answer, 403)["reason"] == "A device plays at practice tables only.", address
        assert not [card for card in cards if card in answer.content.decode()]
    for table, status in ((TABLE, 403), (PRACTICE, 200)):
        told(api.post("play", {"table": table, **WAGER}, **signed), status)
    told(api.get(f"/api/tables/{PRACTICE}", **signed))
    refused(api.get("/api/tournaments/saturday", **signed), 403)
    form = {"do": "place", "seat:whole": "1", "wagers.ante:money": "10", "wagers.blind:money": "10"}
    refused(api.form(f"/tables/{TABLE}/wagers", form, **signed), 403)


def test_a_bot_hears_no_table_for_money(api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    token = bot(api)
    scene.give(house, SETTING_UP, SetHouse(devices_play_for_money=True))
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.0)
    with served(house) as address:
        with Screen(address, f"/live/tables/{TABLE}", token) as screen:
            screen.next()
            scene.give(house, MANAGER, SetHouse(devices_play_for_money=False))
            screen.rest()
            assert "this session is over" in screen.comments
        for path in (f"/live/tables/{TABLE}", "/live/tournaments/saturday"):
            with Screen(address, path, token) as screen:
                assert (screen.status, screen.refusal()["word"]) == (403, "device")
        for path in (f"/live/tables/{PRACTICE}", "/live/house"):
            with Screen(address, path, token) as screen:
                assert screen.status == 200


def test_a_device_of_a_dealer_sees_and_does_nothing_at_other_tables(api: Api, house: Floor) -> None:
    token = reader(api, OTHER)
    signed = with_token(token)
    told(api.get(f"/api/tables/{OTHER}", **signed))
    text_of(api.get(f"/dealer/{OTHER}", **signed))
    for address in (*addresses(TABLE), f"/dealer/{TABLE}", f"/dealer/{TABLE}/now", f"/wizard/{TABLE}"):
        assert refused(api.get(address, **signed), 403)["reason"] == "This device is for uth-2 only.", address
    for address in ("/api/tournaments/saturday", "/director/saturday/"):
        assert refused(api.get(address, **signed), 403)["word"] == "device", address
    scene.give(house, scene.DEALER, Play(table=OTHER, do="check_cards", cards=_all_cards(house)))
    told(api.post("call_supervisor", {"table": OTHER, "reason": "Spilt"}, **signed))
    for name, body in (
        ("call_supervisor", {"table": TABLE, "reason": "Spilt"}),
        ("play", {"table": TABLE, "do": "shoe_malfunction"}),
        ("buy_in", {"patron": "p1", "amount": 100}),
        ("desk", {"tournament": "saturday", "do": "count_hand", "given": {"table": 1}}),
    ):
        assert refused(api.post(name, body, **signed), 403)["word"] == "device", name
    for path in (f"/dealer/{TABLE}/enter", f"/wizard/{TABLE}/void_round/follows"):
        refused(api.form(path, {"text": "Ah"}, **signed), 403)
    home = api.get("/dealer/", **signed).content.decode()
    assert f"/dealer/{OTHER}" in home
    assert f"/dealer/{TABLE}" not in home
    with served(house) as address, Screen(address, f"/live/tables/{TABLE}", token) as screen:
        assert (screen.status, screen.refusal()["word"]) == (403, "device")


def _all_cards(house: Floor) -> tuple[str, ...]:
    record = scene.record_of(house, OTHER)
    return tuple(map(face, record.rules.deck(record.state).cards))


def test_a_patron_sees_their_devices_and_ends_them(api: Api, house: Floor, clock: Clock) -> None:
    assert "Device:" not in text_of(api.get("/account", P1))
    scene.give(house, MANAGER, AddDevice(id="bot-1", name="My bot", role=Role.PLAYER, patron="p1", days=10))
    shown = text_of(api.get("/account", P1))
    assert "Device: My bot" in shown
    assert "waits for your word" in shown
    password = scene.give(house, SETTING_UP, ResetPassword(person=P1.person)).secret["password"]
    api._tokens.clear()
    fields = {"device": "bot-1", "password:secret": password, "key": "1"}
    wrong = api.form("/cage/give/confirm_device", fields | {"password:secret": "not-the-one"}, P1)
    assert told_no(wrong) == ("The password is wrong.", "password")
    token = text_of(api.form("/cage/give/confirm_device", fields | {"key": "2"}, P1)).split()[-1]
    assert "device.bot-1." in token
    told(api.get("/api/me", **with_token(token)))
    shown = text_of(api.get("/account", P1))
    assert "play, at practice tables" in shown
    assert "holds, until 25 November 2025, 12:00" in shown
    assert "Last used 15 November 2025, 12:00" in shown
    ended = {"device": "bot-1", "reason": "on the patron's own order", "then": "/account"}
    assert api.form("/cage/give/revoke_device", ended, P1)["HX-Redirect"] == "/account"
    refused(api.get("/api/me", **with_token(token)), 401)
    assert "Device: My bot" not in text_of(api.get("/account", P1))


def test_what_others_changed_stands_on_ones_own_page_with_who_and_when(api: Api, house: Floor) -> None:
    assert "Changed by others" not in text_of(api.get("/account", P1))
    scene.give(house, MANAGER, AddDevice(id="bot-1", name="My bot", role=Role.PLAYER, patron="p1"))
    scene.give(house, MANAGER, RevokeDevice(device="bot-1", reason="A mistake"))
    told(api.post("reset_password", {"person": P1.person}, MANAGER))
    api._tokens.clear()
    shown = text_of(api.get("/account", P1))
    for sentence in (
        "A new password is set. Maria, 15 November 2025, 12:00",
        "The device may not act any more: A mistake. Maria, 15 November 2025, 12:00",
        "The device My bot plays for p1 for 90 days once they confirm it. Maria, 15 November 2025, 12:00",
    ):
        assert sentence in shown, shown
    cashier = PEOPLE[Role.CASHIER]
    told(api.post("change_roles", {"staff": cashier.id, "roles": ["cashier", "dealer"]}, MANAGER))
    assert "May act as cashier and dealer. Maria, 15 November 2025, 12:00" in text_of(api.get("/account", cashier))
