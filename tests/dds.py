"""Tricks with open hands as Bo Haglund's double dummy solver counts them (endplay; only for tests and benchmarks)."""

from typing import Any

from endplay.dds import solve_board
from endplay.types import Deal, Denom, Player

RANKS = "23456789TJQKA"
SEATS = (Player.north, Player.east, Player.south, Player.west)
TRUMPS = (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt)  # the last one is ours of -1


def deal_of(hands: list[int], lead: int, trump: int) -> Any:
    """Their deal of four hands, masks of equally many cards."""
    told = (
        ".".join("".join(RANKS[r] for r in range(13) if hand >> 16 * s + r & 1) for s in (3, 2, 1, 0)) for hand in hands
    )
    deal = Deal("N:" + " ".join(told))
    deal.first, deal.trump = SEATS[lead], TRUMPS[trump]
    return deal


def tricks_of(deal: Any) -> int:
    """Tricks that the leader's side can take."""
    return int(max(tricks for _, tricks in solve_board(deal)))
