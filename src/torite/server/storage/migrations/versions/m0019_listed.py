"""Tables of the lobby are found at once, however many others there are."""

from alembic import op

revision, down_revision = "0019", "0018"


def upgrade() -> None:
    """An index alone: a day's tables that are not listed were looked through for every look into the lobby."""
    op.create_index("tables_by_listing", "tables", ["listed", "changed"])
