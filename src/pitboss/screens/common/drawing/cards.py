"""The deck as one SVG: a symbol for each card, for the joker and for two backs.

Ranks are drawn, not typed, so that a card looks the same on every machine. The suits take their colours from the page,
so that four colours can be two.
"""

from pitboss.cards.card import RANKS, SUITS

# Drawn with a round pen in a field of 20 by 28.
_RANK_LINES = {
    "A": "M1 27 10 1 19 27M4.6 18.5H15.4",
    "K": "M3 1V27M18 1 3 16M8.6 10.8 19 27",
    "Q": "M10 1C3.6 1 1.4 6 1.4 14S3.6 27 10 27 18.6 22 18.6 14 16.4 1 10 1ZM12 19.5 19 28",
    "J": "M8 1H18M14 1V19C14 24.6 11.8 27 8 27 4.4 27 2 24.8 2 20.5",
    "T": "M1.5 5.5 5 1.5V27M14.4 1C11 1 10 6 10 14S11 27 14.4 27 18.8 22 18.8 14 17.8 1 14.4 1Z",
    "9": "M18 10C18 15 15 18.4 10 18.4S2 15 2 10 5 1 10 1 18 4.6 18 10C18 20 15 27 6.5 27",
    "8": (
        "M10 13C5.6 13 3 10.4 3 7S5.6 1 10 1 17 3.6 17 7 14.4 13 10 13C5 13 2 16 2 20S5 27 10 27 18 24 18 20 "
        "15 13 10 13Z"
    ),
    "7": "M2 1H18L7.5 27",
    "6": "M2 18C2 13 5 9.6 10 9.6S18 13 18 18 15 27 10 27 2 23.4 2 18C2 8 5 1 13.5 1",
    "5": "M17 1H4.6L3.2 12.4C5 11 7 10.2 10 10.2 15 10.2 18 13.4 18 18.6 18 24 15 27 9.6 27 6 27 3.4 25.4 2 22.6",
    "4": "M14 27V1L1.5 19.5H19",
    "3": "M3 1H17L9 11C15 11 18 14.4 18 19 18 24 14.6 27 9.6 27 6 27 3.4 25.4 2 22.6",
    "2": "M2.5 8C2.5 3.6 5.4 1 10 1S17.5 3.6 17.5 8C17.5 12.4 15 15.4 2.5 27H18.5",
}
# Filled, in a field of 100 by 100.
_SUIT_SHAPES = {
    "h": "M50 90C20 66 6 49 6 31 6 17 16 9 28 9 38 9 46 15 50 25 54 15 62 9 72 9 84 9 94 17 94 31 94 49 80 66 50 90Z",
    "d": "M50 3 86 50 50 97 14 50Z",
    "s": (
        "M50 5C60 24 92 40 92 62 92 76 82 84 71 84 63 84 57 80 54 74 55 84 60 92 67 96H33C40 92 45 84 46 74 43 80 "
        "37 84 29 84 18 84 8 76 8 62 8 40 40 24 50 5Z"
    ),
    "c": (
        "M50 5A21 21 0 0 1 66 40 21 21 0 1 1 55 66C56 80 60 90 67 96H33C40 90 44 80 45 66A21 21 0 1 1 34 40 21 21 0 "
        "0 1 50 5Z"
    ),
}
_SUIT_COLOURS = {"s": "#14181B", "h": "#C4162A", "d": "#1453B4", "c": "#0A6E36"}
# Above the large suit of a court card: a crown, a crown with pearls, a chevron.
_COURT_MARKS = {
    "K": '<path d="M57 79 54 64 62 71 68.5 61 75 71 83 64 80 79Z"/>',
    "Q": (
        '<path d="M57 79 54 67 62 73 68.5 64 75 73 83 67 80 79Z"/>'
        '<circle cx="54" cy="64" r="2.6"/><circle cx="68.5" cy="60.500" r="2.6"/><circle cx="83" cy="64" r="2.6"/>'
    ),
    "J": '<path d="M56 78 68.5 67 81 78" fill="none" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>',
}
_BACKS = {"blue": "#1F4C86", "oxblood": "#8A2232"}
_FACE = '<rect x=".5" y=".5" width="99" height="139" rx="10" fill="#FCFAF4" stroke="#0003"/>'


def sheet() -> str:
    """The whole deck, to be referred to card by card."""
    symbols = [_card(rank, suit) for suit in SUITS for rank in RANKS]
    backs = [_back(name, colour) for name, colour in _BACKS.items()]
    drawn = "\n".join([*symbols, _joker(), *backs])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{drawn}\n</svg>\n'


def _symbol(name: str, drawn: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 100 140">{drawn}</symbol>'


def _card(rank: str, suit: str) -> str:
    colour = f"var(--suit-{suit},{_SUIT_COLOURS[suit]})"
    index = (
        f'<path d="{_RANK_LINES[rank]}" transform="translate(10 11) scale(1.78)" fill="none" stroke="{colour}" '
        f'stroke-width="4.3" stroke-linecap="round" stroke-linejoin="round"/>'
    )
    small = f'<path d="{_SUIT_SHAPES[suit]}" transform="translate(11 68) scale(.3)" fill="{colour}"/>'
    large = f'<path d="{_SUIT_SHAPES[suit]}" transform="translate(43 82) scale(.5)" fill="{colour}"/>'
    mark = f'<g fill="{colour}" stroke="{colour}" stroke-width="0">{_COURT_MARKS[rank]}</g>' if rank in "KQJ" else ""
    if rank in "KQJ":
        large = f'<path d="{_SUIT_SHAPES[suit]}" transform="translate(46 86) scale(.46)" fill="{colour}"/>'
    return _symbol(rank + suit, _FACE + index + small + large + mark)


def _joker() -> str:
    star = "M62 74 69 92 88 93 73 105 78 124 62 113 46 124 51 105 36 93 55 92Z"
    letters = "".join(
        f'<path d="{line}" transform="translate(10 {12 + 24 * place}) scale(.72)"/>'
        for place, line in enumerate((_RANK_LINES["J"], _RANK_LINES["Q"].partition("M12")[0], _RANK_LINES["K"], _E, _R))
    )
    pen = 'fill="none" stroke="#6A3FA0" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"'
    return _symbol("JK", f'{_FACE}<g {pen}>{letters}</g><path d="{star}" fill="#6A3FA0"/>')


_E, _R = "M17 1H4V27H17M4 13.5H14", "M4 27V1H11C15.6 1 18 3.6 18 7.6S15.6 14.2 11 14.2H4M10 14.2 18 27"


def _back(name: str, colour: str) -> str:
    lattice = "".join(f"M{x} 6L{x - 128} 134M{x - 128} 6L{x} 134" for x in range(10, 230, 11))
    return _symbol(
        f"back-{name}",
        f'<rect x=".5" y=".5" width="99" height="139" rx="10" fill="#FFFFFF" stroke="#0003"/>'
        f'<clipPath id="inside-{name}"><rect x="6" y="6" width="88" height="128" rx="6"/></clipPath>'
        f'<g clip-path="url(#inside-{name})"><rect x="6" y="6" width="88" height="128" fill="{colour}"/>'
        f'<path d="{lattice}" stroke="#FFFFFF" stroke-opacity=".22" stroke-width="1.2"/></g>'
        f'<path d="M50 44 68 70 50 96 32 70Z" fill="{colour}" stroke="#FFFFFF" stroke-width="4"/>'
        f'<path d="M50 57 59 70 50 83 41 70Z" fill="#FFFFFF"/>',
    )
