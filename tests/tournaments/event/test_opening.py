"""Before entries open: conditions, publication, approval, directors, and which rule prevails."""

from dataclasses import replace

import pytest

from pitboss.games.frozen import Frozen
from pitboss.tournaments.entries.entries import Register
from pitboss.tournaments.event.conditions import DAY
from pitboss.tournaments.event.conditions_document import ITEMS, STATEMENT, item_text, untold
from pitboss.tournaments.event.events import Ruled
from pitboss.tournaments.event.opening import (
    CONDITIONS,
    GAME,
    TOURNAMENT,
    AmendConditions,
    AnnounceConditions,
    NameDirector,
    NotifyCommission,
    OpenEntries,
    PublishConditions,
    RecordApproval,
    RuleOnConflict,
    Says,
    SignOff,
    SignOn,
    conditions_document,
    precedence,
    prevails,
    unattended_warning,
)
from pitboss.tournaments.event.state import Stage, Tournament
from tests.tournaments.entries.scene import OPENING, OTHERS, conditions_of, of, opened, with_entries
from tests.tournaments.scene import NOON, after, conditions, done, member, planned, refuses

OPEN = OpenEntries(at=OPENING)
# What the figures of a house game leave open, and the conditions have to say in words.
_UNKNOWN = {
    "UTH": (
        "16.3(a)(iii)(C)",
        "16.3(a)(iii)(E)",
        "16.3(a)(iii)(E)(I)",
        "16.3(a)(iii)(E)(II)",
        "16.3(a)(vi)",
        "16.3(a)(x)",
    ),
    "CAN": ("17.3(a)(vi)",),
}


@pytest.mark.clause("UTH 16.2", "CAN 17.2")
@pytest.mark.parametrize("document", ["UTH", "CAN"])
@pytest.mark.clause("UTH 16.2(c)", "CAN 17.2(c)")
def test_entries_open_only_when_published_and_notified(document: str) -> None:
    state = Tournament(conditions_of(document))
    assert refuses(state, OPEN).word == "not_published"
    assert "sent to the Commission" in refuses(state, OPEN).reason
    state = after(state, PublishConditions(at=OPENING))
    refuses(state, OPEN, word="not_notified", clause={"UTH": "UTH 16.2", "CAN": "CAN 17.2"}[document])
    state = after(state, NotifyCommission(at=OPENING), OPEN)
    assert state.stage is Stage.OPEN
    assert state.stamps == {"published": OPENING, "notified": OPENING}


@pytest.mark.clause("UTH 16.3", "UTH 16.3(a)", "CAN 17.3", "CAN 17.3(a)")
@pytest.mark.parametrize("document", ["UTH", "CAN"])
def test_every_item_of_the_conditions_must_be_told(document: str) -> None:
    whole = conditions_of(document)
    bare = replace(whole, items=Frozen({}))
    assert tuple(item.number for item in untold(bare)) == _UNKNOWN[document]
    refusal = refuses(Tournament(bare), PublishConditions(at=OPENING))
    assert refusal.word == "incomplete"
    assert all(number in refusal.reason for number in _UNKNOWN[document])
    assert refuses(Tournament(bare), NotifyCommission(at=OPENING)).word == "incomplete"
    stamped = Tournament(bare, stamps=Frozen({"published": OPENING, "notified": OPENING}))
    assert refuses(stamped, OPEN).clause == {"UTH": "UTH 16.3(a)", "CAN": "CAN 17.3(a)"}[document]
    told_all = replace(bare, items=Frozen(dict.fromkeys(_UNKNOWN[document], "not applicable")))
    assert untold(told_all) == ()


@pytest.mark.clause("UTH 16.3(a)")
def test_figures_that_are_missing_are_items_that_are_missing() -> None:
    bare = replace(conditions_of("UTH"), items=Frozen({}), start=None, sessions=None, stack=0, scale=None)
    missing = {item.number for item in untold(bare)}
    assert {"16.3(a)(i)", "16.3(a)(iii)(A)", "16.3(a)(iv)", "16.3(a)(vii)", "16.3(a)(ix)"} <= missing
    assert "16.3(a)(ii)" not in missing
    assert "16.3(a)(v)" not in missing


@pytest.mark.clause("UTH 16.3(a)")
def test_a_part_of_an_item_that_does_not_apply_does_not_apply() -> None:
    bare = replace(conditions_of("UTH"), items=Frozen({"16.3(a)(iii)(E)": "Not applicable"}))
    part = next(item for item in ITEMS["UTH"] if item.number == "16.3(a)(iii)(E)(I)")
    assert item_text(bare, part) == "not applicable"


