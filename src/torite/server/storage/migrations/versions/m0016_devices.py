"""On which devices guests want to be told that it is their turn."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0016", "0015"


def upgrade() -> None:
    """Nobody has said so yet."""
    op.create_table(
        "devices",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("secret", sa.String(40), nullable=False),
        sa.Column("lang", sa.String(5), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_index("devices_by_guest", "devices", ["guest"])
