"""torite report: what a game is like, as one page."""

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
    check_page,
    chosen,
    find_game,
    get_ready,
    seats,
    workers,
    write_page,
)
from torite.cli.words import LANG, bar, complaint, game_text, out, print_json, refused, say, shown
from torite.games.game import OptionError
from torite.lab.page import page
from torite.lab.seating import GameRef
from torite.lab.study import Subject, study
from torite.locale import text

QUICK, FULL = 300, 3000  # deals of all variants together
Vary = Annotated[list[str] | None, typer.Option("--vary", metavar="OPTION=A,B", help=say("help.vary"))]
Against = Annotated[list[str] | None, typer.Option("--against", metavar="OTHER_GAME", help=say("help.against"))]
Quick = Annotated[bool, typer.Option("--quick", help=say("help.quick"))]
Deals = Annotated[int | None, typer.Option("--deals", metavar="N", min=20, help=say("help.report_deals"))]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help=say("help.report_out"))]


def command(
    game: GameName = None,
    players: Players = None,
    option: Options = None,
    preset: Preset = "seed",
    vary: Vary = None,
    against: Against = None,
    quick: Quick = False,
    deals: Deals = None,
    seed: Seed = 0,
    cluster: ClusterAt = None,
    out_file: Out = None,
    as_json: Json = False,
    files: GameFiles = None,
) -> None:
    """Study the game and write the page."""
    ref = find_game(game, files)
    rules = ref.game()
    subjects = varied(ref, players, option, preset, _once("--vary", vary))
    if (other := _once("--against", against)) is not None:
        subjects |= varied(find_game(other, files), players, None, "seed", None)
    if len(subjects) == 1 and (vary or against):
        raise complaint("report.same")
    path = out_file or Path(f"{rules.name}.html")
    if out_file is not None or not as_json:
        check_page(path)
    for subject in subjects.values():
        get_ready(subject.ref.game())
    wanted = deals or (QUICK if quick else FULL) // len(subjects)
    with workers(cluster) as others, bar(say("playing")) as progress:
        found = study(
            subjects,
            deals=wanted,
            seed=seed,
            processes=others,
            progress=lambda done, of: progress.tell(completed=done, total=of),
        )
    if out_file is not None or not as_json:
        names = [game_text(of, "name") for of in {s.ref.name: s.ref.game() for s in subjects.values()}.values()]
        write_page(path, page(found, " · ".join(names), LANG))
    if as_json:
        print_json(found)
    else:
        out.print(say("report.written", file=path))


def _once(name: str, values: list[str] | None) -> str | None:
    """The value of an option that may look like one to be given several times.  Raises Complaint."""
    if len(values or ()) > 1:
        raise complaint("once", name=name)
    return values[0] if values else None


def varied(
    ref: GameRef, players: int | None, words: list[str] | None, preset: str, vary: str | None
) -> dict[str, Subject]:
    """What is to be compared, by name: values of an option, of `players` or of `preset`.  Raises Complaint."""
    game = ref.game()
    what, equals, told = (vary or "").partition("=")
    if vary is not None and (not equals or not told):
        raise complaint("option_form", word=vary)
    values = [value.strip() for value in told.split(",")]
    if vary is None:
        return {game.name: Subject(ref, seats(game, players), preset, chosen(game, words, preset))}
    if what == "preset":
        n = seats(game, players)
        return {value: Subject(ref, n, value, chosen(game, words, value)) for value in values}
    options = chosen(game, words, preset)
    if what == "players":
        if players is not None:
            raise complaint("once", name="--players")
        counts = [_count(value) for value in values]
        return {players_name(n): Subject(ref, seats(game, n), preset, options) for n in counts}
    n = seats(game, players)
    if any(word.startswith(f"{what}=") for word in words or ()):
        raise complaint("once", name=what)
    try:
        return {
            f"{what} {shown(changed[what])}": Subject(ref, n, preset, changed)
            for value in values
            for changed in [game.with_option(options, what, value)]
        }
    except OptionError as error:
        raise refused(error, game) from None


def _count(value: str) -> int:
    """A number of players as it is typed.  Raises Complaint."""
    if not value.removeprefix("-").isdecimal():
        raise complaint("bad_parameter", name="--vary", reason=say("value.int_parsing", input=value))
    return int(value)


def players_name(n: int) -> str:
    """So many players, in words."""
    return text("ui.players", LANG, n=n)
