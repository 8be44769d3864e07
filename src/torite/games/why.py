"""Why an action is not legal: what every game says alike.  The rest is a rule of the game, `Game.why`.

Everything is read from a view, so a reason tells nothing that its reader does not know.
"""

from typing import Any

from torite.cards.actions import list_actions
from torite.cards.bits import members
from torite.cards.deck import Deck
from torite.games.game import Game
from torite.games.scene import Meaning, Reason
from torite.games.texts import find_text
from torite.locale import text


def must_follow(deck: Deck, suit: int) -> Reason:
    """A card of this suit is held and has to be played."""
    return Reason("follow", {"suit": deck.suits[suit]})


def sentence(game: Game, said: Reason | Meaning, lang: str = "en") -> str:
    """In words: the game's own, else the one that all games share; suits and cards by code."""
    own = find_text(game, key_of(said), lang, **said.params)
    return own if own is not None else text(key_of(said), lang, **said.params)


def key_of(said: Reason | Meaning) -> str:
    """Under which its sentence stands."""
    return f"{'why' if isinstance(said, Reason) else 'meant'}.{said.key}"


def why(game: Game, v: Any, seat: int, code: str) -> Reason | None:
    """Why `seat` may not do that in the view v; None = it may, or what it may do says enough.  Raises NotationError."""
    action = game.parse_action(code)
    may = list_actions(game.legal(v, seat))
    if not may:
        return Reason("turn")
    return None if action in may else _why(game, v, seat, action, may)


def reasons(game: Game, v: Any, seat: int, may: list[int]) -> dict[str, Reason]:
    """Why, by code: cards in hand that may not be played while others may, and numbers that may not be chosen.

    Where something may be announced first, the cards that may not be played without a word either.

    may: what the seat may do.
    """
    if not may:
        return {}
    held = _held(game, v, seat)
    playable = _handled(game, may, held) or set(members(game.silently(v, seat)))
    asked = [card for card in held if card not in playable] if playable else []
    found = {game.codes[card]: game.why(v, seat, card) or Reason("rule") for card in asked}
    numbers = {game.codes[action]: game.why(v, seat, action) for action in _numbers(game, may)}
    return found | {code: reason for code, reason in numbers.items() if reason is not None}


def _why(game: Game, v: Any, seat: int, action: int, may: list[int]) -> Reason | None:
    """The same of an action that is not among those the seat may do."""
    if action not in game.deck.names:
        return game.why(v, seat, action)
    held = _held(game, v, seat)
    if action not in held:
        return Reason("not_held", {"card": game.deck.names[action]})
    playable = _handled(game, may, held)
    if not playable:
        return Reason("phase", {"phase": game.phase(v)})
    return None if action in playable else game.why(v, seat, action) or Reason("rule")


def _held(game: Game, v: Any, seat: int) -> list[int]:
    return members(game.hand(v, seat))


def _handled(game: Game, may: list[int], held: list[int]) -> set[int]:
    """The cards in hand that may be played, "SA"; where none may, those with which another thing is done: "pass:SA".

    A word that is said of anything else, too, is not done with cards: `bid:S7`, whoever holds the seven; `bid:N7`.
    `discard:none` is a word.
    """
    said = {action: game.codes[action].rpartition(":")[::2] for action in may}
    names = {game.deck.names[card] for card in held}
    others = {word for word, value in said.values() if value not in names and not value[:1].islower()}
    done = {game.handled[action] for action in may if action in game.handled and said[action][0] not in others}
    return set(held).intersection(may) or done


def _numbers(game: Game, may: list[int]) -> list[int]:
    """Of the numbers that are asked for those below the highest that may be chosen, but may not be themselves."""
    found: list[int] = []
    for row in game.numbers:
        highest = max((action for action in may if action in row), default=-1)
        found += [action for action in row if action < highest and action not in may]
    return found
