"""Rows of 16 numbers at once: what the machine's instructions do is what the plain twins say."""

import numpy as np

from torite.cards.kernel import kernel
from torite.cards.rows import ROW, add, copy, highest


@kernel
def all_three(a: np.ndarray, b: np.ndarray) -> None:
    """At places that are no multiples of a row."""
    copy(a, 1, b, 3)
    highest(a, 20, b, 5)
    add(a, 40, np.float32(0.5), a, 20, b, 7)


def test_rows_are_copied_compared_and_added_place_by_place() -> None:
    rng = np.random.default_rng(1)
    a, b = (rng.normal(size=64).astype(np.float32) for _ in range(2))
    expected = a.copy()
    expected[1 : 1 + ROW] = b[3 : 3 + ROW]
    expected[20 : 20 + ROW] = np.maximum(a[20 : 20 + ROW], b[5 : 5 + ROW])
    expected[40 : 40 + ROW] += np.float32(0.5) * np.maximum(expected[20 : 20 + ROW], b[7 : 7 + ROW])
    all_three(a, b)
    np.testing.assert_allclose(a, expected, rtol=1e-6)
