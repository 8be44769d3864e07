"""Sets of actions: 0..63 cards, then bids and announcements, at most 255, as four int64 words.

Word w holds the actions 64 w .. 64 w + 63.  Most decisions are about cards alone, then only word 0 is filled.
"""

from typing import TypeAlias

import numpy as np

from torite.cards.bits import members, nth, popcount
from torite.cards.kernel import Mask, Rng, kernel
from torite.cards.rng import below

Action: TypeAlias = int  # 0..255
Actions: TypeAlias = tuple[np.int64, np.int64, np.int64, np.int64]

NOTHING = np.int64(0)


@kernel
def no_actions() -> Actions:
    """The empty set."""
    return (NOTHING, NOTHING, NOTHING, NOTHING)


@kernel
def card_actions(cards: Mask) -> Actions:
    """The cards of `cards`."""
    return (np.int64(cards), NOTHING, NOTHING, NOTHING)


@kernel
def second_word(actions: Mask) -> Actions:
    """Actions 64..127; bit 0 of `actions` is action 64."""
    return (NOTHING, np.int64(actions), NOTHING, NOTHING)


@kernel
def count_actions(actions: Actions) -> int:
    """How many actions there are."""
    return popcount(actions[0]) + popcount(actions[1]) + popcount(actions[2]) + popcount(actions[3])


@kernel
def nth_action(actions: Actions, n: int) -> Action:
    """The n-th lowest action, from 0; n must be below count_actions(actions)."""
    for word in range(3):
        size = popcount(actions[word])
        if n < size:
            return 64 * word + nth(actions[word], n)
        n -= size
    return 192 + nth(actions[3], n)


@kernel
def random_action(actions: Actions, rng: Rng) -> Action:
    """One of the actions, each equally likely; there must be one.

    Nearly every decision has its actions in one of the first two words; said so, it compiles to half the work.
    """
    if not actions[1] | actions[2] | actions[3]:
        return nth(actions[0], below(rng, popcount(actions[0])))
    if not actions[0] | actions[2] | actions[3]:
        return 64 + nth(actions[1], below(rng, popcount(actions[1])))
    return nth_action(actions, below(rng, count_actions(actions)))


def list_actions(actions: Actions) -> list[Action]:
    """All actions, ascending (outside kernels)."""
    found = members(actions[0])
    for word in range(1, 4):
        if actions[word]:
            found += [64 * word + a for a in members(actions[word])]
    return found
