"""A database: how it is named, what is done in it, and how that can fail."""

from collections.abc import Callable
from typing import TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

from torite.locale import TextError

BUSY = 2.0  # seconds to wait for another process that holds the SQLite file, or for a connection to PostgreSQL
BROKEN = (msgspec.MsgspecError, UnicodeDecodeError)  # raised where a body that is stored is not what it was

T = TypeVar("T")
Work = Callable[[sa.Connection], T]  # what is done in one transaction


class StoreError(Exception):
    """The database cannot be used; nothing has been written."""


class DamagedError(StoreError):
    """What was asked for lies in a damaged part of the database."""


class UnusableError(TextError, StoreError):
    """It cannot be used at all."""

    KEY = "cli.serve"


class StaleWriter(Exception):  # noqa: N818 (it names who is refused)
    """Somebody else has already written an event with this number."""


class Succeeded(StaleWriter):
    """Another node has taken the table, or it has been deleted."""


def database_url(db: str) -> str:
    """URL for SQLAlchemy of what a person writes: a path of a SQLite file, or a PostgreSQL URL."""
    if "://" not in db:
        return f"sqlite:///{db}"
    scheme, rest = db.split("://", 1)
    if scheme in ("postgres", "postgresql"):
        scheme = "postgresql+asyncpg"
    return f"{scheme}://{rest}"


def shown_url(url: str) -> str:
    """The URL as a person writes it, without its password."""
    try:
        shown = sa.make_url(url).render_as_string(hide_password=True)
        return shown.removeprefix("sqlite:///").replace("+asyncpg://", "://", 1)
    except (ArgumentError, ValueError):
        return "(no URL)"
