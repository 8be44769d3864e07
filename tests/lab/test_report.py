"""Studies of games: known answers where there are any, and a page that holds together."""

import json
import math
import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import numpy as np
import pytest

from torite import cli
from torite.cli import which
from torite.games import GAMES
from torite.lab.course import Course, course
from torite.lab.figures import Figure, bounded, clustered, luck, mean, share, skewed
from torite.lab.page import Plot, intervals, page, told
from torite.lab.seating import GameRef
from torite.lab.studied import CHALLENGERS, DealFound, study_deal
from torite.lab.study import Study, Subject, _differences, _figures, _jobs, _parts, _said, _values, study
from torite.locale import LANGUAGES

pytestmark = pytest.mark.xdist_group("report")  # one process for what they share


SCHIEBER = Subject(GameRef("schieber"), 4, "seed", GAMES["schieber"].full_options({}))


@pytest.fixture(scope="module")
def wizard() -> Study:
    options = {name: GAMES["wizard"].full_options({"hiddentip": on}) for name, on in (("off", False), ("on", True))}
    subjects = {f"hiddentip {name}": Subject(GameRef("wizard"), 3, "seed", told) for name, told in options.items()}
    return study(subjects, deals=20, seed=1, processes=1)


def test_a_study_follows_from_its_seed(wizard: Study) -> None:
    subject = Subject(GameRef("wizard"), 3, "seed", wizard.variants[0].options)
    again = study({"hiddentip off": subject}, deals=20, seed=1, processes=1)
    assert repr(again.variants[0]) == repr(wizard.variants[0])  # nan is not equal to itself


def test_the_figures_belong_together(wizard: Study) -> None:
    for variant in wizard.variants:
        assert sum(each.value for each in variant.firsts) == pytest.approx(1)
        assert sum(variant.counts) == 20 * 3 * 3  # deals, repeats, seats
        assert repr(variant.figures["deals_match"]) == repr(Figure(20.0, 0.0))
        cards = sum(range(1, 21)) / 20
        assert 3 * (cards + 1) <= variant.figures["actions"].value <= 3 * (cards + 1) + 1  # trump to be chosen
        assert min(each.value for each in variant.alternatives) > 1
        assert set(variant.challengers) == set(CHALLENGERS)
        for name in ("forced", "matter", "luck", "tied"):
            assert 0 <= variant.figures[name].value <= 1


def test_whether_thinking_helps_is_asked_in_all_rounds_alike() -> None:
    subject = Subject(GameRef("wizard"), 4, "seed", GAMES["wizard"].full_options({}))
    assert [number for _, _, number in _parts(subject, 150, 25)] == [25, 150, 30, 30, 30, 30, 30]  # of 15 rounds
    assert [number for _, _, number in _parts(SCHIEBER, 150, 25)] == [25, 150, 25, 25, 25, 25, 25]


def test_what_is_said_and_held_is_told(wizard: Study) -> None:
    for variant in wizard.variants:
        shares = [said.share.value for said in variant.said.values()]
        assert shares == sorted(shares, reverse=True)
        assert 0.7 < sum(shares) <= 1
        assert {"bid:0", "bid:1"} <= variant.said.keys()
        assert variant.cards.keys() <= set(GAMES["wizard"].deck.names.values())
        assert max(variant.cards, key=lambda card: variant.cards[card].value) == next(iter(variant.cards))
        assert list(variant.skill) == ["2:1", "4:2", "8:4", "16:8", "32:16"]
        assert variant.figures["leads"].value > 0
        assert 0 < variant.figures["decided"].value <= 1
        assert 0 <= variant.figures["drama"].value <= 1
        assert all((figure.ends or (figure.value - figure.within,))[0] >= 0 for figure in variant.figures.values())


