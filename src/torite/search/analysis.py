"""What a search found, whichever search it was."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Analysis:
    """One entry an action that was considered: as a rule all that are legal."""

    actions: list[int]
    values: np.ndarray  # float64[n], mean of the seat's `score`
    visits: np.ndarray  # int64[n], how often each was tried
    worlds: int  # drawn in all

    @property
    def best(self) -> int:
        """The action tried most; of those the one with the highest value, of equals the first."""
        return self.actions[int(np.lexsort((-self.values, -self.visits))[0])]
