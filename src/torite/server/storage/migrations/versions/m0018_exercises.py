"""Which exercises there are of a game, in the order in which they are asked."""

from alembic import op

revision, down_revision = "0018", "0017"


def upgrade() -> None:
    """Without it all of a game were read and sorted for every one that was asked."""
    op.create_index("exercises_by_game", "exercises", ["game", "id"])
