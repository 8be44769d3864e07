"""Who has been at the tables of before there were `visits`, so that such a guest can be told of them, and forgotten."""

import json
from contextlib import suppress

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0023", "0022"

TABLES = sa.table("tables", sa.column("table_id"))
EVENTS = sa.table("events", sa.column("table_id"), sa.column("body", sa.LargeBinary))
VISITS = sa.table("visits", sa.column("guest"), sa.column("table_id"))
NOBODY = {None, "", "gone"}


def upgrade() -> None:
    """Those of each table that nobody has come to since; with its next event they get their seats."""
    connection = op.get_bind()
    of_before = sa.select(TABLES.c.table_id).where(~sa.exists().where(VISITS.c.table_id == TABLES.c.table_id))
    for table in connection.execute(of_before).scalars().all():
        found: set[str] = set()
        for body in connection.execute(sa.select(EVENTS.c.body).where(EVENTS.c.table_id == table)).scalars():
            with suppress(ValueError):  # damaged
                event = json.loads(body)
                found |= {event[key] for key in ("guest", "creator") if event.get(key) not in NOBODY}
        if found:
            connection.execute(VISITS.insert(), [{"guest": guest, "table_id": table} for guest in sorted(found)])
