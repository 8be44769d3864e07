"""Guests who are forgotten once more when nothing is on its way any more, whichever house is open then."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0024", "0023"


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "leaving",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("due", sa.Float, nullable=False),
    )
