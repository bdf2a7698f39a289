"""Tournaments kept in the same database as the games: begun, extended, listed and read.

Nobody holds a tournament: web page and terminal may write at once. Each gives the number of lines that its own follow;
the later of the two gets LogTaken with nothing written, reads the new lines and decides again.
"""

from tablecam.storage.database import TOURNAMENT_LINES, TOURNAMENTS
from tablecam.storage.line_store import LineStore


class TournamentStore(LineStore):
    """The tournaments of one database."""

    kind, owners, lines = "tournament", TOURNAMENTS, TOURNAMENT_LINES
