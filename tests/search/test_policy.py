"""What a game's policy does in playouts: legal, from what its seat may know, and better than chance."""

from collections.abc import Iterator

import numpy as np
import pytest

from torite.cards.actions import list_actions
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.jass.cards import POINTS, power
from torite.games.jass.sheets import JOKER, ROW_OF
from torite.games.jass.tricks import PLAYING
from torite.games.position import Position
from torite.games.zones import NONE
from torite.knowledge import informed
from torite.search.deals import bots_rng, play_deal
from torite.search.players import RandomPlayer

DEALS = 500
WITH_POLICY = sorted(name for name, game in GAMES.items() if informed(game).policy is not None)


def decisions(game: Game, matches: int) -> Iterator[tuple[Position, int]]:
    """Decisions of random matches of every size: position and seat."""
    for number in range(matches):
        players = game.players[0] + number % (game.players[1] - game.players[0] + 1)
        position = Position(game, players, seed=number)
        rng = np.random.default_rng(number)
        for _ in range(3):
            position.deal()
            while seats := position.actors():
                yield position, seats[0]
                position.play(str(rng.choice(position.legal(seats[0]))), seats[0])
            if position.finished():
                break


@pytest.mark.parametrize("name", WITH_POLICY)
def test_it_is_legal_and_needs_only_the_view(name: str) -> None:
    game, seen = informed(GAMES[name]), 0
    assert game.policy is not None
    for position, seat in decisions(game, 8):
        seen += 1
        view = position.view(seat)
        actions = [int(game.policy(s, seat, new_rng(bytes([seen % 256])))) for s in (position.state, view)]
        assert actions[0] == actions[1]
        assert actions[0] in list_actions(game.legal(position.state, seat))
    assert seen > 300


@pytest.mark.parametrize("name", WITH_POLICY)
def test_it_beats_chance(name: str) -> None:
    """Deals in which one side, or one seat, goes by the policy and the others play at random."""
    game = informed(GAMES[name])
    gains: list[float] = []
    assert game.policy is not None
    players = min(4, game.players[1])
    for number in range(DEALS):
        position = Position(game, players, seed=number)
        position.deal()
        for _ in range(number % (game.deals(position.state) or 1)):
            play_deal(position, [RandomPlayer()] * players, bots_rng(position.seed))
            position.deal()
        rng, dice = new_rng(b"policy", number), np.random.default_rng(number)
        sensible = {number % 4, (number + 2) % 4} if game.sheet.sides else {number % players}
        while seats := position.actors():
            seat = seats[0]
            action = int(game.policy(position.state, seat, rng))
            position.play(game.codes[action] if seat in sensible else str(dice.choice(position.legal(seat))), seat)
        points = np.zeros(players)
        game.score(position.state, points)
        others = [worth for p, worth in enumerate(points) if p not in sensible]
        gains.append(float(np.mean(points[sorted(sensible)]) - np.mean(others)))
    assert np.mean(gains) > 3 * np.std(gains) / len(gains) ** 0.5


def test_coiffeur_keeps_its_jokers() -> None:
    """They fit any hand: who names the best of all contracts uses them up in the first deals."""
    game = informed(GAMES["coiffeur"])
    jokers: list[int] = []
    assert game.policy is not None
    for number in range(20):
        position, rng = Position(game, 4, seed=number), new_rng(b"jokers", number)
        while not (position.state.deals and position.finished()):
            position.deal()
            while seats := position.actors():
                position.play(game.codes[int(game.policy(position.state, seats[0], rng))], seats[0])
            if ROW_OF[position.state.contract] >= JOKER:
                jokers.append(int(position.state.deals))
    assert len(jokers) == 20 * 2 * 2
    assert np.mean(jokers) > 9  # of 16 deals; 2.5 where half the points count as good for any row


def test_differenzler_takes_no_trick_that_is_too_dear() -> None:
    """Who plays last, misses some points and could take far more than those stays below."""
    game, seen = informed(GAMES["differenzler"]), 0
    assert game.policy is not None
    for position, seat in decisions(game, 60):
        s = position.state
        lying = [int(card) for card in s.trick[: s.players] if card != NONE]
        missing = int(s.announced[seat]) - int(s.cards[seat])
        if s.phase != PLAYING or len(lying) != s.players - 1 or not 3 < missing < sum(POINTS[s.row, lying]) / 2:
            continue
        legal = list_actions(game.legal(s, seat))
        wins = [power(card, s.trump, s.trick[s.lead] >> 4, s.upwards) > s.strength for card in legal]
        if any(wins) and not all(wins):
            seen += 1
            assert not wins[legal.index(int(game.policy(s, seat, new_rng(bytes([seen])))))]
    assert seen > 5
