"""What a person types in the terminal, understood generously and refused kindly."""

from torite.cli.words import game_text, say
from torite.games.game import Game
from torite.games.scene import HandZone, Scene, TrickZone


def read_action(typed: str, scene: Scene, game: Game) -> str | None:
    """The legal action that `typed` means: its code, a card either way round, a bid's number, a number of the list."""
    word = typed.strip().upper()
    by_code = {code.upper(): code for code in scene.legal}
    for form in (word, word.replace("10", "T"), (word[-1:] + word[:-1]).replace("10", "T")):
        if form in by_code:
            return by_code[form]
        ends = [code for code in scene.legal if code.upper().rpartition(":")[2] == form]
        if form and len(ends) == 1:
            return ends[0]
    if game.concedes(word.lower()):
        return word.lower()
    if word.isdecimal() and not asks_number(scene, game) and 1 <= int(word) <= len(scene.legal):
        return scene.legal[int(word) - 1]
    return None


def asks_number(scene: Scene, game: Game) -> bool:
    """Is a number asked for, so that digits mean themselves?"""
    numbers = {ask.prefix for ask in game.asks if ask.widget == "number"}
    return any(code.partition(":")[0] in numbers for code in scene.legal)


def explain(typed: str, scene: Scene, game: Game) -> str:
    """Why this is not possible now."""
    word = typed.strip().upper()
    names = {code.upper(): code for code in game.deck.names.values()}
    code = (
        names.get(word) or names.get(word.replace("10", "T")) or names.get((word[-1:] + word[:-1]).replace("10", "T"))
    )
    if code is None:
        return say("play.what", typed=typed.strip(), help=say("play.help_word"))
    hand = [
        card for zone in scene.zones if isinstance(zone, HandZone) and zone.seat == scene.seat for card in zone.cards
    ]
    if code not in hand:
        return say("play.not_held", card=code)
    follow = next((zone.follow for zone in scene.zones if isinstance(zone, TrickZone)), None)
    if follow is not None and not code.startswith(follow):
        return say("play.must_follow", suit=follow)
    return say("play.not_now", card=code, phase=game_text(game, f"phase.{scene.phase}"))
