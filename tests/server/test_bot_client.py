"""examples/bot_client.py: a third party's bot that knows only the protocol."""

import ast
import asyncio
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve

from server.servers import Process

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_client.py"


def test_it_is_short_and_imports_nothing_of_torite() -> None:
    source = EXAMPLE.read_text("utf-8")
    assert len(source.splitlines()) < 80
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""])
    }
    assert imported - set(sys.stdlib_module_names) == {"websockets"}


@pytest.mark.parametrize(("game", "options"), [("rwd", {"wins": 1}), ("wizard", {})])
def test_it_plays_a_whole_match(process: Process, game: str, options: dict[str, int]) -> None:
    """Two of them and a bot of the house, on seats that a person has left open."""
    host = process.visitor("Host")
    table = host.open_table(game, 3, options=options, sit=True)
    wire = host.wire(table)
    wire.ask("bot", level="gentle", seat=2)
    wire.ask("leave")
    bots = [
        subprocess.Popen(
            [sys.executable, str(EXAMPLE), f"{process.base}/t/{table}", name],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"PATH": ""},
        )
        for name in ("Rando", "Mizer")
    ]
    ends = [bot.communicate(timeout=120) for bot in bots]
    outcomes = [json.loads(out) for out, err in ends if not err]
    assert len(outcomes) == 2, ends
    assert outcomes[0] == outcomes[1]
    over = wire.until_table(lambda table: table["phase"] == "over")  # the record is for those who have played
    assert over["outcome"] == outcomes[0]
    assert sorted(seat["name"] for seat in over["seats"][:2]) == ["Mizer", "Rando"]


def test_it_opens_anew_when_it_was_too_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a game for one, where nobody else has to be waited for."""
    monkeypatch.syspath_prepend(EXAMPLE.parent)
    bot_client, came = import_module("bot_client"), []

    async def talk(socket: ServerConnection) -> None:
        came.append(socket)
        if len(came) == 1:
            await socket.send(json.dumps({"type": "refusal", "id": None, "code": "wire/too_fast", "params": {}}))
            await socket.close(4429)
        else:
            table = {"phase": "over", "outcome": "won"}
            await socket.send(json.dumps({"type": "snapshot", "seq": 1, "table": table}))

    async def play() -> object:
        async with serve(talk, "127.0.0.1", 0) as server:
            return await bot_client.play(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/t/x")

    monkeypatch.setattr(bot_client, "be_a_guest", lambda server, name: "a=b")
    assert asyncio.run(play()) == "won" and len(came) == 2
