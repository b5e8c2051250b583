"""`pitboss rank`: the value of a hand, in words and by its clause."""

import json
from typing import Annotated, Any

import typer

from pitboss.cli.options import AsJson, is_number, quote, stop

CardsText = Annotated[list[str], typer.Argument(metavar="CARDS", help='Five to seven cards: "As Ks Qs Js Ts 2d 3c".')]
DeckSize = Annotated[str, typer.Option("--deck", help="Cards in the deck: 52, 48, 44, 40, 36 or 32.")]
Joker = Annotated[bool, typer.Option("--joker", help="The deck has a joker, written JK.")]
Low = Annotated[bool, typer.Option("--low", help="Rank the low hand, and say whether it is eight or better.")]
AceLow = Annotated[
    bool, typer.Option("--ace-low-straights/--no-ace-low-straights", help="The ace may count low in a straight.")
]
LowAceIs = Annotated[str, typer.Option("--low-ace", help="The ace in low hands: high, as the text has it, or low.")]


def rank(
    text: CardsText,
    deck: DeckSize = "52",
    joker: Joker = False,
    low: Low = False,
    ace_low_straights: AceLow = True,
    low_ace: LowAceIs = "high",
    as_json: AsJson = False,
) -> None:
    """Rank a hand of five to seven cards by the rules of Hold-em.

    With --json: "name", "category", "clause", "cards", "joker_as", "strength", "deck" and "ace_low_straights"; of two
    strengths in the same deck the greater wins. With --low also "eight_or_better".
    """
    from pitboss.cards.card import CardError

    try:
        answer = _answer(
            " ".join(text), deck, joker=joker, low=low, ace_low_straights=ace_low_straights, low_ace=low_ace
        )
    except CardError as error:
        stop(str(error))
    if as_json:
        typer.echo(json.dumps(answer, indent=2))
    else:
        _show(answer)


def deck_size(text: str) -> int:
    """Parse the number of cards of a deck; whether there is such a deck is checked elsewhere."""
    from pitboss.cards.deck import no_such_deck

    if not is_number(text):
        raise no_such_deck(quote(text))
    return int(text)


def _answer(text: str, deck: str, *, joker: bool, low: bool, ace_low_straights: bool, low_ace: str) -> dict[str, Any]:
    from pitboss.cards.card import JOKER, CardError, cards, face
    from pitboss.cards.deck import holdem_deck
    from pitboss.cards.ranking import LowAce, holdem_ranking

    if low_ace not in list(LowAce):
        raise CardError(f"--low-ace is high or low, not {quote(low_ace)}.")
    in_use = holdem_deck(deck_size(deck), joker=joker)
    hand_cards = cards(text)
    if JOKER in hand_cards and not joker:
        raise CardError(f"JK is not in the deck of {in_use}; --joker adds it (HLD 2.3).")
    ranking = holdem_ranking(in_use, ace_low_straights=ace_low_straights, low_ace=LowAce(low_ace))
    hand = ranking.low_hand(hand_cards) if low else ranking.hand(hand_cards)
    answer: dict[str, Any] = {
        "name": hand.name,
        "category": hand.category.name.lower(),
        "clause": hand.clause,
        "cards": [face(card) for card in hand.cards],
        "joker_as": None if hand.joker_as is None else face(hand.joker_as),
        "strength": hand.strength,
        "deck": str(ranking.deck),
        "ace_low_straights": ace_low_straights,
    }
    if low:
        answer["eight_or_better"] = ranking.qualifying_low_hand(hand_cards) is not None
    return answer


def _show(answer: dict[str, Any]) -> None:
    from rich.console import Console

    joker = f", the joker as {answer['joker_as']}" if answer["joker_as"] else ""
    straights = "high and low" if answer["ace_low_straights"] else "high only"
    name = answer["name"][0].upper() + answer["name"][1:]
    console = Console(highlight=False)
    console.print(f"[bold]{name}[/bold] ({answer['clause']})")
    console.print(f"{' '.join(answer['cards'])}{joker}")
    if "eight_or_better" in answer:
        verdict = "Eight or better" if answer["eight_or_better"] else "Not eight or better"
        console.print(f"{verdict} (HLD 3.5(d))")
    else:
        # The election is announced, as a table announces it.
        console.print(f"From {answer['deck']}, ace {straights} in straights (HLD 3.5(a))", style="dim")
