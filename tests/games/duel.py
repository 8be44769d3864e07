"""Positions of the two-player games for their tests: named hands, scripts of codes, worlds."""

from typing import Any

from walks import listed

from torite.games.game import Game
from torite.games.position import Position


def position(game: Game, hands: list[str], stock: str = "", dealer: int = 0, **options: Any) -> Position:
    """A deal with these hands by seat; the stock begins as given and ends, after a "/", as given."""
    p = Position(game, 2, seed=b"tests", options=options, first=dealer)
    head, _, tail = stock.partition("/")
    named = [hands[0].split(), hands[1].split()]
    first, last = head.split(), tail.split()
    free = [c for c in game.deck.names.values() if c not in {*named[0], *named[1], *first, *last}]
    each = len(game.deck.names) // 4
    for hand in named:
        while len(hand) < each:
            hand.append(free.pop(0))
    dealt = [card for pair in zip(named[1 - dealer], named[dealer], strict=True) for card in pair]
    p.deal(dealt + first + free + last)
    return p


def act(p: Position, codes: str) -> Position:
    """Play the codes, each by the seat whose turn it is."""
    for code in codes.split():
        p.play(code)
    return p


def words(game: Game, state: Any, seat: int) -> list[str]:
    """Codes of what the seat may do."""
    return [game.codes[a] for a in listed(game.legal(state, seat))]
