"""An agent at a table, driven by the protocol's own client: it plays, and is told nothing beyond its view."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

import torite
from torite import cli
from torite.adapters.agents import MOST_TABLES, AgentError, Room, Table, written
from torite.adapters.mcp import server
from torite.games import GAMES
from torite.games.position import Position
from torite.search.players import RandomPlayer


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool answers; its words where it refuses."""
    found = await client.call_tool(tool, arguments)
    told = getattr(found.content[0], "text", "")
    if found.is_error:
        return f"refused: {told}"
    return json.loads(told) if told.startswith("{") else told


def with_client(room: Room, work: Callable[[Client], Any]) -> Any:
    """Run work(client) against a server in this process."""

    async def run() -> Any:
        async with Client(server(room)) as client:
            return await work(client)

    return asyncio.run(run())


def test_an_agent_plays_a_whole_match_of_wizard() -> None:
    async def play(client: Client) -> tuple[dict[str, Any], int]:
        told, acts = await call(client, "start_table", game="wizard", players=3, seat=1, bots="flat:2,random"), 0
        heard = [told["position"]]
        while not told["finished"]:
            assert told["your_turn"] and told["legal"] and told["turn"] == acts
            told = await call(client, "act", table=told["table"], code=told["legal"][-1], turn=told["turn"])
            heard.append(told["since"])
            acts += 1
            assert "null" not in written(told["scene"]["badges"]) and len(written(told)) < 3500  # it pays by the word
        told = await call(client, "look", table=told["table"])
        assert " ".join(heard) == told["position"]
        return told, acts

    told, acts = with_client(Room(GAMES, seed=3, slot=0.0), play)
    assert acts >= 20 + sum(range(1, 21)) and told["stood_in"] == []  # bids and cards, and now and then a trump
    assert told["position"].startswith("wizard 3 ") and told["position"].count(" deal ") == 20
    best = max(told["scores"])
    assert told["winners"] == [seat for seat, score in enumerate(told["scores"]) if score == best]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_sat_at(name: str) -> None:
    room = Room(GAMES, seed=1, slot=0.0)
    table = room.start(name, None, 0, "random", None, "seed")
    for _ in range(12):
        table.advance()
        answer = table.answer()
        assert json.loads(written(answer)) == answer
        if answer["finished"]:
            break
        table.act(answer["legal"][0], answer["turn"])
    assert table.turn > 0
    told = room.rules(name, "de")
    assert "♠" not in told or "* `S…` Pik\n" in told
    for code in {*GAMES[name].codes.values()} - {*GAMES[name].deck.names.values()}:
        assert f"\n* `{code}` " in told or f"\n* `{code.partition(':')[0]}:…` " in told


def test_over_standard_input_and_output() -> None:
    """As an agent's host runs it: the process of the command line."""
    parameters = StdioServerParameters(command=sys.executable, args=["-m", "torite.cli", "mcp", "--bot-pause", "0"])

    async def run() -> None:
        async with Client(parameters) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {"list_games", "read_rules", "start_table", "look", "act", "wait", "leave_table"}
            games = (await client.call_tool("list_games", {})).structured_content
            assert games is not None and [game["name"] for game in games["result"]] == list(GAMES)
            assert (await call(client, "read_rules", game="rwd")).startswith("# ")
            told = await call(client, "start_table", game="rwd", bots="random")
            assert told["table"] == "t1" and told["your_turn"]
            assert (await call(client, "look", table="t1"))["position"] == told["position"]
            assert (await call(client, "wait", table="t1"))["since"] == ""

    asyncio.run(run())


