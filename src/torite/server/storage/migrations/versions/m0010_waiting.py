"""Guests who wait for others to play with."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0010", "0009"


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "waiting",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("wish", sa.LargeBinary, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("until", sa.Float),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("table_id", sa.String(40)),
    )
