"""The trainer: a hand, a choice, and then what each choice was worth; for players who sit at no table for money."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.roles import CROUPIER, Role
from pitboss.floor.people.training import (
    DAILY,
    DAILY_HANDS,
    NoteHand,
    Progress,
    daily_results,
    refusal_to_train,
    today,
    training_record,
)
from pitboss.games.play import Cents
from pitboss.kits import kit_of
from pitboss.odds.rules import GAMES
from pitboss.odds.training.hands import EVERY_HAND, TrainingHand
from pitboss.screens.common.acting import answer_refusal, poster
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.computing import jobs
from pitboss.screens.common.computing.worker import NotComputed, worker
from pitboss.screens.common.pages import Context, Drawn, Visit, draw, page
from pitboss.screens.maths import training

NO_GAME = not_found("game of that name to train")
PATIENCE_SECONDS = 0.25


@page(Role.PLAYER)
def home(visit: Visit) -> Drawn:
    """The first game."""
    return HttpResponseRedirect(f"/trainer/{GAMES[0]}")


@page(Role.PLAYER)
def trainer(visit: Visit, game: str, template: str = "maths/trainer/page.html") -> Drawn:
    """A hand: before the choice the cards alone, afterwards what each choice was worth."""
    if game not in GAMES:
        return NO_GAME
    refused = refusal_to_train(visit.floor, visit.actor.id)
    if refused:
        return refused
    day = today(visit.floor, visit.floor.clock())
    progress = training_record(visit.floor, visit.actor.id).of(game)
    drill = _drill(game, str(visit.request.GET.get("drill", "")))
    number = _number(str(visit.request.GET.get("hand", "")), progress.number(drill, day))
    shown: Context = {
        "game": game,
        "titles": {name: kit_of(name).game.title for name in GAMES},
        "names": {name: name.capitalize() for name in GAMES},
        "drill": drill,
        "drills": _drills(game),
        "number": number,
        "progress": progress,
        "daily": progress.daily if progress.day == day else (),
        "results": daily_results(visit.floor, day, game) if drill == DAILY else [],
        "is_done": drill == DAILY and number > DAILY_HANDS,
        "waits_at": f"/trainer/{game}/now?{visit.request.GET.urlencode()}",
    }
    if not shown["is_done"]:
        shown |= _hand_shown(visit, game, day, drill, number)
    return draw(visit, template, **shown)


def _drills(game: str) -> dict[str, str]:
    return {**kit_of(game).drills, DAILY: "Today\u2019s ten hands"}


def _drill(game: str, written: str) -> str:
    return written if written in _drills(game) else EVERY_HAND


def _number(written: str, coming: int) -> int:
    """A hand that has been asked, or the one to come."""
    asked = int(written) if written.isdecimal() and len(written) < 9 else coming
    return asked if 0 < asked < coming else coming


def _hand_shown(visit: Visit, game: str, day: str, drill: str, number: int) -> Context:
    """The hand as far as it is dealt, with what the choices are worth once one has been made and noted."""
    try:
        hand = (
            worker()
            .ask(jobs.training_hand, game, *training.seed_of(visit.actor.id, day, drill, number))
            .wait(PATIENCE_SECONDS)
        )
    except NotComputed as broken:
        return {"fault": str(broken)}
    if hand is None:
        return {}
    progress = training_record(visit.floor, visit.actor.id).of(game)
    do, amount = _choice(str(visit.request.GET.get("chose", "")))
    is_answered = number < progress.number(drill, day) and training.given_away(hand, do, amount) is not None
    rows = training.choice_rows(hand, do, amount)
    shown: Context = {
        "hand": hand,
        "view": training.view_of(game, hand),
        "choices": training.as_asked(rows),
        "is_answered": is_answered,
    }
    return shown | _answer_shown(game, hand, rows, progress) if is_answered else shown


def _answer_shown(game: str, hand: TrainingHand, rows: list[training.ChoiceRow], progress: Progress) -> Context:
    return {
        "rows": rows,
        "best": rows[0],
        "chosen": next(row for row in rows if row.is_chosen),
        "chart": training.chart_of(game, hand.cell, progress.missed),
        "around": training.neighbour_rows(hand),
    }


def _choice(written: str) -> tuple[str, Cents | None]:
    """A choice as an address has it: `play-4000`."""
    do, _, amount = written.partition("-")
    return do, int(amount) if amount.isdecimal() and len(amount) < 9 else None


def choose(request: HttpRequest, game: str) -> HttpResponse:
    """A choice: the house notes what it gave away, once a hand, and shows what each choice was worth."""
    visit = poster(request)
    if isinstance(visit, HttpResponse):
        return visit
    if game not in GAMES or visit.actor.role is not Role.PLAYER:
        return answer_refusal(visit, NO_GAME)
    floor, player, posted = visit.floor, visit.actor.id, request.POST
    day, drill = today(floor, floor.clock()), _drill(game, str(posted.get("drill", "")))
    coming = training_record(floor, player).of(game).number(drill, day)
    number, chose = _number(str(posted.get("hand", "")), coming), str(posted.get("chose", ""))
    do, amount = _choice(chose)
    if number == coming:
        refused = _note(visit, game, (day, drill, number), do, amount)
        if refused:
            return answer_refusal(visit, refused)
    address = f"/trainer/{game}?{urlencode({'drill': drill, 'hand': number, 'chose': chose})}"
    return HttpResponse(status=204, headers={"HX-Redirect": address})


def _note(visit: Visit, game: str, asked: tuple[str, str, int], do: str, amount: Cents | None) -> No | None:
    day, drill, number = asked
    seed = training.seed_of(visit.actor.id, day, drill, number)
    try:
        hand = worker().ask(jobs.training_hand, game, *seed).wait(PATIENCE_SECONDS)
    except NotComputed as broken:
        return No(str(broken), word="computing")
    if hand is None:
        return No("This hand is still being computed; choose again in a moment.", word="computing")
    lost = training.given_away(hand, do, amount)
    if lost is None:
        return No("This is no choice with this hand.", field="chose", word="invalid", status=422)
    note = NoteHand(
        player=visit.actor.id,
        day=day,
        game=game,
        drill=drill,
        number=number,
        do=do,
        amount=amount,
        given_away=lost,
        cell=str(hand.cell or ""),
    )
    done = visit.floor.execute(CROUPIER, note)
    return done if isinstance(done, No) else None
