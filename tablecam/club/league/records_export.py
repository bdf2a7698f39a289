"""The records of every season as CSV: a row for each fact, with its season.

paged: the people who let their games be published; a game of two people is published if both do.
"""

from collections.abc import Iterator

from tablecam.club.event.export import csv_text
from tablecam.club.league.export import Called, Chosen
from tablecam.club.season.evening import LeagueGame
from tablecam.club.season.league import League
from tablecam.club.season.records import WinRecord, factions_in
from tablecam.club.season.season_records import head_to_heads, lengths_of, lucks, table_records
from tablecam.rules.plain import Json

WINS = ("games", "won", "drawn", "lost", "points", "points_against")
HEAD_TO_HEAD = ("season", "person", "name", "opponent", "opponent_name", *WINS)
FACTIONS = ("season", "faction", *WINS)
TABLES = ("season", "table", "games", "drawn", "points_apart", "minutes")
LUCK = ("season", "person", "name", "rolled", "passed", "expected", "deviation")
LENGTHS = ("season", "from_minute", "games")
Row = tuple[Json, ...]


def record_files(league: League, called: Called, paged: Chosen) -> dict[str, str]:
    """The CSV files by name."""
    state = league.state
    among = [person for person in state.people if paged(person)]
    seasons = [(season.rules.title, [game for _date, game in season.games()]) for season in state.seasons]
    tables: dict[str, tuple[tuple[str, ...], list[Row]]] = {
        "head-to-head.csv": (HEAD_TO_HEAD, [row for each in seasons for row in _met(*each, among, called)]),
        "factions.csv": (FACTIONS, [row for each in seasons for row in _factions(*each)]),
        "tables.csv": (TABLES, [row for each in seasons for row in _tables(*each)]),
        "luck.csv": (LUCK, [row for each in seasons for row in _luck(*each, among, called)]),
        "lengths.csv": (LENGTHS, [row for each in seasons for row in _lengths(*each)]),
    }
    return {name: csv_text(columns, rows) for name, (columns, rows) in tables.items()}


def _met(season: str, games: list[LeagueGame], among: list[str], called: Called) -> Iterator[Row]:
    for (person, other), record in head_to_heads(games, among).items():
        yield (season, person, called(person), other, called(other), *_wins(record))


def _factions(season: str, games: list[LeagueGame]) -> Iterator[Row]:
    for faction, record in factions_in(games).items():
        yield (season, faction, *_wins(record))


def _tables(season: str, games: list[LeagueGame]) -> Iterator[Row]:
    for each in table_records(games):
        minutes = "" if each.minutes is None else round(each.minutes, 1)
        yield season, each.table, each.games, each.drawn, round(each.apart, 2), minutes


def _luck(season: str, games: list[LeagueGame], among: list[str], called: Called) -> Iterator[Row]:
    for person, luck in lucks(games, among).items():
        # known for games of this version on
        deviation = round((luck.variance_thousandths / 1000) ** 0.5, 3) if luck.variance_thousandths else ""
        expected = luck.expected_thousandths / 1000
        yield season, person, called(person), luck.rolled, luck.passed, expected, deviation


def _lengths(season: str, games: list[LeagueGame]) -> Iterator[Row]:
    lengths = lengths_of(games)
    for minute, number in lengths.steps if lengths else ():
        yield season, minute, number


def _wins(record: WinRecord) -> Row:
    return record.games, record.won, record.drawn, record.lost, record.points, record.against
