"""Matches of bots: when they are decided, and what they cost without the luck of the cards."""

import json
import math
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from torite import cli
from torite.cards.rng import match_seed
from torite.certainty import student
from torite.games import GAMES
from torite.games.position import Position
from torite.lab.duplicate import DealJob, play_duplicate, play_single, seat_shares, seatings, sides_of, ways
from torite.lab.match import _better, match, paired
from torite.lab.par import PLAYS, Adjustment, par
from torite.lab.seating import GameRef
from torite.lab.stopping import FIRST_LOOK, Until
from torite.search.players import SpecError


# ---- when it is decided ----
@pytest.mark.parametrize("kind", ["normal", "lumpy", "skewed"])
def test_equal_bots_are_seldom_called_unequal(kind: str) -> None:
    """However often one looks; a single look's bound at every deal errs far more often."""
    rng, until, runs, deals = np.random.default_rng(1), Until(2, 500), 200, 500
    drawn = {
        "normal": rng.normal(0, 3, (runs, deals)),
        "lumpy": rng.choice([-1.0, 0.0, 1.0], (runs, deals), p=[0.1, 0.8, 0.1]),
        "skewed": rng.exponential(2, (runs, deals)) - 2,
    }[kind]
    wrong = naive = 0
    for values in drawn:
        worths = np.column_stack([values, np.zeros(deals)])
        looks = range(FIRST_LOOK, deals + 1, 10)
        wrong += any(until.leader(worths[:n]) is not None for n in looks)
        naive += any(abs(values[:n].mean()) > 2 * values[:n].std(ddof=1) / math.sqrt(n) for n in looks)
    assert wrong / runs < until.alpha + 2 * math.sqrt(until.alpha / runs)
    assert naive / runs > 3 * until.alpha


def test_a_difference_is_found_and_the_interval_holds_it() -> None:
    rng, until, held = np.random.default_rng(2), Until(3, 2000), 0
    for _ in range(50):
        worths = rng.normal([0.3, 0.0], 0.7, (2000, 2))
        n = next(n for n in range(2, 2001) if until.leader(worths[:n]) is not None)
        ahead = worths[:n, 0] - worths[:n, 1]
        assert until.leader(worths[:n]) == 0 and FIRST_LOOK <= n < 2000
        held += abs(ahead.mean() - 0.3) <= until.within(ahead)
    assert held == 50


def test_more_bots_need_more_certainty() -> None:
    values = np.random.default_rng(3).normal(size=200)
    assert until_widths(values) == sorted(until_widths(values))
    assert Until(3, 1000).alpha == pytest.approx(0.0026998, rel=1e-4)


@pytest.mark.parametrize(("deals", "least", "most"), [(2, 0, 0), (4, 0, 0), (5, 0.03, 0.07), (12, 0.03, 0.07)])
def test_equal_bots_get_a_verdict_as_seldom_as_it_says(deals: int, least: float, most: float) -> None:
    rng = np.random.default_rng(5)
    told = [_better(rng.normal(size=(deals, 2)), ["a", "b"]) for _ in range(1000)]
    assert least <= 1 - told.count(None) / 1000 <= most


def test_a_verdict_needs_to_know_how_sure_it_is() -> None:
    """Student's quantiles are those of the tables; a lead that never changes is one, as for --until."""
    wanted = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 29: 2.045, 99: 1.984}
    assert {n: student(n) for n in wanted} == pytest.approx(wanted, rel=0.0012)
    always = np.array([[1.0, 0.0]] * 60)
    assert _better(always, ["a", "b"]) == "a" and Until(3, 1000).leader(always) == 0
    assert _better(0 * always, ["a", "b"]) is None and Until(3, 1000).leader(0 * always) is None
    assert _better(np.array([[1.0, 0.0]] * 19 + [[0.5, 0.0]]), ["a", "b"]) == "a"


