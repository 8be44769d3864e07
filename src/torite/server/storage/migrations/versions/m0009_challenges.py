"""Deals that many play, and who has tried them."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0009", "0008"


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("day", sa.String(10)),
        sa.Column("guest", sa.String(64)),
        sa.Column("name", sa.String(40)),
        sa.Column("table_id", sa.String(40)),
        sa.Column("number", sa.Integer),
        sa.Column("deal", sa.Integer),
        sa.Column("seat", sa.Integer),
        sa.UniqueConstraint("game", "day", name="challenges_by_day"),
        sa.UniqueConstraint("table_id", "number", "deal", "seat", name="challenges_by_match"),
    )
    op.create_index("challenges_by_guest", "challenges", ["guest"])
    op.create_table(
        "tries",
        sa.Column("challenge", sa.String(40), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("nth", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("result", sa.Float),
        sa.PrimaryKeyConstraint("challenge", "guest", "nth"),
    )
    op.create_index("tries_by_guest", "tries", ["guest"])
    op.create_index("tries_by_table", "tries", ["table_id", "number"])