@pytest.mark.clause("UTH 16.3(b)", "CAN 17.3(b)", "UTH 16.2(a)")
@pytest.mark.parametrize("document", ["STAR", *OTHERS])
@pytest.mark.clause("UTH 16.3(a)(i)", "UTH 16.3(a)(ii)", "UTH 16.3(a)(iii)", "UTH 16.3(a)(iii)(E)")
@pytest.mark.clause("UTH 16.3(a)(iv)", "UTH 16.3(a)(vi)", "UTH 16.3(a)(viii)", "UTH 16.3(a)(viii)(A)")
@pytest.mark.clause("UTH 16.3(a)(viii)(B)", "UTH 16.3(a)(x)", "CAN 17.3(a)(i)", "CAN 17.3(a)(ii)")
@pytest.mark.clause("CAN 17.3(a)(iii)", "CAN 17.3(a)(iv)", "CAN 17.3(a)(vi)", "CAN 17.2(a)", "PON 20.4(a)")
@pytest.mark.clause("PON 20.4(c)", "PON 20.4(d)", "PON 20.4(f)", "HLD 20.4(a)", "HLD 20.4(b)", "HLD 20.4(c)")
@pytest.mark.clause("HLD 20.4(d)")
def test_the_document_has_every_item_and_the_statement(document: str) -> None:
    of_event = conditions() if document == "STAR" else conditions_of(document)
    page = conditions_document(of_event)
    assert of_event.title in page
    assert "Wednesday, 11 June 2025, 12:00" in page
    for item in ITEMS[document]:
        assert f"{document} {item.number}  {item.what}: " in page
        assert item_text(of_event, item) in page
    assert (STATEMENT in page) == (document in ("UTH", "CAN"))
    assert "to be told" in conditions_document(
        replace(of_event, start=None, items=Frozen({}), sessions=None, scale=None)
    )


def test_the_document_keeps_other_conditions_of_the_house() -> None:
    assert "chip race: Odd chips are raced" in conditions_document(conditions_of("HLD"))


@pytest.mark.clause("PON 20.3", "HLD 20.3")
@pytest.mark.parametrize("document", ["PON", "HLD"])
def test_entries_open_only_with_an_approval(document: str) -> None:
    state = Tournament(conditions_of(document))
    assert refuses(state, OPEN).word == "not_approved"
    assert refuses(state, OPEN).clause == f"{document} 20.3"
    assert refuses(state, RecordApproval(at=OPENING, reference="")).word == "no_reference"
    state = after(state, RecordApproval(at=OPENING, reference="GRC 2025/114"), OPEN)
    assert (state.stage, state.approval) == (Stage.OPEN, "GRC 2025/114")


@pytest.mark.clause("STAR 6.5[s2]")
def test_the_star_announces_its_conditions() -> None:
    assert after(planned(), OPEN).stamps == {"announced": OPENING}
    early = after(planned(), AnnounceConditions(at=OPENING - 5))
    assert after(early, OPEN).stamps == {"announced": OPENING - 5}
    assert refuses(early, AnnounceConditions(at=OPENING)).word == "already_announced"
    assert refuses(planned(), RecordApproval(at=OPENING, reference="X")).word == "not_in_these_rules"


def test_nobody_enters_before_entries_open() -> None:
    entry = Register(at=OPENING, person=member("A"))
    refuses(Tournament(conditions_of("UTH")), entry, word="not_open", clause="UTH 16.2")


def test_entries_open_once_and_only_with_conditions_that_can_be() -> None:
    assert refuses(opened(), OPEN).word == "is_open"
    assert refuses(planned(stack=0), OPEN).word == "stack"


@pytest.mark.clause("STAR 6.21(a)")
def test_an_amendment_inside_thirty_days_is_warned_of() -> None:
    changed = conditions(most_entrants=60)
    in_time = AmendConditions(at=NOON - 30 * DAY, conditions=changed, reason="fewer tables")
    state, events = done(planned(), in_time)
    assert state.conditions.most_entrants == 60
    assert not any(isinstance(each, Ruled) for each in events)
    state, events = done(planned(), replace(in_time, at=NOON - 30 * DAY + 1))
    assert state.conditions.most_entrants == 60
    assert [each.clause for each in events if isinstance(each, Ruled)] == ["STAR 6.21(a)"]


def test_amendments_that_cannot_be() -> None:
    state = planned()
    other = AmendConditions(at=OPENING, conditions=conditions_of("HLD"), reason="x")
    assert refuses(state, other).word == "other_document"
    assert refuses(state, AmendConditions(at=OPENING, conditions=conditions(), reason="")).word == "no_reason"
    assert refuses(state, AmendConditions(at=OPENING, conditions=conditions(stack=0), reason="x")).word == "stack"