# ---- what it must not know ----
def worlds(name: str, players: int, seat: int, actions: int) -> tuple[Position, Position]:
    """Two positions after the same actions that differ in two cards the seat has not seen."""
    true = Position(GAMES[name], players, seed=11)
    true.deal()
    while len(true.log) < actions or true.turn != seat:
        true.play(true.legal()[len(true.log) % len(true.legal())])
    told = true.text_for(seat).split()
    start = told.index("deal") + 1
    unseen = [i for i in range(len(true.deck)) if told[start + i] == "?"]
    for i in unseen:
        for j in reversed(unseen):
            deck = list(true.deck)
            deck[i], deck[j] = deck[j], deck[i]
            other = Position(GAMES[name], players, seed=11)
            other.deal(deck)
            try:
                for who, code in true.log:
                    other.play(code, who)
            except ValueError:
                continue
            same_view = other.view(seat).tobytes() == true.view(seat).tobytes()
            if same_view and other.state.tobytes() != true.state.tobytes():
                return true, other
    raise AssertionError("no such world")


@pytest.mark.parametrize(("name", "players", "actions"), [("wizard", 3, 1), ("schieber", 4, 9), ("plus-minus", 4, 8)])
def test_hidden_cards_do_not_change_a_byte(name: str, players: int, actions: int) -> None:
    said = []
    for position in worlds(name, players, 0, actions):
        room = Room(GAMES, slot=0.0)
        bots = {p: RandomPlayer() for p in range(players)}
        room.tables["t1"] = Table("t1", position, 0, bots, slot=0.0, clock=lambda: 5.0)

        async def ask(client: Client) -> list[Any]:
            asked = [("look", {}), ("act", {"code": "nonsense"}), ("act", {"code": "bid:99"}), ("wait", {})]
            answers = [await client.call_tool(tool, {"table": "t1", **more}) for tool, more in asked]
            return [answer.model_dump_json() for answer in answers]

        said.append(with_client(room, ask))
    assert '\\"your_turn\\":true' in said[0][0]
    assert said[0] == said[1]


