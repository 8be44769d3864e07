"""torite match: which bot plays better, by duplicate deals."""

import re
from math import isfinite
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
    get_ready,
    setting,
    workers,
)
from torite.cli.words import bar, bot_table, complaint, in_lines, out, print_json, say
from torite.lab.match import MatchReport, MatchStopped, check_bots, match
from torite.lab.stopping import FIRST_LOOK, Until

Bots = Annotated[str, typer.Option("--bots", metavar="A,B", help=say("help.match_bots"))]
Deals = Annotated[int | None, typer.Option("--deals", metavar="N", min=2, help=say("help.deals"))]
UntilText = Annotated[str | None, typer.Option("--until", metavar="3se", help=say("help.until"))]
MaxDeals = Annotated[int | None, typer.Option("--max-deals", metavar="N", min=FIRST_LOOK, help=say("help.max_deals"))]
Adjusted = Annotated[bool, typer.Option("--luck-adjusted", help=say("help.luck_adjusted"))]
DEALS, MOST = 100, 10_000  # where nothing is said


def command(
    game: GameName = None,
    bots: Bots = "flat:50,random",
    players: Players = None,
    option: Options = None,
    preset: Preset = "seed",
    deals: Deals = None,
    until: UntilText = None,
    max_deals: MaxDeals = None,
    luck_adjusted: Adjusted = False,
    seed: Seed = 0,
    cluster: ClusterAt = None,
    as_json: Json = False,
    files: GameFiles = None,
) -> None:
    """Play the deals and report."""
    stopping = _until(until, deals, max_deals)
    ref, n, options = setting(game, files, players, option, preset)
    specs = [spec.strip() for spec in bots.split(",")]
    with about_bots():  # before anybody waits for the compiler
        check_bots(ref.game(), n, specs, luck_adjusted)
    get_ready(ref.game())
    most = stopping.most if stopping else deals or DEALS
    try:
        with workers(cluster, bots) as found, bar(say("playing"), most) as progress, about_bots():

            def tell(done: int, difference: float, error: float) -> None:
                doubt = f" ± {error:.3f}" if isfinite(error) else ""  # of the first deal alone nothing is known
                progress.tell(completed=done, description=f"{difference:+.3f}{doubt}")

            report = match(
                ref,
                n,
                specs,
                options=dict(options),
                preset=preset,
                deals=deals or DEALS,
                until=stopping,
                luck_adjusted=luck_adjusted,
                seed=seed,
                processes=found,
                progress=tell,
            )
    except MatchStopped as stopped:
        (print_json if as_json else _show)(stopped.report)
        raise
    if as_json:
        print_json(report)
    else:
        _show(report)
        _show_verdict(report)


def _until(told: str | None, deals: int | None, most: int | None) -> Until | None:
    """When to stop.  Raises Complaint."""
    if told is None:
        if most is not None:
            raise complaint("match.until_missing")
        return None
    form = re.fullmatch(r"(\d+(?:\.\d+)?)se", told)
    if form is None or not 1 <= float(form[1]) <= 8:
        raise complaint("match.until_form", word=told)
    if deals is not None:
        raise complaint("match.until_deals")
    return Until(float(form[1]), most or MOST)


def _show(report: MatchReport) -> None:
    title = say("match.title", game=report.game, players=report.players, deals=report.deals, seatings=report.seatings)
    keys = ("bot", "mean", "difference", "rating")
    table = bot_table(title, "match", keys, [side.bot for side in report.sides])
    for i, side in enumerate(report.sides):
        difference = f"{side.difference:+.4f} ± {side.error:.4f}" if i else ""
        table.add_row(in_lines(side.bot), f"{side.mean:+.4f}", difference, f"{side.rating:.1f} ± {side.doubt:.1f}")
    out.print(table)
    if report.luck_adjusted:
        side = report.sides[1]
        out.print(say("match.adjusted", plain=f"{side.plain:.4f}", error=f"{side.error:.4f}"))
    for side in report.sides[1:]:
        if side.within is not None:
            found = {"difference": f"{side.difference:+.4f}", "within": f"{side.within:.4f}"}
            out.print(say("match.within", bot=side.bot, **found))


def _show_verdict(report: MatchReport) -> None:
    if report.until is not None:
        told = {"bot": report.better, "deals": report.deals, "most": report.most, "alpha": f"{report.alpha:.2g}"}
        out.print(say("match.undecided" if report.better is None else "match.decided", **told))
    elif report.better is not None:
        out.print(say("match.better", bot=report.better))
    elif report.deals < report.fewest:
        out.print(say("match.few", fewest=report.fewest))
    else:
        out.print(say("match.open"))
