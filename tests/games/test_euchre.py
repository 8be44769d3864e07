"""Euchre, an example on the kit of trumps: beside a reference that is written from the rules alone, and by hand."""

import random
from pathlib import Path

import pytest

from torite.cards.bits import members
from torite.cards.rng import new_rng
from torite.games.game import Game
from torite.games.kits import trumps
from torite.games.load import imported
from torite.games.position import Position
from torite.games.scene import HandZone, Reason

PAGE = Path(__file__).parents[2] / "examples" / "euchre.py"
BROTHER = {"S": "C", "C": "S", "H": "D", "D": "H"}


@pytest.fixture(scope="module")
def game() -> Game:
    return imported(PAGE, str(PAGE))


def suit(card: str, trump: str) -> str:
    return trump if card == BROTHER[trump] + "J" else card[0]


def best(trick: list[tuple[int, str]], trump: str) -> int:
    """The seat that takes it."""
    order = [BROTHER[trump] + "J", trump + "J"]
    order = [trump + rank for rank in "9TQKA"] + order
    led = suit(trick[0][1], trump)
    order = [led + rank for rank in "9TJQKA" if led + rank not in order] + order
    return max(trick, key=lambda play: order.index(play[1]) if play[1] in order else -1)[0]


def fitting(hand: set[str], trick: list[tuple[int, str]], trump: str) -> set[str]:
    """What may be played."""
    return {card for card in hand if trick and suit(card, trump) == suit(trick[0][1], trump)} or hand


def shown(trump: str) -> list[str]:
    """All cards as they lie in a hand."""
    bowers, order = [trump + "J", BROTHER[trump] + "J"], [suit + rank for suit in "SHDC" for rank in "AKQJT9"]
    trumps = bowers + [card for card in order if card[0] == trump and card not in bowers]
    return trumps + [card for card in order if card not in trumps]


def in_hand(position: Position, seat: int) -> list[str | None]:
    """The cards of the seat as it sees them."""
    zones = position.scene(seat).zones
    return next(list(zone.cards) for zone in zones if isinstance(zone, HandZone) and zone.seat == seat)


def points(won: list[int], maker: int, alone: bool) -> list[int]:
    makers = won[maker] + won[(maker + 2) % 4]
    worth = 2 if makers < 3 else 1 if makers < 5 else 4 if alone else 2
    return [worth if (seat % 2 == maker % 2) == (makers >= 3) else 0 for seat in range(4)]


def deal_of(position: Position, rng: random.Random) -> tuple[bool, bool]:
    """A deal played at random beside the reference; was it played, and alone?"""
    position.deal()
    dealer = int(position.state.dealer)
    first, names = (dealer + 1) % 4, position.game.deck.names
    hands = [{names[card] for card in members(int(hand))} for hand in position.state.hands]
    turned = names[int(position.state.turned)]
    stick = bool(position.state.stick)
    said: list[str] = []
    while len(said) < 8 and said[-1:] in ([], ["pass"]):
        names_ = ["pass", "order", "alone"]
        if len(said) >= 4:
            names_ = [f"{kind}:{s}" for kind in ("name", "name_alone") for s in "SCHD" if s != turned[0]]
            names_ += ["pass"] * (len(said) < 7 or not stick)
        seat = (first + len(said)) % 4
        assert position.actors() == [seat]
        assert sorted(position.legal(seat)) == sorted(names_)
        said.append("pass" if "pass" in names_ and rng.random() < 0.8 else rng.choice(names_))
        position.play(said[-1], seat)
    if said[-1] == "pass":
        assert position.deal_over() and not position.state.points.any()
        return False, False
    maker, (kind, _, named) = (first + len(said) - 1) % 4, said[-1].partition(":")
    trump, alone = named or turned[0], kind in ("alone", "name_alone")
    if not named:
        hands[dealer].add(turned)
        assert sorted(position.legal(dealer)) == sorted(f"discard:{card}" for card in hands[dealer])
        away = rng.choice(sorted(hands[dealer]))
        position.play(f"discard:{away}", dealer)
        hands[dealer].remove(away)
    out = (maker + 2) % 4 if alone else None
    won, lead = [0] * 4, first if first != out else (first + 1) % 4
    for _ in range(5):
        trick: list[tuple[int, str]] = []
        for seat in [(lead + i) % 4 for i in range(4) if (lead + i) % 4 != out]:
            assert position.actors() == [seat]
            assert set(position.legal(seat)) == fitting(hands[seat], trick, trump)
            assert in_hand(position, seat) == [card for card in shown(trump) if card in hands[seat]]
            card = rng.choice(sorted(fitting(hands[seat], trick, trump)))
            position.play(card, seat)
            hands[seat].remove(card)
            trick.append((seat, card))
        lead = best(trick, trump)
        won[lead] += 1
        assert position.state.tricks.tolist() == won
    assert position.deal_over()
    assert position.state.points.tolist() == points(won, maker, alone)
    return True, alone


