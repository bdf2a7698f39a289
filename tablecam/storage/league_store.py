"""Leagues kept in the same database as games and tournaments, and the names of their people beside the log.

Nobody holds a league, just as nobody holds a tournament. A log only ever grows, so it has no names: they are in a table
of their own, from which one can be deleted for good.
"""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, delete, insert, select

from tablecam.storage.database import LEAGUE_LINES, LEAGUE_NAMES, LEAGUES
from tablecam.storage.database_fault import database_faults
from tablecam.storage.line_store import LineStore


class LeagueStore(LineStore):
    """The leagues of one database."""

    kind, owners, lines = "league", LEAGUES, LEAGUE_LINES

    def names(self, id: int) -> dict[str, str]:
        """The kept name of each person, by the person. DatabaseFault."""
        columns = LEAGUE_NAMES.c
        query = select(columns.person, columns.value).where(columns.league == id).order_by(columns.person)
        with database_faults(self.engine, "read"), self.engine.connect() as connection:
            return {row.person: row.value for row in connection.execute(query)}

    def append_named(
        self, id: int | None, after: int, before: str, texts: Sequence[str], names: Mapping[str, str | None]
    ) -> tuple[int, str]:
        """Appends lines as `append` does, together with changes of names: a person's new value, or None to delete."""

        def beside(connection: Connection, id: int) -> None:
            table = LEAGUE_NAMES.c
            for person, value in names.items():
                connection.execute(delete(LEAGUE_NAMES).where(table.league == id, table.person == person))
                if value is not None:
                    connection.execute(insert(LEAGUE_NAMES).values(league=id, person=person, value=value))

        return self.append(id, after, before, texts, beside)
