"""A league as it is published: whose names it has, and where its pages are."""

from collections.abc import Sequence
from dataclasses import dataclass

from tablecam.club.season.league import League
from tablecam.club.season.people import public_name

TABLE_PAGE, RATINGS_PAGE, RECORDS_PAGE = "index.html", "ratings.html", "records.html"
PEOPLE = "people"
FOR_PROGRAMS = (
    "table.csv", "games.csv", "ratings.csv", "head-to-head.csv", "factions.csv", "tables.csv", "luck.csv",
    "lengths.csv", "league.json",
)  # fmt: skip


@dataclass(frozen=True)
class LeagueSite:
    """A league to be published. languages: each with the folder of its pages under the root, empty for the first.

    home: whether it is a folder in that of the club's pages, to which its own then lead.
    """

    league: League
    languages: Sequence[tuple[str, str]]
    home: bool = False

    def called(self, person: str) -> str:
        """The public name of a person."""
        return public_name(self.league.state, self.league.names, person)

    def shows(self, person: str, what: str) -> bool:
        """Whether a person has agreed to publish it."""
        return what in self.league.state.people[person].shown


def season_page(season: int, last: int) -> str:
    """The file of a season, counted from 1; the last one is where the site begins."""
    return TABLE_PAGE if season == last else f"season-{season}.html"


def records_page(season: int, last: int) -> str:
    """The file of the records of a season, counted from 1."""
    return RECORDS_PAGE if season == last else f"records-{season}.html"
