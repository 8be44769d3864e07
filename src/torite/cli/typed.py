"""What a person types in the terminal, understood generously and refused kindly."""

from torite.cards.deck import TWIN
from torite.cli.words import rule, say
from torite.games.game import Game
from torite.games.position import Position
from torite.games.scene import Scene


def read_action(typed: str, scene: Scene, game: Game) -> str | None:
    """The legal action that `typed` means: its code, a card either way round, a bid's number, a number of the list."""
    word = typed.strip().upper()
    by_code = {code.upper(): code for code in scene.legal}
    for form in _forms(word):
        if form in by_code:
            return by_code[form]
        ends = [code for code in scene.legal if _shown(code).rpartition(":")[2] == form]
        if form and len({*map(_shown, ends)}) == 1:
            return ends[0]
    if game.concedes(word.lower()):
        return word.lower()
    if word.isdecimal() and not asks_number(scene, game) and 1 <= int(word) <= len(scene.legal):
        return scene.legal[int(word) - 1]
    return None


def _forms(word: str) -> tuple[str, ...]:
    """How a card may have been meant: either way round, with T or 10."""
    return word, word.replace("10", "T"), (word[-1:] + word[:-1]).replace("10", "T")


def _shown(code: str) -> str:
    """As a person sees and types it: twins look alike."""
    return code.upper().rstrip(TWIN)


def asks_number(scene: Scene, game: Game) -> bool:
    """Is a number asked for, so that digits mean themselves?"""
    numbers = {ask.prefix for ask in game.asks if ask.widget == "number"}
    return any(code.partition(":")[0] in numbers for code in scene.legal)


def explain(typed: str, position: Position, seat: int) -> str:
    """Why `seat` cannot do this now."""
    game, legal = position.game, listed(position.legal(seat))
    word = typed.strip().upper()
    known = {code.upper(): code for code in game.codes.values()}
    code = next((known[form] for form in _forms(word) if form in known), None)
    alike = [each for each in known.values() if code is not None and _shown(each) == _shown(code)]
    reasons = [reason for each in alike if (reason := position.why(each, seat)) is not None]
    if reasons:  # of twins that which is held tells more
        return rule(game, next((reason for reason in reasons if reason.key != "not_held"), reasons[0]))
    if code is not None or any(word == prefix.partition(":")[0] for prefix in known):
        return say("play.possible", typed=code or typed.strip(), legal=legal)
    return say("play.what", typed=typed.strip(), help=say("play.help_word"))


def listed(codes: list[str]) -> list[str]:
    """The codes, of a row of numbers such as bids only the first and the last."""
    listed: list[str] = []
    for i, code in enumerate(codes):
        before, after = (_number(each) for each in (codes[max(i - 1, 0)], codes[min(i + 1, len(codes) - 1)]))
        number = _number(code)
        within = number and before == (number[0], number[1] - 1) and after == (number[0], number[1] + 1)
        if not within:
            listed.append(code)
        elif listed[-1] != "…":
            listed.append("…")
    return listed


def _number(code: str) -> tuple[str, int] | None:
    """Prefix and number of a code such as `bid:11`."""
    prefix, _, rest = code.partition(":")
    return (prefix, int(rest)) if rest.isdecimal() else None
