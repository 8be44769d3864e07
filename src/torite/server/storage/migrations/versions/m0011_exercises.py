"""Exercises, who has answered what, and which matches all with the link may look at."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0011", "0010"


def upgrade() -> None:
    """Of matches that were reviewed before there are none, so it does not matter which of them are shared."""
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("shared", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "exercises",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("game", "table_id", "number", "deal", "step", name="exercises_by_decision"),
    )
    op.create_index("exercises_by_match", "exercises", ["table_id", "number"])
    op.create_table(
        "answers",
        sa.Column("exercise", sa.String(40), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("code", sa.String(40), nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("exercise", "guest"),
    )
    op.create_index("answers_by_guest", "answers", ["guest"])
