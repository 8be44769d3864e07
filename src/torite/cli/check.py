"""torite check: what is wrong with a page of rules, and where."""

import json
from pathlib import Path
from shlex import quote
from tempfile import NamedTemporaryFile
from typing import Annotated

import typer

from torite.cli.which import load_files
from torite.cli.words import FAILED, LANG, complaint, out, say
from torite.games.audit import audit
from torite.games.load import told
from torite.games.trial import trial_of_options
from torite.games.uncompiled import in_kernels, lost_in_kernels, singles_in_kernels, unread_options, unset_fields
from torite.games.wording import lacking_words, unread_words
from torite.locale import LANGUAGES
from torite.table.format import RecordError
from torite.table.lesson import lesson_of

File = Annotated[Path, typer.Argument(metavar="FILE", help=say("help.check_file"), show_default=False)]

LONGEST, LAST = 800, 12  # signs of a position that is shown as a whole; actions of a longer one that are shown

Words = Annotated[str | None, typer.Option("--words", metavar="LANG", help=say("help.check_words"))]


def command(file: File, words: Words = None) -> None:
    """Load it, which refuses what cannot be played; then look longer, or only for the words that it lacks."""
    if words not in (None, *LANGUAGES):
        raise complaint("unknown_lang", name=words, allowed=list(LANGUAGES))
    for ref in load_files([file]).values():
        game = ref.game()
        if words is not None:
            typer.echo(json.dumps({words: lacking_words(game, words)}, ensure_ascii=False, indent=2))
            continue
        fields = game.state.fields
        of_fields = (
            *lost_in_kernels(file, fields),
            *singles_in_kernels(file, fields),
            *unset_fields(file, fields),
            *unread_options(file),
        )
        problems = *in_kernels(file), *of_fields, *unread_words(game, file), *trial_of_options(game)
        found = [told(problem, LANG) for problem in problems]
        shown = ""
        for code, params in audit(game):
            found.append(say(f"check.{code}", **params))
            if (position := params.get("position", shown)) != shown:  # several in a row may be seen at the same one
                found.append(_shown(shown := position, file))
        try:
            lesson_of(game, LANG, {game.name: game})
        except RecordError as error:
            found.append(f"{file.stem}.lesson.json: {error.tell(LANG)}")
        for line in found:
            out.print(line, style="yellow", markup=False, highlight=False)
        if found:
            raise typer.Exit(FAILED)
        out.print(say("check.fine", game=game.name))


def _shown(position: str, page: Path) -> str:
    """The position; of a long one the last actions, and a file in which it stands as a whole."""
    if len(position) <= LONGEST:
        return say("check.position", position=position)
    with NamedTemporaryFile("w", prefix=f"{page.stem}-", suffix=".txt", delete=False, encoding="utf-8") as file:
        file.write(position)
    *before, deal = position.split(" deal ")
    last = " ".join(deal.partition(" play ")[2].split()[-LAST:]) or "–"
    return say("check.position_long", deal=len(before), last=last, page=quote(str(page)), file=quote(file.name))
