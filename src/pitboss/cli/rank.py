"""`pitboss rank`: the value of a hand, in words and by its clause."""

import json
from typing import Annotated, Any

import typer

CardsText = Annotated[list[str], typer.Argument(metavar="CARDS", help='Five to seven cards: "As Ks Qs Js Ts 2d 3c".')]
DeckSize = Annotated[int, typer.Option("--deck", help="Cards in the deck: 52, 48, 44, 40, 36 or 32.")]
Joker = Annotated[bool, typer.Option("--joker", help="The deck has a joker (JK); assumed when JK is among the cards.")]
Low = Annotated[bool, typer.Option("--low", help="Rank the low hand, and say whether it is eight or better.")]
AceLow = Annotated[
    bool, typer.Option("--ace-low/--no-ace-low", help="The ace may count low in a straight (HLD 3.5(a)).")
]
LowAceIs = Annotated[
    str, typer.Option("--low-ace", help="The ace in low hands: high, as the text has it, or low (R-01).")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]


def rank(
    text: CardsText,
    deck: DeckSize = 52,
    joker: Joker = False,
    low: Low = False,
    ace_low: AceLow = True,
    low_ace: LowAceIs = "high",
    as_json: AsJson = False,
) -> None:
    """Rank a hand of five to seven cards by the rules of Hold-em.

    With --json: {"name", "category", "clause", "cards", "joker_as", "strength", "deck"}, of two strengths in the same
    deck the greater wins; with --low also "eight_or_better".
    """
    from pitboss.cards.card import JOKER, CardError, cards
    from pitboss.cards.deck import holdem_deck
    from pitboss.cards.ranking import LowAce, holdem_ranking

    try:
        if low_ace not in list(LowAce):
            raise CardError(f"--low-ace is high or low, not '{low_ace}'.")
        hand_cards = cards(" ".join(text))
        in_deck = holdem_deck(deck, joker=joker or JOKER in hand_cards)
        ranking = holdem_ranking(in_deck, ace_low_straights=ace_low, low_ace=LowAce(low_ace))
        hand = ranking.low_hand(hand_cards) if low else ranking.hand(hand_cards)
        qualifies = low and ranking.qualifying_low_hand(hand_cards) is not None
    except CardError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    answer = _answer(hand) | ({"eight_or_better": qualifies} if low else {})
    if as_json:
        typer.echo(json.dumps(answer, indent=2))
    else:
        _show(answer, low=low)


def _answer(hand: Any) -> dict[str, Any]:
    from pitboss.cards.card import face

    return {
        "name": hand.name,
        "category": hand.category.name.lower(),
        "clause": hand.clause,
        "cards": [face(card) for card in hand.cards],
        "joker_as": None if hand.joker_as is None else face(hand.joker_as),
        "strength": hand.strength,
        "deck": str(hand.ranking.deck),
    }


def _show(answer: dict[str, Any], *, low: bool) -> None:
    from rich.console import Console

    joker = f", the joker as {answer['joker_as']}" if answer["joker_as"] else ""
    name = answer["name"][0].upper() + answer["name"][1:]
    console = Console(highlight=False)
    console.print(f"[bold]{name}[/bold] ({answer['clause']})")
    console.print(f"{' '.join(answer['cards'])}{joker}, from {answer['deck']}")
    if low:
        verdict = "Eight or better" if answer["eight_or_better"] else "Not eight or better"
        console.print(f"{verdict} (HLD 3.5(d))")
