"""Who has said the word that a table asks for."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0014", "0013"


def upgrade() -> None:
    """Nobody has yet."""
    op.create_table(
        "admitted",
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("version", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "guest"),
    )
    op.create_index("admitted_by_guest", "admitted", ["guest"])
