"""torite check: what is wrong with a page of rules, and where."""

from pathlib import Path
from typing import Annotated

import typer

from torite.cli.which import load_files
from torite.cli.words import FAILED, LANG, out, say
from torite.games.audit import audit
from torite.games.load import told
from torite.games.trial import trial_of_options
from torite.games.uncompiled import in_kernels, unread_options
from torite.games.wording import unread_words
from torite.table.format import RecordError
from torite.table.lesson import lesson_of

File = Annotated[Path, typer.Argument(metavar="FILE", help=say("help.check_file"), show_default=False)]


def command(file: File) -> None:
    """Load it, which refuses what cannot be played; then look longer."""
    for ref in load_files([file]).values():
        game = ref.game()
        of_text = *in_kernels(file), *unread_options(file), *unread_words(game, file)
        problems = *of_text, *trial_of_options(game)
        found = [told(problem, LANG) for problem in problems]
        for code, params in audit(game):
            found.append(say(f"check.{code}", **params))
            if "position" in params:
                found.append(say("check.position", **params))
        try:
            lesson_of(game, LANG, {game.name: game})
        except RecordError as error:
            found.append(error.tell(LANG))
        for line in found:
            out.print(line, style="yellow", markup=False, highlight=False)
        if found:
            raise typer.Exit(FAILED)
        out.print(say("check.fine", game=game.name))
