"""The best results of a challenge are found at once, and counted, however many have tried it."""

from alembic import op

revision, down_revision = "0022", "0021"


def upgrade() -> None:
    """An index alone: to tell a challenge, all rows of its tries were read three times."""
    op.create_index("tries_by_result", "tries", ["challenge", "counts", "result"])
