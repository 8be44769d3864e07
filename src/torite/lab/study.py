"""What a game is like, for those who make games: fairness, scores, length, choice, luck, and whether a trick beats it.

Equal bots play many deals; some deals are played again with the same cards by the same bots, which tells luck from
play, and again with another bot in one seat, which tells what it wins or loses by its manner.  Every figure has its
interval of 95 %.  Variants get the same seeds, so those of one game are compared deal by deal: where they differ by an
option alone on the same cards, and what these bring to both is no chance in a difference.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

import msgspec
import numpy as np

from torite.cards.rng import match_seed
from torite.certainty import student
from torite.games.game import Value
from torite.games.position import Position
from torite.lab.course import Course, play_match
from torite.lab.duplicate import DealJob, play_duplicate
from torite.lab.figures import Figure, bounded, clustered, luck, mean, rate, share, skewed
from torite.lab.seating import GameRef
from torite.lab.studied import BATCHES, BOT, CHALLENGERS, STRONGER, DealFound, study_deal
from torite.lab.workers import Workers, cores, spread

PHASES = 5  # parts of a deal by which choice is told
FREE_SECONDS, FORCED_SECONDS = 6.0, 2.0  # that a person takes
COURSE = ("deals_match", "leads", "decided", "behind", "drama")  # figures of whole matches
TRACE = (1, 2, 4, 8, 16)  # worlds of flat Monte Carlo; each against twice as many
FEWER = 6  # deals of the study for a match, and for a deal of the trace
SHOWN, OFTEN = 12, 5  # of what may be said, those that are said most, and at least so often
Progress = Callable[[int, int], None]  # deals and matches done, of so many


class Said(msgspec.Struct):
    """A bid, a contract or whatever else is said instead of playing a card."""

    share: Figure  # of all that was said in the same phase where there was a choice
    worth: Figure  # of the deal, to who has said it


class Variant(msgspec.Struct):
    """One game, number of players, set of options."""

    name: str
    game: str
    players: int
    preset: str
    options: dict[str, Value]
    figures: dict[str, Figure]  # text `cli.study.NAME`
    places: list[Figure]  # mean worth of a deal, the place that acts first at the beginning
    firsts: list[Figure]  # share of deals in which the place is first, shared ones in part
    alternatives: list[Figure]  # legal actions a decision, by part of the deal
    spreads: list[Figure]  # worth of the best action over the worst, by part of the deal; empty parts have nan
    challengers: dict[str, Figure]  # what a deal brings a seat more if this bot plays it
    said: dict[str, Said]  # by code, phase by phase, what is said most first
    cards: dict[str, Figure]  # by code: what a deal is worth more than to the others, to who was dealt this card
    skill: dict[str, Figure]  # what a deal is worth more with twice as many worlds, "2:1", ...
    edges: list[float]  # of the histogram
    counts: list[int]
    differences: dict[str, Figure] = {}  # of figures: more than in the first variant, deal by deal, match by match


class Study(msgspec.Struct):
    """What was found."""

    game: str
    players: int
    preset: str
    deals: int
    bot: str
    seed: int
    variants: list[Variant]


@dataclass(frozen=True)
class Subject:
    """What is studied: a game as so many play it."""

    ref: GameRef
    players: int
    preset: str
    options: dict[str, Value]


def study(
    subjects: dict[str, Subject],
    *,
    deals: int = 150,
    seed: int = 0,
    processes: Workers | None = None,
    progress: Progress = lambda done, of: None,
) -> Study:
    """Study each of the subjects, by name.  Raises PlayersError, OptionError."""
    for subject in subjects.values():
        Position(subject.ref.game(), subject.players, options=subject.options, preset=subject.preset)
    fewer = max(10, deals // FEWER)
    parts = {name: _parts(subject, deals, fewer) for name, subject in subjects.items()}
    jobs = (
        (play, job)
        for name, of in parts.items()
        for play, specs, number in of
        for job in _jobs(subjects[name], specs, number, seed)
    )
    played = spread(_play, jobs, processes or cores())  # all in one, so that the processes begin once
    rounds = {name: _rounds(subject) for name, subject in subjects.items()}
    done, whole = count(1), sum(number for of in parts.values() for _, _, number in of)

    def taken(number: int) -> Iterator[Any]:
        for found in islice(played, number):
            progress(next(done), whole)
            yield found

    def studied(name: str, subject: Subject) -> tuple[Variant, Values]:
        matches, seen, *traces = ([*taken(number)] for _, _, number in parts[name])
        values = _values(seen, matches)
        variant = _variant(name, subject, seen, values)
        if traces and variant.figures["deals_match"].value >= 2:  # else deal and match are nearly the same
            variant.figures |= dict(_course(values))
        for worlds, trace in zip(TRACE, traces, strict=False):
            more = np.array([twice - once for (twice, once), _ in trace])
            variant.skill[f"{2 * worlds}:{worlds}"] = mean(more, rounds[name])
        return variant, values

    with closing(played):
        (first, of_first), *others = [studied(name, subject) for name, subject in subjects.items()]
    for variant, values in others:
        if (variant.game, rounds[variant.name]) == (first.game, rounds[first.name]):
            shared = {
                name: each for name, each in values.items() if name in first.figures.keys() & variant.figures.keys()
            }
            variant.differences = dict(_differences(of_first, shared, rounds[first.name]))
    found = [first, *(variant for variant, _ in others)]
    for variant in found:  # of nothing that is counted here there is less than none
        variant.figures = {name: bounded(figure, math.inf) for name, figure in variant.figures.items()}
    return Study(first.game, first.players, first.preset, deals, BOT, seed, found)


Play = Callable[[DealJob], Any]
Values = dict[str, Any]  # float[deals] or float[matches], by figure: what it is the mean of


def _parts(subject: Subject, deals: int, fewer: int) -> list[tuple[Play, tuple[str, ...], int]]:
    """What is played of a subject: how, by which bots, so many deals; from the third on what TRACE has, for several."""
    traces = TRACE if subject.players > 1 else ()
    rounds = _rounds(subject)
    all_rounds = math.ceil(fewer / rounds) * rounds  # where they differ, each counts alike
    return [
        (play_match, (BOT,), fewer),
        (study_deal, (), deals),
        *((play_duplicate, (f"flat:{2 * worlds}", f"flat:{worlds}"), all_rounds) for worlds in traces),
    ]


def _play(job: tuple[Play, DealJob]) -> Any:
    play, deal = job
    return play(deal)


def _jobs(subject: Subject, specs: tuple[str, ...], number: int, seed: int) -> Iterator[DealJob]:
    """So many deals of a subject."""
    for n in range(number):
        options = dict(subject.options)
        yield DealJob(subject.ref, subject.players, subject.preset, options, specs, n, match_seed(seed, n))


def _variant(name: str, subject: Subject, seen: list[DealFound], values: Values) -> Variant:
    worths = np.array([deal.worths for deal in seen])  # [deals, REPEATS, places]
    best = worths == worths.max(axis=2, keepdims=True)
    shares = (best / best.sum(axis=2, keepdims=True)).mean(axis=1)
    counts, edges = np.histogram(worths, bins=24)
    gains = np.array([deal.gains for deal in seen])
    rounds = _rounds(subject)
    return Variant(
        name=name,
        game=subject.ref.name,
        players=subject.players,
        preset=subject.preset,
        options=subject.options,
        figures=dict(_figures(seen, values, worths, gains[:, CHALLENGERS.index(STRONGER)], rounds)),
        places=[mean(worths[:, :, p].mean(axis=1), rounds) for p in range(worths.shape[2])],
        firsts=[share(shares[:, p], rounds) for p in range(worths.shape[2])],
        alternatives=_by_part([[(part, float(n)) for part, n in deal.decisions] for deal in seen], mean),
        # At the end of a deal most choices are worth nothing.
        spreads=_by_part([[(part, gain) for part, gain, _ in deal.spreads] for deal in seen], skewed),
        challengers={name: mean(gains[:, i], rounds) for i, name in enumerate(CHALLENGERS) if gains[:, i].any()},
        said=_said([deal.said for deal in seen]),
        cards=_cards([deal.cards for deal in seen]),
        skill={},
        edges=edges.tolist(),
        counts=counts.tolist(),
    )


def _rounds(subject: Subject) -> int:
    """Deals of a match where their number is fixed: they may differ, and `deal_before` makes them in turn."""
    game = subject.ref.game()
    position = Position(game, subject.players, seed=0, options=subject.options, preset=subject.preset)
    position.deal()
    return game.deals(position.state) or 1


def _values(seen: list[DealFound], matches: list[Course]) -> Values:
    """What figures are the means of: a value a deal, or a match; nan where a match was won by nobody alone."""
    worths = np.array([deal.worths[0] for deal in seen])
    lengths = np.array([len(deal.decisions) for deal in seen], float)
    free = np.array([sum(n > 1 for _, n in deal.decisions) for deal in seen], float)
    sides = np.unique(worths, axis=1, return_index=True)[1]  # partners have the same in every deal
    values = {
        "actions": lengths,
        "minutes_deal": (free * FREE_SECONDS + (lengths - free) * FORCED_SECONDS) / 60,
        "forced": 1 - free / np.maximum(lengths, 1),
    }
    if len(sides) > 1:
        ordered = np.sort(worths[:, sides], axis=1)
        margin = ordered[:, -1] - ordered[:, -2]
        values |= {"margin": margin, "tied": (margin == 0).astype(float)}
    of_matches = {name: np.array([getattr(each, name.removesuffix("_match")) for each in matches]) for name in COURSE}
    return values | of_matches


def _differences(first: Values, values: Values, rounds: int) -> Iterator[tuple[str, Figure]]:
    """What is more than in the first variant, where both have a value."""
    for name, each in values.items():
        more = each - first[name]
        found = mean(more[np.isfinite(more)], 1 if name in COURSE else rounds)
        if not math.isnan(found.within):
            yield name, found


def _figures(
    seen: list[DealFound], values: Values, worths: Any, gains: Any, rounds: int
) -> Iterator[tuple[str, Figure]]:
    told = [(gain, error) for deal in seen for _, gain, error in deal.spreads]
    sure = student(BATCHES // 2 - 1)
    yield "actions", mean(values["actions"], rounds)
    yield "minutes_deal", mean(values["minutes_deal"], rounds)
    yield from _length(mean(values["minutes_deal"], rounds), values["deals_match"])
    yield "forced", share(values["forced"], rounds)
    yield "matter", share(np.array([gain > sure * error for gain, error in told], float))
    yield "luck", luck(worths, rounds)
    if "margin" in values:
        yield "margin", mean(values["margin"], rounds)
        yield "tied", share(values["tied"])
    if (gain := mean(gains)).value > gain.within:  # what the ends of its interval ask for: of little gain a great many
        low, needed, high = (
            (1.645 * float(gains.std(ddof=1)) / (gain.value + side * gain.within)) ** 2 for side in (1, 0, -1)
        )
        yield "deals_to_tell", Figure(needed, (high - low) / 2, (low, high))


def _length(minutes: Figure, told: Any) -> Iterator[tuple[str, Figure]]:
    """Of matches that were played to their end, so many deals each, and minutes a deal: both are estimated."""
    deals = mean(told)
    within = math.hypot(minutes.within * deals.value, minutes.value * deals.within)
    yield "minutes_match", Figure(minutes.value * deals.value, within)
    yield "deals_match", deals


def _course(values: Values) -> Iterator[tuple[str, Figure]]:
    """Of matches, as far as somebody has won them."""
    yield "leads", mean(values["leads"])
    for name in ("decided", "behind", "drama"):
        yield name, share(values[name][np.isfinite(values[name])])


def _said(deals: list[list[tuple[int, str, float]]]) -> dict[str, Said]:
    """The question of each phase by itself: how often a contract is named says nothing of how often there is a Weis.

    Phases in which the same may be said put one question, such as that to who may push and that to who is pushed to.
    What two say in one deal is worth the same to both where they are partners, so a deal counts once.
    """
    told = [each for deal in deals for each in deal]
    codes: dict[int, set[str]] = {}
    for phase, code, _ in told:
        codes.setdefault(phase, set()).add(code)
    asked = {phase: next(other for other in codes if codes[other] & codes[phase]) for phase in codes}
    phases = Counter(asked[phase] for phase, _, _ in told)
    by_code: dict[tuple[int, str], list[tuple[int, float]]] = {}
    for number, deal in enumerate(deals):
        for phase, code, worth in deal:
            by_code.setdefault((asked[phase], code), []).append((number, worth))
    often = [each for each in by_code if len(by_code[each]) >= OFTEN]
    most = sorted(often, key=lambda each: -len(by_code[each]))[:SHOWN]
    return {
        code: Said(rate(len(by_code[phase, code]), phases[phase]), clustered(by_code[phase, code]))
        for phase, code in sorted(most, key=lambda each: [*phases].index(each[0]))
    }


def _cards(deals: list[dict[str, float]]) -> dict[str, Figure]:
    """The dearest first."""
    by_card: dict[str, list[float]] = {}
    for deal in deals:
        for card, worth in deal.items():
            by_card.setdefault(card, []).append(worth)
    found = {card: mean(np.array(worths)) for card, worths in by_card.items() if len(worths) > 1}
    return dict(sorted(found.items(), key=lambda each: -each[1].value))


def _by_part(deals: list[list[tuple[float, float]]], figure: Callable[[Any], Figure]) -> list[Figure]:
    """By part of the deal; decisions of one deal count together, as they resemble each other."""
    parts: list[list[float]] = [[] for _ in range(PHASES)]
    for told in deals:
        for part in range(PHASES):
            values = [value for at, value in told if int(at * PHASES) == part]
            if values:
                parts[part].append(float(np.mean(values)))
    return [figure(np.array(values)) for values in parts]
