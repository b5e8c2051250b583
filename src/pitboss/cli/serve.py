"""`pitboss serve`: the house on a web server, with the API and the live stream; `pitboss vouch`, by whoever runs it."""

import os
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import stop, whole_number
from pitboss.cli.premises import HOUSE, Data, house_at

if TYPE_CHECKING:
    import socket

Host = Annotated[str, typer.Option("--host", metavar="H", help="The address to listen at; 0.0.0.0 is all of them.")]
Port = Annotated[str, typer.Option("--port", metavar="N", help="The port to listen at; 0 is any that is free.")]
Workers = Annotated[str, typer.Option("--workers", metavar="N", help="Processes; more than one on PostgreSQL only.")]
Proxy = Annotated[
    list[str] | None,
    typer.Option("--proxy", metavar="ADDRESS", help="A proxy that tells where people come from; may be said again."),
]
Log = Annotated[Path | None, typer.Option("--log", metavar="FILE", help="Log to a file, not to the error stream.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The name with which somebody of the staff signs in.")]

MOST_WORKERS = 64
# The variable of the environment that says the same as --proxy, with blanks between.
PROXIES = "PITBOSS_PROXIES"


def serve(
    host: Host = "127.0.0.1",
    port: Port = "8000",
    data: Data = HOUSE,
    workers: Workers = "1",
    log: Log = None,
    proxy: Proxy = None,
) -> None:
    """Run the house: its tables, cage and tournaments, behind a JSON API and live streams.

    The house is kept in a folder, in SQLite; with the environment variable DATABASE_URL it is kept in PostgreSQL, where
    several processes can serve it. The first start opens a demo house and tells everybody's password, once. Ctrl-C
    stops it: what is being done is finished, and nothing that was answered is lost.
    """
    number = whole_number("--port", port, 0, 65535)
    count = whole_number("--workers", workers, 1, MOST_WORKERS)
    _name_proxies(proxy or [])
    if count > 1 and not os.environ.get("DATABASE_URL"):
        stop("Several processes need PostgreSQL: set DATABASE_URL.")
    from pitboss.server.setup import CannotBeSetUp

    try:
        _serve(host, number, data.resolve(), count, log.resolve() if log else None)
    except CannotBeSetUp as why:
        stop(str(why))


def _name_proxies(named: list[str]) -> None:
    """The proxies in front of the house, for this process and those that it starts."""
    where = "--proxy" if named else PROXIES
    named = named or os.environ.get(PROXIES, "").split()
    for each in named:
        try:
            ip_network(each, strict=False)
        except ValueError:
            stop(f"{where} takes an address or a network such as 10.0.0.5 or 10.0.0.0/24, not {each!r}.")
    os.environ[PROXIES] = " ".join(named)


def _serve(host: str, port: int, data: Path, workers: int, log: Path | None) -> None:
    from pitboss.server import logs, setup

    os.environ["PITBOSS_HOST"] = host
    setup.set_up(data, os.environ.get("DATABASE_URL", ""))
    try:
        logs.set_up(log)
    except OSError as fault:
        stop(f"The log cannot be written to {log}: {fault.strerror}.")
    from pitboss.server.run import bind_socket, serve, serve_many

    with bind_socket(host, port) as listening:
        is_demo = _open_house()
        if is_demo and not _is_this_machine(listening):
            typer.echo("This is a demo house: whoever reaches this address can enter it as anybody.", err=True)
        _tell_address(host, listening)
        if workers > 1:
            serve_many(listening, workers, log)
        else:
            from pitboss.server.asgi import application

            serve(application(), listening)
    typer.echo("Stopped.")


def _open_house() -> bool:
    """The database as this version needs it, the key of its shoes, and the first time a house to look at.

    Returns whether it is a demo.
    """
    from pitboss.floor.kernel.contract import HOUSE
    from pitboss.floor.kernel.premises import Premises
    from pitboss.floor.people.notice import notice_lines
    from pitboss.floor.tables import sealing
    from pitboss.floor.upkeep import demo
    from pitboss.screens.common import process
    from pitboss.server.setup import note_start, set_up_alone

    with set_up_alone():
        sealing.own_mark()
        for line in (*demo.open_demo_house(process.floor()), *notice_lines(process.floor())):
            typer.echo(line)
        house: Premises | None = process.floor().record(HOUSE)
        note_start()
    return house is not None and house.is_demo


def _is_this_machine(listening: "socket.socket") -> bool:
    return ip_address(listening.getsockname()[0]).is_loopback


def _tell_address(host: str, listening: "socket.socket") -> None:
    shown = f"[{host}]" if ":" in host else host
    typer.echo(f"The house is at http://{shown}:{listening.getsockname()[1]}/ - Ctrl-C stops it.")


def vouch(name: Name, data: Data = HOUSE) -> None:
    """Vouch for somebody of the staff in a house where no manager can.

    Whoever alone made an account, or gave it its password or roles, is no second person to it until a manager who had
    no part in it vouches for it on the page of the staff. In a house of one manager nobody can: whoever runs its
    machine does it here, and the journal has it. The house may go on meanwhile.
    """
    with house_at(data):
        from pitboss.floor.kernel.contract import No
        from pitboss.floor.kernel.floor import Floor
        from pitboss.floor.kernel.premises import SETTING_UP
        from pitboss.floor.people.staff import VouchForStaff, find

        floor = Floor()
        answer = floor.execute(SETTING_UP, VouchForStaff(staff=name))
        if isinstance(answer, No):
            stop(answer.reason)
        member = find(floor.now(), name)
    typer.echo(f"{member.name if member else name} is vouched for: the account is in nobody else's hands.")
