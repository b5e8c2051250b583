"""A round of hold'em as it came out, in the words of a case's `expect`."""

from pitboss.games.holdem import GAME
from pitboss.games.holdem.seats.posting import MISDEAL
from pitboss.games.holdem.settings import settings_of
from pitboss.games.holdem.showdown.showdown import hand_shown, strengths
from pitboss.games.holdem.state import Holdem, Round, Settlement, hands_in
from pitboss.games.play import Command, Role, Stage
from pitboss.games.writing.steps import Json, faces_of
from pitboss.rulebook.refusal import Refusal


def report(state: Holdem) -> Json:
    """Everything a case can ask of a round of hold'em."""
    felt, now = state.felt, state.play.round
    found: Json = {
        "round": felt.result or f"unfinished ({felt.stage})",
        "misdeal": felt.result == MISDEAL,
        "pots": [],
        "returned": {},
        "commission": 0,
        "commission_by_pot": [],
        "awards": [],
        "hands": _hands(state),
        "stacks": stacks(state),
        "cards": _cards(now),
    }
    if felt.stage is Stage.OVER:
        found["button_next"] = button_next(state)
    return found if now.settlement is None else found | _settlement(now.settlement)


def stacks(state: Holdem) -> dict[str, int]:
    """The chips in front of everybody by seat; of a round being played, those that are not in the pot."""
    now = state.play.round
    in_round = dict(zip(now.seats, now.stacks, strict=True))
    chairs = {seat: chair.stake for seat, chair in state.play.room.chairs.items()}
    # Who has lost everything may have left the table with the end of the round.
    stakes = in_round | chairs if state.felt.stage is Stage.OVER else chairs | in_round
    return {str(seat): stake for seat, stake in sorted(stakes.items())}


def button_next(state: Holdem) -> int | None:
    """Where the button would be if the next round began now."""
    done = GAME.act(state, Command(Role.DEALER, "start_round"))
    return None if isinstance(done, Refusal) else done[0].play.round.button


def _settlement(done: Settlement) -> Json:
    return {
        "pots": [{"amount": pot.amount, "eligible": list(pot.eligible)} for pot in done.pots],
        "returned": {str(seat): amount for seat, amount in done.returned.items()},
        "commission": done.charge.total,
        "commission_by_pot": list(done.charge.by_pot),
        "commission_clause": done.charge.clause,
        "awards": [
            {"pot": award.pot, "side": award.side, "seat": award.seat, "amount": award.amount, "clause": award.clause}
            for award in done.awards
        ],
    }


def _hands(state: Holdem) -> list[Json]:
    """What each hand of a showdown makes, those included that may be mucked unseen."""
    now, settings = state.play.round, settings_of(state)
    hands = hands_in(now)
    if now.settlement is None or len(hands) < 2:
        return []
    rows: list[Json] = []
    for hand, strength in strengths(settings, now, hands).items():
        shown = hand_shown(settings, now.seats[hand], strength)
        row: Json = {"seat": shown.seat}
        if shown.rank is not None:
            row["rank"] = shown.rank
        if shown.low is not None:
            row["low"] = list(shown.low)
        rows.append(row)
    return rows


def _cards(now: Round) -> Json:
    board = now.board
    return {
        "hole": {str(seat): faces_of(cards) for seat, cards in zip(now.seats, now.hole, strict=True)},
        "flop": faces_of(board[:3]),
        "turn": faces_of(board[3:4]),
        "river": faces_of(board[4:]),
        "burned": faces_of(now.burned),
        "discarded": faces_of(now.discarded),
    }
