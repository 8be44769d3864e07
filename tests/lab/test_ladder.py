"""The ladder: it grows, goes on where it stopped, and says who is better."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from torite import cli
from torite.games import GAMES
from torite.lab import bot_files
from torite.lab.ladder import Contest, Ladder, between, enter, held, keep, play, read, standings
from torite.lab.ladder_page import page
from torite.lab.own import BotError
from torite.locale import LANGUAGES

BOTS = """
class Lowest:
    def choose(self, turn):
        return turn.legal[0]

class Raises:
    def choose(self, turn):
        raise ValueError("by design")
"""


def ladder() -> Ladder:
    """An empty one of Plus-Minus."""
    return Ladder("plus-minus", None, 4, "seed", GAMES["plus-minus"].full_options({}), 3)


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """In two runs, with a bot that comes later, as in one; what is done is not done again."""
    whole, parts = ladder(), ladder()
    play(whole, enter(whole, ["random", "flat:3", "flat:6"], 6), 6, tmp_path / "whole.json", processes=1)
    play(parts, enter(parts, ["random", "flat:3"], 4), 4, tmp_path / "parts.json", processes=1)
    parts = read(tmp_path / "parts.json")
    play(parts, enter(parts, ["flat:6", "random"], 6), 6, tmp_path / "parts.json", processes=1)
    told = [{(c.first, c.second, c.deal): c.difference for c in each.contests} for each in (whole, parts)]
    assert told[0] == told[1] and len(told[0]) == len(whole.contests) == 3 * 6
    before = (tmp_path / "parts.json").read_bytes()
    play(parts, enter(parts, [], 6), 6, tmp_path / "parts.json", processes=1)
    assert (tmp_path / "parts.json").read_bytes() == before
    assert list(tmp_path.iterdir()) != [] and not list(tmp_path.glob(".*"))


def test_the_better_bot_stands_above(tmp_path: Path) -> None:
    found = ladder()
    play(found, enter(found, ["random", "flat:8"], 40), 40, tmp_path / "l.json", processes=1)
    best, worst = standings(found)
    assert (best.bot, worst.bot) == ("flat:8", "random")
    assert best.rating > 25 > worst.rating
    assert (best.won, best.drawn, best.lost) == (worst.lost, worst.drawn, worst.won)
    assert best.won + best.drawn + best.lost == 40
    assert best.difference.value == between(found, "flat:8", "random").value > best.difference.within
    assert between(found, "random", "flat:8").value == -best.difference.value


def test_more_contests_make_a_rating_surer() -> None:
    """However many there have been: a bot does not change, as people do."""
    found, doubts = ladder(), list[float]()
    found.bots = {"a": "", "b": ""}
    for n in (300, 1200):
        found.contests = [Contest("a", "b", deal, 1.0 if deal % 10 < 7 else -1.0) for deal in range(n)]
        doubts.append(standings(found)[0].doubt)
    assert doubts[1] < 0.6 * doubts[0]


def test_more_opponents_on_the_same_deals_are_no_more_certainty() -> None:
    """What one of them says of the deal, the other says again."""
    found, gains = ladder(), [3.0, 1.0, -1.0, 2.0, 4.0]
    found.bots = dict.fromkeys("abc", "")
    found.contests = [Contest("a", other, deal, gain) for deal, gain in enumerate(gains) for other in "bc"]
    found.contests += [Contest("b", "c", deal, 0.0) for deal in range(len(gains))]
    told = {each.bot: each.difference for each in standings(found)}["a"]
    once = between(found, "a", "b")
    assert (told.value, told.within) == pytest.approx((once.value, once.within))


def test_what_was_played_is_kept_when_a_bot_fails(tmp_path: Path) -> None:
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    found = ladder()
    bots = enter(found, ["random", f"{file}:Lowest", f"{file}:Raises"], 3)
    with pytest.raises(BotError, match="by design"):
        play(found, bots, 3, tmp_path / "l.json", processes=1)
    kept = read(tmp_path / "l.json")
    assert [contest.second for contest in kept.contests] == [f"{file}:Lowest"]
    assert [*kept.bots] == ["random", f"{file}:Lowest"]  # who failed is not there to fail again


def test_only_who_has_something_to_play_is_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bots.py").write_text(BOTS)
    words = ["ladder", "l.json", "--deals"]
    assert cli.run([*words, "2", "plus-minus", "--bots", "random,flat:2,bots.py:Lowest"]) == 0
    Path("bots.py").write_text("another bot, or none at all")
    assert cli.run([*words, "0"]) == cli.run([*words, "2"]) == 0
    assert "bots.py:Lowest" in capsys.readouterr().out
    Path("bots.py").write_text(BOTS + "# another bot")
    assert cli.run([*words, "3"]) == 2
    assert "copy it under another name, or remove the bot with --drop" in capsys.readouterr().err
    assert cli.run([*words, "3", "--drop", "bots.py:Raises"]) == 2
    assert "no bot bots.py:Raises in the ladder; there are: random, flat:2, bots" in capsys.readouterr().err
    assert cli.run([*words, "3", "--drop", "bots.py:Lowest"]) == 0
    kept = read(Path("l.json"))
    assert ([*kept.bots], len(kept.contests)) == (["random", "flat:2"], 3)


def test_a_program_that_has_changed_is_another_bot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Path("examples/bot_client.py").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    Path("client.py").write_text(program, "utf-8")
    words = ["ladder", "l.json", "plus-minus", "--bots", f"ws:{sys.executable} client.py,random", "--deals"]
    assert cli.run([*words, "1"]) == 0
    Path("client.py").write_text(program + "\n# another one\n", "utf-8")
    assert cli.run([*words, "1"]) == 0
    assert cli.run([*words, "2"]) == 2
    assert "client.py is not the one that played here before" in capsys.readouterr().err
    old = read(Path("l.json"))  # as it was kept when nothing was known of programs
    old.bots = dict.fromkeys(old.bots, "")
    assert enter(old, [], 2)[f"ws:{sys.executable} client.py"] != ""


def test_bots_of_one_file_have_each_their_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the second one read was taken for the first one's, and Numba's cache for weights: neither played on."""
    monkeypatch.chdir(tmp_path)
    Path("nets.py").write_text(
        "from pathlib import Path\nimport numba\nimport numpy as np\n\n@numba.njit(cache=True)\n"
        "def place(weights):\n    return weights[0]\n\nclass A:\n"
        "    def __init__(self):\n        self.place = place(np.load(f'{type(self).__name__}.npy'))\n"
        "    def choose(self, turn):\n        return turn.legal[self.place]\n\nclass B(A):\n    pass\n"
    )
    np.save("A.npy", [0])
    np.save("B.npy", [-1])
    words = ["ladder", "l.json", "plus-minus", "--bots", "nets.py:A,nets.py:B", "--deals"]
    for deals in "12":
        assert cli.run([*words, deals]) == 0
        bot_files._READ.clear()  # as in another process
    np.save("B.npy", [0])
    assert cli.run([*words, "3"]) == 2
    assert cli.run(["ladder", "l.json", "--bots", "nets.py:A,random", "--drop", "nets.py:B", "--deals", "1"]) == 0


