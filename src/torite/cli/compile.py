"""torite compile: fill the cache of compiled kernels, so that nobody waits for it later."""

from torite.cli.which import GameFiles, load_files
from torite.cli.words import bar, out, say
from torite.games import GAMES
from torite.lab.seating import GameRef
from torite.lab.workers import cores, spread
from torite.search.warm import is_cold, warm, warm_all


def command(files: GameFiles = None) -> None:
    """Compile every kernel of every game."""
    refs = [*map(GameRef, GAMES), *load_files(files).values()]
    cold = is_cold()
    with bar(say("compiling")) as progress:
        task = progress.task_ids[0]
        progress.update(task, total=len(refs) * (1 + cold))
        if cold:
            for name in spread(compile_game, refs, cores()):
                progress.update(task, advance=1, description=say("compiled_one", game=name))
        # Processes that write at once may lose some of what the other has written to a shared index: once more in one.
        for name in warm_all(ref.game() for ref in refs):
            progress.update(task, advance=1, description=say("compiled_one", game=name))
    out.print(say("compiled", games=len(refs)))


def compile_game(ref: GameRef) -> str:
    """Compile one game, in a process of its own."""
    warm(ref.game())
    return ref.name
