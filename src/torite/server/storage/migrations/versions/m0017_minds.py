"""Nodes that think for the bots of others."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0017", "0016"


def upgrade() -> None:
    """None does yet."""
    op.add_column("nodes", sa.Column("thinks", sa.Integer, nullable=False, server_default="0"))