def test_of_an_empty_ladder_nobody_is_taken_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["ladder", "l.json", "plus-minus"]
    assert cli.run([*words, "--drop", "random"]) == 1
    assert "l.json: No such file" in capsys.readouterr().err and not Path("l.json").exists()
    assert cli.run([*words, "--bots", "random,flat:2", "--deals", "1"]) == 0
    assert cli.run([*words, "--bots", "random,flat:2,flat:3", "--deals", "1"]) == 0
    assert cli.run([*words, "--drop", "flat:3"]) == 0
    kept = read(Path("l.json"))
    assert ([*kept.bots], len(kept.contests)) == (["random", "flat:2"], 1)  # and nothing is played: 50 deals are usual
    assert cli.run([*words, "--drop", "random", "--drop", "flat:2"]) == 0
    assert read(Path("l.json")).bots == {}  # those of the house, with whom a new one begins, do not come in their place
    assert cli.run([*words, "--drop", "random"]) == 2
    assert "no bot random to remove" in capsys.readouterr().err
    assert cli.run(["ladder", ".", "plus-minus"]) == 1
    assert "Is a directory" in capsys.readouterr().err


def test_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bots.py").write_text(BOTS)
    words = ["ladder", "l.json", "plus-minus", "--bots", "random,bots.py:Lowest", "--deals", "3", "--out", "l.html"]
    assert cli.run(words) == 0
    out = capsys.readouterr().out
    assert "plus-minus, 4 players: 3 contests" in out and "bots.py:Lowest" in out and "Written to l.html" in out
    assert cli.run(["ladder", "l.json", "--deals", "4", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sum(each["won"] + each["drawn"] / 2 for each in told) == 4
    html = Path("l.html").read_text("utf-8")
    assert "bots.py:Lowest" in html and html.count("<circle") == 2
    assert not any(word in html for word in ("http", "<script", "src=", "cli.ladder", "nan"))
    for wrong, said in (
        (["l.json", "rwd"], "l.json is a ladder of plus-minus"),
        (["l.json", "--bots", "nobody"], "there is no bot nobody"),
        (["l.json", "--bots", "no.py:Bot"], "there is no file no.py"),
        (["bots.py"], "bots.py is not a ladder"),
        (["new.json"], "Which game?"),
        (["new.json", "chess"], "no game “chess”"),
        (["new.json", "plus-minus", "--players", "9"], "not 9"),
        (["new.json", "plus-minus", "--bots", "flat:2"], "two bots or more, not flat:2 alone"),
        (["new.json", "plus-minus", "--bots", "flat:2,flat:2"], "two bots or more, not flat:2 alone"),
    ):
        assert cli.run(["ladder", *wrong, "--deals", "1"]) == 2, wrong
        err = capsys.readouterr().err
        assert said in err and err.count("\n") == 1
    assert not Path("new.json").exists()
    Path("bots.py").write_text(BOTS + "\n# another bot\n")
    assert cli.run(["ladder", "l.json", "--deals", "5"]) == 2
    assert "is not the one that played here before" in capsys.readouterr().err
    Path("l.json").write_bytes(Path("l.json").read_bytes().replace(b"torite-ladder/1", b"torite-ladder/7"))
    assert cli.run(["ladder", "l.json"]) == 2
    assert "torite-ladder/7" in capsys.readouterr().err
    assert cli.run(["ladder", "no/where.json", "plus-minus", "--bots", "random,bots.py:Lowest", "--deals", "1"]) == 1
    assert "torite: no/where.json: No such file" in capsys.readouterr().err
    assert cli.run(["ladder", "m.json", "plus-minus", "--out", "no/where.html"]) == 1  # before it plays
    assert "torite: no/where.html: No such file" in capsys.readouterr().err and not Path("m.json").exists()


def test_what_is_told_again_is_what_stands_in_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["ladder", "l.json", "--bots", "random,flat:2", "--deals", "1"]
    same = ["wizard", "--players", "3", "--seed", "3", "--option", "hiddentip=on", "--preset", "seed"]
    assert cli.run([*words, *same]) == cli.run([*words, *same]) == cli.run(words) == 0
    capsys.readouterr()
    for wrong, said in (
        (["--players", "4"], "l.json is a ladder with --players 3, not --players 4"),
        (["--seed", "0"], "with --seed 3, not --seed 0"),
        (["--preset", "none"], "with --preset seed, not --preset none"),
        (["--option", "hiddentip=off"], "with --option hiddentip=on, not --option hiddentip=off"),
        (["--option", "nothing=off"], "no option “nothing”"),
    ):
        assert cli.run([*words, *wrong]) == 2, wrong
        assert said in capsys.readouterr().err


def test_another_page_of_rules_is_another_ladder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Path("examples/whist.py").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    Path("whist.py").write_text(rules, "utf-8")
    words = ["ladder", "l.json", "whist.py", "--bots", "random,flat:1", "--deals"]
    assert cli.run([*words, "1"]) == cli.run([*words, "1"]) == 0
    Path("whist.py").write_text(rules + "\n# a change\n", "utf-8")
    assert cli.run([*words, "1"]) == 0
    assert cli.run([*words, "2"]) == 2
    assert "whist.py is not the one that was played here before" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("game", "chess", "There is no game “chess”"),
        ("file", "gone.py", "gone.py cannot be played:\n  there is no such file"),
        ("bots", {"random": ""}, "no bot flat:1 in the ladder"),
    ],
)
def test_what_the_ladder_names_and_is_not_there_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, value: object, told: str
) -> None:
    file = tmp_path / "l.json"
    assert cli.run(["ladder", str(file), "plus-minus", "--bots", "random,flat:1", "--deals", "1"]) == 0
    file.write_text(json.dumps(json.loads(file.read_text()) | {name: value}))
    assert cli.run(["ladder", str(file), "--deals", "0"]) == 2
    assert told in capsys.readouterr().err


def test_one_at_a_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "l.json"
    words = ["ladder", str(file), "plus-minus", "--bots", "random,flat:2", "--deals"]
    assert cli.run([*words, "1"]) == 0
    capsys.readouterr()
    with held(file):
        assert cli.run([*words, "2"]) == 2
        assert "another run is playing" in capsys.readouterr().err
        assert cli.run([*words, "0"]) == 0  # only to look
    assert cli.run([*words, "2"]) == 0
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_there_in_every_language(lang: str, tmp_path: Path) -> None:
    found = ladder()
    found.bots = enter(found, ["random", "flat:2"], 0)
    keep(found, tmp_path / "l.json")
    html = page(read(tmp_path / "l.json"), "<Plus-Minus>", lang)  # nothing played yet
    assert "&lt;Plus-Minus&gt;" in html and "nan" not in html and "cli.ladder" not in html
    assert html.count('<div class="wide"><table') == html.count("<table") == 2  # of many bots they are wide
