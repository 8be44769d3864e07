"""torite ladder: ratings of named bots that grow from run to run."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from torite.cli.which import (
    GameFiles,
    Json,
    Options,
    Players,
    Preset,
    Seed,
    about_bots,
    check_page,
    chosen,
    find_game,
    get_ready,
    given,
    processes,
    setting,
    write_page,
)
from torite.cli.words import (
    LANG,
    about_file,
    bar,
    bot_table,
    complaint,
    game_text,
    in_lines,
    out,
    print_json,
    say,
    shown,
    told,
)
from torite.lab.ladder import Ladder, LadderError, enter, held, keep, play, rated, read, standings
from torite.lab.ladder import drop as take_out
from torite.lab.ladder_page import page
from torite.lab.page import told as figure
from torite.search.players import LEVELS

File = Annotated[Path, typer.Argument(metavar="FILE", help=say("help.ladder_file"), show_default=False)]
GameName = Annotated[str | None, typer.Argument(metavar="GAME", help=say("help.ladder_game"), show_default=False)]
Bots = Annotated[str | None, typer.Option("--bots", metavar="A,B,…", help=say("help.ladder_bots"))]
Deals = Annotated[int, typer.Option("--deals", metavar="N", min=0, help=say("help.ladder_deals"))]
Drop = Annotated[list[str] | None, typer.Option("--drop", metavar="BOT", help=say("help.ladder_drop"))]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help=say("help.ladder_out"))]


def command(
    context: typer.Context,
    file: File,
    game: GameName = None,
    bots: Bots = None,
    drop: Drop = None,
    deals: Deals = 50,
    players: Players = None,
    option: Options = None,
    preset: Preset = "seed",
    seed: Seed = 0,
    out_file: Out = None,
    as_json: Json = False,
    files: GameFiles = None,
) -> None:
    """Play what is missing, tell the ratings and write the page."""
    if out_file is not None:
        check_page(out_file)
    try:
        with about_file(file), about_bots(), held(file) if deals or drop else nullcontext():
            told_anew = given(context, "players", "preset", "seed")
            if file.exists() or drop:
                ladder = read(file)
                _check(ladder, file, game, files, {name: context.params[name] for name in told_anew}, option)
            else:
                ladder = _begun(game, players, option, preset, seed, files)
            for bot in drop or ():
                take_out(ladder, bot)
            if drop:
                keep(ladder, file)
            others = [] if ladder.bots or drop else [*LEVELS][:-1]
            if not drop or given(context, "bots", "deals"):  # who only takes a bot out does not wait for the others
                _play(ladder, [spec.strip() for spec in bots.split(",")] if bots else others, deals, file)
    except LadderError as error:
        raise complaint("ladder", reason=told(error)) from None
    if out_file is not None:
        write_page(out_file, page(ladder, game_text(ladder.ref.game(), "name"), LANG))
    if as_json:
        print_json(standings(ladder))
        return
    _show(ladder)
    if out_file is not None:
        out.print(say("report.written", file=out_file))


def _begun(
    game: str | None, players: int | None, option: list[str] | None, preset: str, seed: int, files: list[Path] | None
) -> Ladder:
    ref, n, options = setting(game, files, players, option, preset)
    return Ladder(ref.name, ref.file, n, preset, options, seed)


def _check(
    ladder: Ladder,
    file: Path,
    game: str | None,
    files: list[Path] | None,
    told: dict[str, object],
    option: list[str] | None,
) -> None:
    """What is told again is to be what stands in the file.  Raises LadderError, Complaint."""
    if (game is not None or files) and find_game(game, files).name != ladder.game:
        raise LadderError("other_game", file=file, game=ladder.game)
    rules = find_game(ladder.game, [Path(ladder.file)] if ladder.file is not None else None).game()
    there = {f"--{name} ": (getattr(ladder, name), value) for name, value in told.items()}
    options = chosen(rules, option, ladder.preset)
    for name in (word.partition("=")[0].strip() for word in option or ()):
        there[f"--option {name}="] = (ladder.options[name], options[name])
    for words, (found, value) in there.items():
        if found != value:
            raise LadderError("other", file=file, found=words + shown(found), given=words + shown(value))


def _play(ladder: Ladder, specs: list[str], deals: int, file: Path) -> None:
    playing = enter(ladder, specs, deals)
    get_ready(ladder.ref.game())
    with bar(say("playing")) as progress:
        most = processes(",".join(playing))

        def tell(done: int, of: int) -> None:
            progress.tell(completed=done, total=of)

        play(ladder, playing, deals, file, processes=most, progress=tell)


def _show(ladder: Ladder) -> None:
    title = say("ladder.title", game=ladder.game, players=ladder.players, contests=len(ladder.contests))
    table = bot_table(title, "ladder", ("bot", "rating", "won", "drawn", "lost", "difference"), ladder.bots)
    for each in standings(ladder):
        counts = (str(count) for count in (each.won, each.drawn, each.lost))
        table.add_row(in_lines(each.bot), figure(rated(each)), *counts, figure(each.difference))
    out.print(table)
