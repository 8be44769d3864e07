"""torite replay: check a file of records against the rules."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from torite.cli.which import GameFiles, all_games
from torite.cli.words import FAILED, LANG, Complaint, bar, complaint, out, say
from torite.table.format import RecordError
from torite.table.records import replay_file

File = Annotated[Path, typer.Argument(metavar="FILE", help=say("help.replay_file"), show_default=False)]
Verify = Annotated[bool, typer.Option("--verify", help=say("help.verify"))]
Unfinished = Annotated[bool, typer.Option("--unfinished", help=say("help.unfinished"))]


def command(file: File, verify: Verify = False, unfinished: Unfinished = False, files: GameFiles = None) -> None:
    """Replay every line; the first wrong one ends it."""
    games = all_games(files)
    matches: Counter[tuple[str, int]] = Counter()
    deals = actions = unseeded = unfair = 0
    try:
        with bar(say("replaying")) as progress:
            progress.update(progress.task_ids[0], total=None)
            for record in replay_file(file, games=games, verify=verify, unfinished=unfinished):
                matches[record["game"], record["players"]] += 1
                deals += len(record["deals"])
                actions += sum(len(deal["actions"]) for deal in record["deals"])
                unseeded += record["seed"] is None
                unfair += "fairness" not in record and ("names" in record or "started" in record)  # a table's record
                progress.advance(progress.task_ids[0])
    except RecordError as error:
        raise Complaint(error.tell(LANG), FAILED) from None
    except OSError as error:
        raise complaint("file", file=file, reason=error.strerror, code=FAILED) from None
    for (game, players), count in sorted(matches.items()):
        out.print(say("replayed.game", game=game, players=players, matches=f"{count:,}"))
    out.print(say("replayed.all", matches=f"{matches.total():,}", deals=f"{deals:,}", actions=f"{actions:,}"))
    if verify:
        recomputed = matches.total() - unseeded
        out.print(say("replayed.verified", recomputed=recomputed, matches=matches.total()))
        if unseeded:
            out.print(say("replayed.unseeded", matches=unseeded), style="yellow")
        if unfair:
            out.print(say("replayed.unfair", matches=unfair), style="yellow")
