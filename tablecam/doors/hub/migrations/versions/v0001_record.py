"""The record of many tables: their names, their games, how far each stream is whole, and the lines themselves."""

from alembic import op

revision = "0001"
down_revision = None

STATEMENTS = (
    # the names of a hall and a table; their ids are permanent
    """CREATE TABLE place (hall text, "table" text, hall_name text NOT NULL, table_name text NOT NULL,
       since timestamptz NOT NULL DEFAULT now(), revoked timestamptz, PRIMARY KEY (hall, "table"))""",
    """CREATE TABLE game (id uuid PRIMARY KEY, hall text NOT NULL, "table" text NOT NULL, parent uuid,
       begun timestamptz NOT NULL DEFAULT now(), closed timestamptz)""",
    # last: the number of the stream's last line, once that is known
    """CREATE TABLE head (game uuid REFERENCES game, stream text, upto integer NOT NULL DEFAULT 0,
       sum text NOT NULL DEFAULT '', state text NOT NULL DEFAULT 'open', last integer, PRIMARY KEY (game, stream))""",
    """CREATE TABLE line (game uuid, stream text, n integer CHECK (n > 0), at timestamptz NOT NULL DEFAULT now(),
       text text NOT NULL, sum text NOT NULL, PRIMARY KEY (game, stream, n),
       FOREIGN KEY (game, stream) REFERENCES head)""",
    # the lines of a closed game: gzip of a JSON list of texts
    """CREATE TABLE archive (game uuid, stream text, lines integer NOT NULL, sum text NOT NULL, body bytea NOT NULL,
       at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (game, stream),
       FOREIGN KEY (game, stream) REFERENCES head)""",
    """CREATE TABLE refused (at timestamptz NOT NULL DEFAULT now(), topic text NOT NULL, why text NOT NULL,
       body bytea NOT NULL)""",
    "CREATE INDEX game_closed ON game (closed)",
)


def upgrade() -> None:
    """Make the tables."""
    for statement in STATEMENTS:
        op.execute(statement)
