"""What a decision has cost, in worlds that agree with all that the seat knew; beside it, with open cards.

Every legal action is tried in the same worlds and played out by the game's policy, or by what it calls likely; in a
game whose bots go by a plan, what comes of it is valued by that.  On one
half of the worlds the best action is chosen, on the other half it is compared with the one that was taken: the action
that looks best is so partly by luck, and that luck is not a loss.  Chance follows from the view and a seed, so the
figures cannot depend on what the seat did not know.

Where the seat can tell every card there is one world, and what every action brings there is exact.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from torite.cards.actions import list_actions
from torite.games.game import Game
from torite.knowledge import informed
from torite.review.decisions import Decision
from torite.search import flat, ismcts, plan, solve
from torite.search.analysis import Analysis
from torite.search.pimc import fits
from torite.search.possible import NoWorldError
from torite.table.format import RecordError
from torite.table.looking import Alternative, Judged

SURE = 2.0  # standard errors above which a loss is no chance
CLEAR = 3.0  # the same where an exercise is made of it, which says to all that one action alone is right
MANY, FEW = 12, 200  # of more actions than that only so many go on, after so many worlds
SEARCHED = 4000  # deals that a tree search plays out before something is called wrong: some 5 ms
COMPARED = 4 * SEARCHED  # the same where it compares no more than two actions
BLUNDER = 4.0  # thresholds that a search has to find where playouts find no mistake
PARTS = 16  # of them, to tell how far chance goes
OPEN_LIMIT = 200_000  # positions of a deal with open cards, some 30 ms; one that needs more is left out
PLAIN_LIMIT = 100  # the same where most positions are a hand of plain tricks to be solved


@dataclass(frozen=True)
class Weighed:
    """What each action of a decision brings."""

    actions: list[int]
    found: np.ndarray  # float64[worlds, actions], in the game's unit; one world = exact


def weigh(game: Game, decision: Decision, worlds: int, seed: int) -> Weighed:
    """Every action of a decision, or the promising ones of very many, in the same worlds.  Raises RecordError."""
    chance = sha256(seed.to_bytes(8, "big") + bytes([decision.seat]) + decision.view.tobytes()).digest()
    try:
        exact = solve.analyse(game, decision.view, decision.seat, seed) if fits(game, decision.state) else None
        if exact is not None:
            return Weighed(exact.actions, exact.values[np.newaxis] * game.unit.scale)
        among = _promising(game, decision, chance)
        actions, found = search_of(game)(game, decision.view, decision.seat, chance, worlds, among)
    except NoWorldError:
        wrong = RecordError("no_world", seat=decision.seat, name=game.name)
        wrong.deal, wrong.action = decision.deal, decision.step
        raise wrong from None
    return Weighed(actions, found * told_in(game, decision))


def second(game: Game, decision: Decision, weighed: Weighed, seed: int) -> Analysis | None:
    """What a tree search finds here, as a hint would have it; None where the first opinion is no playout's.

    Playouts go on without a plan: what is right only with one looks like a loss to them, and what is wrong to a plan
    like none.
    """
    if len(weighed.found) == 1 or search_of(game) is not flat.results:
        return None
    return ismcts.analyse(game, decision.view, decision.seat, seed, worlds=SEARCHED)


def told_in(game: Game, decision: Decision) -> float:
    """What 1 of `score` is in the unit of the game.

    Who errs early makes up for some of it where a bid is to be met exactly, which playouts do not, and in a tree
    the others learn to answer the hand of the seat.
    """
    is_early = game.cards_held(decision.view, decision.seat) > ismcts.FEW_CARDS
    return game.unit.scale * (game.unit.lasts if is_early else 1.0)


def gap(game: Game, decision: Decision, found: Analysis, played: int) -> float:
    """How much more the best action brings there than what was played."""
    values = dict(zip(found.actions, found.values, strict=True))
    return float(values[found.best] - values.get(played, -np.inf)) * told_in(game, decision)


def agrees(game: Game, decision: Decision, clear: list[Alternative], found: Analysis, seed: int) -> bool:
    """Does a tree search, too, find the best of these better than each other, on a close look than the nearest?"""
    best, *others = [game.actions[each.code] for each in clear]
    gaps = [gap(game, decision, found, other) for other in others]
    if found.best != best or min(gaps) <= game.unit.mistake:
        return False
    return searched(game, decision, best, others[int(np.argmin(gaps))], seed)[0] > game.unit.mistake


def searched(game: Game, decision: Decision, best: int, other: int, seed: int) -> tuple[float, float]:
    """How much more `best` brings than the other in a tree that compares the two, and the standard error.

    The first half of its deals is not counted: in them it learns how to go on after each.
    """
    both, deals = [best, other], COMPARED // 2
    search = ismcts.Search(game, decision.view, decision.seat, seed, COMPARED, both)
    search.grow(deals // 2)
    gains = np.zeros(PARTS)
    for i in range(PARTS):
        search.forget()
        search.grow(deals // 2 // PARTS)
        values = search.found().values * told_in(game, decision)
        gains[i] = values[0] - values[1]
    return round(float(gains.mean()), 4), round(float(gains.std(ddof=1)) / PARTS**0.5, 4)


def search_of(game: Game) -> Callable[..., tuple[list[int], np.ndarray]]:
    """What tries actions in worlds; a game has a plan because playouts tell too little of it."""
    return flat.results if informed(game).plan is None else plan.results


def judged(game: Game, decision: Decision, weighed: Weighed, opened: bool) -> Judged:
    """What the action that was taken has cost."""
    best, loss, error = compare(weighed.found, weighed.actions.index(decision.played))
    return Judged(
        deal=decision.deal,
        step=decision.step,
        played=game.codes[decision.played],
        best=game.codes[weighed.actions[best]],
        loss=loss,
        error=error,
        open_loss=open_loss(game, decision) if opened else None,
        mistake=loss > max(SURE * error, game.unit.mistake),
        worlds=len(weighed.found),
    )


def alternatives(game: Game, weighed: Weighed) -> list[Alternative]:
    """Every action against the best one, which comes first; [] unless it is clearly better than each of the others."""
    compared = [compare(weighed.found, i) for i in range(len(weighed.actions))]
    told = [
        Alternative(game.codes[action], loss, error)
        for action, (_, loss, error) in zip(weighed.actions, compared, strict=True)
    ]
    best, *others = sorted(told, key=lambda each: each.loss)
    return [best, *others] if all(_is_clear(game, each) for each in others) else []


def _is_clear(game: Game, other: Alternative) -> bool:
    return other.loss > max(CLEAR * other.error, game.unit.mistake)


def _promising(game: Game, decision: Decision, chance: bytes) -> list[int]:
    """Of very many actions the best in a few worlds of their own, and the one that was taken; in order."""
    actions = list_actions(game.legal(decision.state, decision.seat))
    if len(actions) <= MANY:
        return actions
    _, found = search_of(game)(game, decision.view, decision.seat, chance + b"few", FEW)
    order = np.argsort(-found.mean(axis=0), kind="stable")
    return sorted({decision.played, *(actions[i] for i in order[:MANY])})


def compare(found: np.ndarray, played: int) -> tuple[int, float, float]:
    """The best action, what the one played loses against it, and the standard error; found float64[worlds, actions].

    Chosen in the first half of the worlds, compared in the second; of one world both are the same.
    """
    half = len(found) // 2
    means = found[: half or 1].mean(axis=0)
    best = played if means[played] == means.max() else int(means.argmax())
    differences = found[half:, best] - found[half:, played]
    error = float(differences.std(ddof=1)) / len(differences) ** 0.5 if half else 0.0
    return best, round(float(differences.mean()), 4), round(error, 4)


def open_loss(game: Game, decision: Decision) -> float | None:
    """What the action loses if all hands are open and everybody plays exactly.

    None where that is not known: more than two sides, a game that tells nothing to the solver, too many positions.
    """
    if not solve.is_declared(game) or not fits(game, decision.state):
        return None
    states = game.state.new(solve.DEEPEST)
    states[0] = decision.state
    limit = OPEN_LIMIT if informed(game).plain is None else PLAIN_LIMIT
    found = solve.solve_world(game, states, decision.seat, limit)
    if found is None:
        return None
    loss = found.values.max() - found.values[found.actions.index(decision.played)]
    return round(float(loss) * game.unit.scale, 4)
