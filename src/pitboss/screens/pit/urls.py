"""Addresses of the pit."""

from django.urls import path

from pitboss.screens.pit import floats, house, people, rulings, views

urlpatterns = [
    path("", views.home),
    path("now", views.home, {"template": "pit/now.html"}),
    path("tables/new", house.new_table),
    path("tables/new/<str:game>", house.new_table),
    path("tables/<str:table>", views.table),
    path("tables/<str:table>/now", views.table, {"template": "pit/tables/table_now.html"}),
    path("tables/<str:table>/money", views.table, {"template": "pit/tables/table_money.html"}),
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
    path("house/now", house.house, {"template": "pit/house_now.html"}),
    path("staff", house.staff),
    path("staff/now", house.staff, {"template": "pit/people/staff_now.html"}),
    path("staff/<str:staff>", house.member),
    path("devices", house.devices),
    path("devices/now", house.devices, {"template": "pit/devices_now.html"}),
]