def test_what_is_said_is_a_share_of_its_phase() -> None:
    """In Schieber contracts are named in one phase, and Weis told in another: each comes to 100 %."""
    told = [(4, "push", 0.0), (4, "contract:H", 5.0)] * 5 + [(2, "weis:20", 9.0)] * 15
    told += [(6, "contract:H", 5.0)] * 10  # by who was pushed to
    assert {code: said.share.value for code, said in _said([told]).items()} == {
        "push": 0.25,
        "contract:H": 0.75,
        "weis:20": 1,
    }
    real = [(phase, code, 0.0) for job in _jobs(SCHIEBER, (), 6, 1) for phase, code, _ in study_deal(job).said]
    contracts = [(phase, code) for phase, code, _ in real if "contract" in code]
    assert {phase for phase, _ in contracts} > {4}, "where there was a push, another phase"
    pushes = sum(code == "push" for _, code, _ in real)
    assert _said([real] * 5)["push"].share.value == pushes / (pushes + len(contracts))


def test_what_two_say_in_one_deal_is_no_surer_than_what_one_does() -> None:
    """Partners who both bid it get the same: that is one deal's luck, told twice."""
    worths = (8.0, -3.0, 5.0, 1.0, 12.0)
    once, twice = ([[(1, "bid", worth)] * told for worth in worths] for told in (1, 2))
    assert _said(twice)["bid"].worth == _said(once)["bid"].worth


def test_a_deal_as_a_match_has_no_course() -> None:
    """RWD may be a match of one deal, and nobody holds cards at its beginning."""
    game = GAMES["rwd"]
    subject = Subject(GameRef("rwd"), 3, "single", game.full_options({}, "single"))
    variant = study({"rwd": subject}, deals=20, seed=1, processes=1).variants[0]
    assert not {"leads", "decided", "behind", "drama"} & variant.figures.keys()
    assert (variant.cards, variant.said) == ({}, {})
    assert "least" not in variant.challengers


@pytest.mark.parametrize(
    ("standings", "winners", "found"),
    [
        ([[3, 1], [5, 4], [9, 6]], {0}, Course(3, 0, 1 / 3, 0.0, 0.0)),  # always in the lead
        ([[1, 3], [2, 6], [9, 7]], {0}, Course(3, 1, 1.0, 1.0, 1.0)),  # until the last deal more behind than the margin
        ([[5, 4], [5, 5], [5, 9]], {1}, Course(3, 0, 1.0, 1.0, 0.5)),  # a tie is nobody's lead but both's
        ([[2, 0, 2, 0], [2, 5, 2, 5], [9, 5, 9, 5]], {0, 2}, Course(3, 2, 1.0, 1.0, (3 / 4) ** 0.5)),  # partners
        ([[1, 0], [3, 3]], {0, 1}, Course(2, 0)),  # everybody has won
        ([[0, 1], [0, 2]], {0}, Course(2, 0)),  # by a rule that the worths do not know
    ],
)
def test_how_a_match_has_gone(standings: list[list[float]], winners: set[int], found: Course) -> None:
    assert repr(course(np.array(standings, float), winners)) == repr(found)  # nan is not equal to itself


def test_luck_is_what_lies_in_the_deal() -> None:
    """Worths made of a deal's part and a part of chance, of known variance."""
    rng = np.random.default_rng(1)
    for part in (0.0, 0.25, 0.9):
        deal = rng.normal(0, part**0.5, (3000, 1, 4))
        found = luck(deal + rng.normal(0, (1 - part) ** 0.5, (3000, 3, 4)))
        assert abs(found.value - part) <= found.within + 0.01
        assert found.within < 0.05
        rounds = luck(
            deal[:300] + np.arange(300)[:, None, None] % 15 + rng.normal(0, (1 - part) ** 0.5, (300, 3, 4)), 15
        )
        assert abs(rounds.value - part) <= rounds.within + 0.01  # a longer round is no luck


def test_luck_where_next_to_nothing_differs() -> None:
    """All by the cards, but in one deal alone: without it nothing is left, of which no share can be told."""
    worths = np.zeros((5, 3, 2))
    assert np.isnan(luck(worths).value)
    worths[::2] = 7.0
    assert np.isnan(luck(worths, 2).value)  # the kinds of deals alone differ
    worths[2] = 8.0
    found = luck(worths, 2)
    assert (found.value, found.ends) == (1.0, (0.0, 1.0))
    assert found.within > 1


