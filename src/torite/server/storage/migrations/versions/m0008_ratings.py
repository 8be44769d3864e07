"""Ratings, which matches count for them, and who does not want to be shown."""

import json

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0008", "0007"

MATCHES = sa.table(
    "matches",
    sa.column("table_id", sa.String),
    sa.column("number", sa.Integer),
    sa.column("summary", sa.LargeBinary),
    sa.column("game", sa.String),
)


def upgrade() -> None:
    """Matches of before do not count: nobody was told that they would."""
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("game", sa.String(40), nullable=False, server_default=""))
        matches.add_column(sa.Column("counts", sa.Boolean, nullable=False, server_default=sa.false()))
        matches.add_column(sa.Column("nth", sa.Integer))
        matches.add_column(sa.Column("came", sa.LargeBinary))
    _name_the_games(op.get_bind())
    with op.batch_alter_table("matches") as matches:
        matches.alter_column("game", server_default=None)
        matches.alter_column("counts", server_default=None)
    op.create_index("matches_by_rating", "matches", ["counts", "nth"])
    op.create_index("played_by_match", "played", ["table_id", "number"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40)),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "player"),
    )
    op.create_index("ratings_by_player", "ratings", ["player"])
    op.create_table("hidden", sa.Column("guest", sa.String(64), primary_key=True))


def _name_the_games(connection: sa.Connection) -> None:
    """From the summaries, in which they stand."""
    for row in connection.execute(sa.select(MATCHES.c.table_id, MATCHES.c.number, MATCHES.c.summary)).all():
        same = (MATCHES.c.table_id == row.table_id, MATCHES.c.number == row.number)
        connection.execute(MATCHES.update().where(*same).values(game=json.loads(row.summary)["game"]))
