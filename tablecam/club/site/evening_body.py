"""The page of an evening: standings, and every finished round with its results."""

from collections.abc import Iterator

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import listed
from tablecam.club.league.league_site import PEOPLE
from tablecam.club.league.page_frame import Cell, facts, heading, link_line, paragraph, table
from tablecam.club.site.club_site import LEAGUE, ClubSite, replay_page
from tablecam.club.site.public_evening import PublicEvening
from tablecam.club.tournament.standings import StandingRow
from tablecam.club.tournament.state import TournamentGame
from tablecam.game.replay.battle_report import day as day_in_words


def evening_body(site: ClubSite, evening: PublicEvening) -> Iterator[str]:
    """The page without its frame."""
    yield heading(evening.title, 1)
    yield facts(_evening_facts(evening))
    yield heading(_("Final standings") if evening.state.over else _("Standings"))
    yield _standings_table(site, evening)
    for drawn in reversed(evening.state.event.drawn):
        yield heading(_("Round {round}", round=drawn.number))
        yield _round_table(evening, drawn.number)
        if drawn.byes:
            yield paragraph(_("Bye: {players}", players=listed([evening.called(player) for player in drawn.byes])))
    yield heading(_("For other programs"))
    for name in evening_files(evening):
        yield link_line(name, f"{site.root}{name}", "soft")


def evening_files(evening: PublicEvening) -> tuple[str, str]:
    """The CSV files of an evening."""
    return f"evening-{evening.id}-standings.csv", f"evening-{evening.id}-games.csv"


def _evening_facts(evening: PublicEvening) -> Iterator[tuple[str, str]]:
    if evening.day:
        yield _("When"), day_in_words(evening.day)
    if evening.state.publicity.place:
        yield _("Where"), evening.state.publicity.place
    yield _("Players"), str(len(evening.state.event.entrants))
    played, planned = evening.rounds_played, evening.state.event.rounds or 0
    yield _("Rounds"), str(played) if played >= planned else _("{played} of {rounds}", played=played, rounds=planned)


def _standings_table(site: ClubSite, evening: PublicEvening) -> str:
    titles = (_("Points"), _("Tie-break"))
    columns = [Cell(_("Place")), Cell(_("Player"), kind="person"), Cell(_("Faction"), kind=""), *map(Cell, titles)]
    return table(columns, (_standing_row(site, evening, row) for row in evening.standings()))


def _standing_row(site: ClubSite, evening: PublicEvening, row: StandingRow) -> list[Cell]:
    return [
        Cell("–" if row.rank is None else str(row.rank)),
        _player_cell(site, evening, row.player),
        Cell(evening.state.event.entrants[row.player].faction or "–", kind=""),
        Cell(str(row.points)),
        Cell(str(row.tiebreak)),
    ]


def _player_cell(site: ClubSite, evening: PublicEvening, player: str) -> Cell:
    """The player, with a way to the page of the person where there is one."""
    person, root = evening.people.get(player), site.root
    link = f"{root}{LEAGUE}/{site.folder}{PEOPLE}/{person}.html" if person else ""
    return Cell(evening.called(player), link, "person")


def _round_table(evening: PublicEvening, number: int) -> str:
    replays = {(replay.number, replay.pair): replay.game for replay in evening.replays}
    columns = [Cell(_("Table")), Cell(_("Player"), kind=""), Cell(_("Result")), Cell(_("Player"), kind="")]
    columns += [Cell(_("Replay"), kind="")] if any(played == number for played, _pair in replays) else []
    games = evening.games(number)
    return table(columns, (_game_row(evening, game, replays.get((number, game.pair)), len(columns)) for game in games))


def _game_row(evening: PublicEvening, game: TournamentGame, replay: int | None, columns: int) -> list[Cell]:
    player, opponent = game.pair
    result = " : ".join(map(str, evening.state.event.game_points(game))) or "–"
    cells = [
        Cell(str(game.table)),
        Cell(evening.called(player), kind=""),
        Cell(result),
        Cell(evening.called(opponent), kind=""),
        Cell(_("Replay") if replay else "", replay_page(replay) if replay else "", "way"),
    ]
    return cells[:columns]
