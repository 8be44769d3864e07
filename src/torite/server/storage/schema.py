"""The tables of the database, and how an older database gets them: step by step, `migrations/`."""

import logging
from pathlib import Path
from typing import Any, Literal

import sqlalchemy as sa

LOG = logging.getLogger("torite")
MIGRATIONS = Path(__file__).with_name("migrations")
STEPS = sorted(file.name[1:5] for file in MIGRATIONS.glob("versions/m*.py"))
FIRST, HEAD = STEPS[0], STEPS[-1]
LOCK = 7_215_331_420  # "one upgrade at a time" in PostgreSQL, where locks are named by numbers

META = sa.MetaData()
VERSION = sa.Table("schema_version", META, sa.Column("version", sa.Integer, nullable=False))  # before there were steps
EVENTS = sa.Table(
    "events",
    META,
    sa.Column("table_id", sa.String(40), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.PrimaryKeyConstraint("table_id", "seq"),
)
TABLES = sa.Table(
    "tables",
    META,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("phase", sa.String(10), nullable=False),
    sa.Column("changed", sa.Float, nullable=False),  # unix time of the last event
    sa.Column("summary", sa.LargeBinary, nullable=False),  # TableSummary as JSON
    sa.Column("node", sa.String(40)),  # that has it in memory, as far as is known
    sa.Column("epoch", sa.Integer, nullable=False, server_default="0"),  # rises whenever a node takes it
    sa.Index("tables_by_change", "changed"),
    sa.Index("tables_by_listing", "listed", "changed"),
)
NODES = sa.Table(
    "nodes",
    META,
    sa.Column("node", sa.String(40), primary_key=True),
    sa.Column("address", sa.String(300), nullable=False),  # host:port at which other nodes reach it
    sa.Column("until", sa.Float, nullable=False),  # unix time of the database at which its lease ends
    sa.Column("thinks", sa.Integer, nullable=False, server_default="0"),  # threads for the bots of other nodes
)
VISITS = sa.Table(
    "visits",
    META,
    sa.Column("guest", sa.String(64), nullable=False),  # id of a guest whose id stands in the events of the table
    sa.Column("table_id", sa.String(40), nullable=False),
    sa.Column("seat", sa.Integer),  # that the guest has, or has left to a bot; null = none any more, or never
    sa.PrimaryKeyConstraint("guest", "table_id"),
    sa.Index("visits_by_table", "table_id"),
)
ADMITTED = sa.Table(
    "admitted",
    META,
    sa.Column("table_id", sa.String(40), nullable=False),
    sa.Column("guest", sa.String(64), nullable=False),  # who has said the word of the table
    sa.Column("version", sa.String(64), nullable=False),  # which one: of another the guest knows nothing
    sa.PrimaryKeyConstraint("table_id", "guest"),
    sa.Index("admitted_by_guest", "guest"),
)
MATCHES = sa.Table(
    "matches",
    META,
    sa.Column("table_id", sa.String(40), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # of the finished match, from 1
    sa.Column("ended", sa.Float, nullable=False),  # unix time
    sa.Column("summary", sa.LargeBinary, nullable=False),  # MatchSummary as JSON
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("counts", sa.Boolean, nullable=False),  # for ratings
    sa.Column("nth", sa.Integer),  # in the order in which matches were rated, from 1; null = has not been
    sa.Column("shared", sa.Boolean, nullable=False, server_default=sa.false()),  # may all with the link look at it?
    sa.Column("came", sa.LargeBinary),  # with which rating each seat came to it, as JSON: [mean, deviation] by seat
    sa.PrimaryKeyConstraint("table_id", "number"),
    sa.Index("matches_by_rating", "counts", "nth"),
    sa.Index("matches_by_game", "game", "counts", "ended"),
)
RATINGS = sa.Table(
    "ratings",
    META,
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("player", sa.String(64), nullable=False),  # id of a guest, or `bot:LEVEL`
    sa.Column("name", sa.String(40)),  # of the guest at the last of the matches; null = a bot
    sa.Column("mean", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("provisional", sa.Boolean, nullable=False, server_default=sa.true()),  # too few matches to be certain
    sa.PrimaryKeyConstraint("game", "player"),
    sa.Index("ratings_by_player", "player"),
    sa.Index("ratings_by_place", "game", "provisional", "mean"),
)
HIDDEN = sa.Table(
    "hidden",
    META,
    sa.Column("guest", sa.String(64), primary_key=True),  # who does not want to stand in the table of the house
)
PLAYED = sa.Table(
    "played",
    META,
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("table_id", sa.String(40), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.PrimaryKeyConstraint("guest", "table_id", "number"),
    sa.Index("played_by_match", "table_id", "number"),
)
SESSIONS = sa.Table(
    "sessions",
    META,
    sa.Column("mark", sa.String(64), primary_key=True),  # a hash of the guest's id: who is deleted stays unknown
    sa.Column("age", sa.Integer, nullable=False),  # cookies of a lower age are refused
    sa.Column("changed", sa.Float, nullable=False),  # unix time of the database at which it was raised; 0 = never
    sa.Column("name", sa.String(40)),  # that the guest has taken since; null = what the cookies say
    sa.Index("sessions_by_change", "changed"),
)
LEAVING = sa.Table(
    "leaving",
    META,
    sa.Column("guest", sa.String(64), primary_key=True),  # who is forgotten, but for what was on its way meanwhile
    sa.Column("due", sa.Float, nullable=False),  # unix time of the database, from which on that is over
)
LINKS = sa.Table(
    "links",
    META,
    sa.Column("mark", sa.String(64), primary_key=True),  # a hash of what stands in the link
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("age", sa.Integer, nullable=False),  # of the cookie by which it was made
    sa.Column("until", sa.Float, nullable=False),  # unix time
)
PASSKEYS = sa.Table(
    "passkeys",
    META,
    sa.Column("mark", sa.String(64), primary_key=True),  # a hash of the credential's id
    sa.Column("credential", sa.LargeBinary, nullable=False),  # its id, as the browser knows it
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),  # of the guest
    sa.Column("label", sa.String(40), nullable=False),  # by which the guest knows it
    sa.Column("host", sa.String(255), nullable=False),  # where it is good
    sa.Column("public_key", sa.LargeBinary, nullable=False),  # COSE
    sa.Column("counter", sa.BigInteger, nullable=False),  # how often it has signed; 0 = it does not count
    sa.Column("made", sa.Float, nullable=False),  # unix time
    sa.Column("used", sa.Float),  # when the guest has last come back with it
    sa.Index("passkeys_by_guest", "guest"),
)
DEVICES = sa.Table(
    "devices",
    META,
    sa.Column("mark", sa.String(64), primary_key=True),  # a hash of the endpoint
    sa.Column("guest", sa.String(64), nullable=False),  # who wants to be told there that it is his turn
    sa.Column("endpoint", sa.String(1000), nullable=False),  # URL at a push service
    sa.Column("key", sa.String(100), nullable=False),  # of the browser: P-256, base64url
    sa.Column("secret", sa.String(40), nullable=False),  # of the browser: base64url
    sa.Column("lang", sa.String(5), nullable=False),
    sa.Column("made", sa.Float, nullable=False),  # unix time
    sa.Index("devices_by_guest", "guest"),
)
SPENT = sa.Table(
    "spent",
    META,
    sa.Column("mark", sa.String(64), primary_key=True),  # a hash of a challenge that a passkey has signed
    sa.Column("until", sa.Float, nullable=False),  # unix time; later it is too late for it anyway
)
SANCTIONS = sa.Table(
    "sanctions",
    META,
    sa.Column("kind", sa.String(10), nullable=False),  # ban, mute, close
    sa.Column("who", sa.String(64), nullable=False),  # id of a guest, an address, a network; close: a table
    sa.Column("since", sa.Float, nullable=False),  # unix time
    sa.Column("until", sa.Float, nullable=False),  # unix time; inf = until it is lifted
    sa.PrimaryKeyConstraint("kind", "who"),
)
REVIEWS = sa.Table(
    "reviews",
    META,
    sa.Column("table_id", sa.String(40), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # of the finished match
    sa.Column("seat", sa.Integer, nullable=False),  # -1: the par of all seats
    sa.Column("body", sa.LargeBinary, nullable=False),  # Review as JSON, or Par
    sa.PrimaryKeyConstraint("table_id", "number", "seat"),
)
CHALLENGES = sa.Table(
    "challenges",
    META,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("made", sa.Float, nullable=False),  # unix time
    sa.Column("body", sa.LargeBinary, nullable=False),  # Challenge as JSON; holds all cards
    sa.Column("day", sa.String(10)),  # as whose deal of the day: ISO 8601, UTC
    sa.Column("guest", sa.String(64)),  # who has made it of a match that he has played
    sa.Column("name", sa.String(40)),
    sa.Column("table_id", sa.String(40)),  # of that match
    sa.Column("number", sa.Integer),
    sa.Column("deal", sa.Integer),
    sa.Column("seat", sa.Integer),
    sa.UniqueConstraint("game", "day", name="challenges_by_day"),
    sa.UniqueConstraint("table_id", "number", "deal", "seat", name="challenges_by_match"),
    sa.Index("challenges_by_guest", "guest"),
)
TRIES = sa.Table(
    "tries",
    META,
    sa.Column("challenge", sa.String(40), nullable=False),
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("nth", sa.Integer, nullable=False),  # of this guest, from 1
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("counts", sa.Boolean, nullable=False),  # did the guest not know the cards?
    sa.Column("table_id", sa.String(40), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # of the match of that table
    sa.Column("ended", sa.Float),  # unix time; null = is being played
    sa.Column("result", sa.Float),  # in the game's unit; null = none, or a bot has played a part of it
    sa.PrimaryKeyConstraint("challenge", "guest", "nth"),
    sa.Index("tries_by_guest", "guest"),
    sa.Index("tries_by_result", "challenge", "counts", "result"),
    sa.Index("tries_by_table", "table_id", "number"),
)
WAITING = sa.Table(
    "waiting",
    META,
    sa.Column("guest", sa.String(64), primary_key=True),  # who waits for others to play with
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("wish", sa.LargeBinary, nullable=False),  # Wish as JSON
    sa.Column("since", sa.Float, nullable=False),  # unix time
    sa.Column("until", sa.Float),  # then bots take the seats that are free; null = never
    sa.Column("seen", sa.Float, nullable=False),  # when the guest has last asked
    sa.Column("table_id", sa.String(40)),  # at which the guest has been seated
)
EXERCISES = sa.Table(
    "exercises",
    META,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("table_id", sa.String(40), nullable=False),  # of the match that it is of; `bots SEED`: played for this
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("deal", sa.Integer, nullable=False),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),  # Posed as JSON; holds all cards, and no names
    sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.false()),  # of bots, or of a shared match
    sa.UniqueConstraint("game", "table_id", "number", "deal", "step", name="exercises_by_decision"),
    sa.Index("exercises_by_match", "table_id", "number"),
    sa.Index("exercises_by_game", "game", "shown", "id"),
)
ANSWERS = sa.Table(
    "answers",
    META,
    sa.Column("exercise", sa.String(40), nullable=False),  # may be gone
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("code", sa.String(40), nullable=False),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),  # unix time
    sa.PrimaryKeyConstraint("exercise", "guest"),
    sa.Index("answers_by_guest", "guest"),
)
ENCODINGS = ("UTF8", "SQL_ASCII")  # of a PostgreSQL database; the latter takes every byte as it comes
STEP = sa.table("alembic_version", sa.column("version_num", sa.String))  # Alembic's own


def same_match(kind: sa.FromClause, match: Any) -> sa.ColumnElement[bool]:
    """Is a row of that kind of this match?  match: a row, or the columns of another kind."""
    return sa.and_(kind.c.table_id == match.table_id, kind.c.number == match.number)


def same_seat(kind: sa.FromClause, match: Any) -> sa.ColumnElement[bool]:
    """Is it of the same seat in this match?"""
    return sa.and_(same_match(kind, match), kind.c.seat == match.seat)


class SchemaError(Exception):
    """The database has not the tables that were expected: `code` says why."""

    def __init__(
        self, code: Literal["schema", "older", "in_use", "no_database", "foreign", "encoding"], found: str | None
    ) -> None:
        super().__init__(code)
        self.code, self.found = code, found


def prepare(connection: sa.Connection, new: bool = True, older: bool = True, copied: bool = False) -> None:
    """Make the tables, or bring those of an older torite up to date, as far as that is allowed: all or nothing.

    copied: no house is at this copy, whatever its nodes say.  Raises SchemaError.
    """
    if _allowed(connection, new, older) == HEAD:
        return
    one_at_a_time(connection, LOCK)
    found = _allowed(connection, new, older)  # again: another process may have been first
    if found is None:
        _check_encoding(connection)
    if found != HEAD:
        if not copied and _is_in_use(connection):
            raise SchemaError("in_use", found)
        _upgrade(connection, found)


def _is_in_use(connection: sa.Connection) -> bool:
    """Would an older torite that still runs there write its rows without what they have from now on?"""
    alive = sa.select(NODES.c.node).where(NODES.c.until > now_of(connection))
    return sa.inspect(connection).has_table(NODES.name) and connection.execute(alive).first() is not None


def now_of(connection: sa.Connection) -> float:
    """Unix time of the database."""
    clock = {
        "sqlite": "SELECT (julianday('now') - 2440587.5) * 86400.0",
        "postgresql": "SELECT CAST(extract(epoch FROM clock_timestamp()) AS double precision)",
    }
    return float(connection.exec_driver_sql(clock[connection.dialect.name]).scalar_one())


def _check_encoding(connection: sa.Connection) -> None:
    """Else it would be found out by the first guest whose name it cannot store.  Raises SchemaError."""
    if connection.dialect.name == "postgresql":
        found = str(connection.exec_driver_sql("SHOW server_encoding").scalar_one())
        if found not in ENCODINGS:
            raise SchemaError("encoding", found)


def _allowed(connection: sa.Connection, new: bool, older: bool) -> str | None:
    found = step_of(connection)
    if found is None and not new:
        raise SchemaError("no_database", found)
    if found not in (None, HEAD) and not older:
        raise SchemaError("older", found)
    return found


def one_at_a_time(connection: sa.Connection, lock: int) -> None:
    """Let nobody else come by here until the transaction, which is to begin with this, is over."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver itself begins only before rows are written
    else:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(lock)))


def step_of(connection: sa.Connection) -> str | None:
    """The last step that the database has seen; None = it is empty.  Raises SchemaError."""
    names = sa.inspect(connection).get_table_names()
    found = None
    if STEP.name in names:
        found = connection.execute(sa.select(STEP.c.version_num)).scalar()
    elif VERSION.name in names and (version := connection.execute(sa.select(VERSION.c.version)).scalar()) is not None:
        found = f"{version:04}"
    if found is not None and found not in STEPS:
        raise SchemaError("schema", found)
    is_file = connection.dialect.name == "sqlite"  # a database of PostgreSQL may be shared
    if found is None and is_file and not {*names} <= {STEP.name, *META.tables}:
        raise SchemaError("foreign", found)
    return found


def _upgrade(connection: sa.Connection, found: str | None) -> None:
    from alembic import command  # rarely needed, and takes its time
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    if found == FIRST:
        command.stamp(config, FIRST)  # it may be from before Alembic
    command.upgrade(config, "head")
    if found is not None:
        LOG.info("the database has been brought from schema %s to %s", found, HEAD)
