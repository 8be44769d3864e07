"""torite report: what a game is like, as one page."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

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
from torite.cli.words import FAILED, LANG, bar, complaint, game_text, out, refused, say, shown
from torite.games.game import Game, OptionError, Value
from torite.lab.page import page
from torite.lab.study import study

QUICK, FULL = 300, 3000  # deals of all variants together
Vary = Annotated[str | None, typer.Option("--vary", metavar="OPTION=A,B", help=say("help.vary"))]
Quick = Annotated[bool, typer.Option("--quick", help=say("help.quick"))]
Deals = Annotated[int | None, typer.Option("--deals", metavar="N", min=20, help=say("help.report_deals"))]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help=say("help.report_out"))]


def command(
    game: GameName = None,
    players: Players = None,
    option: Options = None,
    preset: Preset = "seed",
    vary: Vary = None,
    quick: Quick = False,
    deals: Deals = None,
    seed: Seed = 0,
    out_file: Out = None,
    as_json: Json = False,
    files: GameFiles = None,
) -> None:
    """Study the game and write the page."""
    ref = find_game(game, files)
    rules = ref.game()
    n = seats(rules, players)
    options = chosen(rules, option, preset)
    variants = varied(rules, options, vary)
    get_ready(rules)
    wanted = deals or (QUICK if quick else FULL) // len(variants)
    with bar(say("playing")) as progress:
        task = progress.task_ids[0]
        found = study(
            ref,
            n,
            variants,
            preset=preset,
            deals=wanted,
            seed=seed,
            progress=lambda done, of: progress.update(task, completed=done, total=of),
        )
    if as_json:
        out.print(msgspec.json.encode(found).decode(), markup=False)
        return
    path = out_file or Path(f"{rules.name}.html")
    try:
        path.write_text(page(found, game_text(rules, "name"), LANG), "utf-8")
    except OSError as error:
        raise complaint("file", file=path, reason=error.strerror, code=FAILED) from None
    out.print(say("report.written", file=path))


def varied(game: Game, options: dict[str, Value], vary: str | None) -> dict[str, dict[str, Value]]:
    """Options by the name of the variant.  Raises Complaint."""
    if vary is None:
        return {game.name: options}
    name, equals, values = vary.partition("=")
    if not equals or not values:
        raise complaint("option_form", word=vary)
    try:
        return {
            f"{name} {shown(changed[name])}": changed
            for value in values.split(",")
            for changed in [game.with_option(options, name, value.strip())]
        }
    except OptionError as error:
        raise refused(error, game) from None
