"""Which game, with which options: what several commands ask for."""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from torite.cli.words import (
    FAILED,
    LANG,
    about_file,
    bar,
    busy,
    complaint,
    game_text,
    labelled,
    players_text,
    refused,
    say,
    told,
)
from torite.games import GAMES
from torite.games.game import Game, OptionError, Value
from torite.games.load import GameFileError, load_game
from torite.lab.cluster import ClusterError, cluster
from torite.lab.own import OWN, BotError
from torite.lab.seating import GameRef
from torite.lab.whole import whole
from torite.lab.workers import Workers, cores
from torite.search.players import SpecError
from torite.search.warm import STEPS, is_warm, warm

GameName = Annotated[str | None, typer.Argument(metavar="GAME", help=say("help.game"), show_default=False)]
GameFiles = Annotated[list[Path] | None, typer.Option("--game", metavar="FILE", help=say("help.game_file"))]
Players = Annotated[int | None, typer.Option("--players", metavar="N", help=say("help.players"))]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help=say("help.option"))]
Preset = Annotated[str, typer.Option("--preset", metavar="NAME", help=say("help.preset"))]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help=say("help.seed"))]
ClusterAt = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help=say("help.cluster"))]
Json = Annotated[bool, typer.Option("--json", help=say("help.json"))]


def load_files(files: Iterable[Path] | None) -> dict[str, GameRef]:
    """The games of these files, by name.  Raises Complaint."""
    refs: dict[str, GameRef] = {}
    for file in files or ():
        try:
            path = str(file.resolve())
            with busy(say("checking", file=file)):  # once a source: some ten seconds with nothing compiled
                game = load_game(path)
        except GameFileError as error:
            raise complaint("game_file", file=file, problems="\n  ".join(error.tell(LANG))) from None
        if (other := refs.get(game.name)) is not None and other.file != path:
            raise complaint("game_twice", name=game.name, file=file, other=other.file)
        refs[game.name] = GameRef(game.name, path)
    return refs


def all_games(files: Iterable[Path] | None) -> dict[str, Game]:
    """The games of the house and those of the files.  Raises Complaint."""
    return dict(GAMES) | {name: ref.game() for name, ref in load_files(files).items()}


def find_game(name: str | None, files: Iterable[Path] | None) -> GameRef:
    """The game asked for, by its name or file; with a single file and no name, that file's game.  Raises Complaint."""
    if name is not None and name.endswith(".py"):
        for other in files or ():
            if other.resolve() != Path(name).resolve():
                raise complaint("game_named", file=name, other=other)
        return next(iter(load_files([Path(name)]).values()))
    refs = {game: GameRef(game) for game in GAMES} | load_files(files)
    if name is None:
        own = [ref for ref in refs.values() if ref.file is not None]
        if len(own) == 1:
            return own[0]
        raise complaint("which_game", allowed=list(refs))
    if name not in refs:
        raise complaint("unknown_game", name=name, allowed=list(refs))
    return refs[name]


def seats(game: Game, players: int | None) -> int:
    """The number of players, checked.  Raises Complaint."""
    if players is None:
        return game.usual_players
    if players not in game.tables:
        raise complaint("players", game=game.name, wanted=players_text(game), players=players)
    return players


def chosen(game: Game, words: Iterable[str] | None, preset: str) -> dict[str, Value]:
    """All options, from the preset and the `NAME=VALUE` words.  Raises Complaint."""
    options = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals:
            raise complaint("option_form", word=word)
        options[name.strip()] = value.strip()
    try:
        return game.full_options(options, preset)
    except OptionError as error:
        raise refused(error, game) from None


def setting(
    name: str | None, files: Iterable[Path] | None, players: int | None, words: Iterable[str] | None, preset: str
) -> tuple[GameRef, int, dict[str, Value]]:
    """The game asked for, with its number of players and all its options.  Raises Complaint."""
    ref = find_game(name, files)
    return ref, seats(ref.game(), players), chosen(ref.game(), words, preset)


def given(context: typer.Context, *names: str) -> list[str]:
    """Which of these parameters stand on the command line."""
    sources = {name: context.get_parameter_source(name) for name in names}
    return [name for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"]


def check_writable(path: Path) -> None:
    """Can a file be written here?  Asked before the work, not after it.  Raises Complaint."""
    with about_file(path):
        if path.exists():
            path.open("ab").close()
        else:
            tempfile.TemporaryFile(dir=path.parent).close()


def check_page(path: Path) -> None:
    """Can a page be written here, and will a browser take it for one?  Raises Complaint."""
    if path.suffix.lower() not in ("", ".html", ".htm"):
        raise complaint("report.ending", file=path)
    check_writable(path)


def write_page(path: Path, page: str) -> None:
    """Write it.  Raises Complaint."""
    with about_file(path), whole(path) as fresh:
        fresh.write_text(page, "utf-8")


@contextmanager
def about_bots() -> Iterator[None]:
    """What is wrong with a bot is told in one line.  Raises Complaint."""
    try:
        yield
    except SpecError as error:
        raise complaint("bots", reason=told(error)) from None
    except BotError as error:
        raise complaint("bot", reason=told(error), code=FAILED) from None


def get_ready(game: Game) -> None:
    """Compile what is not compiled yet, and say so: it may take some seconds."""
    if is_warm(game):
        return
    with bar(labelled(say("compiling")) + game_text(game, "name"), STEPS) as progress:
        warm(game, lambda: progress.tell(advance=1))


def processes(bots: str) -> int:
    """One a core; with a bot from a file none of them is this one, which it could end without a word."""
    return max(cores(), 2) if OWN.search(bots) else cores()


@contextmanager
def workers(address: str | None, bots: str = "") -> Iterator[Workers]:
    """Who plays: the cores of this machine, or a cluster.  Raises Complaint."""
    if address is None:
        yield processes(bots)
        return
    try:
        with cluster(address) as found:
            yield found
    except ClusterError as error:
        raise complaint("cluster", reason=told(error), code=FAILED) from None
