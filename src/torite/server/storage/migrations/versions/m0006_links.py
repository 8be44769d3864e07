"""Links with which a guest comes to another device."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0006", "0005"


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "links",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("age", sa.Integer, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