@pytest.mark.parametrize("part", [0.05, 0.3])
def test_the_interval_of_luck_holds_it_where_there_is_little(part: float) -> None:
    rng = np.random.default_rng(3)
    deals = rng.normal(0, part**0.5, (400, 60, 1, 4)) + rng.normal(0, (1 - part) ** 0.5, (400, 60, 3, 4))
    found = [luck(worths) for worths in deals]
    ends = [each.ends or (each.value - each.within, each.value + each.within) for each in found]
    assert 0.92 < np.mean([low <= part <= high for low, high in ends]) < 0.98


def test_the_deals_that_a_verdict_takes_have_an_interval() -> None:
    """A gain of half a deviation: (1.645 / 0.5)² = 11 deals."""
    rng, held = np.random.default_rng(4), []
    deal = DealFound(rng.normal(size=(3, 2)), [(0.0, 2)], [(0.0, 1.0, 0.1)], [], [], {})
    values = _values([deal] * 60, [Course(1, 0)])
    for _ in range(300):
        figures = dict(_figures([deal] * 60, values, np.array([deal.worths] * 60), rng.normal(0.5, 1, 60), 1))
        if "deals_to_tell" in figures:
            low, high = figures["deals_to_tell"].ends or (0.0, 0.0)
            assert low > 0
            held.append(low <= (1.645 / 0.5) ** 2 <= high)
    assert len(held) > 250
    assert np.mean(held) > 0.93


@pytest.mark.parametrize("n", [2, 3, 5, 10, 200])
def test_an_interval_holds_the_truth_as_often_as_it_says(n: int) -> None:
    """Of few values, too."""
    rng = np.random.default_rng(2)
    figures = [mean(rng.normal(5, 2, n)) for _ in range(2000)]
    held = np.mean([abs(figure.value - 5) < figure.within for figure in figures])
    assert 0.94 < held < 0.96


def test_what_differs_from_round_to_round_is_no_chance() -> None:
    """Rounds of 1, 2, ... 20 cards; of the last ones there may be one less."""
    rng, held = np.random.default_rng(6), 0
    for _ in range(2000):
        figure = mean(np.arange(50) % 20 + 1 + rng.normal(0, 0.5, 50), 20)
        held += abs(figure.value - 10.5) < figure.within < 0.5
    assert 0.94 < held / 2000 < 0.98
    assert mean(np.arange(20.0), 20).within > 2  # one of each tells nothing of chance


def test_what_belongs_to_one_deal_counts_together() -> None:
    """Each deal has a value of its own, told three times over, or only once."""
    rng, held = np.random.default_rng(4), 0
    for _ in range(1000):
        told = [(deal, each + rng.normal(0, 0.3)) for deal, each in enumerate(rng.normal(5, 2, 12)) for _ in range(3)]
        figure = clustered(told[:-2])
        held += abs(figure.value - 5) < figure.within
    assert 0.93 < held / 1000 < 0.97
    alone = clustered([*enumerate([1.0, 2.0, 6.0])])
    assert (alone.value, alone.within) == pytest.approx((3, mean(np.array([1, 2, 6])).within))
    assert math.isnan(clustered([(1, 2.0), (1, 3.0)]).within) and math.isnan(clustered([]).value)


