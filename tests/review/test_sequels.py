"""What a mistake has led to: right where it is certain, nothing where it is noise or hidden."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from torite.cards.actions import list_actions, random_action
from torite.cards.bits import low
from torite.cards.rng import match_seed, new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.kits import tricks
from torite.games.position import Position
from torite.games.zones import NONE
from torite.knowledge import informed
from torite.review.decisions import Decision
from torite.review.judge import judged, weigh
from torite.review.review import QUICK, Task
from torite.review.sequels import CLEAR, TELLING, _compared, chance_of, has_sequels, sequels
from torite.search.deals import bots_rng, draw_word
from torite.search.players import player
from torite.table.looking import Sequel
from torite.table.scribe import Scribe

SEAT = 1


@cache
def cheap(name: str) -> dict[str, Any]:
    """A match of cheap bots."""
    game, rng, bot = GAMES[name], bots_rng(match_seed(1)), player("flat:4")
    scribe = Scribe(Position(game, game.usual_players, seed=1))
    while not scribe.position.finished():
        scribe.deal()
        while (seat := scribe.position.turn) is not None:
            scribe.play(game.codes[bot.choose(game, scribe.position.view(seat), seat, draw_word(rng))], seat)
    return scribe.record()


TOLD = [name for name in GAMES if has_sequels(GAMES[name])]


def cards(game: Game, decision: Decision) -> list[int]:
    """The legal actions that are cards."""
    return [action for action in list_actions(game.legal(decision.state, decision.seat)) if action in game.handled]


def taker(game: Game, state: Any, seat: int, card: int) -> int | None:
    """Who has the trick after the last card to it; None = it is not over, or not counted yet."""
    after = state.copy()
    before = tricks.course(after)
    game.play(after, seat, card)
    return int(after.last_winner) if tricks.course(after) == before + 1 and before % 2 else None


def test_games_of_tricks_tell_them() -> None:
    assert set(GAMES) - set(TOLD) == {"emissary"}


@pytest.mark.parametrize("name", TOLD)
def test_the_last_card_of_a_trick_says_who_takes_it(name: str) -> None:
    """Whatever the worlds are, that is certain: told of two cards that differ in it, and of no others."""
    game, told = GAMES[name], 0
    seat = SEAT
    for decision in Task(cheap(name), seat).decisions:
        takers = {card: taker(game, decision.state, seat, card) for card in cards(game, decision)}
        if len(takers) < 2 or None in takers.values() or told > 5:
            continue
        one, *others = takers
        for other in (others[0], next((card for card in others if takers[card] != takers[one]), others[-1])):
            for played, best in ((one, other), (other, one)):
                found = sequels(game, replace(decision, played=played), best, 1, 20)[0]
                side = int(game.partners(decision.view, seat))
                own = [side >> (takers[card] or 0) & 1 for card in (played, best)]
                if own == [1, 1] or takers[played] == takers[best]:
                    assert not found.clear
                elif own[0]:
                    assert found == Sequel("won", None, 1.0, 0.0, 0.0, clear=True)
                else:
                    assert found == Sequel("given", takers[played], 1.0, 0.0, 0.0, clear=True)
                told += found.clear
    assert told


@pytest.mark.parametrize("name", ["schieber", "wizard", "wysiwyg"])
def test_the_trick_is_played_on_as_the_review_plays(name: str) -> None:
    """The slow way in the same worlds comes to the same shares."""
    game, worlds = GAMES[name], 25
    seat, compared = SEAT, 0
    for decision in Task(cheap(name), seat).decisions[::5]:
        free = [card for card in cards(game, decision) if card != decision.played]
        if decision.played not in game.handled or not free:
            continue
        if (taken := slowly(game, decision, [decision.played, free[0]], worlds)) is None:
            continue
        (found, *_) = sequels(game, decision, free[0], 7, worlds)
        own = int(game.partners(decision.view, seat)) >> taken & 1 == (found.kind == "won")
        came = taken == found.seat if found.seat is not None else own
        assert [found.played, found.best] == pytest.approx(came.mean(axis=0), abs=1e-4)
        compared += 0 < found.played < 1
    assert compared


def slowly(game: Game, decision: Decision, actions: list[int], worlds: int) -> Any:
    """Who takes the trick: int64[worlds, actions]; None = the card was none to a trick."""
    rng, policy = new_rng(chance_of(decision, 7)), informed(game).policy
    likely = informed(game).likely or game.legal
    takers = np.full((worlds, len(actions)), NONE)
    for world in range(worlds):
        state = decision.view.copy()
        game.determinize(state, decision.seat, rng)
        finished = tricks.course(state) // 2
        for i, action in enumerate(actions):
            trial = state.copy()
            game.play(trial, decision.seat, action)
            if not tricks.course(trial) % 2 and tricks.course(trial) // 2 == finished:
                return None
            while seats := game.actors(trial):
                if takers[world, i] == NONE and trial.tricks.sum() > finished:
                    takers[world, i] = trial.last_winner
                    if game.sheet.exact is None:
                        break
                p = low(seats)
                game.play(trial, p, policy(trial, p, rng) if policy else random_action(likely(trial, p), rng))
            if takers[world, i] == NONE and trial.tricks.sum() > finished:
                takers[world, i] = trial.last_winner
    return takers


def test_a_bid_that_cannot_be_met_is_told() -> None:
    """Who leads to the only trick with a Wizard takes it: nought is missed, one is met."""
    game = GAMES["wizard"]
    wizards = sum(1 << card for card, name in game.deck.names.items() if name.startswith("Z"))
    position = Position(game, 3)
    for seed in range(200):
        position = Position(game, 3, seed=seed)
        position.deal()
        if position.state.hands[position.state.lead] & wizards:
            break
    seat = int(position.state.lead)
    assert position.legal(seat)
    decision = Decision(1, 1, seat, position.view(seat), position.state.copy(), game.actions["bid:0"])
    (found,) = sequels(game, decision, game.actions["bid:1"], 1, 40)
    assert found == Sequel("missed", None, 1.0, 0.0, 0.0, clear=True)
    met = replace(decision, played=game.actions["bid:1"])
    (found,) = sequels(game, met, game.actions["bid:0"], 1, 40)
    assert found == Sequel("missed", None, 0.0, 1.0, 0.0, clear=False)  # no reason why it was worse


@pytest.mark.parametrize("name", TOLD)
def test_sequels_do_not_depend_on_what_the_seat_did_not_know(name: str) -> None:
    game, different = GAMES[name], 0
    seat = SEAT
    decisions = Task(cheap(name), seat).decisions
    for decision in decisions[:: max(1, len(decisions) // 6)]:
        world = decision.view.copy()
        game.determinize(world, seat, new_rng(b"elsewhere"))
        different += world.tobytes() != decision.state.tobytes()
        best = list_actions(game.legal(decision.view, seat))[-1]
        twin = replace(decision, view=game.state.view(world, seat), state=world)
        assert sequels(game, twin, best, 1, 40) == sequels(game, decision, best, 1, 40)
    assert different


def test_noise_tells_nothing() -> None:
    rng = np.random.default_rng(1)
    for share in (0.05, 0.5, 0.9):
        for worlds in (120, 300):
            found = [_compared("missed", None, rng.random((worlds, 2)) < share) for _ in range(300)]
            assert sum(each.clear for each in found) <= 3  # 3 standard errors one-sided: 0.4 of 300
    assert CLEAR >= 3
    assert TELLING >= 0.3
    same = _compared("given", None, np.repeat(rng.random((50, 1)) < 0.5, 2, axis=1))
    assert not same.clear


def test_only_mistakes_that_were_looked_at_closely_have_them() -> None:
    task = Task(cheap("wizard"), 1)
    coarse = [
        judged(task.game, decision, weigh(task.game, decision, 200, 0), opened=False)
        for decision in task.decisions[:40]
    ]
    assert all(each.sequels == [] for each in coarse)
    found = [task.judge(number, QUICK) for number in range(40)]
    assert all(bool(each.sequels) <= each.mistake for each in found)
    assert any(each.sequels for each in found)
