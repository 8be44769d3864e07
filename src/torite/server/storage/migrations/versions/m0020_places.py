"""The table of the house is read from an index, however many stand below it."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0020", "0019"


def upgrade() -> None:
    """Certain is what has half the deviation of a newcomer."""
    with op.batch_alter_table("ratings") as batch:
        batch.add_column(sa.Column("provisional", sa.Boolean, nullable=False, server_default=sa.true()))
    deviation = sa.column("deviation", sa.Float)
    ratings = sa.table("ratings", deviation, sa.column("provisional", sa.Boolean))
    op.execute(ratings.update().where(deviation <= 25 / 6).values(provisional=False))
    op.create_index("ratings_by_place", "ratings", ["game", "provisional", "mean"])
