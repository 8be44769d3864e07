"""torite serve: the house, open to browsers."""

from typing import Annotated

import typer

from torite.cli.which import GameFiles, all_games
from torite.cli.words import FAILED, Complaint, say

Host = Annotated[str, typer.Option("--host", help=say("help.host"))]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help=say("help.port"))]
Db = Annotated[str | None, typer.Option("--db", metavar="PATH", help=say("help.db"))]


def command(host: Host = "127.0.0.1", port: Port = 8000, db: Db = None, files: GameFiles = None) -> None:
    """Serve until interrupted."""
    games = all_games(files)
    from torite.server.run import ServeError, serve  # heavy, and only this command needs it

    try:
        serve(host=host, port=port, db=db, games=games)
    except ServeError as error:
        raise Complaint(str(error), FAILED) from None
