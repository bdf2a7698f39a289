"""Leagues with their lines, which are only ever appended to, and the names of their people, which can be deleted."""

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, Text, inspect

revision = "0002"
down_revision = "0001"

APPEND_ONLY = "a log is only ever appended to"


def upgrade() -> None:
    """Makes the three tables, unless they are there."""
    if inspect(op.get_bind()).has_table("leagues"):
        return
    op.create_table(
        "leagues",
        Column("id", Integer, primary_key=True, autoincrement=True),
        Column("begun", Text, nullable=False),
        # a number is never reused
        sqlite_autoincrement=True,
    )
    op.create_table(
        "league_lines",
        Column("league", Integer, ForeignKey("leagues.id"), primary_key=True, autoincrement=False),
        Column("line", Integer, CheckConstraint("line > 0"), primary_key=True, autoincrement=False),
        Column("at", Text, nullable=False),
        Column("text", Text, nullable=False),
        Column("sum", Text, nullable=False),
    )
    op.create_table(
        "league_names",
        Column("league", Integer, ForeignKey("leagues.id"), primary_key=True, autoincrement=False),
        Column("person", Text, primary_key=True),
        Column("value", Text, nullable=False),
    )
    for command in _append_only("league_lines").get(op.get_bind().dialect.name, ()):
        op.execute(command)


def _append_only(table: str) -> dict[str, list[str]]:
    """The statements that make a table append-only, by the kind of database."""
    return {
        "sqlite": [
            f"CREATE TRIGGER {table}_no_{word} BEFORE {word} ON {table} BEGIN SELECT RAISE(ABORT, '{APPEND_ONLY}'); END"
            for word in ("update", "delete")
        ],
        "postgresql": [
            (
                "CREATE OR REPLACE FUNCTION tablecam_append_only() RETURNS trigger LANGUAGE plpgsql AS "
                f"$$ BEGIN RAISE EXCEPTION '{APPEND_ONLY}'; END $$"
            ),
            (
                f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION tablecam_append_only()"
            ),
        ],
    }
