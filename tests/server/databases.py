"""Where the PostgreSQL tests find their database."""

import os

import pytest

from torite.server.store import database_url

POSTGRES = os.environ.get("TORITE_TEST_POSTGRES", "")


def postgres() -> str:
    """URL of the test database.  Skips loudly without one."""
    if not POSTGRES:
        pytest.skip("TORITE_TEST_POSTGRES names no database: the PostgreSQL store is NOT tested")
    return database_url(POSTGRES)
