"""A Model Context Protocol server: any language-model agent can sit at a table; `torite mcp` runs it over stdio."""

from collections.abc import Callable
from typing import Any, TypeVar

import anyio
from anyio import to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import Tool
from pydantic import ValidationError

from torite import __version__
from torite.adapters.agents import AgentError, Room, Table, written

T = TypeVar("T")
STRICT = {"additionalProperties": False}
INSTRUCTIONS = (
    "Trick-taking games against bots. list_games, read_rules, then start_table; act with one of `legal` whenever "
    "`your_turn` is true, giving `turn` along; else wait. `position` is all that your seat was told, `?` what it was "
    "not; `since` is what has come to it since your last answer; `scene` is how the table looks now, without what is "
    "null or false. Too slow a decision is taken by a bot."
)


def asked(work: Callable[[], T]) -> T:
    """What it returns; what the agent did wrong as the protocol tells it."""
    try:
        return work()
    except AgentError as error:
        raise ToolError(str(error)) from None


class Server(MCPServer[Any]):
    """Takes no arguments that it does not know, and says in a line what is wrong with the others."""

    async def list_tools(self) -> list[Tool]:
        """See MCPServer."""
        told = await super().list_tools()
        return [tool.model_copy(update={"input_schema": tool.input_schema | STRICT}) for tool in told]

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """See MCPServer.  Raises ToolError."""
        takes = next(
            (tool.input_schema["properties"] for tool in await super().list_tools() if tool.name == name), None
        )
        if takes is not None and (unknown := [word for word in arguments if word not in takes]):
            raise ToolError(f"{name} takes {', '.join(takes) or 'no arguments'}, not {', '.join(unknown)}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if takes is None or not isinstance(error.__cause__, ValidationError):
                raise
            wrong = dict.fromkeys(str(each["loc"][0]) for each in error.__cause__.errors())
            told = [f"{word} is to be {_kind(takes[word])}" for word in wrong]
            raise ToolError(f"{name}: {'; '.join(told)}") from None


def _kind(schema: dict[str, Any]) -> str:
    """What JSON a schema asks for, in words."""
    if "anyOf" in schema:
        return " or ".join(map(_kind, schema["anyOf"]))
    inner = schema.get("additionalProperties")
    return f"{schema['type']} (of {_kind(inner)})" if inner else str(schema["type"])


def server(room: Room) -> MCPServer[Any]:
    """The tools.  One agent a process: each has a room of its own."""
    mcp = Server("torite", version=__version__, instructions=INSTRUCTIONS, log_level="ERROR")
    lock = anyio.Lock()  # an agent does one thing at a time

    async def told(table: Table, whole: bool = False) -> str:
        await to_thread.run_sync(table.advance)
        return written(table.answer(whole))

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
        """Open a table and take a seat (from 0). bots: gentle, steady, strong or master; with commas one a seat."""
        async with lock:
            return await told(asked(lambda: room.start(game, players, seat, bots, options, preset)), whole=True)

    @mcp.tool()
    async def look(table: str) -> str:
        """All that your seat has been told, how the table looks now, and what you may do; nobody acts meanwhile."""
        async with lock:
            return written(asked(lambda: room.table(table)).answer())

    @mcp.tool()
    async def act(table: str, code: str, turn: int | None = None) -> str:
        """Do one of `legal`; `turn` is that of the answer you go by, so that nothing is done twice."""
        async with lock:
            found = asked(lambda: room.table(table))
            await to_thread.run_sync(lambda: asked(lambda: found.act(code, turn)))
            return await told(found)

    @mcp.tool()
    async def wait(table: str) -> str:
        """Let the others act, for up to 20 seconds, until you may."""
        async with lock:
            return await told(asked(lambda: room.table(table)))

    @mcp.tool()
    def leave_table(table: str) -> str:
        """Give the table up."""
        asked(lambda: room.leave(table))
        return "left"

    return mcp
