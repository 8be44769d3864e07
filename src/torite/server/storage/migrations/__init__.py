"""The steps from the first schema of the database to today's, one file each in `versions/`.

A step is named by its number, `versions/m0003_WORD.py`, and revises the one before it. It changes the database and
`torite/server/storage/schema.py` alike; `tests/server/test_migrations.py` compares the two. What it is to do has to
work on SQLite and on PostgreSQL: Alembic's `op`, with `op.batch_alter_table` for what SQLite cannot alter.
"""
