"""Games from outside the package: whist in one page works, and a file that breaks the contract is told why."""

import dataclasses
import json
import pydoc
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

from torite import rules
from torite.cards.kernel import JIT
from torite.cli.words import players_text
from torite.games.fields import layout
from torite.games.load import GameFileError, find_game, load_game, read_anew, told, trial_apart
from torite.games.load import main as trial_of
from torite.games.notation import PositionTextError, read
from torite.games.position import PlayersError, Position
from torite.games.uncompiled import in_kernels
from torite.games.zones import ZoneSpec
from torite.lab.seating import GameRef
from torite.lab.simulate import simulate
from torite.table.format import RecordError
from torite.table.lesson import lesson_of
from torite.table.records import replay, replay_file
from torite.table.scribe import Scribe, write_record

ROOT = Path(__file__).parents[1]
WHIST = ROOT / "examples" / "whist.py"
BY_HAND = ROOT / "tests" / "games" / "whist_by_hand.py"  # every declaration stands there


def test_the_page_has_the_whole_file() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert code is not None
    assert code[1] == WHIST.read_text("utf-8")


def test_the_page_declares_fields_that_can_be_declared() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    block = re.search(r"```\n(    turned: .*?)```", page, re.DOTALL)
    assert block is not None
    module = ModuleType("page_of_the_guide")
    sys.modules[module.__name__] = module
    try:
        exec(f"from torite.rules import *\nclass State(fields.State):\n{block[1]}", vars(module))
        assert {"turned", "hat", "strict"} <= set(layout(vars(module)["State"], 4).fields)
    finally:
        del sys.modules[module.__name__]


def test_the_page_names_what_the_kits_have() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", page, re.MULTILINE)
    kits = {name: (brought, rest) for name, brought, rest in rows if isinstance(vars(rules).get(name), ModuleType)}
    plain = {"tricks", "turned", "stock", "talon", "bids", "sealed_bids", "passing", "scores", "sides"}
    assert set(kits) == plain | {"open_hands", "drawing", "heading", "melds", "trumps"}
    for name, (brought, rest) in kits.items():
        kit = vars(rules)[name]
        fields = set(layout(kit.State, 4).fields) | set(kits)
        assert set(re.findall(r"\w+", " ".join(re.findall(r"`(.*?)`", brought)))) <= fields
        assert {word for word in re.findall(r"`(\w+)[`(]", rest) if not hasattr(kit, word)} == set()


def test_help_is_short_and_names_all_that_a_page_can_use() -> None:
    told = pydoc.plain(pydoc.render_doc(rules))
    assert len(told.splitlines()) <= 50
    names = {name for name in vars(rules) if not name.startswith("_")} - {"State"}
    assert names == set(re.findall(r"\w+", rules.__doc__ or "")) & names
    assert names >= {"Fact", "Meaning", "Widget", "redeal_but", "sealed_bids", "tricks"}


PARTS = (*get_args(ZoneSpec), rules.BadgeSpec, rules.Ask, rules.Sheet, rules.Unit)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_help_says_what_each_argument_is(part: Any) -> None:
    named = re.findall(r"`(\w+)", part.__doc__)
    assert {field.name for field in dataclasses.fields(part)} - {"id"} <= set(named)


def test_whist_from_the_page_is_played_and_recorded(tmp_path: Path) -> None:
    file = tmp_path / "whist.py"
    file.write_text(WHIST.read_text("utf-8"), "utf-8")
    game = load_game(str(file))
    records = tmp_path / "r.jsonl"
    report = simulate(GameRef("whist", str(file)), 4, games=5, seed=1, record=records, legal=True)
    assert report.matches == 5
    assert report.wins[0] == report.wins[2]
    assert len(list(replay_file(records, games={"whist": game}, verify=True))) == 5


def test_a_page_may_leave_out_a_number_of_players(tmp_path: Path) -> None:
    file = tmp_path / "pairs.py"
    page = (ROOT / "examples" / "oh_hell.py").read_text("utf-8")
    file.write_text(page.replace("players=(3, 7)", "players=(2, 6), without=(3, 4, 5)"), "utf-8")
    game = load_game(str(file))
    assert (game.tables, game.usual_players) == ((2, 6), 6)
    with pytest.raises(PlayersError, match="pairs is for 2, 6 players, not 4"):
        Position(game, 4)
    with pytest.raises(PositionTextError, match="a number of players: 2, 6"):
        read("pairs 5 seed first=0", {"pairs": game})
    assert players_text(game) == "2 or 6 players"