def test_what_was_approved_is_approved_again_after_a_change() -> None:
    state = after(Tournament(conditions_of("PON")), RecordApproval(at=OPENING, reference="A-17"))
    changed = conditions_of("PON", most_entrants=20)
    state = after(state, AmendConditions(at=OPENING, conditions=changed, reason="fewer"))
    assert refuses(state, OPEN).word == "not_approved"
    assert refuses(of("PON"), AmendConditions(at=OPENING, conditions=changed, reason="x")).word == "entries_open"


@pytest.mark.clause("UTH 16.4", "PON 20.2", "HLD 20.2", "CAN 17.4", "STAR D-Tournament Director")
@pytest.mark.parametrize("document", ["STAR", *OTHERS])
def test_directors_are_named_and_sign_on(document: str) -> None:
    state = planned() if document == "STAR" else Tournament(conditions_of(document))
    assert refuses(state, SignOn(at=OPENING, name="Kim")).word == "not_named"
    assert refuses(state, NameDirector(at=OPENING, name="")).word == "no_name"
    state, events = done(state, NameDirector(at=OPENING, name="Kim"))
    assert events[-1].clause == state.clause("director")
    assert refuses(state, NameDirector(at=OPENING, name="Kim")).word == "already_named"
    state = after(state, SignOn(at=OPENING, name="Kim"))
    assert state.on_duty == {"Kim"}
    assert refuses(state, SignOn(at=OPENING, name="Kim")).word == "on_duty"
    running = state._replace(stage=Stage.RUNNING)
    assert unattended_warning(running) is None
    off = after(running, SignOff(at=OPENING, name="Kim"))
    assert unattended_warning(off) == "No tournament director is on duty."
    assert refuses(off, SignOff(at=OPENING, name="Kim")).word == "off_duty"


@pytest.mark.clause("UTH 16.1", "CAN 17.1", "STAR 7.1")
@pytest.mark.parametrize("document", ["UTH", "CAN", "STAR"])
def test_the_rules_beat_the_conditions(document: str) -> None:
    state = opened() if document == "STAR" else of(document)
    assert precedence(state) == (TOURNAMENT, GAME, CONDITIONS)
    game, tournament, own = Says(GAME, "7.1", "a"), Says(TOURNAMENT, "16.15", "b"), Says(CONDITIONS, "item 3", "c")
    between_rules = {"UTH": "UTH 16.1", "CAN": "CAN 17.1", "STAR": "STAR 7.1"}[document]
    assert prevails(state, game, tournament) == (tournament, game, between_rules)
    assert prevails(state, own, game)[:2] == (game, own)
    assert prevails(state, own, tournament)[0] == tournament


@pytest.mark.clause("PON 20.1", "PON 20.5", "HLD 20.1", "HLD 20.5")
@pytest.mark.parametrize("document", ["PON", "HLD"])
def test_approved_conditions_beat_the_rules(document: str) -> None:
    state = of(document)
    game, tournament, own = Says(GAME, "7.1", "a"), Says(TOURNAMENT, "20.7", "b"), Says(CONDITIONS, "item 3", "c")
    assert prevails(state, tournament, own) == (own, tournament, f"{document} 20.5")
    assert prevails(state, game, own) == (own, game, f"{document} 20.5")
    assert prevails(state, game, tournament) == (tournament, game, f"{document} 20.1")


@pytest.mark.clause("STAR 7.1")
def test_a_ruling_names_what_holds_and_what_does_not() -> None:
    base = Says(GAME, "HLD 17.6", "an action out of turn is void")
    star = Says(TOURNAMENT, "STAR 7.35[s2]", "an action out of turn binds")
    _, events = done(with_entries(opened(), 2), RuleOnConflict(at=NOON, subject="Out of turn", first=base, second=star))
    assert isinstance(events[-1], Ruled)
    assert events[-1].clause == "STAR 7.1"
    expected = (
        "Out of turn: an action out of turn binds (tournament rules, STAR 7.35[s2]) prevails over "
        "an action out of turn is void (rules of the game, HLD 17.6)."
    )
    assert events[-1].what == expected
    same = RuleOnConflict(at=NOON, subject="x", first=base, second=base)
    assert refuses(opened(), same).word == "sources"
    odd = RuleOnConflict(at=NOON, subject="x", first=base, second=Says("custom", "", ""))
    assert refuses(opened(), odd).word == "sources"
