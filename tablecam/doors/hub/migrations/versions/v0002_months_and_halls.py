"""Split the archive into months, so that old ones are dropped as one; add each hall's rule, and mark deleted logs."""

from alembic import op

revision = "0002"
down_revision = "0001"

STATEMENTS = (
    "ALTER TABLE game ADD COLUMN forgotten timestamptz",
    # a hall that is not named here keeps its logs as long as the archiver's setting says
    "CREATE TABLE hall_keeps (hall text PRIMARY KEY, days integer NOT NULL CHECK (days > 0))",
    "ALTER TABLE archive RENAME TO archive_before",
    "ALTER INDEX archive_pkey RENAME TO archive_before_pkey",
    # month: that in which the game was closed, its first day
    """CREATE TABLE archive (game uuid, stream text, month date, lines integer NOT NULL, sum text NOT NULL,
       body bytea NOT NULL, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (game, stream, month),
       FOREIGN KEY (game, stream) REFERENCES head) PARTITION BY RANGE (month)""",
    """DO $$ DECLARE m date; BEGIN
       FOR m IN SELECT DISTINCT date_trunc('month', closed AT TIME ZONE 'UTC')::date FROM archive_before
       JOIN game ON id = game LOOP
       EXECUTE format('CREATE TABLE archive_%s PARTITION OF archive FOR VALUES FROM (%L) TO (%L)',
       to_char(m, 'YYYY_MM'), m, (m + interval '1 month')::date); END LOOP; END $$""",
    """INSERT INTO archive SELECT game, stream, date_trunc('month', closed AT TIME ZONE 'UTC')::date, lines, sum, body,
       at FROM archive_before JOIN game ON id = game""",
    "DROP TABLE archive_before",
)


def upgrade() -> None:
    """Change the tables."""
    for statement in STATEMENTS:
        op.execute(statement)
