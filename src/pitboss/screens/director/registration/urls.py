"""`/director/<tournament>/entries/...`"""

from django.urls import path

from pitboss.screens.director.registration import views

urlpatterns = [
    path("", views.home),
    path("found", views.search_list),
    path("others", views.others),
    path("person", views.person),
    path("now", views.now),
    path("list", views.entry_list),
    path("add", views.add),
    path("seat-list", views.seat_list),
    path("seat-cards", views.cards),
    path("<int:number>/receipt", views.receipt),
]
