"""A person's published page: places, games, opponents, factions, and rating and luck where there are any."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from tablecam.base.i18n import Message, localise_decimals
from tablecam.base.i18n import gettext as _
from tablecam.club.league.page_frame import Cell, facts, heading, picture, table
from tablecam.club.league.rating_plots import days_svg, rating_text
from tablecam.club.season.evening import LeagueGame
from tablecam.club.season.league import League
from tablecam.club.season.records import PersonRating, WinRecord, head_to_head, luck_of, own_factions
from tablecam.club.season.season_table import SeasonRow

WON, DRAWN, LOST = Message("won"), Message("drawn"), Message("lost")


def results_column() -> Cell:
    """The head of the column of games won, drawn and lost."""
    return Cell(_("W–D–L"), says=_("games won, drawn and lost"))


def person_body(
    league: League,
    person: str,
    called: Callable[[str], str],
    rated: PersonRating | None,
    links: Mapping[str, str],
    rows: Sequence[tuple[str, SeasonRow]],
) -> Iterator[str]:
    """The page without its frame. rated: None where it is not published; links: to the pages of others.

    rows: the person's line in the table of each season, with the season's name.
    """
    yield heading(called(person), 1)
    yield from _seasons_section(rows)
    if rated:
        yield heading(_("Rating"))
        yield facts([(_("Rating"), rating_text(rated.now)), (_("Games"), str(rated.games))])
        yield picture(days_svg(_("The rating after each day of games, with its uncertainty"), rated.days))
        columns = [Cell(_("Date"), kind=""), Cell(_("Rating"))]
        yield table(columns, ([Cell(day.date, kind="date"), Cell(rating_text(day))] for day in rated.days))
    yield from _luck_section(league, person)
    against = [
        (Cell(called(opponent), links.get(opponent, ""), "person"), record)
        for opponent, record in head_to_head(league.state, person).items()
    ]
    yield from _records_section(_("Opponents"), _("Opponent"), against)
    by_faction = [(Cell(name, kind="person"), record) for name, record in own_factions(league.state, person).items()]
    yield from _records_section(_("Factions"), _("Faction"), by_faction)
    games = [(date, game) for date, game in league.state.games() if person in game.people]
    if games:
        yield heading(_("Games"))
        left = [Cell(title, kind="") for title in (_("Date"), _("Opponent"), _("Result"))]
        right = [Cell(title, kind="") for title in (_("Faction"), _("Faction of the opponent"))]
        columns = [*left, Cell(_("Points")), *right]
        yield table(columns, (_game_row(date, game, person, called, links) for date, game in reversed(games)))


def _seasons_section(rows: Sequence[tuple[str, SeasonRow]]) -> Iterator[str]:
    titles = (_("Season"), _("Division"), _("Place"), _("Points"), _("Evenings"))
    columns = [
        *(Cell(title, kind="" if column < 2 else "number") for column, title in enumerate(titles)),
        results_column(),
    ]
    yield table(columns, (_season_row(title, row) for title, row in reversed(rows)))


def _season_row(title: str, row: SeasonRow) -> list[Cell]:
    place = "–" if row.rank is None else str(row.rank)
    numbers = (place, str(row.points), str(len(row.evenings)), f"{row.won}–{row.drawn}–{row.lost}")
    return [Cell(title, kind=""), Cell(row.division or "–", kind=""), *map(Cell, numbers)]


def _luck_section(league: League, person: str) -> Iterator[str]:
    luck = luck_of(league.state, person)
    if luck is None:
        return
    expected = luck.expected_thousandths / 1000
    more = f"{luck.passed - expected:+.1f}".replace("-", "−")
    yield heading(_("Dice in tracked games"))
    yield facts(
        [
            (_("Rolled"), str(luck.rolled)),
            (_("Passed"), str(luck.passed)),
            (_("Expected"), localise_decimals(f"{expected:.1f}")),
            (_("Luck"), localise_decimals(more)),
        ]
    )


def _records_section(title: str, what: str, records: Sequence[tuple[Cell, WinRecord]]) -> Iterator[str]:
    if not records:
        return
    yield heading(title)
    columns = [Cell(what, kind="person"), Cell(_("Games")), results_column(), Cell(_("Points"))]
    rows = (
        [
            name,
            Cell(str(record.games)),
            Cell(f"{record.won}–{record.drawn}–{record.lost}"),
            Cell(f"{record.points} : {record.against}"),
        ]
        for name, record in records
    )
    yield table(columns, rows)


def _game_row(
    date: str, game: LeagueGame, person: str, called: Callable[[str], str], links: Mapping[str, str]
) -> list[Cell]:
    own, opponent = game.seen_by(person)
    result = WON if own.points > opponent.points else LOST if own.points < opponent.points else DRAWN
    return [
        Cell(date, kind="date"),
        Cell(called(opponent.person), links.get(opponent.person, ""), ""),
        Cell(str(result), kind=""),
        Cell(f"{own.points} : {opponent.points}"),
        Cell(own.faction or "–", kind=""),
        Cell(opponent.faction or "–", kind=""),
    ]