def test_the_interval_of_a_share_lies_between_0_and_1() -> None:
    """Also where nothing, or everything, was found; and it holds the truth as often as it says."""
    rng = np.random.default_rng(3)
    for truth in (0.02, 0.3, 0.97):
        spans = [share((rng.random(100) < truth).astype(float)).ends for _ in range(1000)]
        assert all(span is not None and 0 <= span[0] < span[1] <= 1 for span in spans)
        assert np.mean([low <= truth <= high for low, high in filter(None, spans)]) > 0.92
    assert told(share(np.zeros(50)), percent=True) == "0.0 (0.0–7.1) %"
    assert told(share(np.array([0.0, 0.0, 0.0, 0.5])), percent=True) == "12 (0–52) %"
    assert told(share(np.array([0.4, 0.5, 0.6])), percent=True) == "50 ± 25 %"
    assert told(bounded(Figure(20.0, 35.0), math.inf)) == "20 (0–55)"  # deals, of which there are none below zero
    assert math.isnan(share(np.zeros(0)).value)


def test_the_interval_of_what_is_mostly_nothing_lies_towards_the_few() -> None:
    """A third of the choices worth nothing, few very much: Student's holds 85 % of what it should hold 95 %."""
    rng, held = np.random.default_rng(4), []
    for _ in range(2000):
        values = rng.exponential(size=12) ** 1.5 * (rng.random(12) > 0.35)
        truth, found, plain = 0.65 * math.gamma(2.5), skewed(values), mean(values)
        assert found.value == plain.value and found.ends is not None
        held.append((found.ends[0] <= truth <= found.ends[1], abs(plain.value - truth) <= plain.within))
    holds, plain_holds = np.mean(held, axis=0)
    assert holds > 0.89 > 0.86 > plain_holds
    even = np.array([1.0, 2.0, 3.0])
    assert skewed(even) == mean(even) and math.isnan(skewed([2.0]).within)
    assert told(skewed(np.zeros(6))) == "0" and math.isnan(skewed(np.zeros(6)).within)
    assert skewed(-np.array([0, 0, 9.0])).ends == pytest.approx([-end for end in skewed([0, 0, 9.0]).ends or ()][::-1])
    assert told(Figure(1.0, 2.0, (-0.5, 3.5))) == "1.0 (−0.5–3.5)"


def test_a_difference_on_the_same_cards_is_told_more_surely() -> None:
    """Rounds of 1 to 5 cards; most of a deal's length lies in what both variants have alike."""
    rng, held = np.random.default_rng(5), []
    for _ in range(1000):
        alike = np.arange(40) % 5 + rng.normal(0, 2, 40)
        first, second = ({"actions": alike + rng.normal(more, 0.3, 40)} for more in (0, 0.2))
        (more,) = dict(_differences(first, second, 5)).values()
        held.append((abs(more.value - 0.2) < more.within, more.within < mean(second["actions"], 5).within / 3))
    assert 0.93 < np.mean(held, axis=0)[0] < 0.97 and np.mean(held, axis=0)[1] > 0.99
    lost = {"actions": alike, "drama": np.array([0.1, math.nan, 0.5, 0.6])}  # a match that nobody alone has won
    found = dict(_differences(lost, lost | {"drama": np.array([0.3, 0.5, 0.6, math.nan])}, 5))
    assert found["drama"].value == pytest.approx(0.15) and found["actions"] == Figure(0.0, 0.0)


def test_columns_of_one_game_are_compared_deal_by_deal(wizard: Study) -> None:
    first, second = wizard.variants
    assert not first.differences
    for name, more in second.differences.items():
        assert more.value == pytest.approx(second.figures[name].value - first.figures[name].value), name
    assert {"forced", "margin", "drama"} < set(second.differences)
    assert second.differences["forced"].within < 0.8 * second.figures["forced"].within


