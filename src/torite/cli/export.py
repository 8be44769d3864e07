"""torite export: decisions as training samples."""

from pathlib import Path
from typing import Annotated

import typer

from torite.cli.which import (
    GameFiles,
    GameName,
    Options,
    Players,
    Preset,
    Seed,
    all_games,
    check_writable,
    find_game,
    get_ready,
    given,
    setting,
)
from torite.cli.words import FAILED, LANG, Complaint, bar, complaint, out, say, told
from torite.lab.export import export_random, export_records
from torite.lab.samples import SamplesError
from torite.table.format import RecordError

Out = Annotated[Path, typer.Option("--out", metavar="FILE", help=say("help.export_out"))]
Games = Annotated[int, typer.Option("--games", metavar="N", min=1, help=say("help.export_games"))]
Records = Annotated[Path | None, typer.Option("--records", metavar="FILE", help=say("help.export_records"))]


def command(
    context: typer.Context,
    out_file: Out,
    game: GameName = None,
    records: Records = None,
    players: Players = None,
    option: Options = None,
    preset: Preset = "seed",
    games: Games = 1000,
    seed: Seed = 0,
    files: GameFiles = None,
) -> None:
    """Write the samples."""
    check_writable(out_file)
    try:
        if records is not None:
            if told_anew := given(context, "players", "option", "preset", "games", "seed"):
                raise complaint("export.records_alone", option=f"--{told_anew[0]}")
            known, only = all_games(files), None
            if game is not None:
                ref = find_game(game, files)
                known[ref.name], only = ref.game(), ref.name
            written = export_records(records, out_file, known, only)
        else:
            ref, n, options = setting(game, files, players, option, preset)
            get_ready(ref.game())
            with bar(say("playing"), games) as progress:
                written = export_random(
                    ref.game(),
                    n,
                    out_file,
                    games=games,
                    options=options,
                    preset=preset,
                    seed=seed,
                    progress=lambda done: progress.tell(completed=done),
                )
    except SamplesError as error:
        raise complaint("samples", reason=told(error)) from None
    except RecordError as error:
        raise Complaint(error.tell(LANG), FAILED) from None
    except OSError as error:
        raise complaint("file", file=error.filename or out_file, reason=error.strerror, code=FAILED) from None
    out.print(say("export.written", file=out_file, decisions=f"{written:,}"))