def test_a_few_deals_won_alike_do_not_tell_how_sure_that_is() -> None:
    assert paired(np.ones(3)) == (1, math.inf)
    assert paired(np.ones(5)) == (1, 0)  # a verdict
    assert paired(np.zeros(3)) == (0, 0)  # a bot beside itself


def test_what_differs_from_round_to_round_is_no_chance() -> None:
    """Rounds that bring a bot 1, 2, ... 15, each with the same chance; each counts alike, though the last come less."""
    rng, rounds, deals, held = np.random.default_rng(7), 15, 15 * 8 + 4, 0
    for _ in range(200):
        ahead = rng.normal(np.arange(deals) % rounds + 1.0)
        mean, error = paired(ahead, rounds)
        held += abs(mean - 8) < student(deals - rounds) * error
        assert error < paired(ahead)[1] / 2
    assert 180 <= held <= 198
    until, worths = Until(3, 2000), np.column_stack([ahead - 7, np.zeros(deals)])
    assert until.leader(worths, rounds) == 0 and until.leader(worths) is None
    assert until.within(worths[:, 0], rounds=rounds) < until.within(worths[:, 0]) / 2
    assert _better(worths - [0.5, 0], ["a", "b"], rounds) == "a" and _better(worths - [0.5, 0], ["a", "b"]) is None


def test_rounds_that_scatter_more_are_believed_less() -> None:
    """A bot that is no better, from round to round with more chance, over deals that are no multiple of the rounds."""
    rng, rounds, deals = np.random.default_rng(8), 20, 45
    told = [
        _better(rng.normal(scale=1 + np.arange(deals) % rounds, size=(2, deals)).T, ["a", "b"], rounds)
        for _ in range(500)
    ]
    assert 1 - told.count(None) / 500 < 0.08


def test_a_part_of_the_rounds_gives_no_verdict() -> None:
    worths = np.column_stack([np.arange(39.0) + 1, np.zeros(39)])
    assert _better(worths, ["a", "b"], 20) is None and _better(worths, ["a", "b"], 19) == "a"
    assert Until(3, 1000).leader(np.vstack([worths, worths]), 40) is None


def until_widths(values: np.ndarray) -> list[float]:
    """Intervals for two bots, three, four."""
    return [Until(3, 1000).within(values, bots) for bots in (2, 3, 4)]


def test_a_match_stops_when_it_is_decided() -> None:
    how = {"seed": 4, "until": Until(3, 2000)}
    ref, bots = GameRef("plus-minus"), ["flat:10", "random"]
    report = match(ref, 4, bots, **how, processes=1)  # type: ignore[arg-type]
    assert report.better == "flat:10" and FIRST_LOOK <= report.deals < 400
    side = report.sides[1]
    assert side.within is not None and side.within > 3 * side.error and side.difference + side.within < 0
    again = match(ref, 4, bots, **how, processes=2)  # type: ignore[arg-type]
    assert (again.deals, again.sides) == (report.deals, report.sides)
    whole = match(ref, 4, bots, seed=4, deals=report.deals, processes=1)
    assert whole.sides[1].difference == side.difference


def test_equal_bots_are_not_decided() -> None:
    report = match(GameRef("wysiwyg"), 2, ["random", "random"], seed=1, until=Until(3, 120), processes=1)
    assert report.better is None and report.deals == 120 and report.alpha == pytest.approx(0.0027, rel=0.01)


def test_a_bot_differs_from_itself_by_exactly_nothing() -> None:
    """Also where worths are no whole numbers: the last digit of their sum follows from the order of the seats."""
    report = match(GameRef("handjass"), 4, ["random", "random"], deals=5, seed=1, processes=1)
    assert [(side.difference, side.error, side.rating) for side in report.sides] == [(0, 0, 25)] * 2


# ---- who sits where ----
ALONE, PAIRS = [0, 1, 2, 3], [0, 1, 0, 1]
SEATED = [
    (2, [0]),
    (2, ALONE),
    (2, PAIRS),
    (3, ALONE),
    (3, PAIRS),
    (4, ALONE),
    (4, PAIRS),
    (5, [*range(5)]),
    (4, [*range(6)]),
]


