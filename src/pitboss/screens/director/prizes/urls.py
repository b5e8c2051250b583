"""Addresses of the prizes of a tournament."""

from django.urls import path

from pitboss.screens.director.prizes import deals, giving, views

urlpatterns = [
    path("", views.prizes),
    path("now", views.prizes, {"template": "director/prizes/now.html"}),
    path("sheet", views.payout_sheet),
    path("vouchers", views.all_vouchers),
    path("vouchers/<int:number>", views.one_voucher),
    path("deal", deals.deal),
    path("deal/now", deals.deal, {"template": "director/prizes/deal_now.html"}),
    path("deal/check", deals.check),
    path("give", giving.give),
]
