"""Addresses of the pit."""

from django.urls import path

from pitboss.screens.pit import floats, house, people, rulings, views

urlpatterns = [
    path("", views.home),
    path("now", views.now),
    path("tables/new", house.new_table),
    path("tables/new/<str:game>", house.new_table),
    path("tables/<str:table>", views.table),
    path("tables/<str:table>/now", views.table_now),
    path("tables/<str:table>/money", views.table_money),
    path("people", people.people),
    path("people/found", people.search_list),
    path("people/playing", people.playing),
    path("people/<str:patron>", people.person),
    path("people/<str:patron>/now", people.person_now),
    path("floats", floats.floats),
    path("floats/now", floats.floats_now),
    path("floats/<str:table>", floats.count),
    path("rulings", rulings.log),
    path("house", house.house),
    path("house/now", house.house_now),
    path("staff", house.staff),
    path("staff/now", house.staff_now),
    path("staff/<str:staff>", house.member),
    path("devices", house.devices),
    path("devices/now", house.devices_now),
]
