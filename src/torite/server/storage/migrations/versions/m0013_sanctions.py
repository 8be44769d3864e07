"""Who is banned or may not speak, and which tables are closed."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0013", "0012"


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "sanctions",
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("kind", "who"),
    )
