"""torite simulate: many matches between bots."""

from pathlib import Path
from typing import Annotated

import typer

from torite.cli.which import (
    ClusterAt,
    GameFiles,
    GameName,
    Json,
    Options,
    Players,
    Preset,
    Seed,
    about_bots,
    check_writable,
    get_ready,
    setting,
    workers,
)
from torite.cli.words import about_file, bar, bot_table, complaint, in_lines, number, out, print_json, say
from torite.lab.own import OWN
from torite.lab.seating import seat_specs
from torite.lab.simulate import Report, simulate

Games = Annotated[int, typer.Option("--games", metavar="N", min=1, help=say("help.matches"))]
Bots = Annotated[str, typer.Option("--bots", metavar="SPEC", help=say("help.bots"))]
Record = Annotated[Path | None, typer.Option("--record", metavar="FILE", help=say("help.record"))]
Legal = Annotated[bool, typer.Option("--legal", help=say("help.legal"))]


def command(
    game: GameName = None,
    players: Players = None,
    option: Options = None,
    preset: Preset = "seed",
    games: Games = 100,
    seed: Seed = 0,
    cluster: ClusterAt = None,
    bots: Bots = "random",
    record: Record = None,
    legal: Legal = False,
    as_json: Json = False,
    files: GameFiles = None,
) -> None:
    """Play the matches and report."""
    if legal and record is None:
        raise complaint("simulate.legal_alone")
    ref, n, options = setting(game, files, players, option, preset)
    if record is not None:
        check_writable(record)
    with about_bots():  # before anybody waits for the compiler
        seat_specs(bots, ref.game(), n)
    get_ready(ref.game())
    in_kernels = record is None and {spec.strip() for spec in bots.split(",")} == {"random"}
    with workers(cluster, bots) as found, bar(say("playing"), games) as progress, about_bots(), about_file(record):
        report = simulate(
            ref,
            n,
            options=dict(options),
            preset=preset,
            games=games,
            seed=seed,
            bots=bots,
            record=record,
            legal=legal,
            processes=1 if in_kernels or (games == 1 and not OWN.search(bots)) else found,
            progress=lambda done: progress.tell(completed=done),
        )
    if as_json:
        print_json(report)
    else:
        _show(report, record)


def _show(report: Report, record: Path | None) -> None:
    keys = ("seat", "bot", "wins", "share", "score", "points")
    table = bot_table(say("report.title", game=report.game, matches=report.matches), "report", keys, report.bots)
    for seat, bot in enumerate(report.bots):
        wins = report.wins[seat]
        share = f"{100 * wins / report.matches:.1f} %"
        figures = f"{wins:,}", share, f"{report.scores[seat]:+.2f}", f"{report.points[seat]:+.3f}"
        table.add_row(str(seat), in_lines(bot), *figures)
    out.print(table)
    out.print(
        say(
            "report.speed",
            matches=number(report.matches_per_s),
            plays=number(report.plays_per_s),
            seconds=f"{report.seconds:.2f}",
        )
    )
    out.print(say("report.ties", shared=report.shared, draws=report.draws))
    if record is not None:
        out.print(say("report.written", file=record))
