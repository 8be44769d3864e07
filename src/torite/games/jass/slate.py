"""The slate: each side has a Z on it, with strokes for hundreds, fifties and twenties, and what is less as a number."""

from typing import Any


def drawn(scores: list[int], target: int) -> dict[str, Any]:
    """What stands on it, side by side, and what is played to."""
    sides = []
    for score in scores:
        rest = score % 50
        strokes = {"hundreds": score // 100, "fifties": score % 100 // 50, "twenties": rest // 20, "rest": rest % 20}
        sides.append({"score": score, **strokes})
    return {"target": target, "sides": sides}
