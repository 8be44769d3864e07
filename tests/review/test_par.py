"""Cards and play: what they are adds up, is nobody's on average, and is the cards' where bots have played."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.position import Position
from torite.review.par import BOT, PLAYS, ParTask
from torite.review.review import worked
from torite.search.deals import bots_rng, play_deal
from torite.search.players import player
from torite.table.format import RecordError
from torite.table.looking import Par
from torite.table.scribe import Scribe

FEW = 6


@cache
def played(name: str, bots: str, seed: int) -> dict[str, Any]:
    """The record of a match between such bots."""
    game = GAMES[name]
    position = Position(game, game.usual_players, seed=seed)
    scribe, rng = Scribe(position), bots_rng(position.seed)
    while not position.finished():
        scribe.deal()
        play_deal(position, [player(bots)] * position.players, rng, scribe)
    return scribe.record()


def par(record: dict[str, Any], plays: int = FEW, threads: int = 1) -> Par:
    """All that is known in the end."""
    task = ParTask(record)
    *_, last = worked(task, task.pieces(plays), threads)
    return last


@pytest.mark.parametrize("name", ["schieber", "wizard", "handjass", "wysiwyg"])
def test_figures_add_up(name: str) -> None:
    """Handjass draws cards in the middle of a deal; WYSIWYG is for two."""
    record = played(name, "flat:4", 3)
    found = par(record)
    assert [share.deal for share in found.shares] == list(range(1, len(record["deals"]) + 1))
    assert found.done and found.deals == len(found.shares)
    for share in found.shares:
        parts = np.array(share.average) + share.cards + share.play
        np.testing.assert_allclose(parts, share.result, atol=1e-3)
        assert abs(sum(share.cards)) < 1e-3
        assert all(error >= 0 for error in share.error)
    if name == "wizard":
        points = np.array([share.result for share in found.shares]).sum(axis=0)
        assert points.tolist() == record["outcome"]["scores"]


def test_what_bots_play_is_the_cards() -> None:
    """Where the bots of the par have played themselves, nothing is left for the play on average."""
    play, error = list[float](), 0.0
    for seed in range(3):
        found = par(played("wizard", BOT, seed), FEW, 2)
        play += [share.play[0] for share in found.shares]
    error = float(np.std(play, ddof=1)) / len(play) ** 0.5
    assert abs(np.mean(play)) < 3 * error
    weak = [share.play[1] for share in par(blundered(), FEW, 2).shares]
    assert np.mean(weak) < -3 * np.std(weak, ddof=1) / len(weak) ** 0.5


def blundered() -> dict[str, Any]:
    """A match of Wizard in which seat 1 plays at random."""
    position = Position(GAMES["wizard"], 4, seed=9)
    scribe, rng = Scribe(position), bots_rng(position.seed)
    bots = [player(BOT), player("random"), player(BOT), player(BOT)]
    while not position.finished():
        scribe.deal()
        play_deal(position, bots, rng, scribe)
    return scribe.record()


def test_it_follows_from_the_record_whatever_the_threads() -> None:
    record = played("schieber", "flat:4", 3)
    one, two = par(record), par(record, threads=2)
    for a, b in zip(one.shares, two.shares, strict=True):
        np.testing.assert_allclose(a.cards, b.cards, atol=1e-3)
    first = ParTask(record).tell(done=False)
    assert (first.shares, first.done, first.plays) == ([], False, PLAYS)


def test_a_game_for_one_has_no_par() -> None:
    position = Position(GAMES["emissary"], 1, seed=1)
    scribe = Scribe(position)
    scribe.deal()
    scribe.play("concede", 0)
    with pytest.raises(RecordError) as caught:
        ParTask(scribe.record())
    assert caught.value.code == "no_par"


def test_a_whole_match_has_one_share() -> None:
    """Of a game for one: there are no other seats to compare with, so all that bots bring is the cards'."""
    before = Position(GAMES["emissary"], 1, seed=5)
    task = ParTask.of_match(before)
    *_, last = worked(task, task.pieces(FEW), 1)
    points = []
    for number in range(FEW):
        position, rng = before.copy(), new_rng(b"par 0 0 %d" % number)
        while not position.finished():
            position.deal()
            play_deal(position, [player(BOT)], rng)
        points.append(position.result().scores[0])
    [share] = last.shares
    assert len(set(points)) > 1  # they are not all the same play
    assert (share.average, share.cards) == (0.0, [round(float(np.mean(points)), 4)])
