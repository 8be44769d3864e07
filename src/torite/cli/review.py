"""torite review: what the free decisions of a seat in a finished match have cost, or what its cards were worth."""

from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from torite.cli.which import GameFiles, Json, Seed, all_games, get_ready
from torite.cli.words import FAILED, LANG, Complaint, about_file, bar, complaint, out, print_json, print_table, say
from torite.lab.workers import cores
from torite.locale import text
from torite.review.par import PLAYS, ParTask
from torite.review.review import COARSE, FULL, QUICK, Task, review, worked
from torite.table.format import RecordError
from torite.table.looking import Judged, Par, Review
from torite.table.records import placed, read_records

File = Annotated[Path, typer.Argument(metavar="FILE", help=say("help.replay_file"), show_default=False)]
Seat = Annotated[int, typer.Option("--seat", metavar="N", help=say("help.review_seat"))]
Match = Annotated[int, typer.Option("--match", metavar="K", min=1, help=say("help.review_match"))]
Quick = Annotated[bool, typer.Option("--quick", help=say("help.review_quick", quick=QUICK, full=FULL))]
All = Annotated[bool, typer.Option("--all", help=say("help.review_all"))]
ParOnly = Annotated[bool, typer.Option("--par", help=say("help.review_par", plays=PLAYS))]


def command(
    file: File,
    seat: Seat,
    match: Match = 1,
    quick: Quick = False,
    everything: All = False,
    par: ParOnly = False,
    seed: Seed = 0,
    as_json: Json = False,
    files: GameFiles = None,
) -> None:
    """Review one seat of one match."""
    games = all_games(files)
    line, record = _record(file, match)
    found: Review | Par
    try:
        task = Task(record, seat, games, seed=seed)
        get_ready(task.game)
        found = _divided(ParTask(record, games, seed=seed)) if par else _reviewed(task, QUICK if quick else FULL)
    except RecordError as error:
        raise Complaint(placed(error, file, line).tell(LANG), FAILED) from None
    if as_json:
        print_json(found)
    elif isinstance(found, Par):
        _show_par(found, seat)
    else:
        _show(found, everything)


def _record(file: Path, match: int) -> tuple[int, dict[str, Any]]:
    """The match of this number, from 1, with its line.  Raises Complaint."""
    try:
        with about_file(file):
            found = next(islice(read_records(file), match - 1, None), None)
    except RecordError as error:
        raise Complaint(error.tell(LANG), FAILED) from None
    if found is None:
        raise complaint("review.no_match", file=file, match=match, code=FAILED)
    return found


def _reviewed(task: Task, worlds: int) -> Review:
    """The review, with what is known so far beside the bar: first in few worlds, then in all."""
    number = len(task.decisions)
    with bar(say("review.stage", worlds=COARSE, mistakes=0), 2 * number) as progress:
        for done, found in enumerate(review(task, worlds, cores())):
            told = say("review.stage", worlds=COARSE if done <= number else worlds, mistakes=found.mistakes)
            progress.tell(completed=done, description=told)
    return found


def _divided(task: ParTask) -> Par:
    """Cards and play of every deal."""
    stages = task.pieces()
    with bar(say("review.again"), sum(map(len, stages))) as progress:
        for done, _ in enumerate(worked(task, stages, cores())):
            progress.tell(completed=done)
    return task.tell(done=True)


def _show_par(found: Par, seat: int) -> None:
    table = Table(title=say("review.par", game=found.game, seat=seat, plays=found.plays))
    for key in ("deal", "result", "average", "cards", "play"):
        table.add_column(say(f"review.{key}"), justify="right")
    for each in found.shares:
        table.add_row(str(each.deal), *_figures(each.result[seat], each.average, each.cards[seat], each.play[seat]))
    sums = (sum(each.result[seat] for each in found.shares), sum(each.average for each in found.shares))
    cards, play = (sum(getattr(each, name)[seat] for each in found.shares) for name in ("cards", "play"))
    error = sum(each.error[seat] ** 2 for each in found.shares) ** 0.5
    table.add_section()
    table.add_row("", *_figures(*sums, cards, play), style="bold")
    print_table(table)
    told = (text(f"unit.{found.unit}", LANG, n=f"{amount:+.1f}") for amount in (cards, play))
    out.print(say("review.par_told", **dict(zip(("cards", "play"), told, strict=True)), error=f"{error:.1f}"))


def _figures(*amounts: float) -> list[str]:
    return [f"{amount:+.1f}" for amount in amounts]


def _show(found: Review, everything: bool) -> None:
    table = Table(title=say("review.title", game=found.game, seat=found.seat, decisions=found.decisions))
    for key in ("deal", "action", "played", "best", "loss", "open"):
        table.add_column(say(f"review.{key}"), justify="left" if key in ("played", "best") else "right")
    for each in found.judged:
        if each.mistake or everything:
            table.add_row(*_row(each), style="bold" if each.mistake and everything else None)
    if table.row_count:
        print_table(table)
    for each in found.judged:
        for sentence in _sentences(each):
            out.print(sentence, markup=False)
    worlds = max((each.worlds for each in found.judged), default=0)
    mean = f"{found.mean:+.3f} ± {found.error:.3f}"
    out.print(say("review.mean", decisions=found.decisions, mean=text(f"unit.{found.unit}", LANG, n=mean)))
    least = text(f"unit.{found.unit}", LANG, n=f"{found.threshold:g}")
    out.print(say("review.mistakes", mistakes=found.mistakes, threshold=least, worlds=worlds))


def _sentences(each: Judged) -> list[str]:
    """What a mistake has led to, where the worlds say so clearly."""
    place = {"deal": each.deal, "step": each.step, "code": each.played, "best": each.best}
    return [
        say(
            f"review.{'lost' if told.kind == 'given' and told.seat is None else told.kind}",
            **place,
            seat=told.seat,
            played=f"{100 * told.played:.0f} %",
            share=f"{100 * told.best:.0f} %",
        )
        for told in each.sequels
        if told.clear
    ]


def _row(each: Judged) -> list[str]:
    opened = "–" if each.open_loss is None else f"{each.open_loss:.4g}"
    best = "" if each.best == each.played else each.best
    return [str(each.deal), str(each.step), each.played, best, f"{each.loss:+.2f} ± {each.error:.2f}", opened]
