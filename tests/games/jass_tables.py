"""Tables of the Jass games with given hands, for positions that a person can check."""

from typing import Any

from walks import Options, Table

from torite.games import GAMES
from torite.games.jass.cards import DECK


def seated(name: str, hands: dict[int, str], players: int = 4, options: Options | None = None, first: int = 0) -> Table:
    """A table whose first deal gives these hands; who is not named gets what is left, in ascending order."""
    game = GAMES[name]
    table = Table(game, players, options, first, slow=False)
    trial = Table(game, players, options, first, slow=False)
    trial.deal(list(DECK.names.values()))
    places = game.places(trial.state)
    told: dict[Any, list[str]] = {seat: codes.split() for seat, codes in hands.items()}
    rest = [code for code in DECK.names.values() if not any(code in pile for pile in told.values())]
    deck = []
    for place in places:
        pile = told.get(place)
        deck.append(pile.pop(0) if pile else rest.pop(0))
    table.deal(deck)
    return table


def act(table: Table, codes: str) -> None:
    """Play these codes, each by the seat whose turn it is; each must be legal."""
    for code in codes.split():
        seat = int(table.state.turn)
        action = table.game.parse_action(code)
        assert action in table.legal(seat), (seat, code, says(table))
        table.play(seat, action)


def says(table: Table) -> list[str]:
    """Codes that are legal for the seat to act."""
    return [table.game.codes[action] for action in table.legal(int(table.state.turn))]
