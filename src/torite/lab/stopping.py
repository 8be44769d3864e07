"""When a match is decided: bounds that hold however often one looks.

Who looks after every deal and stops at three standard errors finds a difference sooner or later where there is none.
These bounds are wider and hold at all looks together: Robbins' normal mixture with the variance taken from the deals,
an asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas: Time-uniform central limit theory and
asymptotic confidence sequences, Annals of Statistics 52 (6), 2024, theorem 2.2; https://arxiv.org/abs/2103.06476).
It rests on the central limit theorem, so the first look waits for some deals.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from torite.lab.figures import estimate

FIRST_LOOK = 50  # deals
NARROWEST = 0.2  # of the most deals: where the bound is narrowest; it holds everywhere


@dataclass(frozen=True)
class Until:
    """Stop when decided, as sure as a single look at so many standard errors; or after `most` deals."""

    errors: float  # standard errors
    most: int  # deals

    @property
    def alpha(self) -> float:
        """How likely a difference is found, at whatever look, where there is none."""
        return math.erfc(self.errors / math.sqrt(2))

    def within(self, values: Any, bots: int = 2, rounds: int = 1) -> float:
        """Half the interval of the mean of float[deals] that holds at every look, for every two of so many bots.

        rounds  as for `estimate`
        """
        n = len(values)
        return self.bound(n, estimate(values, rounds)[1] * math.sqrt(n), bots) if n > 1 else math.inf

    def bound(self, n: int, deviation: float, bots: int = 2) -> float:
        """The same of so many deals, two or more, with this standard deviation."""
        level = -2 * math.log(self.alpha / (bots * (bots - 1) / 2))
        mixed = n * (level + math.log(level) + 1) / max(FIRST_LOOK, NARROWEST * self.most)
        return deviation * math.sqrt((mixed + 1) / mixed * (level + math.log(mixed + 1)) / n)

    def leader(self, worths: Any, rounds: int = 1) -> int | None:
        """The bot that is ahead of all others beyond doubt; worths float[deals, bots]."""
        deals, bots = worths.shape
        if deals < max(FIRST_LOOK, 2 * rounds):
            return None
        means = [estimate(worths[:, bot], rounds)[0] for bot in range(bots)]
        best = int(np.argmax(means))
        for other in set(range(bots)) - {best}:
            if not means[best] - means[other] > self.within(worths[:, best] - worths[:, other], bots, rounds):
                return None
        return best
