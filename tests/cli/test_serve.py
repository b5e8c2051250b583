"""`serve`: a house at an address, opened once and stopped without loss; whatever is wrong is told in one sentence."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import httpx
import pytest

from tests.browser.served_scene import ENVIRONMENT, PATIENCE_SECONDS, Served
from tests.cli.terminal import PITBOSS, Pit, pitboss, refusal
from tests.postgres_server import PostgresServer
from tests.screens.live.live_scene import Screen


def run(*words: str, **environment: str) -> CompletedProcess[str]:
    """`serve` where it is expected to end by itself: in a process of its own, because Django is set up once in each."""
    return pitboss("serve", *words, env={**ENVIRONMENT, **environment}, timeout=PATIENCE_SECONDS)


def test_a_house_from_its_first_start_to_its_second(tmp_path: Path) -> None:
    with Served(tmp_path / "house") as house:
        people = house.passwords()
        assert {role for role, _ in people.values()} >= {"manager", "dealer", "cashier", "auditor", "player"}
        player = next(name for name, (role, _) in people.items() if role == "player")
        token = house.sign_in(player, *people[player])
        tables = house.client.get("/api/tables").json()["tables"]
        table = next(each["table"] for each in tables if (each["mode"], each["game"]) == ("practice", "ultimate"))
        with Screen(house.address, f"/live/tables/{table}", token) as screen:
            screen.next()
            house.give("play", {"table": table, "do": "sit", "seat": 1}, token)
            assert screen.next()["view"]["seated"] == {"1": player}
            seq = house.client.get("/health").json()["seq"]
            status, said = house.stop()
            assert screen.rest() == []
            assert screen.comments[-1] == "the house closes this stream"
        assert (status, said) == (0, "Stopped.\n")
        log = house.log.read_text()
    assert {json.loads(line)["command"] for line in log.splitlines()} >= {"sign_in", "play"}
    assert not any(secret in log for secret in (token, people[player][1]))
    with Served(tmp_path / "house") as house:
        assert house.passwords() == {}
        # The croupier may have done something of its own since.
        assert house.client.get("/health").json()["seq"] >= seq
        assert house.client.get("/api/me", headers={"Authorization": f"Bearer {token}"}).json()["id"] == player
        assert house.stop(signal.SIGINT) == (0, "Stopped.\n")


PROXIED = ("--workers", "2", "--proxy", "127.0.0.1")


@pytest.mark.needs("postgresql")
def test_several_processes_on_one_postgresql(tmp_path: Path, postgres: PostgresServer) -> None:
    url = postgres.database()
    with Served(tmp_path / "a", *PROXIED, url=url) as first, Served(tmp_path / "b", url=url) as second:
        assert second.passwords() == {}
        manager = first.sign_in("maria", *first.passwords()["maria"])
        # Each process is told of the proxies.
        forwarded = {"X-Forwarded-For": "192.0.2.7"}
        for _ in range(8):
            assert httpx.get(f"{first.address}/api/house", headers=forwarded).status_code == 200
        told = [json.loads(line) for line in first.log.read_text().splitlines()]
        assert {line["address"] for line in told if line.get("path") == "/api/house"} == {"192.0.2.7"}
        with Screen(second.address, "/live/house") as screen:
            assert screen.next()["view"]["is_open"] is True
            first.give("close_house", {}, manager)
            assert screen.next()["view"]["is_open"] is False
            second.give("open_house", {}, manager)
            assert screen.next()["view"]["is_open"] is True
        assert first.stop() == (0, "Stopped.\n")
        assert second.stop() == (0, "Stopped.\n")
    postgres.drop(url)


def test_what_is_wrong_with_the_options_is_one_sentence(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    cases = {
        ("--port", "eighty"): "--port is a whole number from 0 to 65,535, not 'eighty'.\n",
        ("--port", "65536"): "--port is a whole number from 0 to 65,535, not '65536'.\n",
        ("--workers", "0"): "--workers is a whole number from 1 to 64, not '0'.\n",
        ("--proxy", "10.0.0.1", "--proxy", "nginx"): (
            "--proxy takes an address or a network such as 10.0.0.5 or 10.0.0.0/24, not 'nginx'.\n"
        ),
        ("--workers", "2"): "Several processes need PostgreSQL: set DATABASE_URL.\n",
    }
    for words, sentence in cases.items():
        said = pit("serve", *words)
        assert (said.returncode, said.stdout, said.stderr) == (2, "", sentence)


def test_help_says_how(pit: Pit) -> None:
    said = pit("serve", "--help")
    assert said.returncode == 0
    for option in ("--host", "--port", "--data", "--workers", "--log", "--proxy", "DATABASE_URL"):
        assert option in said.stdout


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refusal(run("--data", str(tmp_path / "house"), "--port", str(port)))
        assert said == f"The house cannot be served at 127.0.0.1, port {port}: Address already in use."


def test_an_address_that_is_none(tmp_path: Path) -> None:
    said = refusal(run("--data", str(tmp_path / "house"), "--host", "nowhere.invalid"))
    assert said.startswith("The house cannot be served at nowhere.invalid, port 8000: ")


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = refusal(run("--data", str(tmp_path / "file")))
    assert said == f"The house cannot be kept in {tmp_path / 'file'}: File exists."


def test_in_a_folder_for_everybody_the_house_is_still_its_owners(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir(mode=0o755)
    (tmp_path / "house" / "house.sqlite3").touch(mode=0o644)
    with Served(tmp_path / "house"):
        for name in ("house.sqlite3", "lock", "secret"):
            assert (tmp_path / "house" / name).stat().st_mode & 0o777 == 0o600


def test_nobody_reads_what_is_told(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    words = [*PITBOSS, "serve", "--port", "0", "--data", str(tmp_path / "house")]
    said = subprocess.run(
        words, env=ENVIRONMENT, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=PATIENCE_SECONDS
    )
    os.close(writing)
    assert (said.returncode, said.stderr) == (1, "")


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    said = run("--data", str(tmp_path / "house"), "--log", str(tmp_path))
    assert (said.returncode, said.stderr) == (2, f"The log cannot be written to {tmp_path}: Is a directory.\n")


@pytest.mark.parametrize("url", ["mysql://x/y", "postgresql://host:port/name", "postgresql://host"])
def test_an_address_of_a_database_that_is_none(tmp_path: Path, url: str) -> None:
    assert refusal(run("--data", str(tmp_path / "house"), DATABASE_URL=url)).startswith("DATABASE_URL ")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PITBOSS_PROXIES", "10.0.0.1 nginx", "PITBOSS_PROXIES takes an address or a network such as 10.0.0.5"),
        ("PITBOSS_PROXIES", "10.0.0.1,10.0.0.2", "PITBOSS_PROXIES takes an address or a network such as 10.0.0.5"),
        ("PITBOSS_SEAL_KEY", "abc", "The key that shoes are sealed with must be 64 hexadecimal digits."),
        ("PITBOSS_SEAL_KEY", "\udcff", "PITBOSS_SEAL_KEY in the environment is no text."),
        ("PITBOSS_SECRET", "\udcff", "PITBOSS_SECRET in the environment is no text."),
        ("DATABASE_URL", "postgresql://a\udcff@127.0.0.1:1/house", "DATABASE_URL in the environment is no text."),
    ],
)
def test_a_variable_that_cannot_be_meant(tmp_path: Path, name: str, value: str, sentence: str) -> None:
    assert refusal(run("--port", "0", "--data", str(tmp_path / "house"), **{name: value})).startswith(sentence)


@pytest.mark.parametrize("name", ["secret", "seal"])
@pytest.mark.parametrize("content", [b"", b"\xff"])
def test_a_secret_that_is_gone_from_its_file(tmp_path: Path, name: str, content: bytes) -> None:
    """A house that went on with nothing for a secret, or with another one, would be found out too late."""
    kept = tmp_path / name
    kept.write_bytes(content)
    said = refusal(run("--port", "0", "--data", str(tmp_path)))
    assert said == f"{kept} is empty or no text any more: put it back from its copy."


def test_a_database_that_does_not_answer(tmp_path: Path) -> None:
    said = refusal(
        run("--port", "0", "--data", str(tmp_path / "house"), DATABASE_URL="postgresql://x@127.0.0.1:1/house")
    )
    assert said.startswith("The database cannot be used: ")


def test_a_house_of_a_newer_version_and_a_file_that_is_no_house(tmp_path: Path) -> None:
    data = tmp_path / "house"
    data.mkdir()
    with sqlite3.connect(data / "house.sqlite3") as database:
        database.execute("CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT, applied TEXT)")
        database.execute("INSERT INTO django_migrations VALUES (1, 'floor', '9999_later', '2030-01-01 00:00:00')")
    database.close()
    said = run("--port", "0", "--data", str(data))
    newer = "This house was last run by a newer version of Pitboss: use that one or a newer.\n"
    assert (said.returncode, said.stdout, said.stderr) == (2, "", newer)
    (data / "house.sqlite3").write_bytes(b"this is no database" * 100)
    assert refusal(run("--port", "0", "--data", str(data))) == "The database cannot be used: file is not a database."


def test_everything_that_answers_is_there_before_the_first_request(tmp_path: Path) -> None:
    """What comes later is gone through by the collector of garbage again and again, while everybody waits."""
    script = (
        "import gc, sys; from pathlib import Path; from pitboss.server import setup\n"
        f"setup.set_up(Path({str(tmp_path)!r})); setup.bring_up_to_date()\n"
        "from django.test import Client; from pitboss.server.asgi import application\n"
        "house = application(); house.begin(); before = set(sys.modules)\n"
        "print(gc.get_freeze_count() > len(before), Client().get('/rules/').status_code, end=' ')\n"
        "print(sorted(name for name in {*sys.modules} - before if name.startswith('pitboss.screens')))\n"
        "house.end()\n"
    )
    said = subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, text=True)
    assert said.stdout == "True 200 []\n", said.stderr


def test_the_server_waits_for_no_compiler(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from pitboss.server import setup\n"
        f"setup.set_up(Path({str(tmp_path)!r}))\n"
        "import pitboss.cli.serve, pitboss.server.run, pitboss.server.worker, pitboss.server.urls\n"
        "import pitboss.floor.upkeep.demo\n"
        "print([name for name in ('numba', 'numpy', 'pandas', 'altair') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, text=True)
    assert (said.stdout, said.stderr) == ("[]\n", "")
