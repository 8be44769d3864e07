"""A game at the terminal: what is told there, and what may be typed."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from commands import run
from torite.cli import draw, faces, words
from torite.cli.play import Table
from torite.cli.typed import explain, read_action
from torite.cli.widgets import widget
from torite.games import GAMES
from torite.games.load import imported, load_game
from torite.games.position import Position
from torite.games.scene import HandZone, WidgetZone
from torite.search.claim import settle
from torite.search.players import player

ROOT = Path(__file__).parents[1]
WHIST = ROOT / "examples" / "whist.py"


def test_a_game_in_german() -> None:
    command = [sys.executable, "-m", "torite.cli", "--lang", "de", "play", "rwd", "--level", "random", "--seed", "3"]
    done = subprocess.run(command, input="hilfe\nt\nq\n", capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "RWD gegen Bots" in done.stdout
    assert "Nimm eine Karte aus der vorderen Reihe" in done.stdout
    assert "letzter Stich" in done.stdout


def played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *arguments: str
) -> tuple[int, str]:
    """Exit code and output of a game at which this is typed."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    code, out, err = run(capsys, "play", *arguments, "--level", "random", "--seed", "3")
    return code, out + err


@pytest.mark.parametrize(
    "game",
    [
        ("rwd", "--option", "wins=1"),
        ("wizard", "--players", "3"),
        ("schieber", "--preset", "swiss"),
        ("--game", str(WHIST)),
    ],
)
def test_a_whole_match_can_be_played(
    game: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text("a match of before")
    code, out = played(monkeypatch, capsys, "1\n" * 5000, *game, "--record", str(file), "--overwrite")
    assert code == 0
    assert "the match" in out
    files = game if game[0] == "--game" else ()
    assert run(capsys, "replay", str(file), "--verify", *files)[0] == 0


def test_a_position_is_played_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    position = Position(GAMES["wizard"], 3, seed=1)
    for _ in range(4):
        position.deal()
        while position.actors():
            position.play(position.legal()[0])
    position.deal()
    position.play(position.legal()[0])
    file = tmp_path / "r.jsonl"
    code, out = played(monkeypatch, capsys, "1\n" * 5000, "--from", position.text, "--record", str(file))
    assert code == 0 and "deal 5 of 20" in out and "deal 4 of 20" not in out
    record = json.loads(file.read_text())
    assert len(record["deals"]) == 20 and record["seed"] is None
    assert record["deals"][4]["actions"][0] == [*position.log[0]] and all(d["result"] for d in record["deals"])
    assert run(capsys, "replay", str(file), "--verify")[0] == 0


def test_a_page_is_played_on_from_a_text(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    position = Position(load_game(str(WHIST)), 4, seed=1)
    position.deal()
    position.play(position.legal()[0])
    code, out = played(monkeypatch, capsys, "1\n" * 5000, "--game", str(WHIST), "--from", position.text)
    assert code == 0 and "the match" in out


def claiming(wanted: bool) -> tuple[Position, str]:
    """Where seat 0 leads in a Schieber with two or more cards and may claim, and whether it takes all that is left."""
    for seed in range(1, 200):
        position = Position(GAMES["schieber"], 4, seed=seed)
        position.deal()
        while position.actors():
            seat = position.actors()[0]
            may = position.game.claimable is not None and position.game.claimable(position.state, 0)
            if seat == 0 and may and len(position.legal()) > 2:
                if (settle(position.game, position.state.copy(), 0) is not None) == wanted:
                    return position, position.text
                if not wanted:
                    continue
            position.play(position.legal()[0])
    raise AssertionError("there is none")


def test_the_rest_is_mine_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    position, told = claiming(True)
    file = tmp_path / "r.jsonl"
    _, out = played(monkeypatch, capsys, "r\n\n" + "1\n" * 5000, "--from", told, "--record", str(file))
    assert "The rest is yours" in out
    deal = json.loads(file.read_text())["deals"][0]
    assert deal["result"] and len(deal["actions"]) > len(position.log)
    assert run(capsys, "replay", str(file), "--verify")[0] == 0


def test_three_claims_in_vain_are_enough(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, told = claiming(False)
    _, out = played(monkeypatch, capsys, "r\nr\nrest\nq\n", "--from", told)
    assert out.count("Not yet: somebody can still take a trick") == 3
    assert out.count("2 more times") == 3  # asked at one decision: the second is the first
    fresh = Position(GAMES["wizard"], 3, seed=1)
    fresh.deal()
    _, out = played(monkeypatch, capsys, "r\nq\n", "--from", fresh.text)
    assert "You can claim the rest when it is your turn to lead" in out


def test_three_cards_are_chosen_and_then_confirmed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "r.jsonl"
    hearts = str(WHIST.with_name("hearts.py"))
    typed = "5 2\n\n5\nzz 3\n1 3 4\n\nq\n"  # two are not enough; one is put back, of three the last is one too many
    code, out = played(monkeypatch, capsys, typed, "--game", hearts, "--record", str(file))
    told = re.findall(r"Chosen (\d) of 3: (.*?)   ", out)
    assert code == 0 and [int(number) for number, _ in told] == [2, 1, 3]
    assert out.count("3 cards are enough") == 1 and out.count("I do not know") == 1
    passed = [code for seat, code in json.loads(file.read_text())["deals"][0]["actions"] if seat == 0]
    position = Position(load_game(hearts), 4, seed=3)
    position.deal()
    assert passed == [position.legal(0)[place - 1] for place in (1, 2, 3)]


def test_what_has_one_answer_is_not_asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody is asked whether to announce a Weis without having one."""
    position = Position(GAMES["schieber"], 4, seed=1)
    position.deal()
    while position.legal() != ["weis:none"]:
        position.play(position.legal()[-1])
    code, out = played(monkeypatch, capsys, "q\n", "--from", position.text, "--seat", str(position.actors()[0]))
    assert code == 0 and "You: No Weis" in out and "Do you announce" not in out


def test_an_open_hand_is_shown_and_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    page = str(ROOT / "tests" / "games" / "dummy_whist.py")
    position = Position(load_game(page), 4, first=0)  # who deals
    position.deal()
    position.play(position.legal()[0])
    code, out = played(monkeypatch, capsys, "1\nq\n", "--game", page, "--from", position.text)
    dummy = [zone for zone in position.scene(0).zones if isinstance(zone, HandZone)][2]
    laid = re.search(r"Open hand of Bot 2: (.*)", out)
    assert code == 0 and laid is not None
    assert re.findall(r"(\d+):", laid[1]) != [] and len(laid[1].split()) == len(dummy.cards) == 13


def test_a_reshuffle_tells_no_card() -> None:
    table = Table(Position(GAMES["emissary"], 1, seed=1), 0, [player("random")])
    assert table._chance("reshuffle:SA,H2").plain == "The discards are shuffled into a new stock"


def test_what_others_do_is_told_of_them() -> None:
    assert [faces.action(GAMES["wizard"], "bid:0", told=told).plain for told in (False, True)] == ["bid 0", "bids 0"]
    assert faces.action(GAMES["rwd"], "take:?", told=True).plain == "takes the face-down card"
    assert faces.action(GAMES["wysiwyg"], "contract:S15").plain == "contract ♠15"


def test_a_long_row_of_figures_is_told_by_its_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for game, told in (
        ("differenzler", "Possible: 0, …, 157\n"),
        ("wysiwyg", ", …, 60, pass"),
        ("wizard", "Possible: 0, 1\n"),
    ):
        assert told in played(monkeypatch, capsys, "q\n", game)[1]


def test_a_table_can_be_read_on_a_narrow_terminal() -> None:
    position = Position(GAMES["wysiwyg"], 2, seed=1)
    position.deal()
    for code in ("bid:3", "double", "redouble"):
        position.play(code)
    told = io.StringIO()
    Console(file=told, width=60).print(draw.table(position.game, position.scene(0), ["You", "Bot 1"]))
    assert "…" not in told.getvalue() and "Evaluation" in told.getvalue()
    shown = " ".join(told.getvalue().split())
    assert "Auction Bot 1: bids 3 You: doubles Bot 1: redoubles | Declarer Bot 1 |" in shown


def test_what_is_to_be_typed_is_told_whole_on_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = io.StringIO()
    monkeypatch.setattr(words, "out", words.Terminal(file=told, width=60, force_terminal=True))
    assert run(capsys, "games", "schieber")[0] == 0
    game = GAMES["schieber"]
    assert [f"  {option.name} " in told.getvalue() for option in game.options] == [True] * len(game.options)
    assert "Weis reversed" in told.getvalue() and told.getvalue().count("…") == 1  # 500, 1000 … 5000


def test_what_a_game_draws_is_told_in_words() -> None:
    position = Position(GAMES["emissary"], 1, seed=2)
    position.deal()
    for code in ("visit:8", "power:J-C"):
        position.play(code if code in position.legal() else position.legal()[-1])
    carried = WidgetZone("carried", "carried", {"pairs": [[0, 2, 1]]})
    told = io.StringIO()
    out = Console(file=told, width=200)
    out.print(draw.table(position.game, position.scene(0), ["You"]))
    out.print(widget(GAMES["plus-minus"], carried, ["You", "Bot 1", "Bot 2", "Bot 3"]))
    assert "Without effect" in told.getvalue() and "Not allowed" in told.getvalue()
    assert not re.search("late|refill|True|False", told.getvalue())
    assert "Chips carried over: between You – Bot 2: 1" in told.getvalue()


def test_the_words_at_the_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, out = played(monkeypatch, capsys, "help\nl\ns\nk\nu\nt\nnonsense\nSA\nq\n", "wizard", "--players", "3")
    for said in ("s score sheet", "No trick has been", "No deal has been", "nothing can be taken back", "“nonsense”"):
        assert said in out
    assert out.rstrip().endswith("Goodbye.")


def test_claims_are_offered_where_there_are_any(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {
        game: "r the rest is mine" in played(monkeypatch, capsys, "help\nq\n", game)[1] for game in ("rwd", "bingo")
    }
    assert told == {"rwd": True, "bingo": False}


def test_a_played_match_is_recorded_and_no_simulated_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert "write the match to this file" in " ".join(run(capsys, "play", "--help")[1].replace("│", "").split())


def test_leaving_is_polite(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = played(monkeypatch, capsys, "", "rwd")
    assert code == 130
    assert out.rstrip().endswith("Goodbye.")
    assert "Traceback" not in out


def test_typed_cards_are_understood_generously() -> None:
    position = Position(GAMES["rwd"], 4, seed=3, first=0)
    position.deal()
    scene = position.scene(0)
    card = scene.legal[0].removeprefix("take:")
    for typed in (scene.legal[0], card, card.lower(), card[::-1], "1", f" {card} "):
        assert read_action(typed, scene, position.game) == scene.legal[0]
    assert read_action("?", scene, position.game) == "take:?"
    for typed in ("", "0", "99", "ZZ", "take"):
        assert read_action(typed, scene, position.game) is None


def test_of_twins_that_which_is_held_is_meant(tmp_path: Path) -> None:
    faces = '{s << 4 | r: "CDHS"[s] + "9TJQKA"[r // 2] + "\'" * (r % 2) for s in range(4) for r in range(12)}'
    file = tmp_path / "whist.py"
    text = WHIST.read_text("utf-8").replace('ranked_deck("23456789TJQKA")', f'Deck("french", "CDHS", {faces})')
    file.write_text(text, "utf-8")
    position, told = Position(imported(file, str(file)), 4, seed=2), 0
    position.deal()
    position.play(position.legal()[0])
    seat = position.actors()[0]
    scene = position.scene(seat)
    hand = next(zone.cards for zone in scene.zones if isinstance(zone, HandZone) and zone.seat == seat)
    single = [card for card in hand if card.endswith("'") and card[:2] not in hand]
    for card in single:
        if card in scene.legal:
            assert read_action(card[:2], scene, position.game) == card
        else:
            assert explain(card[:2], position, seat).startswith("You must follow")
            told += 1
    assert 0 < told < len(single)


def test_a_bid_is_typed_as_its_figure() -> None:
    position = Position(GAMES["wizard"], 3, seed=4)
    position.deal()
    seat = position.actors()[0]
    while not position.legal(seat)[0].startswith("bid"):
        position.play(position.legal(seat)[0])
        seat = position.actors()[0]
    scene = position.scene(seat)
    assert read_action("0", scene, position.game) == "bid:0"
    assert read_action("1", scene, position.game) == "bid:1"


def test_it_is_explained_why_a_card_is_not_possible() -> None:
    for seed in range(50):
        position = Position(GAMES["wizard"], 3, seed=seed)
        while int(position.state.deals) < 8:
            position.deal()
            while seats := position.actors():
                scene = position.scene(seats[0])
                hand = next(z.cards for z in scene.zones if isinstance(z, HandZone) and z.seat == seats[0])
                barred = [card for card in hand if card not in scene.legal] if scene.phase == "play" else []
                if barred:
                    assert "You must follow" in explain(barred[0], position, seats[0])
                    other = next(card for card in position.deck if card not in hand)
                    assert "You do not hold" in explain(other, position, seats[0])
                    return
                position.play(scene.legal[-1], seats[0])
    raise AssertionError("nobody had to follow")
