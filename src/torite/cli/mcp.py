"""torite mcp: a language-model agent at a table, over the Model Context Protocol."""

import signal
from typing import Annotated

import typer

from torite.adapters.agents import SECONDS, SLOT, Room
from torite.cli.which import GameFiles, all_games
from torite.cli.words import complaint, end_at_once, say

Seconds = Annotated[float, typer.Option("--seconds", metavar="S", min=0.1, help=say("help.mcp_seconds"))]
Pause = Annotated[float, typer.Option("--bot-pause", metavar="S", min=0.0, help=say("help.mcp_pause"))]
OwnSeed = Annotated[int | None, typer.Option("--seed", metavar="S", help=say("help.mcp_seed"))]


def command(seconds: Seconds = SECONDS, bot_pause: Pause = SLOT, seed: OwnSeed = None, files: GameFiles = None) -> None:
    """Serve one agent over standard input and output until it goes."""
    end_at_once()
    try:
        from torite.adapters.mcp import server
    except ModuleNotFoundError:
        raise complaint("mcp.missing") from None
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a thread waits for input, which only more of it would end
    server(Room(all_games(files), seconds=seconds, slot=bot_pause, seed=seed)).run()
