"""Games from outside the package: whist in one page works, and a file that breaks the contract is told why."""

import re
from pathlib import Path

import pytest

from torite.cards.kernel import JIT
from torite.games.load import GameFileError, load_game
from torite.games.position import Position
from torite.lab.seating import GameRef
from torite.lab.simulate import simulate
from torite.table.records import replay_file

ROOT = Path(__file__).parents[1]
WHIST = ROOT / "examples" / "whist.py"


def test_the_page_has_the_whole_file() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert code is not None
    assert code[1] == WHIST.read_text("utf-8")


def test_whist_from_the_page_is_played_and_recorded(tmp_path: Path) -> None:
    file = tmp_path / "my_game.py"
    file.write_text(WHIST.read_text("utf-8"), "utf-8")
    game = load_game(str(file))
    records = tmp_path / "r.jsonl"
    report = simulate(GameRef("whist", str(file)), 4, games=5, seed=1, record=records, legal=True)
    assert report.matches == 5
    assert report.wins[0] == report.wins[2]
    assert len(list(replay_file(records, games={"whist": game}, verify=True))) == 5


def test_whist_follows_suit_and_counts_tricks() -> None:
    position = Position(load_game(str(WHIST)), 4, seed=5, first=0)
    position.deal()
    assert position.turn == 1
    lead = position.legal()[0]
    position.play(lead)
    hand = {
        code
        for code in position.game.deck.names.values()
        if position.state.hands[2] >> position.game.deck.parse(code) & 1
    }
    follow = {code for code in hand if code[0] == lead[0]}
    assert set(position.legal()) == (follow or hand)


def refused(tmp_path: Path, old: str, new: str, lang: str = "en") -> str:
    """What is said of whist with this change."""
    text = WHIST.read_text("utf-8")
    assert old in text
    file = tmp_path / "broken.py"
    file.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(GameFileError) as caught:
        load_game(str(file))
    assert "cli.contract" not in str(caught.value)
    return "\n".join(caught.value.tell(lang))


STATIC = {
    "no GAME": ("GAME = Game(", "WHIST = Game(", "no GAME"),
    "not a game": ("GAME = Game(", "GAME = dict(", "not dict"),
    "syntax": ("def beats(", "def beats(:", "line 117: invalid syntax"),
    "fails": ("TRICKS = len(DECK.cards) // SEATS", "TRICKS = 1 // 0", "line 17: ZeroDivisionError"),
    "missing": ("    score=score,\n    determinize=determinize,\n", "", "'score' and 'determinize'"),
    "name": ('name="whist"', 'name="My Whist"', "the name 'My Whist' must be"),
    "name taken": ('name="whist"', 'name="rwd"', "already has a game rwd"),
    "players": ("players=(SEATS, SEATS)", "players=(5, 4)", "players must be"),
    "header": ("    *HEADER,", "    *HEADER[1:],", "STATE lacks the field players"),
    "reserved field": ('"turned"', '"size"', "['size']"),
    "by seat": ('by_seat("hands", np.int64, SEATS)', 'by_seat("hands", np.int64, 3)', "at least 4 seats"),
    "zone field": ('Hands("hands", "held"', 'Hands("hands", "holds"', "reads the field holds"),
    "badge field": ('"score", "number", "scores"', '"score", "number", "total"', "reads the field total"),
    "codes clash": ("codes=DECK.names", 'codes=DECK.names | {64: "SA"}', "SA stands for several actions: 60, 64"),
    "code form": ("codes=DECK.names", 'codes=DECK.names | {64: "a b"}', "'a b' is no code"),
    "code range": ("codes=DECK.names", 'codes=DECK.names | {300: "x"}', "action 300"),
    "signature": ("def legal(s: State, seat: Seat)", "def legal(s: State)", "legal must take (s, seat), not (s)"),
    "option": ("(1, 5, 7, 9), 5", "(1, 7, 9), 5", "default 5 is not among"),
    "preset": (
        "    options=OPTIONS,",
        '    options=OPTIONS, presets={"seed": {"goal": 3}},',
        "preset seed: option goal",
    ),
    "no seed": ("    options=OPTIONS,", '    options=OPTIONS, presets={"mine": {}},', "one called seed"),
}


@pytest.mark.parametrize("name", STATIC)
def test_what_is_declared_wrongly_is_named(name: str, tmp_path: Path) -> None:
    old, new, said = STATIC[name]
    assert said in refused(tmp_path, old, new)


def test_everything_wrong_is_named_at_once(tmp_path: Path) -> None:
    told = refused(tmp_path, 'name="whist"', 'name="rwd", deals=lambda: 1, asks=(Ask("bid", "number", "bar"),)')
    assert told.count("\n") == 2


@pytest.mark.skipif(not JIT, reason="by design: only the compiler knows kernels from functions")
def test_a_kernel_is_told_from_a_function(tmp_path: Path) -> None:
    assert "finished must be a kernel" in refused(tmp_path, "@kernel\ndef finished", "def finished")


PLAYED = {
    "fails": ("s.trick[seat] = card", "s.trick[seat + 1] = card", "play fails with 4 players: IndexError"),
    "no legal": ("follow if follow else hand", "follow", "legal is empty for seat"),
    "endless": ("if s.held[winner] == 0:", "if False:", "does not end within 300 deals"),
    "no suit": ("s.held[seat] -= 1", "s.held[seat] -= 0", "legal is empty"),
    "hidden": ('by_seat("hands"', 'hidden("hands"', "cannot"),
    "sheet": ('Sheet(("tricks", "points")', 'Sheet(("tricks", "bids")', "no list by seat called bids"),
    "result": ('"scores": s.scores.tolist()', '"scores": s.scores', "result must be plain data"),
    "places": ("range(len(DECK.cards))]", "range(3)]", "places tells of 3 cards"),
    "leaks": ("    s.deals = 0\n    s.scores[:] = 0\n", "", "traces of the match before in: deals, scores"),
    "determinize": ("    redeal(s.hands", "    s.hands[seat] = 0\n    redeal(s.hands", "determinize"),
    "score": ("points[p] = s.points[p] -", "points[0] = s.points[p] -", "score must write"),
    "outlook": (
        "GAME = Game(",
        "@kernel\ndef outlook(s: State, seat: Seat, key: np.ndarray, bounds: np.ndarray) -> bool:\n"
        "    bounds[0] = bounds[1] = 99\n    return True\n\n\nGAME = Game(\n    outlook=outlook,",
        "outlook: a deal said to bring seat 0 between 99.0 and 99.0",
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_what_goes_wrong_in_play_is_named(name: str, tmp_path: Path) -> None:
    old, new, said = PLAYED[name]
    assert said in refused(tmp_path, old, new)


@pytest.mark.skipif(not JIT, reason="by design: nothing is compiled")
def test_what_the_compiler_refuses_is_named(tmp_path: Path) -> None:
    told = refused(tmp_path, "    s.players = players\n", "    s.players = eval('players')\n")
    assert "cannot be compiled" in told
    assert "whist" in told or "broken" in told


def test_it_is_said_in_japanese_too(tmp_path: Path) -> None:
    assert "という名前のゲームはすでにあります" in refused(tmp_path, 'name="whist"', 'name="rwd"', "ja")


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(GameFileError, match="no such file"):
        load_game("/nowhere/game.py")
