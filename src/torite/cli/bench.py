"""torite bench: the speed of the rules, next to C programs and other programs of the same games."""

from typing import Annotated

import msgspec
import typer
from rich.table import Table

from torite.cli.which import Json, find_game
from torite.cli.words import bar, out, say
from torite.games import GAMES
from torite.lab.speed import Speed, SpeedReport, measure

Names = Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help=say("help.bench_games"))]
Rounds = Annotated[int, typer.Option("--rounds", metavar="N", min=1, help=say("help.repeat"))]


def command(games: Names = None, rounds: Rounds = 11, as_json: Json = False) -> None:
    """Measure and report: all games of the house, or those named."""
    names = [find_game(name, None).name for name in games or GAMES]
    with bar(say("measuring")) as progress:
        task = progress.task_ids[0]

        def show(game: str, done: int, total: int) -> None:
            progress.update(task, completed=done, total=total, description=say("measuring_one", game=game))

        report = measure(names, rounds, show)
    if as_json:
        out.print(msgspec.json.encode(report).decode(), markup=False)
    else:
        _show(report)


def short(value: float) -> str:
    """Three digits of a large number: 965 k, 1.12 M."""
    return f"{value / 1e6:.3g} M" if value >= 999_500 else f"{value / 1e3:.3g} k" if value >= 999.5 else f"{value:.3g}"


def _show(report: SpeedReport) -> None:
    table = Table(title=say("bench.title", rounds=report.rounds))
    table.add_column(say("bench.game"))
    for key in ("matches", "plays", "c_plays", "ratio", "worlds", "playouts"):
        table.add_column(say(f"bench.{key}"), justify="right")
    for speed in report.speeds:
        table.add_row(f"{speed.game} ({speed.players})", *_cells(speed))
    out.print(table)
    for peer in report.peers:
        out.print(
            say(
                "bench.peer",
                game=peer.game,
                peer=peer.peer,
                deals=short(peer.deals_per_s),
                peer_deals=short(peer.peer_deals_per_s),
                ratio=f"{peer.ratio:,.0f}",
            )
        )
    for why in dict.fromkeys((report.why_no_c, report.why_no_peer)):
        if why is not None:
            out.print(f"[bold yellow]{say(f'bench.{why}')}[/]")


def _cells(speed: Speed) -> list[str]:
    return [
        short(speed.matches_per_s),
        short(speed.plays_per_s),
        "–" if speed.c_plays_per_s is None else short(speed.c_plays_per_s),
        "–" if speed.ratio is None else f"{speed.ratio:.2f}",
        short(speed.determinizations_per_s),
        short(speed.playouts_per_s),
    ]
