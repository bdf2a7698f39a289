"""Tournaments kept in the same database as the games: begun, grown, listed and read.

Nobody holds a tournament: web page and terminal may write at once. Each says after how many lines its own come, and
the later of two is Taken with nothing written; it reads what is new and decides again.
"""

from tablecam.storage.database import TOURNAMENT_LINES, TOURNAMENTS
from tablecam.storage.line_store import LineStore


class TournamentStore(LineStore):
    """The tournaments of one database."""

    kind, owners, lines = "tournament", TOURNAMENTS, TOURNAMENT_LINES
