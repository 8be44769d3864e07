"""A Model Context Protocol server: any language-model agent can sit at a table; `torite mcp` runs it over stdio."""

from collections.abc import Callable
from typing import Any, TypeVar

import anyio
from anyio import to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from torite.adapters.agents import AgentError, Room, Table, written

T = TypeVar("T")
INSTRUCTIONS = (
    "Trick-taking games against bots. list_games, read_rules, then start_table; act with one of `legal` whenever "
    "`your_turn` is true, giving `turn` along; else wait. `position` is all that your seat was told, `?` what it was "
    "not; `scene` is how the table looks now. Too slow a decision is taken by a bot."
)


def asked(work: Callable[[], T]) -> T:
    """What it returns; what the agent did wrong as the protocol tells it."""
    try:
        return work()
    except AgentError as error:
        raise ToolError(str(error)) from None


def server(room: Room) -> MCPServer[Any]:
    """The tools.  One agent a process: each has a room of its own."""
    mcp: MCPServer[Any] = MCPServer("torite", instructions=INSTRUCTIONS, log_level="ERROR")
    lock = anyio.Lock()  # an agent does one thing at a time

    async def told(table: Table) -> str:
        await to_thread.run_sync(table.advance)
        return written(table.answer())

    @mcp.tool()
    def list_games() -> list[dict[str, Any]]:
        """All games: numbers of players, options with their values, presets of options."""
        return room.list_games()

    @mcp.tool()
    def read_rules(game: str, lang: str = "en") -> str:
        """The rules of a game as Markdown, in en, de or ja."""
        return asked(lambda: room.rules(game, lang))

    @mcp.tool()
    async def start_table(
        game: str,
        players: int | None = None,
        seat: int = 0,
        bots: str = "strong",
        options: dict[str, bool | int | str] | None = None,
        preset: str = "seed",
    ) -> str:
        """Open a table and take a seat (from 0). bots: gentle, steady, strong or master, one for all or one a seat."""
        async with lock:
            return await told(asked(lambda: room.start(game, players, seat, bots, options, preset)))

    @mcp.tool()
    async def look(table: str) -> str:
        """What your seat sees of the table now, and what it may do."""
        async with lock:
            return await told(asked(lambda: room.table(table)))

    @mcp.tool()
    async def act(table: str, code: str, turn: int | None = None) -> str:
        """Do one of `legal`; `turn` is that of the answer you go by, so that nothing is done twice."""
        async with lock:
            found = asked(lambda: room.table(table))
            await to_thread.run_sync(lambda: asked(lambda: found.act(code, turn)))
            return await told(found)

    @mcp.tool()
    async def wait(table: str) -> str:
        """Wait for the others, for up to 20 seconds."""
        async with lock:
            return await told(asked(lambda: room.table(table)))

    @mcp.tool()
    def leave_table(table: str) -> str:
        """Give the table up."""
        asked(lambda: room.leave(table))
        return "left"

    return mcp
