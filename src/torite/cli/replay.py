"""torite replay: check a file of records against the rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from torite.cli.reading import clean, told
from torite.cli.which import GameFiles, all_games
from torite.cli.words import FAILED, LANG, Complaint, about_file, bar, complaint, out, say
from torite.games.game import Game
from torite.table.format import RecordError
from torite.table.reading import reading_of_record
from torite.table.records import placed, read_records, replay, replay_file

File = Annotated[Path, typer.Argument(metavar="FILE", help=say("help.replay_file"), show_default=False)]
Verify = Annotated[bool, typer.Option("--verify", help=say("help.verify"))]
Unfinished = Annotated[bool, typer.Option("--unfinished", help=say("help.unfinished"))]

Show = Annotated[bool, typer.Option("--show", help=say("help.show_record"))]


def command(
    file: File, verify: Verify = False, unfinished: Unfinished = False, show: Show = False, files: GameFiles = None
) -> None:
    """Replay every line; the first wrong one ends it."""
    games = all_games(files)
    if show:
        return _show(file, games, verify)
    matches: Counter[tuple[str, int]] = Counter()
    deals = actions = unseeded = unfair = 0
    try:
        with about_file(file), bar(say("replaying")) as progress:
            for record in replay_file(file, games=games, verify=verify, unfinished=unfinished):
                matches[record["game"], record["players"]] += 1
                deals += len(record["deals"])
                actions += sum(len(deal["actions"]) for deal in record["deals"])
                unseeded += record["seed"] is None
                unfair += "fairness" not in record and ("names" in record or "started" in record)  # a table's record
                progress.tell(advance=1)
    except RecordError as error:
        raise Complaint(error.tell(LANG), FAILED) from None
    if not matches:  # nothing has been checked
        raise complaint("replayed.none", file=file, code=FAILED)
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


def _show(file: Path, games: Mapping[str, Game], verify: bool) -> None:
    """Tell every match as it was written down, by whatever rules.

    Raises Complaint: with `verify` also if one differs.
    """
    wrong: RecordError | None = None
    number = None
    try:
        for number, record in _read(file):
            try:
                reading = reading_of_record(record)
            except RecordError as error:
                raise placed(error, file, number) from None
            differs = _difference(record, games, verify)
            for line in told(reading, games.get(reading.game), differs):
                out.print(line)
            if differs is not None and wrong is None:
                wrong = placed(differs, file, number)
    except RecordError as error:
        raise Complaint(clean(error.tell(LANG)), FAILED) from None
    if number is None:
        raise complaint("replayed.none", file=file, code=FAILED)
    if verify and wrong is not None:
        raise Complaint(clean(wrong.tell(LANG)), FAILED)


def _read(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The records; what the system says then is of this file, and not of what is printed.  Raises Complaint."""
    with about_file(file):
        yield from read_records(file)


def _difference(record: Mapping[str, Any], games: Mapping[str, Game], verify: bool) -> RecordError | None:
    """What the rules do not agree with first."""
    try:
        replay(record, games=games, verify=verify, unfinished=True)
    except RecordError as error:
        return error
    return None
