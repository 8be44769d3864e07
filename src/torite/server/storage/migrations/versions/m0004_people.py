"""Whose tables and matches there are."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    """Tables of before are noted when something happens there next, their finished matches stay unknown."""
    op.create_table(
        "visits",
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.PrimaryKeyConstraint("guest", "table_id"),
    )
    op.create_index("visits_by_table", "visits", ["table_id"])
    op.create_table(
        "matches",
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.create_table(
        "played",
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guest", "table_id", "number"),
    )
