"""Who has taken another name has it in every browser."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0025", "0024"


def upgrade() -> None:
    """Until now only the cookie of the browser in which it was taken said so."""
    op.add_column("sessions", sa.Column("name", sa.String(40)))
