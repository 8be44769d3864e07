"""torite compile: fill the cache of compiled kernels, so that nobody waits for it later."""

from torite.cli.which import GameFiles, load_files
from torite.cli.words import bar, out, say
from torite.games import GAMES
from torite.lab.seating import GameRef
from torite.lab.workers import cores, spread
from torite.search.warm import is_warm, warm


def command(files: GameFiles = None) -> None:
    """Compile every kernel of every game that is not compiled yet."""
    refs = [*map(GameRef, GAMES), *load_files(files).values()]
    cold = [ref for ref in refs if not is_warm(ref.game())]
    with bar(say("compiling"), len(refs)) as progress:
        progress.tell(completed=len(refs) - len(cold))
        for name in spread(compile_game, cold, cores()):
            progress.tell(advance=1, description=say("compiled_one", game=name))
    out.print(say("compiled", games=len(cold), warm=len(refs) - len(cold)))


def compile_game(ref: GameRef) -> str:
    """Compile one game, in a process of its own."""
    warm(ref.game())
    return ref.name
