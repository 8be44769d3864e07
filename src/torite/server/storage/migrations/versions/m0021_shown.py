"""Exercises that all are asked are found at once, however many there are of matches that are nobody else's."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0021", "0020"


def upgrade() -> None:
    """Of bots, or of a match that its players have shared."""
    op.drop_index("exercises_by_game", "exercises")
    with op.batch_alter_table("exercises") as batch:
        batch.add_column(sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.false()))
    names = ("table_id", "number", "shown", "shared")
    exercises, matches = (sa.table(name, *map(sa.column, names)) for name in ("exercises", "matches"))
    same = (matches.c.table_id == exercises.c.table_id, matches.c.number == exercises.c.number)
    shared = sa.exists().where(*same, matches.c.shared == sa.true())
    op.execute(exercises.update().where(exercises.c.table_id.like("bots %") | shared).values(shown=sa.true()))
    op.create_index("exercises_by_game", "exercises", ["game", "shown", "id"])