@pytest.mark.parametrize(("bots", "of"), SEATED)
def test_the_seatings_prefer_no_bot(bots: int, of: list[int]) -> None:
    """On a deal each sits on every seat equally often; over the orders each has the same neighbours and partners."""
    drawn: Counter[tuple[int, ...]] = Counter()
    for order in permutations(range(bots)):
        found = seatings(order, of)
        for seat in range(len(of)):
            assert len(set(Counter(way[seat] for way in found).values())) == 1
        drawn.update(found)
    assert all(drawn[tuple(1 if i == 0 else 0 if i == 1 else i for i in way)] == n for way, n in drawn.items())
    assert all(way[p] == way[q] for way in drawn for p in range(len(of)) for q in range(len(of)) if of[p] == of[q])


def test_the_order_of_the_bots_is_drawn_for_each_deal() -> None:
    position = Position(GAMES["plus-minus"], 4, seed=1)
    told = [
        ways(DealJob(GameRef("plus-minus"), 4, "seed", {}, ("",) * 4, n, match_seed(1, n)), position) for n in range(60)
    ]
    assert len({tuple(each) for each in told}) == 6 and {len(each) for each in told} == {4}


def test_partners_are_one_bot() -> None:
    """So that a strong one is not brought down by its partner, and the weakest does not sit with the best."""
    assert sides_of(GAMES["schieber"], Position(GAMES["schieber"], 4).state) == PAIRS
    assert sides_of(GAMES["wizard"], Position(GAMES["wizard"], 4).state) == ALONE
    bots = ["flat:12", "flat:1", "random", "flat:3"]
    report = match(GameRef("schieber"), 4, bots, deals=20, seed=1, processes=1)
    assert report.seatings == 8 and report.better == "flat:12"
    assert [bots[i] for i in np.argsort([-side.mean for side in report.sides])] == [
        "flat:12",
        "flat:3",
        "flat:1",
        "random",
    ]


# ---- without the luck of the cards ----
@pytest.mark.parametrize(("bots", "of"), SEATED)
def test_every_seat_counts_alike_for_every_bot(bots: int, of: list[int]) -> None:
    """So the par less that of the others is nothing in the mean over the seatings: no bias, whatever the par is."""
    players = len(of)
    shares = np.array([seat_shares(way, bots) for way in seatings(range(bots), of)])
    assert shares.mean(axis=0) == pytest.approx(np.full((bots, players), 1 / players))
    pars = shares @ np.random.default_rng(1).normal(size=players)
    luck = pars - pars.mean(axis=1, keepdims=True)
    assert luck.mean(axis=0) == pytest.approx(np.zeros(bots))


def test_the_weight_of_the_par_knows_nothing_of_its_deal() -> None:
    rng = np.random.default_rng(5)
    one, other = Adjustment(), Adjustment()
    for _ in range(60):
        luck = rng.normal(size=2)
        worths = 3 * luck + rng.normal(size=2)
        assert other.weight == pytest.approx(one.weight)
        assert other.adjusted(worths + 7, luck) == pytest.approx(one.adjusted(worths, luck) + 7)
    assert one.weight == pytest.approx(3, abs=0.4)
    nothing = Adjustment()
    assert all(nothing.adjusted(np.array([1.0, 2.0]), np.zeros(2)).tolist() == [1, 2] for _ in range(30))


def jobs(name: str, players: int, deals: int) -> list[DealJob]:
    """Deals of one strength against a weaker one."""
    options = Position(GAMES[name], players).options
    specs = ("flat:8", "flat:2")
    return [DealJob(GameRef(name), players, "seed", options, specs, n, match_seed(7, n)) for n in range(deals)]


