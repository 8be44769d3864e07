"""torite match: which bot plays better, by duplicate deals."""

from typing import Annotated

import msgspec
import typer
from rich.table import Table

from torite.cli.which import (
    GameFiles,
    GameName,
    Json,
    Options,
    Players,
    Preset,
    Seed,
    chosen,
    find_game,
    get_ready,
    seats,
)
from torite.cli.words import FAILED, bar, complaint, out, say, told
from torite.lab.match import MatchReport, match
from torite.lab.own import BotError
from torite.search.players import SpecError

Bots = Annotated[str, typer.Option("--bots", metavar="A,B", help=say("help.match_bots"))]
Deals = Annotated[int, typer.Option("--deals", metavar="N", min=2, help=say("help.deals"))]


def command(
    game: GameName = None,
    bots: Bots = "flat:50,random",
    players: Players = None,
    option: Options = None,
    preset: Preset = "seed",
    deals: Deals = 100,
    seed: Seed = 0,
    as_json: Json = False,
    files: GameFiles = None,
) -> None:
    """Play the duplicate deals and report."""
    ref = find_game(game, files)
    n = seats(ref.game(), players)
    options = chosen(ref.game(), option, preset)
    get_ready(ref.game())
    with bar(say("playing")) as progress:
        task = progress.task_ids[0]
        progress.update(task, total=deals)

        def tell(done: int, difference: float, error: float) -> None:
            progress.update(task, completed=done, description=f"{difference:+.3f} ± {error:.3f}")

        try:
            report = match(
                ref,
                n,
                [spec.strip() for spec in bots.split(",")],
                options=dict(options),
                preset=preset,
                deals=deals,
                seed=seed,
                progress=tell,
            )
        except SpecError as error:
            raise complaint("bots", reason=told(error)) from None
        except BotError as error:
            raise complaint("bot", reason=told(error), code=FAILED) from None
    if as_json:
        out.print(msgspec.json.encode(report).decode(), markup=False)
    else:
        _show(report)


def _show(report: MatchReport) -> None:
    title = say("match.title", game=report.game, players=report.players, deals=report.deals, seatings=report.seatings)
    table = Table(title=title)
    for key in ("bot", "mean", "difference", "rating"):
        table.add_column(say(f"match.{key}"), justify="left" if key == "bot" else "right")
    for i, side in enumerate(report.sides):
        difference = f"{side.difference:+.4f} ± {side.error:.4f}" if i else ""
        table.add_row(side.bot, f"{side.mean:+.4f}", difference, f"{side.rating:.1f} ± {side.doubt:.1f}")
    out.print(table)
    if report.better is None:
        out.print(say("match.open"))
    else:
        out.print(say("match.better", bot=report.better))
