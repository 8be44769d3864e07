"""Read by Alembic when it upgrades: the connection and its transaction are those of `schema.prepare`."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
