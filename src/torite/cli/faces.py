"""Cards, suits and words of a game, as the terminal writes them."""

from rich.text import Text

from torite.cards.deck import TWIN
from torite.cli.words import find_text, game_text, say
from torite.games.game import Game
from torite.games.scene import FACE_DOWN

# A suit is told by its shape; the colour only helps.
SHAPES = {
    "french": {"S": ("♠", "bold"), "H": ("♥", "bold red"), "D": ("♦", "bold yellow"), "C": ("♣", "bold green")},
    "wizard": {"R": ("◆", "bold red"), "Y": ("▲", "bold yellow"), "G": ("■", "bold green"), "B": ("●", "bold blue")},
}
SPECIAL = {"Z": "bold magenta", "N": "bold cyan"}
RANKS = {"T": "10"}
OTHERS = 2  # `you` in what is told of another seat: not 1


def card(game: Game, code: str | None) -> Text:
    """A card: shape and rank."""
    if code is None:
        return Text("·", "dim")
    if code == FACE_DOWN:
        return Text("▒▒", "blue")
    if code in game.deck.words:
        return Text(game.deck.words[code], "bold")
    code = code.rstrip(TWIN)
    shapes = _shapes(game)
    if code[0] in shapes:
        shape, style = shapes[code[0]]
        return Text(shape + RANKS.get(code[1:], code[1:]), style)
    return Text(code, SPECIAL.get(code[0], "bold"))


def _shapes(game: Game) -> dict[str, tuple[str, str]]:
    own = {letter: (sign.text, f"bold {sign.colour}") for letter, sign in game.deck.signs.items()}
    return own or SHAPES.get(game.deck.faces, {})


def cards(game: Game, codes: list[str | None] | list[str]) -> Text:
    """Several cards in a row."""
    return Text("  ").join(card(game, code) for code in codes)


def suit(game: Game, letter: str | None) -> Text:
    """A suit: shape and name; "none" = no trump, None = not decided yet."""
    if letter is None:
        return Text(say("play.open"), "italic")
    if letter == "none":
        return Text(say("play.no_trump"))
    shape, style = _shapes(game).get(letter, (letter, "bold"))
    return Text(f"{shape} {letter}" if shape != letter else letter, style)


def word(game: Game, value: str) -> Text:
    """A value of a fact or a widget: the game's word for it, a card, a suit, or as it is."""
    told = find_text(game, f"value.{value}")
    if told is not None:
        return Text(told)
    if value in game.deck.names.values():
        return card(game, value)
    return suit(game, value) if value in game.deck.suits else Text(value)


def action(game: Game, code: str, *, told: bool = False) -> Text:
    """What somebody may do: a card, a card taken, a bid, a button; `told`: what another seat has done."""
    if code in game.deck.names.values():
        return card(game, code)
    prefix, colon, value = code.partition(":")
    has_said = told and any(find_text(game, f"said.{part}") is not None for part in (code, prefix))
    kind = "said" if has_said else "action"
    if not colon or find_text(game, f"{kind}.{code}") is not None:
        return Text(game_text(game, f"{kind}.{code}", you=OTHERS))
    is_contract = value[:1] in game.deck.suits and value[1:].isdigit()  # as S15, fifteen in spades
    if value == FACE_DOWN or value in game.deck.names.values() or is_contract:
        shown = card(game, value)
    elif value in game.deck.suits:
        shown = suit(game, value)
    else:
        shown = Text(value, "bold")
    words = game_text(game, f"{kind}.{prefix}", value="\0", you=OTHERS)
    before, _, after = words.partition("\0") if "\0" in words else (f"{words} ", "", "")
    return Text.assemble(before, shown, after)
