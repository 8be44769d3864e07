"""Deals for the slow Jass references: written out by hand, or drawn.

Cards, codes and results are those of torite-record/1; ids in brackets those of shared/rules/jass.md.
Where a deal is written out, its hands stand in dealing order: forehand first, the dealer (seat 0) last.
"""

import random
from types import ModuleType
from typing import Any

import ref_coiffeur
import ref_differenzler
import ref_handjass
import ref_mittlere
import ref_molotov
import ref_plus_minus
import ref_schieber
from acting import act
from ref_jass import DECK, Jass

Result = dict[str, Any]

SIZES: list[tuple[ModuleType, int]] = [
    (ref_differenzler, 3),
    (ref_differenzler, 4),
    (ref_schieber, 4),
    (ref_mittlere, 3),
    (ref_molotov, 4),
    (ref_plus_minus, 3),
    (ref_plus_minus, 4),
    (ref_coiffeur, 3),
    (ref_coiffeur, 4),
    (ref_handjass, 2),
    (ref_handjass, 3),
    (ref_handjass, 4),
]
SIZE_IDS = [f"{module.__name__.removeprefix('ref_')}-{players}" for module, players in SIZES]


def sit(module: ModuleType, players: int, first: int = 0, **options: Any) -> Any:
    """A match with the options of `seed`, but for those given."""
    return module.Match(players, module.SEED | options, first)


def deck(*hands: str) -> list[str]:
    """The cards in dealing order that give these hands, three by three."""
    cards = [hand.split() for hand in hands]
    size = len(cards[0])
    return [card for start in range(0, size, 3) for hand in cards for card in hand[start : start + 3]]


def dealt(module: ModuleType, *hands: str, players: int = 0, **options: Any) -> Any:
    """A match whose first deal, by seat 0, has these hands."""
    match = sit(module, players or len(hands), **options)
    match.deal(deck(*hands))
    return match


def play(match: Any, codes: str) -> Result:
    """The result after `codes`."""
    act(match, codes)
    result: Result = match.result()
    return result


def legal_now(match: Jass) -> list[str]:
    """What the first seat that may act may do."""
    return match.legal(match.actors()[0])


def events(match: Jass, seat: int | None, kind: str) -> list[tuple[object, ...]]:
    """What `seat` has seen of one kind, without the kind."""
    return [event[1:] for event in match.observation(seat) if event[0] == kind]


def random_play(match: Any, rng: random.Random, weis: str = "") -> None:
    """To the end of the deal."""
    while match.actors():
        seat = rng.choice(match.actors())
        legal = match.legal(seat)
        assert legal and legal == sorted(set(legal))
        if match.phase == "card":
            assert set(legal) <= set(match.hands[seat])
        match.play(seat, "weis:none" if weis and "weis:none" in legal else rng.choice(legal))


def random_deal(match: Any, rng: random.Random) -> Result:
    """A whole deal."""
    match.deal(rng.sample(DECK, 36))
    hands = [list(hand) for hand in match.hands]
    assert match.first() in match.actors()
    random_play(match, rng)
    check_secrets(match, hands)
    result: Result = match.result()
    return result


def check_secrets(match: Any, hands: list[list[str]]) -> None:
    """Nobody has seen cards that were neither his nor played, turned up, drawn or shown."""
    public: set[object] = {part for seats, event in match.log if seats is None for part in event}
    cards = {card for card in DECK if card in public}
    assert {card for event in match.observation(None) for card in event if card in DECK} == cards
    for seat in range(match.players):
        own = set(hands[seat]) | set(match.full_hands[seat] if hasattr(match, "full_hands") else [])
        if getattr(match, "blind_taker", None) == seat:
            own |= set(match.blind)
        seen = {part for event in match.observation(seat) for part in event if part in DECK}
        assert seen <= cards | own
