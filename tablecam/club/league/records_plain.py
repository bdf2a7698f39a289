"""The records of a season as plain data for other programs. paged: the people who let their games be published."""

from collections.abc import Callable

from tablecam.club.season.league import League
from tablecam.club.season.records import factions_in
from tablecam.club.season.season_records import head_to_heads, lengths_of, lucks, table_records
from tablecam.club.season.state import Season
from tablecam.rules.plain import Json, to_plain


def records_as_plain(league: League, season: Season, paged: Callable[[str], bool]) -> dict[str, Json]:
    """{"head_to_head": [..], "factions": {..}, "tables": [..], "luck": {..}, "lengths": {..} or null}; as the pages."""
    games = [game for _date, game in season.games()]
    among = [person for person in league.state.people if paged(person)]
    met = head_to_heads(games, among)
    return {
        "head_to_head": [{"person": one, "opponent": two, **to_plain(record)} for (one, two), record in met.items()],
        "factions": {name: to_plain(record) for name, record in factions_in(games).items()},
        "tables": [to_plain(each) for each in table_records(games)],
        "luck": {person: to_plain(luck) for person, luck in lucks(games, among).items()},
        "lengths": to_plain(lengths_of(games)),
    }
