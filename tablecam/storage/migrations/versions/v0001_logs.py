"""Games and tournaments with their lines, the settings of games, and their summaries.

Programs made the same tables before there were versions, so existing tables stay as they are.
"""

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, Text, inspect

revision = "0001"
down_revision = None

LOGS = (("game", "games", "events"), ("tournament", "tournaments", "tournament_lines"))
APPEND_ONLY = "a log is only ever appended to"


def upgrade() -> None:
    """Makes the missing tables."""
    there = set(inspect(op.get_bind()).get_table_names())
    for kind, kinds, lines in LOGS:
        if kinds not in there:
            _owners(kinds)
        if lines not in there:
            _lines(kind, kinds, lines)
    if "game_settings" not in there:
        op.create_table(
            "game_settings",
            Column("game", Integer, ForeignKey("games.id"), primary_key=True, autoincrement=False),
            Column("name", Text, primary_key=True),
            Column("value", Text, nullable=False),
        )
    if "game_summaries" not in there:
        op.create_table(
            "game_summaries",
            Column("game", Integer, ForeignKey("games.id"), primary_key=True, autoincrement=False),
            Column("lines", Integer, nullable=False),
            Column("program", Text, nullable=False),
            Column("text", Text, nullable=False),
        )


def _owners(kinds: str) -> None:
    op.create_table(
        kinds,
        Column("id", Integer, primary_key=True, autoincrement=True),
        Column("begun", Text, nullable=False),
        # a number is never reused, even after a game was deleted by hand
        sqlite_autoincrement=True,
    )


def _lines(kind: str, kinds: str, lines: str) -> None:
    op.create_table(
        lines,
        Column(kind, Integer, ForeignKey(f"{kinds}.id"), primary_key=True, autoincrement=False),
        Column("line", Integer, CheckConstraint("line > 0"), primary_key=True, autoincrement=False),
        Column("at", Text, nullable=False),
        Column("text", Text, nullable=False),
        Column("sum", Text, nullable=False),
    )
    for command in _append_only(lines).get(op.get_bind().dialect.name, ()):
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
