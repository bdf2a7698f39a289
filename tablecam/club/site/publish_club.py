"""The club's pages as a folder that any web host can serve, or a browser opens from disk: no page has a script.

Names that a person withdraws, and replays that are taken back, disappear from the folder the next time.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from types import MappingProxyType

from icalendar import Calendar, Event
from sqlalchemy import Engine

from tablecam.base.i18n import current_language, speaking
from tablecam.base.languages import translations
from tablecam.club.event.export import SEVERAL, csv_text
from tablecam.club.event.registry import EventRegistry
from tablecam.club.league.publish import folders_of, league_files
from tablecam.club.league.stored_league import StoredLeague
from tablecam.club.season.league import League
from tablecam.club.site.club_identity import ClubIdentity
from tablecam.club.site.club_site import (
    CALENDAR,
    JSON_FILE,
    LEAGUE,
    ClubSite,
    LivePages,
    PublicEvening,
    ReleasedReplays,
    read_site,
)
from tablecam.club.site.site_pages import evening_files, site_pages
from tablecam.club.tournament.schedule import Schedule, times, times_in_words
from tablecam.club.tournament.signing_up import taken_places
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.plain import Json, to_plain
from tablecam.storage.line_store import LeagueStore, TournamentStore
from tablecam.storage.own_folder import write_own_folder

# The club's evenings as a calendar (iCalendar, RFC 5545), for phones and calendars that follow its address.
#
# Times are those of the clock on the wall of the hall, so they have no zone: a phone shows them as they are.

# no text: who made it, and where its names of evenings come from
MAKER, HERE = "-//tablecam//club evenings//EN", "tablecam"


def club_calendar(title: str, evenings: Sequence[PublicEvening]) -> bytes:
    """The calendar of the evenings that have a day, in the language that is spoken."""
    calendar = Calendar()
    calendar.add("prodid", MAKER)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", title)
    for evening in evenings:
        if evening.day:
            calendar.add_component(_calendar_entry(evening))
    return bytes(calendar.to_ical())


def _calendar_entry(evening: PublicEvening) -> Event:
    entry, schedule = Event(), evening.state.schedule
    # the same evening on every machine that has its log, and not that of another of this number
    entry.add("uid", f"{evening.source}@{HERE}")
    entry.add("dtstamp", datetime.fromisoformat(evening.last))
    entry.add("last-modified", datetime.fromisoformat(evening.last))
    entry.add("summary", evening.title, parameters={"language": current_language()})
    if evening.state.settings.cancelled:
        entry.add("status", "CANCELLED")  # no text: a word of the calendar
    if evening.state.publicity.place:
        entry.add("location", evening.state.publicity.place)
    if planned := times(schedule):
        begins, ends = span(evening.day, schedule)
        entry.add("dtstart", begins)
        entry.add("dtend", ends)
        entry.add("description", "\n".join(str(times_in_words(round_times)) for round_times in planned))
    else:
        # the whole day: the end is the next one
        entry.add("dtstart", date.fromisoformat(evening.day))
        entry.add("dtend", date.fromisoformat(evening.day) + timedelta(days=1))
    return entry


def span(day: str, schedule: Schedule) -> tuple[datetime, datetime]:
    """The time from the start of round 1 to the end of the last, without a zone; past midnight on the next day."""
    begins = datetime.fromisoformat(f"{day}T{schedule.start}")
    minutes = sum(planned.minutes + planned.pause for planned in schedule.rounds) - schedule.rounds[-1].pause
    return begins, begins + timedelta(minutes=minutes)


# The club's pages as files for other programs: JSON and CSV, with the names that players agree to publish.
#
# Column names and codes are the same in every language. A player is named by a number of the evening: the ID of an
# event is made from a name.

MARK = "club"  # no text: what the file is of
STANDINGS = ("rank", "player", "name", "faction", "points", "tiebreak")
TEAMS = ("rank", "team", "points", "scored", "players")
GAMES = ("round", "table", "player", "name", "opponent", "opponent_name", "lost", "points", "kind", "replay")


def files_for_programs(site: ClubSite) -> dict[str, bytes]:
    """The calendar, the JSON, and the CSV files of each evening, by name."""
    files = {
        CALENDAR: club_calendar(site.title, site.evenings),
        JSON_FILE: site_json(site).encode(),
    }
    for evening in site.evenings:
        if evening.rounds_played:
            for name, file in evening_files(evening).items():
                columns, rows = TABLES[name]
                files[file] = csv_text(columns, rows(evening)).encode()
    return files


def site_json(site: ClubSite) -> str:
    """All evenings, those to come as well."""
    evenings = [_evening_json(evening) for evening in site.evenings]
    document = {"tablecam": MARK, "title": site.title, "evenings": evenings, "league": site.league is not None}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def standing_rows(evening: PublicEvening) -> Iterator[tuple[Json, ...]]:
    """Rows with the columns of STANDINGS; who has left has no rank."""
    for row in evening.standings():
        faction = evening.state.event.entrants[row.player].faction
        rank = "" if row.rank is None else row.rank
        yield (rank, *_player_columns(evening, row.player), faction, row.points, row.tiebreak)


def game_rows(evening: PublicEvening) -> Iterator[tuple[Json, ...]]:
    """Rows with the columns of GAMES: a row for each player of each finished round, byes among them."""
    replays = {(replay.number, replay.pair): replay.game for replay in evening.replays}
    for drawn in evening.state.event.drawn:
        for game in evening.games(drawn.number):
            for side, points in zip(game.sides or (), evening.state.event.game_points(game), strict=True):
                opponent, replay = game.other(side.player), replays.get((game.number, game.pair), "")
                seat = (
                    game.number,
                    game.table,
                    *_player_columns(evening, side.player),
                    *_player_columns(evening, opponent),
                )
                yield (*seat, side.lost, points, "game", replay)
        for player in drawn.byes:
            bye_points = evening.state.event.scoring.bye_points
            yield (drawn.number, "", *_player_columns(evening, player), "", "", "", bye_points, "bye", "")


def team_rows(evening: PublicEvening) -> Iterator[tuple[Json, ...]]:
    """Rows with the columns of TEAMS; players are named as everywhere on these pages."""
    for row in evening.team_standings():
        yield row.rank, row.team, row.points, row.scored, SEVERAL.join(evening.list_team(row.team))


TableRows = Callable[[PublicEvening], Iterator[tuple[Json, ...]]]
# the tables of an evening, by name: the columns and the rows
TABLES: Mapping[str, tuple[tuple[str, ...], TableRows]] = MappingProxyType(
    {"standings": (STANDINGS, standing_rows), "games": (GAMES, game_rows), "teams": (TEAMS, team_rows)}
)


def _player_columns(evening: PublicEvening, player: str) -> tuple[int, str]:
    return evening.number(player), evening.called(player)


def _evening_json(evening: PublicEvening) -> dict[str, Json]:
    state = evening.state
    settings = state.sign_up.settings
    return {
        "number": evening.id,
        "title": evening.title,
        "day": evening.day,
        "place": state.publicity.place,
        "schedule": [to_plain(round_times) for round_times in times(state.schedule)],
        "sign_up": {"open": settings.open, "places": settings.places, "taken": taken_places(state)},
        "over": state.over,
        "cancelled": state.settings.cancelled is not None,
        "rounds": evening.rounds_played,
        "standings": [dict(zip(STANDINGS, row, strict=True)) for row in standing_rows(evening)],
        "teams": [dict(zip(TEAMS, row, strict=True)) for row in team_rows(evening)],
        "prizes": [
            {"place": place, "prize": prize, "winners": list(winners)} for place, prize, winners in evening.prizes()
        ],
        "games": [dict(zip(GAMES, row, strict=True)) for row in game_rows(evening)],
    }


MARKER = "tablecam-club.json"


def site_of(
    engine: Engine,
    books: Catalogue,
    first: str,
    today: str,
    live: LivePages | None,
    identity: ClubIdentity = ClubIdentity(),  # noqa: B008 - it cannot change
) -> ClubSite:
    """The pages of every event of a database, and of the league that was begun last, under the club's own name."""
    store = TournamentStore(engine)
    clubs, replays = EventRegistry(store).readable_events(), ReleasedReplays(engine, books)
    return read_site(clubs, last_league(engine), folders_of(first), today, live, replays, identity)


def last_league(engine: Engine) -> League | None:
    """The league that was begun last; None where there is none."""
    store = LeagueStore(engine)
    listed = store.list_logs()
    return StoredLeague(store, listed[-1].id).league() if listed else None


def publish_club(site: ClubSite, folder: Path) -> list[str]:
    """Writes the folder; the names of its files. BadFile for a folder that holds something else."""
    files = all_files(site)
    write_own_folder(folder, MARKER, {}, files)
    return list(files)


def files_for_programs_in(site: ClubSite) -> dict[str, bytes]:
    """The files for other programs, in the language that the site begins with."""
    with speaking(translations(site.languages[0][0])):
        return files_for_programs(site)


def all_files(site: ClubSite) -> dict[str, bytes]:
    """Every file of the folder by its path, in every language."""
    files = files_for_programs_in(site)
    if site.league_site:
        files |= {f"{LEAGUE}/{path}": text.encode() for path, text in league_files(site.league_site).items()}
    for language, _below in site.languages:
        with speaking(translations(language)):
            files |= {f"{site.folder}{path}": make().encode() for path, make in site_pages(site).items()}
    return files
