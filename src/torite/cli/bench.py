"""torite bench: the speed of the rules, beside other programs of the same games where they are given."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from torite.cli.which import Json
from torite.cli.words import FAILED, LANG, Complaint, bar, complaint, out, print_json, print_table, say
from torite.games import GAMES
from torite.lab.speed import RivalError, SpeedReport, measure

Names = Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help=say("help.bench_games"))]
Rounds = Annotated[int, typer.Option("--rounds", metavar="N", min=1, help=say("help.repeat"))]
Against = Annotated[list[Path] | None, typer.Option("--against", metavar="FILE", help=say("help.bench_against"))]


def command(games: Names = None, rounds: Rounds = 11, against: Against = None, as_json: Json = False) -> None:
    """Measure and report: all games of the house, or those named."""
    names = list(games or GAMES)
    if unknown := next((name for name in names if name not in GAMES), None):
        raise complaint("unknown_game", name=unknown, allowed=list(GAMES))
    with bar(say("measuring")) as progress:

        def show(game: str, done: int, total: int) -> None:
            progress.tell(completed=done, total=total, description=say("measuring_one", game=game))

        try:
            report = measure(names, rounds, show, against or [])
        except RivalError as error:
            raise Complaint(error.tell(LANG), FAILED) from None
    if as_json:
        print_json(report)
    else:
        _show(report)


def short(value: float) -> str:
    """Three digits of a large number: 965 k, 1.12 M."""
    return f"{value / 1e6:.3g} M" if value >= 999_500 else f"{value / 1e3:.3g} k" if value >= 999.5 else f"{value:.3g}"


def _show(report: SpeedReport) -> None:
    table = Table(title=say("bench.title", rounds=report.rounds))
    table.add_column(say("bench.game"))
    for key in ("matches", "plays", "worlds", "playouts"):
        table.add_column(say(f"bench.{key}"), justify="right")
    for speed in report.speeds:
        counts = (speed.matches_per_s, speed.plays_per_s, speed.determinizations_per_s, speed.playouts_per_s)
        table.add_row(f"{speed.game} ({speed.players})", *map(short, counts))
    print_table(table)
    for rival in report.rivals:
        out.print(
            say(
                "bench.rival",
                game=rival.game,
                program=rival.program,
                deals=short(rival.deals_per_s),
                rival_deals=short(rival.rival_deals_per_s),
                ratio=f"{rival.ratio:,.0f}" if rival.ratio >= 100 else f"{rival.ratio:.3g}",
            )
        )
