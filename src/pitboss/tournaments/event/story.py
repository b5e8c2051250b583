"""What happened in an event, told as lines of data: when, what kind of thing, in a sentence, by which clause."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.cards.card import faces
from pitboss.games.play import dollars
from pitboss.tournaments.chips import races
from pitboss.tournaments.clock import desk as clock_desk
from pitboss.tournaments.clock.clock import BREAK, ClockReading, reading
from pitboss.tournaments.entries import absence, coming_back, eligibility, penalties
from pitboss.tournaments.entries.entries import registration_open
from pitboss.tournaments.event import events, rulings, story_desk
from pitboss.tournaments.event.contract import Events, TimeTold
from pitboss.tournaments.event.state import Moment, Stage, Status, Tournament
from pitboss.tournaments.event.story_kinds import (
    CHIPS,
    CLOCK,
    ENTRY,
    LEVEL,
    MOVE,
    OUT,
    PLACE,
    PRIZE,
    RACE,
    ROUND,
    RULING,
    SEAT,
    STAGE,
    TABLE,
    Beside,
    Tellers,
    TellersBeside,
    Told,
    because,
    count_words,
)
from pitboss.tournaments.hands import hand_for_hand as h4h
from pitboss.tournaments.hands import hands
from pitboss.tournaments.prizes import paying, placing, same_round
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.prizes import prizes
from pitboss.tournaments.prizes.standings import places, players_left
from pitboss.tournaments.seating import final_table, tables
from pitboss.tournaments.sessions import events as sessions


class StoryLine(NamedTuple):
    """One line of the story."""

    at: Moment
    kind: str
    text: str
    clause: str


def tell_story(state: Tournament, happened: Events, at: Moment) -> tuple[StoryLine, ...]:
    """The story of what followed from one command; `state` is the event after it.

    Hands that cost nobody the last chips are not told. What a session does comes before what it does to each player.
    """
    beside = frozenset(type(event) for event in happened)
    lines = []
    for event in sorted(happened, key=lambda event: type(event) not in _FIRST):
        said = _lines_for(state, event, beside)
        if said is not None:
            lines.append(StoryLine(at, said[0], said[1], event.clause))
    return tuple(lines)


def _lines_for(state: Tournament, event: Any, beside: Beside) -> Told:
    kind = type(event)
    if kind in _TELLERS:
        teller = _TELLERS[kind]
        return teller(state, event) if callable(teller) else (teller[0], teller[1].format_map(event._asdict()))
    return _TELLERS_BESIDE[kind](state, event, beside) if kind in _TELLERS_BESIDE else None


def tells(kind: type) -> bool:
    """Whether the story has words for a kind of event, even if not each time."""
    return kind in _TELLERS or kind in _TELLERS_BESIDE


_FIRST = (sessions.SessionBegun, sessions.ExtraRound, sessions.CardsDrawn, sessions.SessionEnded)


def level_line(state: Tournament, shown: ClockReading, at: Moment) -> StoryLine:
    """STAR 7.20, STAR 4: a level or a break begins."""
    if shown.kind == BREAK:
        minutes = -(-(shown.remaining or 0) // 60)
        return StoryLine(at, CLOCK, f"Break of {minutes} minutes after level {shown.level}.", state.clause("breaks"))
    blinds = shown.blinds
    assert blinds is not None
    amounts = f"{blinds.small:,}/{blinds.big:,}, ante {blinds.ante:,}"
    return StoryLine(at, LEVEL, f"Level {shown.level}: {amounts}.", state.rules.clause_for("STAR 7.20"))


def closed_line(state: Tournament, at: Moment) -> StoryLine:
    """STAR 1-e[s2], STAR 3-a[s2]: entries are closed, so that the pool and the prizes are known."""
    money, cash = pool(state), prizes(state)
    paid = ", ".join(dollars(cents) for _, cents in sorted(cash.items()))
    field = f"{players_left(state)} players left for {dollars(money.prize_pool_cents)}"
    text = f"Entries are closed with {money.entries}: {field}, paid to {len(cash)} places: {paid}."
    return StoryLine(at, PRIZE, text, state.clause("paid_out"))


def _tell_entered(state: Tournament, event: events.Entered) -> Told:
    entry = event.entry
    how = {"entry": "enters", "re-entry": "re-enters", "re-buy": "buys back in", "add-on": "takes the add-on"}
    waits = event.status in (Status.ALTERNATE, Status.WAITING_REENTRY) and state.entrants[entry.player].stack == 0
    return ENTRY, f"{entry.player} {how[entry.kind]} (entry {entry.number}){' and waits for a seat' if waits else ''}."


def _seat_taken(state: Tournament, event: events.SeatTaken) -> Told:
    if state.started is None or event.at == state.started:
        return None
    # Chips for a session are issued apart from its seats.
    chips = event.issued or state.entrants[event.player].stack
    return SEAT, f"{event.player} takes table {event.table} seat {event.seat} with {chips:,}."


def _seat_changed(state: Tournament, event: events.SeatChanged) -> Told:
    where = f"table {event.table} seat {event.seat} to table {event.to_table} seat {event.to_seat}"
    return MOVE, f"{event.player} moves from {where}: {event.reason.rstrip('.')}."


# Why somebody is kept out, in words.
_KEPT_OUT = {
    eligibility.PREVENTED: "a temporary prevention of entry",
    eligibility.WITHDRAWAL: "a withdrawal of licence",
    eligibility.HARM: "to prevent harm",
}


def _chips_removed(state: Tournament, event: events.ChipsRemoved) -> Told:
    if event.why == sessions.LOST_TO_BANK:
        # What everybody has at the end of a round is told with the round.
        return None
    return CHIPS, f"{event.chips:,} of {event.player} out of play: {_KEPT_OUT.get(event.why, event.why).rstrip('.')}."


def _tell_exited(state: Tournament, event: events.Exited) -> Told:
    player = event.exit.player
    if registration_open(state, event.exit.at):
        # Whoever comes back loses the place, and the others move: none is final yet.
        return OUT, f"{player} is out with {players_left(state)} left."
    return OUT, f"{player} is out {_place_words(places(state).get(player, ()))}."


def _place_words(held: tuple[int, ...]) -> str:
    if not held:
        return "without a place"
    if len(held) == 1:
        return f"in place {held[0]}"
    return f"sharing places {held[0]} to {held[-1]}"


def _clock_turned(state: Tournament, event: events.ClockTurned) -> Told:
    if event.hand_for_hand and len(state.clock.turns) > 1 and state.clock.turns[-2].running is event.turn.running:
        # Every synchronised hand turns the clock.
        return None
    tells_what = (clock_desk.NEXT_LEVEL, clock_desk.NEXT_BREAK, clock_desk.BREAK_OVER, clock_desk.PREVIOUS_LEVEL)
    shown = reading(state, event.turn.at) if event.why in tells_what else None
    level = f", {level_line(state, shown, event.turn.at).text.lower()}" if shown is not None else "."
    return CLOCK, f"Clock: {event.why.rstrip('.')}{level}"


def _stage_changed(state: Tournament, event: events.StageChanged) -> Told:
    # Names in the director's words keep their capitals.
    why = (
        f" {event.why[0].upper()}{event.why[1:].rstrip('.')}." if event.why and event.stage is not Stage.RUNNING else ""
    )
    return STAGE, f"The event is {event.stage}.{why}"


def _tell_ruled(state: Tournament, event: events.Ruled) -> Told:
    who = f"{event.player}: " if event.player else ""
    # People write with a full stop, or without.
    return RULING, f"{who}{event.what}{'' if event.what.endswith(('.', '!', '?')) else '.'}"


def _tell_refunded(state: Tournament, event: events.Refunded) -> Told:
    back, why = dollars(event.fee + event.admin), _KEPT_OUT.get(event.why, event.why)
    return ENTRY, f"{event.entry.player} gets {back} back for entry {event.entry.number}: {why.rstrip('.')}."


def _tell_raced(state: Tournament, event: races.Raced) -> Told:
    won = event.race.winners
    names = [name for seat, name in sorted(state.tables[event.table].seats.items()) if seat in won]
    who = f"to {', '.join(names)}" if names else "to nobody"
    dealt = "; ".join(f"seat {seat} {faces(cards)}" for seat, cards in event.race.cards.items())
    more = "; ".join(f"seat {seat} {faces(cards)}" for seat, cards in event.race.extra.items())
    shown = f"Cards: {dealt}{', and for equal ones ' + more if more else ''}."
    return RACE, f"Table {event.table} races its chips of {event.old:,}: chips of {event.new:,} {who}. {shown}"


_TIE_RULINGS: Mapping[str, str] = {
    same_round.TIERED: "the best of each table share",
    same_round.SHARE_ALL: "all share",
    same_round.DRAW: "by a draw of cards",
}


def _final_table(state: Tournament, event: final_table.FinalTableDrawn) -> Told:
    seats = ", ".join(f"{seat} {player}" for seat, player in sorted(event.seats.items()))
    return TABLE, f"The final table is drawn at table {event.table}: {seats}."


def _tell_penalised(state: Tournament, event: penalties.PenaltySet, beside: Beside) -> Told:
    """STAR 7.39: a penalty that is given or over; that a hand has counted for it is not told."""
    if event.penalty is None:
        return RULING, f"The penalty of {event.player} is over."
    if hands.HandPlayed in beside or sessions.HouseRoundEnded in beside:
        return None
    reason = event.penalty.reason.rstrip(".")
    return RULING, f"{event.player} stays away for {count_words(event.penalty.hands, 'hand')}: {reason}."


def _deal_agreed(state: Tournament, event: paying.DealAgreed) -> Told:
    parts = ", ".join(f"{player} {dollars(cents)}" for player, cents in event.deal.amounts.items())
    return PRIZE, f"A deal by {event.deal.method}: {parts}."


def _places_confirmed(state: Tournament, event: paying.PlacesConfirmed) -> Told:
    winners = [player for player, held in event.places.items() if 1 in held]
    if len(winners) > 1:
        return PLACE, f"The places are confirmed; {', '.join(winners[:-1])} and {winners[-1]} share the first places."
    return PLACE, f"The places are confirmed; {''.join(winners)} won."


def _round_ended(state: Tournament, event: sessions.HouseRoundEnded) -> Told:
    if not event.counts:
        return None
    table = state.tables[event.table]
    have = ", ".join(f"{name} {state.entrants[name].stack:,}" for _, name in sorted(table.seats.items()))
    return ROUND, f"Round {table.rounds} is over at table {event.table}{': ' + have if have else ''}."


def _cards_drawn(state: Tournament, event: sessions.CardsDrawn) -> Told:
    drawn = ", ".join(f"{player} {faces(event.cards[player])}" for player in event.order)
    return PLACE, f"Cards are drawn, the best first: {drawn}."


def _session_ended(state: Tournament, event: sessions.SessionEnded) -> Told:
    who = f": {', '.join(event.advance)} go on" if event.advance else ""
    return STAGE, f"Session {event.number} is over{who}."


def _prize_paid(state: Tournament, event: paying.PrizePaid) -> Told:
    payment = event.payment
    held = _place_words(places(state).get(payment.player, ()))
    return PRIZE, f"{payment.player} {held} is paid {dollars(payment.cents)}."


_TELLERS: Tellers = {
    events.Entered: _tell_entered,
    events.SeatTaken: _seat_taken,
    events.SeatChanged: _seat_changed,
    events.ChipsRemoved: _chips_removed,
    events.Exited: _tell_exited,
    events.ClockTurned: _clock_turned,
    events.StageChanged: _stage_changed,
    events.Ruled: _tell_ruled,
    rulings.MessageShown: lambda _, event: (
        RULING,
        f"The screens tell: {event.text}" if event.text else "The message is taken off the screens.",
    ),
    events.Refunded: _tell_refunded,
    races.Raced: _tell_raced,
    races.ColouredUp: (RACE, "Chips of {old:,} go out for chips of {new:,}."),
    tables.TableOpened: lambda state, event: (
        None if state.started is None else (TABLE, f"Table {event.table} is opened with {event.size} seats.")
    ),
    tables.TableClosed: (TABLE, "Table {table} is closed."),
    placing.TieRuled: lambda _, event: (RULING, f"The director rules on the places: {_TIE_RULINGS[event.option]}."),
    final_table.FinalTableDrawn: _final_table,
    absence.PresenceMarked: lambda _, event: (
        SEAT,
        f"{event.player} is {'away from' if event.absent else 'back at'} the table.",
    ),
    penalties.Warned: lambda _, event: (RULING, f"{event.player} is warned{because(event.reason)}."),
    paying.DealAgreed: _deal_agreed,
    paying.PlacesConfirmed: _places_confirmed,
    paying.PrizePaid: _prize_paid,
    sessions.SessionBegun: lambda _, event: (
        STAGE,
        f"Session {event.number} begins{', the final' if event.final else ''}.",
    ),
    sessions.HouseRoundStarted: (ROUND, "Round {hand.number} begins at table {table}, the marker at seat {marker}."),
    sessions.HouseRoundEnded: _round_ended,
    sessions.ExtraRound: lambda _, event: (STAGE, f"An extra round for equal chips: {', '.join(event.players)}."),
    sessions.CardsDrawn: _cards_drawn,
    sessions.SessionEnded: _session_ended,
    **story_desk.TELLERS,
}
# What is told or not by what else happened with it.
_TELLERS_BESIDE: TellersBeside = {
    penalties.PenaltySet: _tell_penalised,
    **story_desk.TELLERS_BESIDE,
}
# What is not told, because something else that happens with it is, or because every hand brings it.
SILENT: Mapping[type, str] = {
    TimeTold: "every line has its moment",
    events.ChipsIssued: "the entry, the arrival or the round that they are issued for",
    coming_back.BoughtBack: "the entry",
    absence.StakeSetAside: "the chips that leave play",
    absence.PostsMissed: "every hand",
    placing.ChipsLoose: "who is out",
    placing.RoundClosed: "who is out",
    placing.RoundsWait: "the ruling that they wait for",
    hands.HandStarted: "every hand",
    hands.HandPlayed: "every hand",
    clock_desk.HandCounted: "every hand",
    h4h.RoundFinished: "every hand",
}
