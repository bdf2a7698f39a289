"""A league as files: its tables as CSV and JSON, and all that is kept of one person, for that person.

Column names and codes are the same in every language. called: what a person may be called, the organiser's names or the
public ones.
"""

import json
from collections.abc import Callable, Iterator

from tablecam.club.event.export import csv_text
from tablecam.club.season.league import League
from tablecam.club.season.records import factions, factions_in, head_to_heads, lengths_of, lucks, ratings, table_records
from tablecam.club.season.season_table import SeasonRow, season_table
from tablecam.club.season.state import Season
from tablecam.rules.plain import Json, to_plain


def records_as_plain(league: League, season: Season, paged: Callable[[str], bool]) -> dict[str, Json]:
    """{"head_to_head": [..], "factions": {..}, "tables": [..], "luck": {..}, "lengths": {..} or null}; as the pages."""
    games = [game for _date, game in season.games()]
    among = [person for person in league.state.people if paged(person)]
    met = head_to_heads(games, among)
    return {
        "head_to_head": [
            {"person": person, "opponent": opponent, **to_plain(record)} for (person, opponent), record in met.items()
        ],
        "factions": {name: to_plain(record) for name, record in factions_in(games).items()},
        "tables": [to_plain(table_record) for table_record in table_records(games)],
        "luck": {person: to_plain(luck) for person, luck in lucks(games, among).items()},
        "lengths": to_plain(lengths_of(games)),
    }


Called = Callable[[str], str]
Chosen = Callable[[str], bool]
MARK = "league"
TABLE = (
    "division", "rank", "person", "name", "points", "evenings", "counted", "friendlies", "played", "won", "drawn",
    "lost", "rolled_off",
)  # fmt: skip
RATINGS = ("date", "person", "name", "mu", "sigma", "within", "at_least")
GAMES = (
    "date", "evening", "round", "person", "name", "opponent", "opponent_name", "faction", "opponent_faction", "points",
    "opponent_points", "bonus", "table", "minutes",
)  # fmt: skip


def include_all(_person: str) -> bool:
    """Select every person, for a table or a file that leaves nobody out."""
    return True


def table_csv(league: League, season: Season, called: Called) -> str:
    """A row for each person of a season's tables."""
    return csv_text(TABLE, table_rows(league, season, called))


def table_rows(league: League, season: Season, called: Called) -> Iterator[tuple[Json, ...]]:
    """Rows with the columns of TABLE; who has left has no rank."""
    for division, rows in season_table(league.state, season).items():
        for row in rows:
            yield _table_row(division, row, called)


def _table_row(division: str, row: SeasonRow, called: Called) -> tuple[Json, ...]:
    rank = "" if row.rank is None else row.rank
    counted = sum(score.counts for score in row.evenings)
    there = (len(row.evenings), counted, row.friendlies)
    played = (row.games, row.won, row.drawn, row.lost, row.rolled_off)
    return (division, rank, row.person, called(row.person), row.points, *there, *played)


def games_csv(league: League, called: Called, paged: Chosen = include_all) -> str:
    """A row for each half of each game that counts, of every season. paged: whose halves."""
    return csv_text(GAMES, (row for row in game_rows(league, called) if paged(row[3])))


def game_rows(league: League, called: Called, only: str = "") -> Iterator[tuple[Json, ...]]:
    """Rows with the columns of GAMES; only: the halves of one person."""
    for season in league.state.seasons:
        titles = {id(game): evening.title for evening in season.evenings for game in evening.games}
        for date, game in season.games():
            for person in game.people:
                if only in ("", person):
                    own_side, opponent = game.seen_by(person)
                    seat = (date, titles.get(id(game), ""), game.round or "", person, called(person))
                    against = (opponent.person, called(opponent.person), own_side.faction, opponent.faction)
                    yield (
                        *seat,
                        *against,
                        own_side.points,
                        opponent.points,
                        own_side.bonus,
                        game.table or "",
                        game.minutes or "",
                    )


def ratings_csv(league: League, called: Called, rated: Chosen = include_all) -> str:
    """A row for each person after each day of games: the rating with its uncertainty. rated: whose."""
    return csv_text(RATINGS, (row for row in rating_rows(league, called) if rated(row[1])))


def rating_rows(league: League, called: Called) -> Iterator[tuple[Json, ...]]:
    """Rows with the columns of RATINGS, the safest rating first; within: how far off it may be, in 95 of 100 cases."""
    for rated in ratings(league.state):
        for day in rated.days:
            numbers = (round(number, 3) for number in (day.mu, day.sigma, day.within, day.at_least))
            yield (day.date, rated.person, called(rated.person), *numbers)


def league_as_json(league: League, called: Called, rated: Chosen = include_all, paged: Chosen = include_all) -> str:
    """The whole league for other programs. rated, paged: the people whose ratings and whose games are published."""
    state = league.state
    document = {
        "tablecam": MARK,
        "title": state.title,
        "seasons": [_season_as_plain(league, season, called, paged) for season in state.seasons],
        "ratings": [dict(zip(RATINGS, row, strict=True)) for row in rating_rows(league, called) if rated(row[1])],
        "games": [dict(zip(GAMES, row, strict=True)) for row in game_rows(league, called) if paged(row[3])],
        "factions": {name: to_plain(record) for name, record in factions(state).items()},
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _season_as_plain(league: League, season: Season, called: Called, paged: Chosen) -> dict[str, Json]:
    evenings = [{"title": evening.title, "date": evening.date, "players": evening.came} for evening in season.evenings]
    rows = [dict(zip(TABLE, row, strict=True)) for row in table_rows(league, season, called)]
    return {
        "title": season.rules.title,
        "rules": to_plain(season.rules),
        "evenings": evenings,
        "table": rows,
        "records": records_as_plain(league, season, paged),
    }


def person_as_plain(league: League, person: str) -> dict[str, Json]:
    """All that is kept of a person, with the opponents by their numbers: their names are their own."""
    state = league.state
    record = state.people[person]
    names = [name for number, name in league.names.items() if state.who(number) == person]
    rows = [
        (season.rules.title, row)
        for season in state.seasons
        for rows in season_table(state, season).values()
        for row in rows
        if row.person == person
    ]
    return {
        "person": person,
        "names": [spelling for name in names for spelling in (name.name, *name.also)],
        "published": sorted(record.shown),
        "left": record.left,
        "seasons": [
            {"season": title, **dict(zip(TABLE, _table_row(row.division, row, str), strict=True))}
            for title, row in rows
        ],
        "evenings": [
            {"title": evening.title, "date": evening.date, **to_plain(attendee)}
            for season in state.seasons
            for evening in season.evenings
            for attendee in evening.attended
            if attendee.person == person and attendee.came
        ],
        "games": [dict(zip(GAMES, row, strict=True)) for row in game_rows(league, str, person)],
    }
