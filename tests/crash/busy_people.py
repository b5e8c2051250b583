"""People who keep a house busy over HTTP and never give up: what is not answered is asked again under the same key."""

import http.client
import json
import threading
import uuid
from dataclasses import dataclass, field
from random import Random
from typing import Any

# What makes a game go on; the rest of the choices, such as leaving and talking, is left out.
LEAST = {"ante": 1000, "blind": 1000, "main": 1000, "jackpot": 0, "trips": 0, "perfect_pairs": 0}
PATIENCE_SECONDS = 20


@dataclass
class Person:
    """Somebody with a token, who does one thing after the other until told to stop."""

    port: int
    token: str
    random: Random
    # The keys of commands that were answered with yes, with the `seq` of the answer.
    acknowledged: dict[str, int] = field(default_factory=dict)
    # Answers that no client should ever get.
    strange: list[str] = field(default_factory=list)
    _wire: http.client.HTTPConnection | None = None

    def one_thing(self) -> None:
        raise NotImplementedError

    def ask(self, method: str, address: str, told: Any = None, key: str = "") -> tuple[int, dict[str, Any]]:
        """Asks until there is an answer, whatever becomes of the server."""
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key}
        body = None if told is None else json.dumps(told)
        while True:
            if self._wire is None:
                self._wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
            try:
                self._wire.request(method, address, body, {name: text for name, text in headers.items() if text})
                with self._wire.getresponse() as answer:
                    return answer.status, json.loads(answer.read())
            except (OSError, http.client.HTTPException, ValueError):
                self.hang_up()

    def hang_up(self) -> None:
        if self._wire is not None:
            self._wire.close()
        self._wire = None

    def give(self, command: str, **told: Any) -> bool:
        key = uuid.UUID(int=self.random.getrandbits(128)).hex
        status, answer = self.ask("POST", f"/api/commands/{command}", told, key)
        if status == 200:
            self.acknowledged[key] = answer["seq"]
        elif status >= 500:
            self.strange.append(f"{command}: {status} {answer}")
        return status == 200


@dataclass
class Cashier(Person):
    """Buys a patron in, a dollar at a time."""

    patron: str = ""

    def one_thing(self) -> None:
        self.give("buy_in", patron=self.patron, amount=100, method="eft")


@dataclass
class Player(Person):
    """Plays one box of one table: the least wager, then anything that is allowed."""

    table: str = ""
    seat: int = 1

    def view(self) -> dict[str, Any]:
        status, told = self.ask("GET", f"/api/tables/{self.table}")
        assert status == 200, told
        view: dict[str, Any] = told["view"]
        return view

    def one_thing(self) -> None:
        self.move(self.view())

    def move(self, view: dict[str, Any]) -> bool:
        """Something that this player may do; False where there is nothing."""
        offered = [each for each in view["choices"] if each.get("seat") == self.seat]
        decisions = [each for each in offered if each["do"] not in ("place", "leave", "take_back", "increase")]
        if view["stage"] not in ("playing", "dealing"):
            mine = any(each["seat"] == self.seat for each in view["wagers"]) and view["stage"] == "betting"
            if mine and view["may_deal"]:
                return self.give("deal", table=self.table)
            spots = next((each["kinds"] for each in offered if each["do"] == "place"), ())
            wagers = {spot: LEAST[spot] for spot in spots if LEAST.get(spot)}
            return not mine and self.give("play", table=self.table, do="place", seat=self.seat, wagers=wagers)
        if decisions:
            choice = self.random.choice(decisions)
            told = {"amount": self.random.choice(choice["amounts"])} if choice.get("amounts") else {}
            return self.give("play", table=self.table, do=choice["do"], seat=self.seat, **told)
        return view["may_deal"] and self.give("deal", table=self.table)


class Crowd:
    """People, each on a thread of their own, until the crowd is sent home."""

    def __init__(self, people: list[Person]) -> None:
        self.people, self._over = people, threading.Event()
        self._threads = [threading.Thread(target=self._busy, args=[person], daemon=True) for person in people]

    def come(self) -> None:
        for thread in self._threads:
            thread.start()

    def go(self) -> None:
        """Everybody finishes what they have asked for."""
        self._over.set()
        for thread in self._threads:
            thread.join(PATIENCE_SECONDS)
            assert not thread.is_alive()

    def _busy(self, person: Person) -> None:
        try:
            while not self._over.is_set():
                person.one_thing()
        except Exception as fault:
            person.strange.append(repr(fault))

    @property
    def acknowledged(self) -> dict[str, int]:
        return {key: seq for person in self.people for key, seq in person.acknowledged.items()}
