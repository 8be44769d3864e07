"""What bots know of Wizard: about how many tricks a hand wins, and how a bid is kept."""

import numpy as np

from torite.cards.actions import NOTHING, Action, Actions, card_actions, random_action, second_word
from torite.cards.bits import bit, low, popcount
from torite.cards.deck import after, lane
from torite.cards.kernel import Mask, Rng, Seat, State, Suit, kernel
from torite.cards.rng import below
from torite.games.wizard import (
    BIDDING,
    DECK,
    JESTER,
    PLAYING,
    RANKS,
    SPECIALS,
    WIZARD,
    legal,
    legal_bids,
    legal_cards,
    power,
)
from torite.games.zones import NONE

SURE, DOUBT = 100, 16  # in `policy`: more than any card weighs, and how far chance may lead astray
ALL_CARDS = np.int64(sum(1 << int(card) for card in DECK.cards))
WIZARDS = np.int64(sum(1 << (s << 4 | WIZARD) for s in range(4)))
THIRTEENS = np.int64(sum(1 << (s << 4 | RANKS - 1) for s in range(4)))
HIGH = np.int64(sum(1 << (s << 4 | r) for s in range(4) for r in range(RANKS - 4, RANKS)))


@kernel
def likely(s: State, seat: Seat) -> Actions:
    """For playouts: bids near what the hand is good for; tricks are won and lost as the bid wants."""
    if s.phase == BIDDING:
        bids = legal_bids(s)
        near = bids & (np.int64(0b111) << np.int64(_promise(s, seat)) >> np.int64(1))
        return second_word(near if near else bids)
    if s.phase != PLAYING:
        return legal(s, seat)
    cards = legal_cards(s, seat)
    bid = s.bids[seat] if s.bids[seat] != NONE else s.sealed[seat]
    wanted = bid - s.tricks[seat]
    wins = cards & _winners(s)
    if wanted <= 0 and cards & ~wins:
        return card_actions(cards & ~wins)
    return card_actions(wins if wanted >= s.held[seat] and wins else cards)


@kernel
def policy(s: State, seat: Seat, rng: Rng) -> Action:
    """For playouts: a trick that is wanted is won at a fair price, for any other the most dangerous card is thrown."""
    if s.phase != PLAYING:
        return random_action(likely(s, seat), rng)
    cards = legal_cards(s, seat)
    bid = s.bids[seat] if s.bids[seat] != NONE else s.sealed[seat]
    wanted = bid - s.tricks[seat]
    winners = _winners(s)
    leads, last = seat == s.lead, after(seat, s.players) == s.lead
    best, highest = NONE, -1000
    while cards:
        card = low(cards)
        cards &= cards - 1
        danger = 0 if card & 15 == JESTER else power(card, s.trump, card >> 4)
        if leads:
            score = danger if wanted > 0 else -danger
        elif winners & bit(card):
            score = (-danger if last else danger) if wanted > 0 else (danger if last else -danger) - SURE
        else:
            score = -danger - SURE if wanted > 0 else danger
        score += below(rng, DOUBT)
        if score > highest:
            best, highest = card, score
    return best


@kernel
def _promise(s: State, seat: Seat) -> int:
    """Tricks that the hand may win, rounded: Wizards surely, high trumps and thirteens mostly."""
    hand = s.hands[seat]
    trumps = hand & lane(s.trump) & ~SPECIALS if s.trump >= 0 else NOTHING
    quarters = 4 * popcount(hand & WIZARDS) + popcount(trumps) + 2 * popcount(trumps & HIGH)
    quarters += 2 * popcount(hand & ~trumps & THIRTEENS) + popcount(hand & ~trumps & HIGH & ~THIRTEENS) // 2
    return min(s.each, (quarters + 2) >> 2)


@kernel
def _winners(s: State) -> Mask:
    """Cards that would be best in the trick as it lies; to lead, only the Wizards are called so."""
    if s.best == NONE or s.turn == s.lead:
        return WIZARDS
    if s.strength >= 64:
        return NOTHING
    if s.strength >= 32:
        return WIZARDS | (lane(s.trump) & ~SPECIALS & ~_up_to(s.trump, s.strength - 32))
    trumps = lane(s.trump) & ~SPECIALS if s.trump >= 0 else NOTHING
    if s.strength >= 16:
        return WIZARDS | trumps | (lane(s.follow) & ~SPECIALS & ~_up_to(s.follow, s.strength - 16))
    return ALL_CARDS & ~SPECIALS | WIZARDS


@kernel
def _up_to(suit: Suit, rank: int) -> Mask:
    """The cards of the suit up to this rank."""
    return ((np.int64(2) << np.int64(rank)) - 1) << np.int64(suit << 4)
