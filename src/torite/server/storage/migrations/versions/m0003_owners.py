"""Which node has a table in its memory, and how often it has changed hands, and which nodes there are."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003", "0002"


def upgrade() -> None:
    """No table has an owner yet."""
    op.add_column("tables", sa.Column("node", sa.String(40)))
    op.add_column("tables", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "nodes",
        sa.Column("node", sa.String(40), primary_key=True),
        sa.Column("address", sa.String(300), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
