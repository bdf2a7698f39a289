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
        "head-to-head.csv": (
            HEAD_TO_HEAD,
            [row for season in seasons for row in _head_to_head_rows(*season, among, called)],
        ),
        "factions.csv": (FACTIONS, [row for season in seasons for row in _faction_rows(*season)]),
        "tables.csv": (TABLES, [row for season in seasons for row in _table_rows(*season)]),
        "luck.csv": (LUCK, [row for season in seasons for row in _luck_rows(*season, among, called)]),
        "lengths.csv": (LENGTHS, [row for season in seasons for row in _length_rows(*season)]),
    }
    return {name: csv_text(columns, rows) for name, (columns, rows) in tables.items()}


def _head_to_head_rows(season: str, games: list[LeagueGame], among: list[str], called: Called) -> Iterator[Row]:
    for (person, opponent), record in head_to_heads(games, among).items():
        yield (season, person, called(person), opponent, called(opponent), *_win_columns(record))


def _faction_rows(season: str, games: list[LeagueGame]) -> Iterator[Row]:
    for faction, record in factions_in(games).items():
        yield (season, faction, *_win_columns(record))


def _table_rows(season: str, games: list[LeagueGame]) -> Iterator[Row]:
    for record in table_records(games):
        minutes = "" if record.minutes is None else round(record.minutes, 1)
        yield season, record.table, record.games, record.drawn, round(record.apart, 2), minutes


def _luck_rows(season: str, games: list[LeagueGame], among: list[str], called: Called) -> Iterator[Row]:
    for person, luck in lucks(games, among).items():
        # known for games of this version on
        deviation = round((luck.variance_thousandths / 1000) ** 0.5, 3) if luck.variance_thousandths else ""
        expected = luck.expected_thousandths / 1000
        yield season, person, called(person), luck.rolled, luck.passed, expected, deviation


def _length_rows(season: str, games: list[LeagueGame]) -> Iterator[Row]:
    lengths = lengths_of(games)
    for minute, number in lengths.steps if lengths else ():
        yield season, minute, number


def _win_columns(record: WinRecord) -> Row:
    return record.games, record.won, record.drawn, record.lost, record.points, record.against
