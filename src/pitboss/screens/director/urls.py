"""`/director/...`"""

from django.urls import include, path

from pitboss.screens.director import dealt, frame, home
from pitboss.screens.director.afterwards import books, log, results
from pitboss.screens.director.desk import views as desk
from pitboss.screens.director.prizes import deals, giving
from pitboss.screens.director.prizes import views as prizes
from pitboss.screens.director.registration import views as registration
from pitboss.screens.director.rulings import people, stopping, wizard
from pitboss.screens.director.structures import conditions, editor

STRUCTURES = [
    path("", editor.shelf),
    path("now", editor.shelf, {"template": "director/structures/shelf_now.html"}),
    path("edit", editor.edit),
    path("check", editor.check),
    path("fields", editor.fields),
    path("read", editor.read_text),
    path("more", editor.more),
    path("keep", editor.keep),
    path("amend", editor.amend),
    path("forecast", editor.forecast),
]
DESK = [
    path("", desk.desk),
    path("room", desk.desk, {"template": "director/desk/room.html"}),
]
RULINGS = [
    path("", wizard.index),
    path("recent", wizard.recent),
    path("matter/<str:matter>", wizard.matter_form),
    path("answer/<str:matter>", wizard.answer),
    path("penalties/", people.penalties),
    path("penalties/now", people.penalties_now),
    path("penalties/whom", people.whom),
    path("penalties/person", people.person),
    path("penalties/person/now", people.person_now),
    path("clock/", people.player_clock),
    path("absent/", people.absent),
    path("absent/now", people.absent, {"template": "absent_now.html"}),
    path("stop/", stopping.stop),
    path("stop/now", stopping.stop, {"template": "stop_now.html"}),
    path("stop/stacks/<int:table>", stopping.stacks),
    path("return-sheet/", stopping.return_sheet),
]
ENTRIES = [
    path("", registration.home),
    path("found", registration.search_list),
    path("others", registration.others),
    path("person", registration.person),
    path("now", registration.now),
    path("list", registration.entry_list),
    path("add", registration.add),
    path("seat-list", registration.seat_list),
    path("seat-cards", registration.cards),
    path("<int:number>/receipt", registration.receipt),
]
CONDITIONS = [
    path("", conditions.conditions),
    path("now", conditions.now),
    path("paper", conditions.paper),
    path("delay", conditions.delay),
]
PRIZES = [
    path("", prizes.prizes),
    path("now", prizes.prizes, {"template": "director/prizes/now.html"}),
    path("sheet", prizes.payout_sheet),
    path("vouchers", prizes.all_vouchers),
    path("vouchers/<int:number>", prizes.one_voucher),
    path("deal", deals.deal),
    path("deal/now", deals.deal, {"template": "director/prizes/deal_now.html"}),
    path("deal/check", deals.check),
    path("give", giving.give),
]
SESSIONS = [path("", dealt.sessions), path("now", dealt.sessions, {"template": "director/sessions/now.html"})]
RACES = [path("", dealt.races), path("now", dealt.races, {"template": "director/races/now.html"})]
AFTERWARDS = [
    path("", books.reconciliation),
    path("now", books.reconciliation, {"template": "director/afterwards/books_now.html"}),
    path("results", results.page),
    path("results/preview", results.preview),
    path("results/print", results.paper),
    path("results.csv", results.file),
    path("log", log.document),
    path("log.csv", log.table),
    path("log.txt", log.text),
]
urlpatterns = [
    path("", home.tournaments),
    path("now", home.tournaments_now),
    path("would", frame.would),
    path("structures/", include(STRUCTURES)),
    path("<str:tournament>/strip", frame.strip),
    path("<str:tournament>/", include(DESK)),
    path("<str:tournament>/rulings/", include(RULINGS)),
    path("<str:tournament>/entries/", include(ENTRIES)),
    path("<str:tournament>/conditions/", include(CONDITIONS)),
    path("<str:tournament>/prizes/", include(PRIZES)),
    path("<str:tournament>/sessions/", include(SESSIONS)),
    path("<str:tournament>/races/", include(RACES)),
    path("<str:tournament>/afterwards/", include(AFTERWARDS)),
]
