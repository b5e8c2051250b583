"""What the forms of the prizes page send, as the commands take it."""

from pitboss.screens.director.prizes.giving import gather_fields


def test_ticked_players_are_a_list_and_numbered_ones_an_order() -> None:
    assert gather_fields({"agreed_by": {"p1": True, "p2": False}}) == {"agreed_by": ["p1"]}
    assert gather_fields({"order": {"10": "p3", "2": "p2", "1": "p1"}}) == {"order": ["p1", "p2", "p3"]}
    assert gather_fields(None) == {}
