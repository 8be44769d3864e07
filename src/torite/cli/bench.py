"""torite bench: the speed of the rules, next to C programs of the same games."""

from typing import Annotated

import msgspec
import typer
from rich.table import Table

from torite.cli.which import Json
from torite.cli.words import bar, number, out, say
from torite.lab.speed import SpeedReport, measure

Rounds = Annotated[int, typer.Option("--rounds", metavar="N", min=1, help=say("help.repeat"))]


def command(rounds: Rounds = 7, as_json: Json = False) -> None:
    """Measure and report."""
    with bar(say("measuring")) as progress:
        task = progress.task_ids[0]
        report = measure(rounds, lambda done, total: progress.update(task, completed=done, total=total))
    if as_json:
        out.print(msgspec.json.encode(report).decode(), markup=False)
    else:
        _show(report)


def _show(report: SpeedReport) -> None:
    table = Table(title=say("bench.title", rounds=report.rounds))
    table.add_column(say("bench.game"))
    for key in ("plays", "c_plays", "ratio", "worlds", "playouts"):
        table.add_column(say(f"bench.{key}"), justify="right")
    for speed in report.speeds:
        table.add_row(
            f"{speed.game} ({speed.players})",
            number(speed.plays_per_s),
            "–" if speed.c_plays_per_s is None else number(speed.c_plays_per_s),
            "–" if speed.ratio is None else f"{speed.ratio:.2f}",
            number(speed.determinizations_per_s),
            number(speed.playouts_per_s),
        )
    out.print(table)
    if report.why_no_c is not None:
        out.print(f"[bold yellow]{say(f'bench.{report.why_no_c}')}[/]")
