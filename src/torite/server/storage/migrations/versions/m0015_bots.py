"""The last matches of a game that have counted are found at once: of those the figures of bots are made."""

from alembic import op

revision, down_revision = "0015", "0014"


def upgrade() -> None:
    """An index alone; what it finds is there already."""
    op.create_index("matches_by_game", "matches", ["game", "counts", "ended"])
