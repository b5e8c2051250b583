"""What the forms of the prizes page send, as the commands take it."""

from pitboss.screens.director.prizes.giving import gathered


def test_ticked_players_are_a_list_and_numbered_ones_an_order() -> None:
    assert gathered({"agreed_by": {"p1": True, "p2": False}}) == {"agreed_by": ["p1"]}
    assert gathered({"order": {"10": "p3", "2": "p2", "1": "p1"}}) == {"order": ["p1", "p2", "p3"]}
    assert gathered(None) == {}