def test_a_page_read_anew_leaves_the_others_of_its_folder_alone(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text(WHIST.read_text("utf-8"), "utf-8")
    for name in ("one", "two", "one"):
        read_anew(str(tmp_path / f"{name}.py"), 60)
    assert {"torite_game_one", "torite_game_two"} <= sys.modules.keys()


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


def refused(tmp_path: Path, old: str, new: str, lang: str = "en", page: Path = BY_HAND) -> str:
    """What is said of whist with this change."""
    text = page.read_text("utf-8")
    assert old in text
    file = tmp_path / "broken.py"
    file.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(GameFileError) as caught:
        load_game(str(file))
    assert "cli.contract" not in str(caught.value)
    return "\n".join(caught.value.tell(lang))


def test_what_fails_in_a_kit_is_placed_there(tmp_path: Path) -> None:
    """And not in what watches it."""
    text = WHIST.read_text("utf-8").replace("max(0, sides.of_side(s.tricks, p) - BOOK)", "0")
    file = tmp_path / "whist5.py"
    file.write_text(text.replace("GAME =", "score = sides.margin\nGAME =").replace("players=4", "players=5"), "utf-8")
    with pytest.raises(GameFileError, match=r"score: points .* 5 is not one of them \(sides.py:\d+\)"):
        load_game(str(file))


def test_what_fails_once_it_is_back_is_told(tmp_path: Path) -> None:
    """There no frame is the page's own."""
    file = tmp_path / "whist.py"
    text = WHIST.read_text("utf-8")
    file.write_text(text.replace("GAME =", "def places(s: State) -> int:\n    return 5\n\n\nGAME ="), "utf-8")
    with pytest.raises(GameFileError, match=r"places fails.* TypeError: 'int' object is not iterable"):
        load_game(str(file))


def test_who_wins_is_not_asked_of_a_match_that_does_not_end(tmp_path: Path) -> None:
    file = tmp_path / "whist.py"
    text = WHIST.read_text("utf-8").replace(
        "GAME =", "def outcome(s: State) -> Outcome:\n    raise ValueError\n\n\nGAME ="
    )
    head, _, tail = text.partition("def finished(s: State) -> bool:")
    file.write_text(
        f"{head}def finished(s: State) -> bool:\n    return False\n\n\ndef _was(s: State) -> bool:{tail}", "utf-8"
    )
    with pytest.raises(GameFileError, match=r"does not end within 300 deals, and the scores are \?"):
        load_game(str(file))


STATIC = {
    "number of deals": ('name="whist"', 'name="whist", deals=12', "deals must be a function deals(s), not 12"),
    "no GAME": ("GAME = Game(", "WHIST = Game(", "no GAME"),
    "not a game": ("GAME = Game(", "GAME = dict(", "not dict"),
    "syntax": ("def beats(", "def beats(:", "line 118: invalid syntax"),
    "null": ("def beats(", "\0def beats(", "line ?: source code string cannot contain null bytes"),
    "fails": ("TRICKS = len(DECK.cards) // SEATS", "TRICKS = 1 // 0", "line 18: ZeroDivisionError"),
    "missing": ("    score=score,\n    determinize=determinize,\n", "", "'score' and 'determinize'"),
    "name": ('name="whist"', 'name="My Whist"', "the name 'My Whist' must be"),
    "name taken": ('name="whist"', 'name="rwd"', "already has a game rwd"),
    "players": ("players=(SEATS, SEATS)", "players=(5, 4)", "players must be"),
    "without": ("players=(SEATS, SEATS)", "players=(2, SEATS), without=(2,)", "between 2 and 4; not (2,)"),
    "without a tuple": ("players=(SEATS, SEATS)", "players=(2, SEATS), without=3", "a tuple, such as (5,)"),
    "header": ("    *HEADER,", "    *HEADER[1:],", "STATE lacks the field players"),
    "reserved field": ('"turned"', '"size"', "['size']"),
    "by seat": ('by_seat("hands", np.int64, SEATS)', 'by_seat("hands", np.int64, 3)', "at least 4 seats"),
    "zone field": ('Hands("hands", "held"', 'Hands("hands", "holds"', "reads the field holds"),
    "badge field": ('"score", "number", "scores"', '"score", "number", "total"', "reads the field total"),
    "badge shape": (
        '"score", "number", "scores"',
        '"score", "nummber", "scores"',
        "did you mean 'number'? It is one of",
    ),
    "codes clash": ("codes=DECK.names", 'codes=DECK.names | {64: "SA"}', "SA stands for several actions: 60, 64"),
    "code form": ("codes=DECK.names", 'codes=DECK.names | {64: "a b"}', "'a b' is not a code"),
    "code and action turned round": ("codes=DECK.names", 'codes=DECK.names | {"x": 65}', "action x (65) is not within"),
    "code range": ("codes=DECK.names", 'codes=DECK.names | {300: "x"}', "action 300"),
    "signature": ("def legal(s: State, seat: Seat)", "def legal(s: State)", "legal must take (s, seat), not (s)"),
    "option": ("(1, 5, 7, 9), 5", "(1, 7, 9), 5", "default 5 is not among"),
    "preset": (
        "    options=OPTIONS,",
        '    options=OPTIONS, presets={"seed": {"goal": 3}},',
        "preset seed: option goal",
    ),
    "no seed": ("    options=OPTIONS,", '    options=OPTIONS, presets={"mine": {}},', "must be called seed"),
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
    "fails": ("s.trick[seat] = card", "s.trick[seat + 1] = card", "play: trick has 4 places, and 4 is not one of them"),
    "no legal": ("follow if follow else hand", "follow", "legal is empty for seat"),
    "a mask": ("return card_actions(follow if follow else hand)", "return follow", "it must return a set of actions"),
    "endless": (
        "if s.held[winner] == 0:",
        "if False:",
        "does not end within 300 deals, and the scores are [0, 0, 0, 0]",
    ),
    "no card": ("s.trick[seat] = card", "s.trick[seat] = 63", "Trick('trick'): 63 lies there, which is not a card"),
    "no suit": ("s.held[seat] -= 1", "s.held[seat] -= 0", "legal is empty"),
    "hidden": ('by_seat("hands"', 'hidden("hands"', "cannot"),
    "sheet": ('Sheet(("tricks", "points")', 'Sheet(("tricks", "bids")', "no list by seat called bids"),
    "result": ('"scores": s.scores.tolist()', '"scores": s.scores', "result must be plain data"),
    "places": ("range(len(DECK.cards))]", "range(3)]", "places lists 3 cards"),
    "leaks": ("    s.deals = 0\n    s.scores[:] = 0\n", "", "traces of the previous match in: deals, scores"),
    "determinize": ("    redeal(s.hands", "    s.hands[seat] = 0\n    redeal(s.hands", "determinize"),
    "score": ("points[p] = s.points[p] -", "points[0] = s.points[p] -", "score must write"),
    "outlook": (
        "GAME = Game(",
        "@kernel\ndef outlook(s: State, seat: Seat, key: np.ndarray, bounds: np.ndarray) -> bool:\n"
        "    bounds[0] = bounds[1] = 99\n    return True\n\n\nGAME = Game(\n    outlook=outlook,",
        "outlook: a deal that was said to bring seat 0 between 99.0 and 99.0",
    ),
    "together": ("GAME = Game(", "GAME = Game(\n    together=lambda s, seat: 2,", "is to choose 2 actions together"),
}


@pytest.mark.parametrize("name", PLAYED)
def test_what_goes_wrong_in_play_is_named(name: str, tmp_path: Path) -> None:
    old, new, said = PLAYED[name]
    assert said in refused(tmp_path, old, new)


def test_a_field_without_its_record_is_told_beside_what_comes_of_it(tmp_path: Path) -> None:
    file = tmp_path / "whist.py"
    file.write_text(WHIST.read_text("utf-8").replace("    s.turned = ", "    turned = "), "utf-8")
    with pytest.raises(GameFileError) as refusal:
        load_game(str(file))
    lost, held = refusal.value.tell("en")
    assert lost.endswith("did you mean s.turned?")
    assert held.startswith("determinize: what is put into hands is not a set of cards")


@pytest.mark.parametrize("name", ["legal", "determinize"])
def test_where_there_is_no_end_is_named(name: str, tmp_path: Path) -> None:
    lines = BY_HAND.read_text("utf-8").splitlines()
    at = next(n for n, text in enumerate(lines) if text.startswith(f"def {name}("))
    body = next(n for n in range(at, len(lines)) if lines[n].endswith('"""')) + 1
    file = tmp_path / "endless.py"
    file.write_text("\n".join([*lines[:body], "    while True:", "        pass", *lines[body:]]), "utf-8")
    (problem,) = trial_apart(file, move_seconds=2)
    assert problem[0] == "endless_in"
    assert problem[1]["name"] == name
    assert problem[1]["where"] in {f"endless.py:{body + 1}", f"endless.py:{body + 2}"}


def test_where_there_is_no_end_is_not_always_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the clock rings between two frames: nothing stands below the thread."""
    died = subprocess.CompletedProcess([], 1, b"", b"Timeout (0:00:20)!\nThread 0x7f (most recent call first):\n")
    monkeypatch.setattr("subprocess.run", lambda *_, **__: died)
    assert trial_apart(WHIST, 20) == [("endless", {"seconds": 20})]


def test_a_trial_has_as_much_time_of_the_processor_however_busy_that_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("faulthandler.dump_traceback_later", lambda *_, **__: None)
    monkeypatch.setattr("time.process_time", lambda: 60.1)
    trial_of(str(WHIST), 20)
    assert json.loads(capsys.readouterr().out) == [["endless", {"seconds": 60}]]


def test_a_file_beside_is_not_taken_for_one_of_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "enum.py").write_text("raise ImportError\n", "utf-8")
    (tmp_path / "whist.py").write_text(WHIST.read_text("utf-8"), "utf-8")
    assert trial_apart(tmp_path / "whist.py") == []


def test_words_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    file = tmp_path / "whist.py"
    file.write_text(WHIST.read_text("utf-8"), "utf-8")
    shape = r'must be grouped by language, then by key: {"en": {"name": "Whist"}}'
    for words, said in (('{"en": {"phase.play": "Play"', "cannot be read"), ("[]", shape), ('{"en": 3}', shape)):
        file.with_suffix(".json").write_text(words, "utf-8")
        with pytest.raises(GameFileError, match=rf"the words in whist\.json {said}"):
            read_anew(str(file), 60)
    file.with_suffix(".json").write_text('{"en": {"name": 3}}', "utf-8")
    with pytest.raises(GameFileError, match=r"whist\.json: 3 is not a text \(en, name\)"):
        read_anew(str(file), 60)
    file.with_suffix(".json").write_bytes(b"")  # as `torite check whist.py --words en > whist.json` makes it first
    assert read_anew(str(file), 60).texts == {}
    file.with_suffix(".json").unlink()
    file.with_suffix(".en.md").write_bytes(b"# Whist \xff\n")
    with pytest.raises(GameFileError, match=r"the words in whist\.en\.md cannot be read: 'utf-8' codec"):
        read_anew(str(file), 60)


def test_a_page_may_be_as_windows_saves_it(tmp_path: Path) -> None:
    """With a mark of its encoding in front, as Python takes it, and two signs at the end of a line."""
    for name in ("whist.py", "whist.json", "whist.en.md", "whist.lesson.json"):
        (tmp_path / name).write_text(WHIST.with_name(name).read_text("utf-8"), "utf-8-sig", newline="\r\n")
    game, plain = load_game(str(tmp_path / "whist.py")), load_game(str(WHIST))
    assert (game.pages["en"], game.texts) == (plain.pages["en"], plain.texts)
    lesson = lesson_of(game, "en", {"whist": game})
    assert lesson is not None and lesson == lesson_of(plain, "en", {"whist": plain})


def test_what_goes_round_for_ever_is_ended_and_named(tmp_path: Path) -> None:
    file = tmp_path / "whist.py"
    file.write_text("x = 1\nwhile x:\n    x += 1\n", "utf-8")
    with pytest.raises(GameFileError, match=r"line [23]: .* an endless loop"):
        read_anew(str(file), 0.2)


@pytest.mark.skipif(not JIT, reason="by design: nothing is compiled")
def test_what_the_compiler_refuses_is_named(tmp_path: Path) -> None:
    told = refused(tmp_path, "    s.players = players\n", "    s.players = eval('players')\n")
    assert told.startswith("line 44: eval() cannot be used in the kernel start")


OF_A_PAGE = {
    "field read": ("max(s.scores[0]", "max(s.score[0]", "State has no field score; did you mean scores? (broken.py:"),
    "field written": (
        "s.trump = ",
        "s.trumpf = ",
        "deal: State has no field trumpf; did you mean trump? (broken.py:28)",
    ),
    "field unlike any": ("s.trump = ", "s.qqq = ", "deal: State has no field qqq (broken.py:28)"),
    "field of a zone": (
        '"trump", "turned"',
        '"trump", "turnd"',
        "field turnd, which STATE does not have; did you mean turned",
    ),
    "kernel": (
        "def finished(",
        "def finnished(",
        "finished(s) is missing: neither the page nor a kit has it; did you mean finn",
    ),
    "argument": ("    sheet=", "    sheets=", "game(…) has no argument sheets; did you mean sheet?"),
    "argument unlike any": ("    sheet=", "    qqq=", "game(…) has no argument qqq"),
    "field without its s": (">= s.goal", ">= goal", "NameError: name 'goal' is not defined; did you mean s.goal?"),
    "field without its v": ('"number", "scores"', '"number", lambda v: held', "did you mean v.held? (broken.py:"),
    "kit": ("State(tricks.State", "State(trick.State", "NameError: name 'trick' is not defined; did you mean tricks?"),
    "function of a kit": (
        "tricks.determinize(s",
        "tricks.determinise(s",
        "has no attribute 'determinise'; did you mean determinize? (broken.py:57)",
    ),
    "parameters turned round": (
        "def play(s: State, seat: Seat, card: Card)",
        "def play(s: State, card: Card, seat: Seat)",
        "play must take (s, seat, action), not (s, card, seat)",
    ),
    "deck of ranks alone": ("deck=DECK", 'deck="789TJQKA"', "deck: '789TJQKA' is not a Deck"),
    "deal without the deck": ("(s: State, deck: np.ndarray)", "(s: State)", "deal must take (s, deck), not (s)"),
    "not imported": ("import *", "import tricks", "line 12: ranked_deck is not imported; write: from torite.rules"),
    "field of no kind": ("turned: Card", "turned: str", "line 19: StateError: turned: a field cannot be"),
    "seat that is not there": (
        "s.points[p] = max(",
        "s.points[4] = max(",
        "play: points has a place for each seat, 4 in all; 4 is not one of them (broken.py:36)",
    ),
    "column by side": (
        'total="scores")',
        'total="scores", sides=2)',
        "with sides=2 a column has one value per side; tricks",
    ),
    "numpy": ("import numpy as np\n", "", "np is not imported; write: import numpy as np"),
    "one for all": ("- BOOK)\n", "- BOOK)\n        s.points = 5\n", "write s.points[…] = 5, and s.points[:] for all"),
    "nothing returned": ("return max(", "max(", "finished returns None; is a return missing?"),
    "kernel with brackets": (
        "@kernel\ndef play",
        "@kernel()\ndef play",
        "line 31: above a kernel, write @kernel without brackets",
    ),
    "one column": ('"tricks", "points"', '"points"', "columns stand in brackets with a comma"),
    "no kernel": ("def finished(", "def _goal(", "finished(s) is missing: neither the page nor a kit has it"),
    "value": ("= suit_of(s.turned)", "= 'H'", "deal: 'H' is put into trump, which holds numbers (broken.py:28)"),
    "index of nobody": (
        "s.points[p] = max(",
        "s.points[s.best] = max(",
        "play: points is indexed by -1; NONE is -1, and in compiled code that is the last place (broken.py:36)",
    ),
    "more than fits": (
        "- BOOK)\n",
        "- BOOK)\n            s.held[p] = 300\n",
        "300 does not fit into held, which holds -128 to",
    ),
    "more than fits in the end": (
        "- BOOK)\n",
        "- BOOK)\n            s.points[p] += 40 * s.tricks[p]\n",
        "too large for its field, or for the field of a number that it is calculated with; Points and int hold more",
    ),
    "more than all hold": ("- BOOK)\n", "- BOOK)\n        s.held += 70 + 70 * s.tricks\n", "does not fit into held"),
    "half a point": ("- BOOK)\n", "- BOOK) * 0.5\n", "is put into points, which holds whole numbers"),
    "a number as a word": ("(1, 5, 7, 9), 5", '("1", "5"), "5"', "numbers stand without quotes, not '1'"),
    "half an option": ("(1, 5, 7, 9), 5", "(0.5, 1), 1", "line 20: StateError: the values of an option are whole"),
    "no type": ("turned: Card = public(NONE)", "turned = public(NONE)", "turned: say what it is"),
    "no reader": ("turned: Card = public(NONE)", "turned: Card", "turned: say who may know it"),
    "no type of a field": ("turned: Card =", "turned: list =", "turned: a field cannot be list;"),
    "begins with nothing": ("public(NONE)", "public(None)", "turned: it begins with a whole number or NONE, not None"),
    "begins with a word": ("public(NONE)", "public('C', 3)", "turned: it begins with a whole number or NONE, not 'C'"),
    "begins with too much": ("public(NONE)", "public(300)", "turned: it begins with 300, but holds -128 to 127"),
    "places of a word": ("Card = public(NONE)", "Each[Card] = public(0, 'a')", "turned: behind what it begins with"),
    "field of all games": ("    goal:", "    deals: Count = public()\n    goal:", "deals: no field may be called so"),
    "field of all records": ("    goal:", "    copy: Count = public()\n    goal:", "copy: no field may be called so"),
    "text of a field": (
        "turned: Card = public(NONE)",
        "turned: str = public('')",
        "turned: a field cannot be str;",
    ),
    "zone that fails": (
        '"trump", "turned")',
        '"trump", "turned"), Row(lambda v: [99], "peek")',
        "Row('peek'): 99 lies there, which is not a card",
    ),
    "trump that is not one": (
        "= suit_of(s.turned)",
        "= 4",
        "4 is put into trump, which holds suits, 0 to 3",
    ),
    "ask": ("    badges=", '    asks=(Ask("bid", "number", "bar"),),\n    badges=', "asks: no action begins with bid"),
    "ask for a number": (
        "    badges=",
        '    codes={64: "bid:1", 65: "bid:pass"},\n    asks=(Ask("bid", "number", "bar"),),\n    badges=',
        "asks: bid asks for a number, and bid:pass is not one",
    ),
    "id of a zone": (
        'Trump("trump", "turned")',
        'Trump("trump", "turned", id=3)',
        'Trump: its id must be a word such as "trump", not 3',
    ),
    "zone of no kind": ("(*tricks.TABLE, Trump", '("hands", Trump', "zones: 'hands' is not a Hands | Trick"),
    "no tuple": ("    badges=", "    asks=bids.ASK,\n    badges=", "asks: even a single Ask needs its comma"),
    "zones without their star": ("(*tricks.TABLE", "(tricks.TABLE", "zones: several parts stand in place 1 as one"),
    "field of no declaration": (
        "turned: Card = public(NONE)",
        "turned = NONE",
        "line 19: StateError: turned: say what it",
    ),
    "state of no kit": (
        "State(tricks.State, sides.State, scores.State)",
        "State",
        "State inherits neither from a kit nor",
    ),
    "option that begins otherwise": ("9), 5)", "9), 5.0)", "line 20: StateError: an option begins with one of its"),
    "no sheet": (
        'Sheet(("tricks", "points"), total="scores")',
        '("tricks", "points")',
        "sheet: ('tricks', 'points') is not a Sheet",
    ),
    "column": (
        '"tricks", "points"',
        '"trikcs", "points"',
        "Sheet reads the field trikcs, which STATE does not have; did you mean tricks?",
    ),
    "name that a kit has right": ("def score(", "def scor(", "nothing calls scor; did you mean score?"),
    "name that a kit has shorter": ("def score(", "def scoring(", "nothing calls scoring; did you mean score?"),
    "number of players": ("players=4", 'players="4"', "players must be a number, or (fewest, most)"),
    "two or four players": ("players=4", "players=[2, 4]", "that cannot play in `without`; not [2, 4]"),
    "declarer of the sheet": ('total="scores"', 'total="scores", declarer="turnd"', "the field turnd"),
    "values of an option": ("option((1, 5, 7, 9), 5)", "option(1, 5)", "as in `option((1, 5, 7, 9), 5)`, not 1"),
    "span of a field": (
        "public(NONE)",
        'public(NONE, of="mtach")',
        "line 19: StateError: a field begins anew with each",
    ),
    "ranks": ('"23456789TJQKA"', '"23456789TJQKABCD"', "line 12: ValueError: a deck has at most 15 ranks in 4 suits"),
    "ten in two signs": ('"23456789TJQKA"', '"23456789JQK10A"', "ten is T"),
    "rank twice": ('"23456789TJQKA"', '"23456789TJQKAA"', "a rank is one sign, each there once"),
    "rank before the suit": (
        "BOOK = 6",
        'QUEEN = DECK.parse("QS")\nBOOK = 6',
        "'QS' is no card of this deck, as 'SQ' is",
    ),
    "value twice": ("(1, 5, 7, 9)", "(1, 5, 5, 9)", "line 20: StateError: the values of an option are there once each"),
    "rule in the class": (
        "9), 5)\n",
        "9), 5)\n\n    def finished(self):\n        return False\n",
        "line 22: StateError: finished: a rule stands outside of the class",
    ),
    "kits for their states": (
        "State(tricks.State, sides.State, scores.State)",
        "State(tricks, sides, scores)",
        "line 16: State must inherit from the State of a kit, as in class State(tricks.State), not from the kit itself",
    ),
    "kit for its state": ("State(tricks.State, sides.State, scores.State)", "State(tricks)", "from the State of a kit"),
    "kit beside states": (
        "sides.State, scores.State)",
        "sides, scores.State)",
        "line 16: State must inherit from the State",
    ),
    "kit before one that has it": (
        "State(tricks.State, sides",
        "State(tricks.State, passing.State, sides",
        "line 16: a kit that another one brings along must come after it",
    ),
    "card for a set": (
        "= suit_of(s.turned)",
        "= NONE\n    s.seen |= s.turned",
        "line 29: s.turned in the kernel deal is one",
    ),
    "card out of a set": (
        "    if tricks.play",
        "    s.hands[seat] &= ~card\n    if tricks.play",
        "line 34: card in the kernel play is one number, not a set: the set that has only it is bit(card)",
    ),
    "kit twice": ("scores.State)", "scores.State, sides.State)", "line 16: State names one of its parents twice"),
    "trump that is a card": (
        'Trump("trump", "turned")',
        'Trump("turned", "trump")',
        "Trump('trump'): suit takes a field declared as Suit, or a function that gives as much; turned is Card",
    ),
    "cards laid one by one": (
        'Trump("trump", "turned")',
        'Laid("last", "before")',
        "Laid('before'): cards takes a field declared as Each[Cards], or a function that gives as much; last is Each[",
    ),
    "one for a row": ('Trump("trump", "turned")', 'Row("turned", "up")', "declared as Each[Card], or a function"),
    "badge of one": ('"number", "scores"', '"number", "dealer"', "value takes a field declared as Each[Count], or"),
    "score that is returned": (
        "points[p] = s.points[p] -",
        "return s.points[p] -",
        "score must write a number for each of 4 seats, points[p] = …; it leaves nan, nan, nan, nan (broken.py:40)",
    ),
    "number for a field": (
        'Trump("trump", "turned")',
        "Trump(0)",
        "Trump('trump'): suit must be a field of the state, such as \"trump\", or a function, lambda v: …, not 0",
    ),
    "signs for suits": (
        'ranked_deck("23456789TJQKA")',
        'Deck("mine", {"C": Sign("+", "#000000")}, {c: f"C{c}" for c in range(52)})',
        "line 12: ValueError: suits are their letters",
    ),
    "cards": (
        'ranked_deck("23456789TJQKA")',
        'Deck("french", "CDHS", {c: f"X{c}" for c in range(64)})',
        "line 12: ValueError: a deck has at most 62 cards, numbered from 0 to 62; not 64",
    ),
}


@pytest.mark.parametrize("name", OF_A_PAGE)
def test_what_is_wrong_with_a_page_is_named(name: str, tmp_path: Path) -> None:
    old, new, said = OF_A_PAGE[name]
    assert said in refused(tmp_path, old, new, page=WHIST)


def test_what_a_page_has_is_not_taken_for_what_it_lacks(tmp_path: Path) -> None:
    file = tmp_path / "half.py"
    file.write_text(
        "from torite.rules import *\n\n\nclass State(scores.State):\n    pass\n\n\n"
        "@kernel\ndef play(s: State, seat: Seat, card: Card) -> None:\n    pass\n\n\n"
        'GAME = game(State, players=2, deck=ranked_deck("789"))\n',
        "utf-8",
    )
    with pytest.raises(GameFileError) as refused:
        read_anew(str(file), 60)
    lacks = "is missing: neither the page has it nor a kit that its State inherits from; these kits have it: "
    assert f"places(s) {lacks}tricks, turned" in refused.value.tell("en")


NO_KERNEL_HAS = {
    "dict": (
        "found = {}\n    found[s.trump] = s.turned\n    found['A'] = 1",
        "line 29: dict cannot be used in the kernel deal",
    ),
    "function": ("s.turned = helper(s.turned)", "line 29: helper() cannot be used in the kernel deal"),
    "builtin": ("s.turned = sorted([s.turned], key=str)[0]", "line 29: sorted() cannot be used in the kernel deal"),
    "print": ("print(s.turned)", "line 29: print() in the kernel deal: a compiled kernel cannot print"),
    "text": ('s.turned = int(f"{s.turned:>3}")', "line 29: text cannot be used in the kernel deal"),
    "chance": (
        "s.turned = np.random.randint(52)",
        "line 29: np.random in the kernel deal: the only chance in a kernel is `rng`",
    ),
    "deck": (
        "s.turned += s.turned == DECK.parse('SA')",
        "DECK cannot be used in a kernel (broken.py:29): from outside",
    ),
    "other": ("s.turned = np.unravel(s.turned)", "module 'numpy' has no attribute 'unravel'"),
}


@pytest.mark.skipif(not JIT, reason="by design: nothing is compiled")
@pytest.mark.parametrize("name", NO_KERNEL_HAS)
def test_what_no_kernel_can_have_is_named_with_its_line(name: str, tmp_path: Path) -> None:
    line, said = NO_KERNEL_HAS[name]
    old = "    s.trump = suit_of(s.turned)\n"
    if name == "function":
        line += "\n\n\ndef helper(card: Card) -> Card:\n    return card"
    assert said in refused(tmp_path, old, f"{old}    {line}\n", page=WHIST)


def test_a_kernel_compares_no_words(tmp_path: Path) -> None:
    text = WHIST.read_text("utf-8").replace(
        "    s.trump = ", "    if s.style == 'hard':\n        s.turned = 0\n    s.trump = "
    )
    file = tmp_path / "words.py"
    file.write_text(text, "utf-8")
    file.write_text(text.replace("'hard'", "None"), "utf-8")
    (problem,) = in_kernels(file)
    assert problem[0] == "in_kernel_none"
    text_of_helper = (
        "\n\n@kernel\ndef top(s: State, seat=None) -> int:\n    return 0 if seat is None else s.points[seat]\n"
    )
    file.write_text(WHIST.read_text("utf-8") + text_of_helper, "utf-8")
    assert in_kernels(file) == []
    file.write_text(text, "utf-8")
    (problem,) = in_kernels(file)
    assert "line 28: 'hard' in the kernel deal: an option whose values are words holds the place" in told(problem, "en")


def test_a_kernel_may_be_called_like_a_function_of_python(tmp_path: Path) -> None:
    file = tmp_path / "names.py"
    file.write_text(
        "from beside import callable\n\nfilter = callable\n\n\n@kernel\ndef next(s, seat):\n    return seat + 1\n\n\n"
        "@kernel\ndef play(s, seat, card):\n    return next(s, filter(callable(sorted(seat))))\n",
        "utf-8",
    )
    assert [params["what"] for _, params in in_kernels(file)] == ["sorted()"]


def test_it_is_said_in_japanese_too(tmp_path: Path) -> None:
    assert "という名前のゲームはすでにあります" in refused(tmp_path, 'name="whist"', 'name="rwd"', "ja")


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(GameFileError, match="no such file"):
        load_game("/nowhere/game.py")


def test_a_page_is_found_by_its_path() -> None:
    assert find_game(str(WHIST)).name == find_game(WHIST).name == "whist"
    with pytest.raises(TypeError, match="the game itself, not None"):
        find_game(None)  # type: ignore[arg-type]
    assert find_game("bingo") is find_game(find_game("bingo"))
    with pytest.raises(KeyError, match=r"no game 'whist'.*bingo.*NAME\.py"):
        find_game("whist")
    with pytest.raises(GameFileError):
        find_game("nothing.py")


def test_the_declarer_of_the_sheet_is_told_or_that_there_is_none(tmp_path: Path) -> None:
    page = WHIST.read_text("utf-8").replace("    goal:", "    maker: Seat = public(NONE)\n    goal:")
    page = page.replace('total="scores"', 'total="scores", declarer="maker"')
    page = page.replace("    s.trump = ", "    s.maker = s.dealer if s.deals > 1 else NONE\n    s.trump = ")
    file = tmp_path / "made.py"
    file.write_text(page, "utf-8")
    game = read_anew(str(file), 60)
    position = Position(game, 4, first=0, seed=b"made")
    scribe, makers = Scribe(position), []
    for _ in range(2):
        scribe.deal()
        while legal := position.legal():
            scribe.play(legal[0], position.actors()[0])
        makers.append(position.deal_result()["maker"])
    assert makers == [None, 1]
    record = json.loads(write_record(scribe.record()))
    record["deals"][0]["result"]["maker"] = -1  # as it was written before
    replay(record, games={game.name: game}, unfinished=True)
    record["deals"][1]["result"]["maker"] = -1
    with pytest.raises(RecordError, match="deal 2: result: maker is 1, not -1"):
        replay(record, games={game.name: game}, unfinished=True)


def test_a_page_that_imports_nothing_is_told_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "torite.rules")
    assert "write: from torite.rules import *" in refused(tmp_path, "from torite.rules import *\n", "", page=WHIST)