@pytest.mark.parametrize(("name", "players", "deals", "cut"), [("schieber", 4, 120, 1.1), ("wizard", 3, 120, 0.9)])
def test_a_match_without_luck_measures_the_same(name: str, players: int, deals: int, cut: float) -> None:
    played = np.array([play_single(job) for job in jobs(name, players, deals)])
    duplicate = np.array([play_duplicate(job)[0] for job in jobs(name, players, deals)])
    adjustment = Adjustment()
    adjusted = np.array([adjustment.adjusted(worths, pars) for worths, pars in played])
    found = adjusted[:, 0] - adjusted[:, 1]
    bias, error = paired(found - (duplicate[:, 0] - duplicate[:, 1]))
    assert abs(bias) < 2 * error
    plain = paired(played[:, 0, 0] - played[:, 0, 1])[1]
    assert plain / paired(found)[1] > cut


def test_the_par_is_a_mean_of_plays() -> None:
    position = Position(GAMES["plus-minus"], 4, seed=1)
    position.deal()
    found = par(position, b"x")
    assert found.tolist() == par(position, b"x").tolist() != par(position, b"y").tolist()
    assert (found * PLAYS * 2).tolist() == [round(value) for value in found * PLAYS * 2]
    assert position.log == []


def test_a_game_for_one_has_no_luck_between_bots() -> None:
    with pytest.raises(SpecError, match="game for one"):
        match(GameRef("emissary"), 1, ["random", "random"], luck_adjusted=True)


# ---- at the command line ----
REFUSED = {
    "form": (("--until", "3"), "“3” does not say when to stop"),
    "nothing": (("--until", "0se"), "“0se” does not say when to stop"),
    "deals": (("--until", "3se", "--deals", "9"), "give --max-deals instead of --deals"),
    "most": (("--max-deals", "900"), "--max-deals goes with --until"),
    "few": (("--until", "3se", "--max-deals", "3"), "--max-deals"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_match_refuses(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, told = REFUSED[name]
    assert cli.run(["match", "plus-minus", *words]) == 2
    err = capsys.readouterr().err
    assert told in err and err.count("\n") == 1


def test_few_deals_are_no_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["match", "plus-minus", "--bots", "flat:10,random", "--deals", "4"]) == 0
    assert "A verdict takes at least 5 deals." in capsys.readouterr().out


def test_ctrl_c_leaves_what_has_been_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(after: int) -> None:
        asked = iter([None] * after)

        def leader(*_: object) -> None:
            if next(asked, after) is not None:
                raise KeyboardInterrupt

        monkeypatch.setattr(Until, "leader", leader)

    words = ["match", "plus-minus", "--bots", "random,random", "--until", "3se"]
    interrupted(after=5)
    assert cli.run(words) == 130
    out, err = capsys.readouterr()
    assert "6 deals, each in 2 seatings" in out and "0.0000" in out and "Goodbye" in err
    assert "decided" not in out.lower() and "however often" not in out  # too few deals for that
    interrupted(after=59)
    assert cli.run(words) == 130 and "however often one looks" in capsys.readouterr().out
    interrupted(after=6)
    assert cli.run([*words, "--json"]) == 130
    assert json.loads(capsys.readouterr().out)["deals"] == 7
    interrupted(after=2)
    assert cli.run(words) == 130
    assert capsys.readouterr().out == ""


def test_match_tells_how_sure_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "plus-minus", "--bots", "flat:10,random", "--until", "2.5se", "--max-deals", "300"]
    assert cli.run([*words, "--luck-adjusted"]) == 0
    out = capsys.readouterr().out
    assert "in 1 seating" in out and "Without the luck of the cards: standard error" in out
    assert "of at most 300 deals: flat:10 plays better" in out and "a chance of about 0.012" in out
    words = ["match", "plus-minus", "--bots", "random,random", "--until", "3se", "--max-deals", "60"]
    assert cli.run(words) == 0
    assert "Not decided after 60 deals" in capsys.readouterr().out
    assert cli.run([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["until"] == 3 and told["better"] is None and told["sides"][1]["within"] is not None
