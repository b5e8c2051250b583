"""Every sentence that can reach a person is for people: refusals, events, pages of all roles, the command line."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import resolve
from typer.main import get_command

from pitboss.cli.app import app
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.directory import Directory
from pitboss.floor.people.patrons import ChangePatron
from pitboss.floor.people.staff import AddStaff
from pitboss.floor.reading import event_words
from pitboss.floor.reading.event_words import words_of
from pitboss.floor.reading.journal_search import kinds
from pitboss.journal import codec, store
from pitboss.kits.events import note_on
from pitboss.rulebook.book import as_read, rulebook
from pitboss.rulebook.refusal import Refusal
from pitboss.screens.common import process
from tests.floor import every_command_scene, house_scene
from tests.journal.samples import SOURCES, steps
from tests.screens import sentences
from tests.screens.api_scene import Api

# Words of the surroundings of the program, which those who run it have to know by their names.
OF_THE_ENVIRONMENT = re.compile(
    r"\b(?:DATABASE_URL|PITBOSS_[A-Z_]+)\b|--\w+ [0-9]+|such as p1001 25|p1002 25 for another player"
)


def test_every_sentence_in_the_program_is_for_people() -> None:
    found = [
        f"{place} has {fault}"
        for place, text in sentences.written()
        if not place.startswith(("screens/api/", "odds/", "journal/", "conformance/"))
        for fault in sentences.wrong_with(OF_THE_ENVIRONMENT.sub("", text))
    ]
    assert not found, "\n".join(found)


def test_every_refusal_of_the_rules_and_every_event_is_told_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random rounds with mischief, the worked cases and whole events."""
    heard: set[str] = set()
    for kind in (Refusal, No):
        _listen(monkeypatch, kind, heard)
    steps.cache_clear()
    told = {words_of(event) for source in SOURCES for step in steps(source) for event in step.events}
    assert len(heard) > 500
    assert not sentences.all_wrong(heard | told)


def _listen(monkeypatch: pytest.MonkeyPatch, kind: Any, heard: set[str]) -> None:
    usual = kind.__init__

    def hear(self: Any, *given: Any, **named: Any) -> None:
        usual(self, *given, **named)
        heard.add(self.reason)

    monkeypatch.setattr(kind, "__init__", hear)


def test_every_kind_of_event_has_words_and_every_clause_a_name() -> None:
    assert {kind for kind in kinds() if note_on(kind) is None} == set(event_words._WORDS)
    clauses = (clause for each in rulebook().documents.values() for clause in each.clauses)
    assert not sentences.all_wrong(as_read(clause.name) for clause in clauses)


# A house in which everything has been done once, as everybody sees it.

NAMES = ("Alice Reed", "Ben Hollow", "Cleo Park")
AUDITOR = Actor("staff:ada", Role.AUDITOR)
PLAYER = every_command_scene.PLAYERS[0]
EVERYBODY = (*every_command_scene.STAFF, AUDITOR, PLAYER, None)
# Of addresses that differ by a name or a number only, so many are looked at.
OF_A_KIND = 2
# What has no sentences, takes long, or is told by the rulebook in the words of the documents.
NOT_READ = re.compile(r"/(?:static|maths|rules|live|api)/|/file$|\.json$")


@pytest.fixture
def busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    clock = house_scene.Clock()
    with house_scene.sqlite_house(tmp_path, clock) as floor:
        give = every_command_scene.keyed(floor)
        every_command_scene.tell(floor, clock, give)
        for actor, name in zip(every_command_scene.PLAYERS, NAMES, strict=True):
            if floor.record(actor.person).name != name:
                give(every_command_scene.CASHIER, ChangePatron(patron=actor.id, name=name))
        give(SETTING_UP, AddStaff(id=AUDITOR.id, name="Ada Stone", roles=(Role.AUDITOR,)))
        directory = Directory()
        monkeypatch.setattr(process, "floor", lambda: floor)
        monkeypatch.setattr(process, "directory", lambda: directory)
        yield floor


def test_everything_on_every_page_of_every_role_is_for_people(busy: Floor) -> None:
    api, seen, faults = Api(busy), 0, set[str]()
    for actor in EVERYBODY:
        for address, said in _pages(api, actor):
            seen += 1
            faults |= {f"{address}: {fault}" for text in said for fault in _faults(text)}
    assert seen > 150
    assert not faults, "\n".join(sorted(faults))


def _faults(text: str) -> list[str]:
    # A number or a stream by itself is the name of what the row or the link is about; the rest is what people wrote.
    if re.fullmatch(r"[a-z]+:[a-z0-9.-]*|p[0-9]+|[0-9]+", text):
        return []
    return sentences.wrong_with(re.sub(r"^p[0-9]{4} · |, p[0-9]{4}$", "", text))


def _pages(api: Api, actor: Actor | None) -> Any:
    """Every page that somebody comes to from the lobby, and every part of these."""
    waiting, done, of_a_kind = ["/"], set[str](), dict[str, int]()
    while waiting:
        address = waiting.pop(0)
        path = urlsplit(address).path
        if address in done or NOT_READ.search(path):
            continue
        done.add(address)
        route = resolve(path).route
        of_a_kind[route] = of_a_kind.get(route, 0) + 1
        if of_a_kind[route] > OF_A_KIND:
            continue
        answer = api.get(address, actor, Accept="text/html", HX_Request="true") if actor else api.get(address)
        if not answer["Content-Type"].startswith("text/html"):
            continue
        reader = sentences.Reader()
        reader.feed(answer.content.decode())
        yield address, reader.said
        ways = (way for way in reader.ways if not urlsplit(way).netloc and not way.startswith("#"))
        waiting += [urljoin(address, way) for way in ways]


def test_the_help_of_every_command_is_for_people() -> None:
    told = _helps(get_command(app))
    assert len(told) > 12
    # Options, files and what a command writes for programs are called by their names.
    named = re.compile(r"--?[\w-]+(?: [A-Z]+)?|\"[a-z_]+\"|\S*[/.]\S+")
    assert not sentences.all_wrong(OF_THE_ENVIRONMENT.sub("", named.sub("", line)) for each in told for line in each)


def _helps(command: Any) -> list[list[str]]:
    own = [(command.help or "").splitlines()]
    return own + [lines for each in getattr(command, "commands", {}).values() for lines in _helps(each)]


def test_every_event_of_the_house_is_told_for_people(busy: Floor) -> None:
    told = [words_of(codec.decode(row.kind, row.version, row.body)) for row in store.tail(0)]
    # Whoever draws a sentence puts the names in.
    assert not sentences.all_wrong(re.sub(r"\bp[0-9]{4}\b|\bstaff:[a-z]+\b", "Alice", each) for each in told)
