"""The club's pages as files for other programs: JSON and CSV, with the names that players agree to publish.

Column names and codes are the same in every language. A player is named by a number of the evening: the ID of an
event is made from a name.
"""

import json
from collections.abc import Iterator

from tablecam.club.event.export import csv_text
from tablecam.club.site.club_site import CALENDAR, JSON_FILE, ClubSite
from tablecam.club.site.evening_body import evening_files
from tablecam.club.site.evening_calendar import club_calendar
from tablecam.club.site.public_evening import PublicEvening
from tablecam.club.tournament.schedule import times
from tablecam.club.tournament.scoring import BYE_POINTS
from tablecam.club.tournament.signing_up import taken_places
from tablecam.rules.plain import Json, to_plain

MARK = "club"  # no text: what the file is of
STANDINGS = ("rank", "player", "name", "faction", "points", "tiebreak")
GAMES = ("round", "table", "player", "name", "opponent", "opponent_name", "lost", "points", "kind", "replay")


def files_for_programs(site: ClubSite) -> dict[str, bytes]:
    """The calendar, the JSON, and the CSV files of each evening, by name."""
    files = {
        CALENDAR: club_calendar(site.title, site.evenings),
        JSON_FILE: site_json(site).encode(),
    }
    for evening in site.evenings:
        if evening.rounds_played:
            standings, games = evening_files(evening)
            files[standings] = csv_text(STANDINGS, standing_rows(evening)).encode()
            files[games] = csv_text(GAMES, game_rows(evening)).encode()
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
            yield (drawn.number, "", *_player_columns(evening, player), "", "", "", BYE_POINTS, "bye", "")


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
        "rounds": evening.rounds_played,
        "standings": [dict(zip(STANDINGS, row, strict=True)) for row in standing_rows(evening)],
        "games": [dict(zip(GAMES, row, strict=True)) for row in game_rows(evening)],
    }