def test_every_deal_is_as_the_rules_say(game: Game) -> None:
    rng, played = random.Random("euchre"), list[tuple[bool, bool]]()
    for seed in range(60):
        position = Position(game, 4, seed=seed, options={"stick": seed % 2 == 0})
        while not position.finished() and len(played) < 12 * (seed + 1):
            played.append(deal_of(position, rng))
    assert {(True, True), (True, False), (False, False)} == set(played)


DEALT = ("S9", "SA HA HK HQ HT", "CJ CA SK CQ D9", "C9 CT CK DA DK", "SQ ST H9 DQ DT")  # turned up, and by seat


def stacked(game: Game, turned: str, *hands: str) -> Position:
    """The first deal, with these cards from the dealer's left on; whatever is left lies in the stock."""
    dealt = [hand.split() for hand in hands]
    deck = [dealt[i % 4][i // 4] for i in range(20)] + [turned]
    position = Position(game, 4, seed=1)
    position.deal([*deck, *(card for card in game.deck.names.values() if card not in deck)])
    return position


def test_the_left_bower_follows_trumps_and_not_its_own_suit(game: Game) -> None:
    position = stacked(game, *DEALT)
    first = position.actors()[0]
    position.play("order", first)
    dealer = position.actors()[0]
    position.play("discard:H9", dealer)
    position.play("SA", first)
    second = position.actors()[0]
    assert sorted(position.legal(second)) == ["CJ", "SK"]
    assert position.why("CA", second) == Reason("follow_trump")
    position.play("CJ", second)
    third = position.actors()[0]
    position.play("C9", third)
    lacked = {name for card, name in game.deck.names.items() if int(position.state.lacks[third]) >> card & 1}
    assert lacked == {"SJ", "CJ", "SA", "SK", "SQ", "ST", "S9"}
    position.play("S9", dealer)
    assert position.actors() == [second]


def test_the_dealer_knows_what_he_has_laid_away(game: Game) -> None:
    position = stacked(game, *DEALT)
    position.play("order", position.actors()[0])
    dealer, rng = position.actors()[0], new_rng(b"worlds")
    position.play("discard:H9", dealer)
    for _ in range(50):
        world = position.view(dealer)
        game.determinize(world, dealer, rng)
        assert not any(int(hand) >> game.deck.parse("H9") & 1 for hand in world.hands)


def test_worlds_keep_what_was_proved_and_what_was_taken_up(game: Game) -> None:
    position = stacked(game, *DEALT)
    first = position.actors()[0]
    position.play("order", first)
    dealer = position.actors()[0]
    position.play("discard:S9", dealer)
    for card in ("SA", "SK", "C9"):
        position.play(card, position.actors()[0])
    rng, held = new_rng(b"worlds"), 0
    third, turned = (first + 2) % 4, 1 << game.deck.parse("S9")
    for _ in range(300):
        world = position.view(first)
        game.determinize(world, first, rng)
        assert int(world.hands[third]) & int(world.trumps) == 0
        held += int(world.hands[dealer]) & turned != 0
    assert 200 < held < 280  # five of six: each of the dealer's cards may be the one laid away
    own = position.view(dealer)
    game.determinize(own, dealer, rng)
    assert not any(int(hand) & turned for hand in own.hands)


def test_of_equal_cards_the_first_one_wins(game: Game) -> None:
    state = stacked(game, *DEALT).state
    state.trumps = 1 << game.deck.parse("CJ")
    for seat, card, order in ((1, "HA", 4), (2, "CA", 9), (3, "H9", 4)):
        state.turn = seat
        trumps.lay(state, seat, game.deck.parse(card), order)
    assert state.best == 1
    trumps.lay(state, 0, game.deck.parse("CJ"), 0)
    assert state.best == 0
