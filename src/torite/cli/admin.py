"""torite admin: what an operator does to the database, while a server runs or not."""

import asyncio
import math
import time
from collections.abc import Coroutine, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from torite.cli.which import GameFiles, GameName, Seed, find_game, get_ready
from torite.cli.words import FAILED, Complaint, bar, complaint, out, print_table, say, told
from torite.locale import TextError
from torite.table.returning import Kind

Db = Annotated[str | None, typer.Option("--db", metavar="PATH", help=say("help.db"))]
File = Annotated[Path, typer.Argument(metavar="FILE", help=say("help.backup_file"))]
TableIds = Annotated[list[str], typer.Argument(metavar="TABLE...", help=say("help.table_ids"))]
Matches = Annotated[int, typer.Option("--matches", metavar="N", min=1, help=say("help.admin.exercise_matches"))]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help=say("help.table_id"))]
Who = Annotated[str, typer.Argument(metavar="WHO", help=say("help.admin.who"))]
GuestId = Annotated[str, typer.Argument(metavar="GUEST", help=say("help.admin.guest_id"))]
Days = Annotated[float | None, typer.Option("--days", metavar="N", min=0.001, max=36500, help=say("help.admin.days"))]
Lift = Annotated[bool, typer.Option("--lift", help=say("help.admin.lift"))]
T = TypeVar("T")

app = typer.Typer(no_args_is_help=True)


@app.command(help=say("help.admin.tables"))
def tables(db: Db = None) -> None:
    """The tables, the newest last."""
    from torite.server import care
    from torite.server.storage.database import BROKEN
    from torite.table.bodies import TableSummary

    rows = []
    for row in done(care.tables(_places(db)[0])):
        game, names = "?", ""  # damaged
        with suppress(*BROKEN):
            told_of = msgspec.json.decode(row.summary, type=TableSummary)
            game, names = told_of.game, ", ".join(seat.name for seat in told_of.seats if seat.name)
        rows.append((row.table_id, game, row.phase, _day(row.changed), names))
    _list(rows)


@app.command(help=say("help.admin.delete"))
def delete(table_ids: TableIds, db: Db = None) -> None:
    """Delete tables."""
    from torite.server import care

    for table_id in table_ids:
        if not done(care.delete(_places(db)[0], table_id)):
            raise complaint("admin.no_table", code=FAILED, table=table_id)
        out.print(say("admin.deleted", table=table_id))


@app.command(help=say("help.admin.guests"))
def guests(table_id: TableId, db: Db = None) -> None:
    """Who has been at a table: ids and names."""
    from torite.server import care

    if not (found := done(care.guests(_places(db)[0], table_id))):
        raise complaint("admin.no_table", code=FAILED, table=table_id)
    _list(found.items())


@app.command(help=say("help.admin.ban"))
def ban(who: Who, days: Days = None, lift: Lift = False, db: Db = None) -> None:
    """Let a guest, an address or a network do nothing that others would notice."""
    _sanction("ban", [who], days, lift, db)


@app.command(help=say("help.admin.mute"))
def mute(who: Who, days: Days = None, lift: Lift = False, db: Db = None) -> None:
    """Pass nothing on that a guest, an address or a network says."""
    _sanction("mute", [who], days, lift, db)


@app.command(help=say("help.admin.close"))
def close(table_ids: TableIds, days: Days = None, lift: Lift = False, db: Db = None) -> None:
    """Let nobody in at tables; what was played there stays."""
    _sanction("close", table_ids, days, lift, db)


@app.command(help=say("help.admin.forget"))
def forget(who: GuestId, db: Db = None) -> None:
    """Let nothing tell of a guest any more."""
    from torite.server import care

    done(care.forget(_places(db)[0], who))
    out.print(say("admin.forgotten", who=who))


@app.command(help=say("help.admin.sanctions"))
def sanctions(db: Db = None) -> None:
    """Who is banned or muted, and what is closed."""
    from torite.server import care

    found = done(care.sanctions(_places(db)[0]))
    _list((row.kind, row.who, _day(row.since), "" if row.until == math.inf else _day(row.until)) for row in found)


def _sanction(kind: Kind, whom: list[str], days: float | None, lift: bool, db: str | None) -> None:
    from torite.server import care

    url = _places(db)[0]
    for who in whom:
        key = done(care.pardon(url, kind, who) if lift else care.sanction(url, kind, who, days))
        out.print(say(f"admin.{kind}.lifted" if lift else f"admin.{kind}", who=key))


