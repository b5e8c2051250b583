"""What each person at an Ultimate Texas Hold-em table may see."""

from pitboss.cards.card import Card, face
from pitboss.games.house.boxes import Standing
from pitboss.games.house.dealing import packs_of
from pitboss.games.play import COMMUNAL, DEALER, Audience, Stage, Viewer, once_a_moment
from pitboss.games.ultimate.layout import UltimateSettings
from pitboss.games.ultimate.round import Box, Phase, Ultimate
from pitboss.games.views import HIDDEN, HouseView, PlaceView, common_view, owns, with_advice, with_own_hands


class UltimateView(HouseView, frozen=True, gc=False, kw_only=True):
    """A round of Ultimate; `deck` is the colour of the pack in play and `decks` those in the automated shoe."""

    phase: Phase
    communal: list[str]
    deck: str | None
    decks: list[str]
    dealer: list[str]
    boxes: list[PlaceView]

    @property
    def board(self) -> list[str]:
        return self.communal


def view(state: Ultimate, viewer: Viewer) -> UltimateView:
    """UTH D-Hole Cards, UTH 12.1, UTH 8.6[s1], UTH 15.6(b): each card to those entitled to it, and to nobody else.

    Communal and dealer's cards are face down until the rules turn them; a folded or conceded hand is never shown.
    The auditor sees the whole deal once the round is over (ruling U-A16).
    """
    if viewer.audience is Audience.AUDITOR and state.felt.stage is Stage.OVER:
        return with_advice(_view(state, everything=True), state, viewer)
    own = {place: box.cards for place, box in enumerate(state.play.boxes) if _owner_sees(state, viewer, box)}
    return with_advice(with_own_hands(_public(state), own), state, viewer)


@once_a_moment
def _public(state: Ultimate) -> UltimateView:
    return _view(state, everything=False)


def _view(state: Ultimate, *, everything: bool) -> UltimateView:
    """The table as everybody may see it, or with every card."""
    play = state.play
    for_show = _is_for_show(state)
    declared = for_show or play.phase in (Phase.DECLARED, Phase.SETTLING)
    shown = len(play.communal) if for_show else play.shown

    def up(place: int, cards: tuple[Card, ...], face_up: bool) -> list[str]:
        return [face(card) if face_up or everything or (place, card) in play.seen else HIDDEN for card in cards]

    communal = up(COMMUNAL, play.communal[:shown], True) + up(COMMUNAL, play.communal[shown:], False)
    boxes = [
        PlaceView(
            seat=box.seat,
            player=box.player,
            standing=box.standing,
            cards=up(box.seat, box.cards, _is_turned_up(state, box)),
        )
        for box in play.boxes
    ]
    return UltimateView(
        **common_view(state),
        phase=play.phase,
        communal=communal,
        **packs_of(state, _settings(state).deck_colours),
        dealer=up(DEALER, play.dealer, declared),
        boxes=boxes,
    )


def _settings(state: Ultimate) -> UltimateSettings:
    settings = state.settings
    assert isinstance(settings, UltimateSettings)
    return settings


def _is_for_show(state: Ultimate) -> bool:
    """U-A16: nothing more is shown when everybody has folded, unless the setting says so."""
    settings = _settings(state)
    over = state.felt.stage is Stage.OVER and state.felt.result == "settled"
    return settings.show_when_all_fold and over and not state.play.order


def _is_turned_up(state: Ultimate, box: Box) -> bool:
    """UTH 9.3(a): a hand lies face up once it is settled, or has been turned up for settlement."""
    return box.standing is Standing.SETTLED or box.seat in state.play.turned


def _owner_sees(state: Ultimate, viewer: Viewer, box: Box) -> bool:
    """Until it is turned up a hand is its owner's alone, from the end of the deal."""
    return (
        state.felt.stage in (Stage.PLAYING, Stage.OVER)
        and owns(state, viewer, box.seat, box.player)
        and box.entitled
        and box.standing in (Standing.DECIDING, Standing.IN_PLAY)
    )
