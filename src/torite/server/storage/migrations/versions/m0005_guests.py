"""Who has logged out everywhere."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0005", "0004"


def upgrade() -> None:
    """Nobody has; cookies of before are of the age 0."""
    op.create_table(
        "sessions",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("age", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("sessions_by_change", "sessions", ["changed"])