class Strict(HTMLParser):
    """Every element that is opened is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_needs_nothing_from_elsewhere(wizard: Study, lang: str) -> None:
    html = page(wizard, "<Wizard>", lang)
    parser = Strict()
    parser.feed(html)
    assert parser.open == []
    assert "<Wizard>" not in html and "&lt;Wizard&gt;" in html
    assert not re.findall(r"https?:|<script|src=|cli\.study|nan", html)
    assert html.count("hiddentip on") == 10  # the head of the table and each plot
    assert "viewBox" not in html and "<text" not in html  # words that shrink with a drawing are not read on a phone


def test_one_column_differs_from_no_other(wizard: Study) -> None:
    alone = msgspec.structs.replace(wizard, variants=wizard.variants[:1])
    both = page(wizard, "Wizard", "en")
    assert "differs from the first column" in both and "Below each figure" in both
    assert '<table class="columns">' in page(alone, "Wizard", "en")  # on a phone they stand below the names
    assert "differs from the first column" not in page(alone, "Wizard", "en")
    other = msgspec.structs.replace(wizard.variants[1], differences={})  # as of another game
    apart = page(msgspec.structs.replace(wizard, variants=[wizard.variants[0], other]), "Wizard", "en")
    assert "differs from the first column" in apart and "Below each figure" not in apart


def test_what_cannot_be_told_is_a_dash() -> None:
    nan = float("nan")
    assert told(Figure(nan, nan)) == "–"
    assert [told(Figure(value, 0.0)) for value in (15.0, 1234.5)] == ["15", "1234.50"]  # as it always is
    assert told(Figure(-0.25, 0.05), percent=True) == "−25.0 ± 5.0 %"
    assert intervals(Plot([("empty", Figure(nan, nan)), ("one", Figure(1.0, nan))])).count("<circle") == 1


def test_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "e.html"
    assert cli.run(["report", "emissary", "--deals", "20", "--out", str(file)]) == 0
    assert file.read_text("utf-8").startswith("<!doctype html>")
    capsys.readouterr()
    assert cli.run(["report", "molotov", "--deals", "20", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["variants"][0]["name"] == "molotov"
    for wrong in ("nonsense", "nonsense=1", "hiddentip=", "hiddentip=perhaps"):
        assert cli.run(["report", "wizard", "--vary", wrong]) == 2
        assert "nonsense" in (err := capsys.readouterr().err) or "hiddentip" in err
    assert cli.run(["report", "molotov", "--deals", "1000000", "--out", str(tmp_path / "no" / "where.html")]) == 1


def test_games_players_and_presets_are_compared(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(which, "cores", lambda: 1)  # processes take longer to begin than to play this
    words = ["report", "wizard", "--deals", "20", "--vary", "players=3,4", "--against", "plus-minus", "--json"]
    assert cli.run(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(v["name"], v["game"], v["players"]) for v in told["variants"]] == [
        ("3 players", "wizard", 3),
        ("4 players", "wizard", 4),
        ("plus-minus", "plus-minus", 4),
    ]
    assert [len(v["places"]) for v in told["variants"]] == [3, 4, 4]
    file = tmp_path / "s.html"
    words = ["report", "mittlere", "--deals", "20", "--vary", "preset=seed,swiss", "--against", "emissary"]
    assert cli.run([*words, "--out", str(file)]) == 0
    html = file.read_text("utf-8")
    assert "<h1>Mittlere Jass · The Emissary</h1>" in html and "20 deals of 3/1 players for each column" in html
    parser = Strict()
    parser.feed(html)
    assert parser.open == []
    assert not re.findall(r"cli\.study|nan", html)
    capsys.readouterr()
    for wrong, said in (
        (["--vary", "players=3,nine"], "--vary: “nine” is not a whole number"),
        (["--vary", "players=3,9"], "not 9"),
        (["--vary", "preset=seed,none"], "none"),
        (["--against", "chess"], "no game “chess”"),
        (["--against", "rwd"], "nothing to compare"),
        (["--vary", "preset=seed,seed"], "two or more values that differ"),
        (["--vary", "players=3,4", "--vary", "preset=seed,strict"], "--vary can be given only once"),
        (["--vary", "players=3,4", "--players", "5"], "--players can be given only once"),
        (["--vary", "play_on=on,off", "--option", "play_on=on"], "play_on can be given only once"),
        (["--against", "wizard", "--against", "bingo"], "--against can be given only once"),
        (["--vary", "players=3"], "two or more values that differ"),
    ):
        assert cli.run(["report", "rwd", "--deals", "20", *wrong]) == 2
        assert said in capsys.readouterr().err
