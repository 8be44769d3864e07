"""torite compile: fill the cache of compiled kernels, so that nobody waits for it later."""

from torite.cli.which import GameFiles, all_games
from torite.cli.words import bar, out, say
from torite.search.warm import warm_all


def command(files: GameFiles = None) -> None:
    """Compile every kernel of every game."""
    games = all_games(files)
    with bar(say("compiling")) as progress:
        task = progress.task_ids[0]
        progress.update(task, total=len(games))
        for name in warm_all(games.values()):
            progress.update(task, advance=1, description=say("compiled_one", game=name))
    out.print(say("compiled", games=len(games)))
