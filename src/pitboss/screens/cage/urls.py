"""Addresses of the cage."""

from django.urls import path

from pitboss.screens.cage import day, giving, views

urlpatterns = [
    path("", views.home),
    path("found", views.search_list),
    path("waits", views.waits),
    path("give/<str:name>", giving.give),
    path("total", giving.total),
    path("patrons/new", views.new_patron),
    path("patrons/<str:patron>", views.patron),
    path("patrons/<str:patron>/now", views.patron_now),
    path("patrons/<str:patron>/ledger", views.ledger),
    path("till", views.till),
    path("till/state", views.till, {"template": "cage/till_state.html"}),
    path("vouchers", views.all_vouchers),
    path("vouchers/<int:number>", views.voucher),
    path("vouchers/<int:number>/print", views.print_voucher),
    path("chips", views.chips),
    path("chips/now", views.chips, {"template": "cage/chips_now.html"}),
    path("adjustments", views.adjustments),
    path("adjustments/now", views.adjustments_now),
    path("adjustments/<int:number>", views.adjustment),
    path("flags", views.flags),
    path("day", day.gaming_day),
    path("day/<str:day>", day.gaming_day),
]
