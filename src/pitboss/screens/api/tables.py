"""API reads of tables and tournaments, now and in the past, for those who may see them."""

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.kernel.roles import STAFF
from pitboss.floor.reading import recall
from pitboss.floor.reading.recall import NoSuchRound
from pitboss.floor.reading.tournaments.room import with_house_facts
from pitboss.floor.reading.views import table_row, tournament_row, view_of
from pitboss.screens.api.reads import ANYBODY, SIGNED_IN, Answer, Number, Read, ReadRequest
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.forms import whole

MOST_ROUNDS = 1000


def tables(asked: ReadRequest) -> Answer:
    """All tables of the house, in the order of their names."""
    return {"tables": [table_row(record) for record in asked.floor.records("table").values()]}


def table(asked: ReadRequest) -> Answer | No:
    """A table as whoever asks may see it, and what they may do there now."""
    return _stream_view(asked, "table")


def tournaments(asked: ReadRequest) -> Answer:
    """All tournaments of the house, in the order of their names."""
    at = asked.floor.clock()
    return {"tournaments": [tournament_row(record, at) for record in asked.floor.records("tournament").values()]}


def tournament(asked: ReadRequest) -> Answer | No:
    """A tournament as whoever asks may see it."""
    return _stream_view(asked, "tournament")


def _stream_view(asked: ReadRequest, family: str) -> Answer | No:
    name = asked.path[family]
    known = asked.floor.latest(f"{family}:{name}") if is_id(name) else None
    if known is None or known.record is None:
        return _no(family)
    record = known.record
    if family == "tournament" and asked.actor.role in STAFF:
        record = with_house_facts(asked.floor, record, gaming_clock(asked.floor))
    view = view_of(f"{family}:{name}", record, asked.actor, asked.floor.clock())
    return {"stream": f"{family}:{name}", "position": known.position, "view": view}


def rounds(asked: ReadRequest) -> Answer | No:
    """The last rounds of a table, with the moments and the `seq` of the journal they began and ended at."""
    name = asked.path["table"]
    record = asked.floor.record(f"table:{name}") if is_id(name) else None
    if record is None:
        return _no("table")
    played = record.state.house.round
    found = recall.rounds(name, max(1, played - asked.query["most"] + 1))
    return {"rounds": [each._asdict() for each in found], "found": played}


def one_round(asked: ReadRequest) -> Answer | No:
    """The steps of a round; with `step`, the table exactly as whoever asks saw it after that step."""
    name, number, step = asked.path["table"], whole(asked.path["round"]), asked.query["step"]
    if number is None or not is_id(name):
        return _no("round")
    try:
        steps = recall.steps(name, number)
        if step is None:
            told = [{"step": n, "seq": each.seq, "at": each.at, "kinds": each.kinds} for n, each in enumerate(steps, 1)]
            return {"table": name, "round": number, "steps": told}
        return {
            "table": name,
            "round": number,
            "step": step,
            "view": recall.view_at_step(name, number, step, asked.actor).as_json(),
        }
    except NoSuchRound as unknown:
        return No(str(unknown), word="unknown", status=404)


def _no(what: str) -> No:
    return not_found(f"{what} of that name")


READS = (
    Read(path="/api/tables", roles=ANYBODY, answer=tables),
    Read(path="/api/tables/{table}", roles=SIGNED_IN, answer=table),
    Read(
        path="/api/tables/{table}/rounds",
        roles=SIGNED_IN,
        answer=rounds,
        query={"most": Number(1, MOST_ROUNDS, 100, "How many rounds at most, the last ones.")},
    ),
    Read(
        path="/api/tables/{table}/rounds/{round}",
        roles=SIGNED_IN,
        answer=one_round,
        query={"step": Number(1, 10**6, None, "The step to look at; the first is 1.")},
    ),
    Read(path="/api/tournaments", roles=ANYBODY, answer=tournaments),
    Read(path="/api/tournaments/{tournament}", roles=SIGNED_IN, answer=tournament),
)