@pytest.mark.timeout(60)
def test_ctrl_c_ends_it_while_it_waits_for_input() -> None:
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about}
    command = [sys.executable, "-m", "torite.cli", "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write(json.dumps(hello).encode() + b"\n")
        process.stdin.flush()
        assert f'"name":"torite","version":"{torite.__version__}"'.encode() in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""  # until its end
        assert process.wait() == -signal.SIGINT


def test_cards_are_not_to_be_computed() -> None:
    """Two tables have different cards, and no answer tells what they follow from."""
    room = Room(GAMES, slot=0.0)
    tables = [room.start("wizard", 3, 0, "random", None, "seed") for _ in range(2)]
    assert tables[0].position.seed != tables[1].position.seed
    for table in tables:
        assert table.position.seed.hex() not in written(table.answer())


def test_a_bots_move_takes_the_slots_of_a_long_thought() -> None:
    """However long it thinks, as where it is forced: its time tells nothing."""
    now, slept = [0.0], []

    class Slow:
        def choose(self, game: Any, view: Any, seat: int, seed: int) -> int:
            now[0] += thinking.pop(0)
            return RandomPlayer().choose(game, view, seat, seed)

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    thinking = [0.2, 0.3, 0.01]
    position = Position(GAMES["rwd"], 4, seed=2, first=3)  # backwards: 3, 2, 1, 0
    position.deal()
    table = Table("t1", position, 0, dict.fromkeys(range(4), Slow()), slot=0.25, clock=lambda: now[0], sleep=sleep)
    table.advance()
    assert table.mine and not thinking
    assert slept == pytest.approx([0.05, 0.2, 0.49]) and now[0] == pytest.approx(1.25)


# ---- being late ----
def test_a_bot_decides_for_an_agent_that_is_late() -> None:
    now = [0.0]
    position = Position(GAMES["rwd"], 3, seed=2, first=0)
    position.deal()
    bots = {p: RandomPlayer() for p in (1, 2)}
    table = Table("t1", position, 0, bots, seconds=10, slot=0.0, clock=lambda: now[0])
    table.advance()
    assert table.answer()["seconds_left"] == 10
    now[0] = 9.5
    table.act(table.answer()["legal"][0], 0)
    table.advance()
    now[0] = 19.0  # of a new turn
    assert table.mine and table.turn == 1 and table.missed == []
    now[0] = 19.6
    legal = table.answer()["legal"]
    with pytest.raises(AgentError, match="your time was up: a bot has done"):
        table.act(legal[0], 1)
    assert table.turn == 2 and len(table.missed) == 1 and table.missed[0] in legal
    table.advance()
    now[0] = 100.0
    table.advance()
    answer = table.answer()
    assert answer["turn"] == 3 and len(answer["stood_in"]) == 2 and answer["your_turn"]
    with pytest.raises(AgentError, match="that was meant for turn 2; it is turn 3"):
        table.act(answer["legal"][0], 2)


# ---- what it refuses ----
def test_what_an_agent_does_wrong_is_told() -> None:
    async def ask(client: Client) -> list[str]:
        told = await call(client, "start_table", game="wizard", players=3, bots="random")
        assert told["table"] == "t1"
        return [
            await call(client, "start_table", game="chess"),
            await call(client, "start_table", game="wizard", players=9),
            await call(client, "start_table", game="wizard", players=3, seat=3),
            await call(client, "start_table", game="wizard", bots="./evil.py:Bot"),
            await call(client, "start_table", game="wizard", players=3, bots="random,random,random"),
            await call(client, "start_table", game="wizard", options={"jokers": True}),
            await call(client, "start_table", game="wizard", preset="none"),
            await call(client, "start_table", game="wizard", seat=7, bots="random,random,random"),
            await call(client, "start_table", game="wizard", bots=""),
            await call(client, "start_table", game="wizard", options={"hiddentip": "perhaps"}),
            await call(client, "start_table", game="wizard", player=3),
            await call(client, "start_table", players="many", seat=1.5),
            await call(client, "start_table", game="wizard", options={"hiddentip": None}),
            await call(client, "list_games", lang="en"),
            await call(client, "read_rules", game="wizard", lang="fr"),
            await call(client, "look", table="t9"),
            await call(client, "act", table="t1", code="bid:77"),
            await call(client, "act", table="t1", code=told["legal"][0], turn=5),
            await call(client, "leave_table", table="t1"),
            await call(client, "look", table="t1"),
        ]

    said = with_client(Room(GAMES, seed=1, slot=0.0), ask)
    wanted = (
        "there is no game 'chess'; there are: rwd",
        "wizard is for 3–6 players, not 9",
        "there is no seat 3 with 3 players",
        "there is no bot ./evil.py:Bot",
        "3 bots for 2 seats",
        "jokers",
        "none",
        "there is no seat 7 with 4 players",
        "bots are missing in ''; give one for all, or one a seat",
        "hiddentip can be true or false",
        "refused: start_table takes game, players, seat, bots, options, preset, not player",
        "refused: start_table: game is to be string; players is to be integer or null; seat is to be integer",
        "start_table: options is to be object (of boolean or integer or string) or null",
        "list_games takes no arguments",
        "there are rules in en, de, ja, not in 'fr'",
        "there is no table 't9'; open: t1",
        "may not play 'bid:77'",
        "that was meant for turn 5; it is turn 0",
        "left",
        "there is no table 't1'; open: none",
    )
    for found, words in zip(said, wanted, strict=True):
        assert words in found and (found == "left" or found.startswith("refused: "))


def test_an_agent_cannot_open_tables_without_end() -> None:
    room = Room(GAMES, slot=0.0)
    for _ in range(MOST_TABLES):
        room.start("rwd", 3, 0, "random", None, "seed")
    with pytest.raises(AgentError, match="tables are open"):
        room.start("rwd", 3, 0, "random", None, "seed")
    room.leave("t1")
    assert room.start("rwd", 3, 0, "random", None, "seed").name == f"t{MOST_TABLES + 1}"


def test_without_the_sdk_the_command_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in ("torite.adapters.mcp", "mcp", "mcp.server"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert cli.run(["mcp"]) == 2
    assert "pip install 'torite[mcp]'" in capsys.readouterr().err
