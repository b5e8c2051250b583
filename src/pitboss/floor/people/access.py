"""How people get in: passwords, second factor, failed attempts and sessions, as they stand on the person's stream.

Patrons, staff and devices have an `Access` each. Nothing here is secret: passwords and secrets are rows beside the
journal, of which the events have a digest, and of a session's token they have the SHA-256 only.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.floor.kernel.days import MINUTE
from pitboss.floor.kernel.roles import Role

# So many wrong passwords or codes from one place within this time lock that place out for as long. Only many more of
# them from everywhere lock everybody out who comes under that name.
ATTEMPTS = 5
ATTEMPTS_IN_ALL = 100
ATTEMPTS_WITHIN = 15 * MINUTE
LOCKED_FOR = 15 * MINUTE
# With one session more than these, the oldest of the person ends.
MOST_SESSIONS = 20


class CredentialSet(NamedTuple):
    """A new password: the digest of the row that has it. It also ends a lock-out.

    Where somebody else has given it, it is for the first sign-in only; `second` is the manager who agreed to that, and
    was told it.
    """

    digest: str
    by: str
    second: str = ""
    is_for_once: bool = False


class SecondFactorOffered(NamedTuple):
    """A secret was told, and waits for the first code made from it; until then an old one holds."""

    digest: str


class SecondFactorConfirmed(NamedTuple):
    """The first code was right: from now on a code is asked for. `step` is the time step of the code."""

    step: int


class SecondFactorRemoved(NamedTuple):
    digest: str
    by: str
    second: str = ""


class SignedIn(NamedTuple):
    """A session began: the SHA-256 of its token, and the moment when it ends at the latest."""

    session: str
    role: Role
    expires: int
    # The time step of the code that was used, so that nobody uses it again.
    step: int | None
    source: str = ""


class SessionSeen(NamedTuple):
    """Somebody has used the session: it is not idle."""

    session: str


class SignedOut(NamedTuple):
    session: str


class SessionsEnded(NamedTuple):
    """All sessions of the person are over."""

    by: str


class SignInFailed(NamedTuple):
    """A wrong password or a wrong code, and where it came from."""

    what: str
    source: str = ""


class LockedOut(NamedTuple):
    """Too many wrong attempts, the last of them from there: until this moment nothing is accepted from it.

    Earlier programs named no place, and accepted nothing from anywhere.
    """

    until: int
    source: str = ""


class Session(NamedTuple):
    role: Role
    expires: int
    seen: int


class Access(NamedTuple):
    """How one person gets in, at one moment."""

    # The digest of the row that has the password; nothing where there is none.
    credential: str = ""
    second_factor_offered: bool = False
    has_second_factor: bool = False
    last_step: int = 0
    # When wrong attempts were made, within the time that counts, and from where.
    failures: tuple[tuple[int, str], ...] = ()
    locked_until: int = 0
    # By the SHA-256 of the token; those that are over in time are dropped with the next sign-in.
    sessions: tuple[tuple[str, Session], ...] = ()
    # Whether the password must be changed at the next sign-in: somebody else has given it.
    password_is_for_once: bool = False
    # The staff who alone have made this account, or given it a password or roles: they could be acting through it.
    in_hands_of: frozenset[str] = frozenset()
    # When somebody had it in hand last.
    handled_at: int = 0

    def session(self, digest: str) -> Session | None:
        return dict(self.sessions).get(digest)


ACCESS_EVENTS = (
    CredentialSet,
    SecondFactorOffered,
    SecondFactorConfirmed,
    SecondFactorRemoved,
    SignedIn,
    SessionSeen,
    SignedOut,
    SessionsEnded,
    SignInFailed,
    LockedOut,
)


def apply_access(access: Access, event: object, at: int) -> Access:
    """The access after an event."""
    match event:
        case CredentialSet():
            # Whoever agreed to it was told it, and not whoever asked.
            access = in_hand(access, event.second or event.by, at)
            return access._replace(
                credential=event.digest, failures=(), locked_until=0, password_is_for_once=event.is_for_once
            )
        case SecondFactorOffered():
            return access._replace(credential=event.digest, second_factor_offered=True)
        case SecondFactorConfirmed():
            return access._replace(second_factor_offered=False, has_second_factor=True, last_step=event.step)
        case SecondFactorRemoved():
            access = access if event.second else in_hand(access, event.by, at)
            return access._replace(credential=event.digest, second_factor_offered=False, has_second_factor=False)
        case SignInFailed():
            recent = [each for each in access.failures if at < each[0] + ATTEMPTS_WITHIN + LOCKED_FOR]
            return access._replace(failures=(*recent, (at, event.source)))
        case LockedOut():
            return access if event.source else access._replace(locked_until=event.until)
    return _apply_session(access, event, at)


def _apply_session(access: Access, event: object, at: int) -> Access:
    match event:
        case SignedIn():
            running = [each for each in access.sessions if at < each[1].expires][1 - MOST_SESSIONS :]
            began = (event.session, Session(event.role, event.expires, at))
            step = access.last_step if event.step is None else event.step
            others = [each for each in access.failures if event.source not in ("", each[1])]
            return access._replace(sessions=(*running, began), failures=tuple(others), last_step=step)
        case SessionSeen():
            seen = [(d, s._replace(seen=at) if d == event.session else s) for d, s in access.sessions]
            return access._replace(sessions=tuple(seen))
        case SignedOut():
            return access._replace(sessions=tuple(each for each in access.sessions if each[0] != event.session))
        case SessionsEnded():
            return access._replace(sessions=())
    raise TypeError(f"{type(event).__name__} does not belong to how people get in.")


def in_hand(access: Access, by: str, at: int) -> Access:
    """The access after one of the staff alone had the account in hand."""
    if not by.startswith("staff:"):
        return access
    return access._replace(in_hands_of=access.in_hands_of | {by}, handled_at=at)


def is_locked(failures: Iterable[tuple[int, str]], at: int, source: str) -> bool:
    """Whether so many wrong attempts, from one place or from all together, lock out whoever comes from there."""
    listed = sorted(failures)
    return _are_too_many([moment for moment, place in listed if place == source], ATTEMPTS, at) or _are_too_many(
        [moment for moment, _ in listed], ATTEMPTS_IN_ALL, at
    )


def _are_too_many(moments: list[int], most: int, at: int) -> bool:
    last = moments[-most:]
    return len(last) == most and last[-1] < last[0] + ATTEMPTS_WITHIN and at < last[-1] + LOCKED_FOR
