"""What a deal meant where chips change hands."""

from typing import Any

from torite.games.scene import Meaning


def of_chips(s: Any, seat: int, why: str | None = None, who: list[int] | None = None) -> Meaning:
    """Who pays, or who gets chips where nobody does.  why, who: a better word for it, and whom it is about."""
    chips = [int(s.chips[p]) for p in range(s.players)]
    gain = chips[seat]
    if not any(chips):
        return Meaning("no_chips")
    if why is None or who is None:
        payers = [p for p, worth in enumerate(chips) if worth < 0]
        why, who = ("pay", payers) if payers else ("get", [p for p, worth in enumerate(chips) if worth > 0])
    about: dict[str, int | str] = {"who": "".join(map(str, who)), "gain": gain}
    return Meaning(why, about, good=None if gain == 0 else gain > 0)


def of_hundred(s: Any, seat: int) -> Meaning:
    """The same where a hundred points are too many: if anybody has them, this is why."""
    over = [p for p in range(s.players) if int(s.cards[p]) >= 100]
    return of_chips(s, seat, *(("hundred", over) if over else ()))
