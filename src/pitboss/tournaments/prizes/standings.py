"""Who stands where: the places of everybody who is out, and of the winner or winners when the event is over."""

from collections.abc import Mapping
from itertools import groupby

from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.state import Exit, Player, Stage, Status, Tournament, in_hand, in_play

Places = Mapping[Player, tuple[int, ...]]


def players_left(state: Tournament) -> int:
    """How many are still in the running, those who wait for a seat among them."""
    return len(in_play(state))


def awaiting_place(state: Tournament) -> frozenset[Player]:
    """STAR 7.18: who is out and waits for the end of the round, or for a ruling, to be placed."""
    tie = state.tie
    ruled_on = () if tie is None else (*tie.busts, *(bust for later in tie.behind for bust in later))
    return frozenset(bust.player for bust in (*state.pending, *ruled_on))


def mid_hand(state: Tournament, player: Player) -> Refusal | None:
    """STAR 6.18: nothing changes for a player in the middle of a hand, nor before the place of a lost one is known."""
    if player in awaiting_place(state):
        sentence = f"The place of {player} is not decided: this waits for it."
        return Refusal(state.clause("procedures"), sentence, "mid_hand")
    if in_hand(state, player):
        return Refusal(state.clause("procedures"), f"{player} is in a hand: this waits until it is over.", "mid_hand")
    return None


def next_tier(state: Tournament) -> int:
    """The tier of whoever goes out next: above everybody who is out already."""
    return max((each.tier for each in state.exits), default=0) + 1


def entry_number(state: Tournament, player: Player) -> int:
    """The number of the entry that a player plays with; whoever came back plays with the last one."""
    return max(
        (each.number for each in state.entries if each.player == player and each.kind in ("entry", "re-entry")),
        default=0,
    )


def by_entry(state: Tournament, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """T-04: players in the order of their entry numbers."""
    numbers = {player: entry_number(state, player) for player in players}
    return tuple(sorted(players, key=lambda player: (numbers[player], player)))


def public_name(state: Tournament, player: Player) -> str:
    """STAR 6.20: how somebody is called in public; without consent, by the number of the entry alone."""
    person = state.people.get(player)
    if person is not None and person.publicity:
        return player
    number = next((each.number for each in state.entries if each.player == player), 0)
    return f"Entrant {number}"


def places(state: Tournament) -> Places:
    """The places by player, several where they are shared: the field stands above everybody who is out.

    Between a session and its repechage so do those who may still get a seat (UTH 16.3(a)(iii)(F)). Who was disqualified
    has no place, and those below move up, so that no prize is left over. When the event is over, whoever is left is the
    winner; those who have agreed on a deal for everything share the first places.
    """
    left = in_play(state)
    found: dict[Player, tuple[int, ...]] = {}
    if state.stage is Stage.OVER and left:
        found.update(dict.fromkeys(by_entry(state, left), tuple(range(1, len(left) + 1))))
    place = len(left) + len(_may_go_on(state)) + 1
    for _, tier in groupby(sorted(state.exits, key=_tier, reverse=True), key=_tier):
        sharing = tuple(tier)
        held = tuple(range(place, place + len(sharing)))
        found.update((each.player, held) for each in sharing)
        place += len(sharing)
    return Frozen(found)


def _may_go_on(state: Tournament) -> set[Player]:
    waiting = {player for player, each in state.entrants.items() if each.status is Status.NOT_ADVANCED}
    return waiting - {each.player for each in state.exits} if waiting else waiting


def _tier(out: Exit) -> int:
    return out.tier