@app.command(help=say("help.admin.backup"))
def backup(file: File, db: Db = None) -> None:
    """Write everything into one file, and the key beside it."""
    from torite.server import care

    url, key = _places(db)
    own = _key_of(file)
    has_key = _is_there(key)
    if has_key and _is_there(own) and own.read_bytes() != key.read_bytes():
        raise complaint("admin.exists", code=FAILED, file=str(own))  # it may be the last one of another house
    number = done(care.backup(url, file))
    if has_key:
        _copy(key, own)
    out.print(say("admin.saved", tables=number, file=str(file)))
    if not has_key:
        out.print(say("admin.no_key", file=str(key)))


@app.command(help=say("help.admin.restore"))
def restore(file: File, db: Db = None) -> None:
    """Write a backup into an empty database, and its key where there is none."""
    from torite.server import care

    url, key = _places(db)
    own = _key_of(file)
    has_own, has_key = _is_there(own), _is_there(key)
    number = done(care.restore(file, url))
    if has_own and not has_key:
        _copy(own, key)
    out.print(say("admin.restored", tables=number))
    if not has_own:
        out.print(say("admin.no_key", file=str(own)))
    elif not has_key:
        out.print(say("admin.key", file=str(key)))
    elif own.read_bytes() != key.read_bytes():
        out.print(say("admin.other_key", file=str(own), place=str(key)))


@app.command(help=say("help.admin.upgrade"))
def upgrade(db: Db = None) -> None:
    """Bring the database up to date."""
    from torite.server import care

    out.print(say("admin.upgraded", schema=done(care.upgrade(_places(db)[0]))))


@app.command(help=say("help.admin.ratings"))
def ratings(db: Db = None) -> None:
    """Compute all ratings anew from the stored matches."""
    from torite.server import care

    out.print(say("admin.rated", matches=done(care.rate(_places(db)[0]))))


@app.command(help=say("help.admin.exercises"))
def exercises(
    game: GameName = None, matches: Matches = 10, seed: Seed = 0, db: Db = None, files: GameFiles = None
) -> None:
    """Make exercises of matches that bots play for it; the same seed makes the same ones."""
    from torite.lab.workers import cores
    from torite.review.practice import practice
    from torite.review.review import FULL, review
    from torite.server import care

    ref, url = find_game(game, files), _places(db)[0]
    get_ready(ref.game())
    found = 0
    with bar(say("admin.exercises.at_work"), matches) as progress:
        for number in range(matches):
            try:
                task = practice(ref.game(), seed, number)
                steps = 1 + 2 * len(task.decisions)
                for step, _ in enumerate(review(task, FULL, cores()), start=1):
                    progress.tell(completed=number + step / steps)
            except TextError as error:
                raise Complaint(told(error), FAILED) from None
            found += done(care.add_exercises(url, seed, number + 1, task))
    out.print(say("admin.exercises", exercises=found, matches=matches))


@app.command(help=say("help.admin.check"))
def check(db: Db = None) -> None:
    """Say what is wrong with the database."""
    from torite.server import care

    if lines := done(care.check(_places(db)[0])):
        for line in lines:
            out.print(line, markup=False)
        raise typer.Exit(FAILED)
    out.print(say("admin.sound"))


def done(work: Coroutine[Any, Any, T]) -> T:
    """The result; what is wrong becomes one line."""
    from torite.server.storage.database import StoreError

    try:
        return asyncio.run(work)
    except TextError as error:
        raise Complaint(told(error), FAILED) from None
    except StoreError as error:
        raise complaint("admin.failed", code=FAILED, reason=str(error)) from None
    except OSError as error:
        raise _unusable(error) from None


def _is_there(key: Path) -> bool:
    """And can it be read?  Asked before anything is written: half a backup is none."""
    try:
        return key.is_file() and bool(key.read_bytes())
    except OSError as error:
        raise _unusable(error) from None


def _copy(key: Path, place: Path) -> None:
    from torite.server.people.guests import keep_key

    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        keep_key(place, key.read_bytes())
    except OSError as error:
        raise _unusable(error) from None


def _unusable(error: OSError) -> Complaint:
    return complaint("serve.key", code=FAILED, file=str(error.filename), reason=error.strerror or str(error))


def _list(rows: Iterable[Sequence[str]]) -> None:
    """One row below the other."""
    shown = Table(box=None, show_header=False, padding=(0, 2))
    for row in rows:
        shown.add_row(*map(escape, row))
    if shown.rows:
        shown.columns[0].no_wrap = True  # an id, which is to be typed
        print_table(shown)


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def _places(db: str | None) -> tuple[str, Path]:
    from torite.server.run import places  # heavy, and only these commands need it

    return places(db)


def _key_of(file: Path) -> Path:
    return file.with_name(file.name + ".key")
