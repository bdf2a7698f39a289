"""The published page of a season's records: who against whom, factions, tables, dice, and how long games took."""

from collections.abc import Iterator, Sequence

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import in_figures
from tablecam.club.league.league_site import PEOPLE, LeagueSite
from tablecam.club.league.page_frame import Cell, facts, heading, paragraph, picture, table
from tablecam.club.league.person_page import results_column
from tablecam.club.league.record_plots import LuckDot, ShareBar, luck_svg, shares_svg, steps_svg
from tablecam.club.season.evening import LeagueGame
from tablecam.club.season.people import PAGE
from tablecam.club.season.ratings import BAND
from tablecam.club.season.records import WinRecord, factions_in
from tablecam.club.season.season_records import STEP_MIN, faction_pairs, head_to_heads, lengths_of, lucks, table_records
from tablecam.club.season.state import Season

NOTHING = "number soft"  # no text: classes of the style sheet
Pairs = dict[tuple[str, str], WinRecord]


def records_body(site: LeagueSite, season: Season) -> Iterator[str]:
    """The page without its frame."""
    games = [game for _date, game in season.games()]
    yield heading(_("Records"), 1)
    yield paragraph(season.rules.title)
    if not games:
        yield paragraph(_("No game of the season counts yet."))
        return
    yield from _head_to_head_section(site, games)
    yield from _factions_section(games)
    yield from _tables_section(games)
    yield from _luck_section(site, games)
    yield from _lengths_section(games)


def _head_to_head_section(site: LeagueSite, games: Sequence[LeagueGame]) -> Iterator[str]:
    among = [person for person in site.league.state.people if site.shows(person, PAGE)]
    met = head_to_heads(games, among)
    people = [person for person in among if any(person in pair for pair in met)]
    if not people:
        return
    yield heading(_("Head-to-head results"))
    yield paragraph(_("Games won, drawn and lost by players who let their games be published."), "soft")
    yield _cross_table(people, met, {person: site.called(person) for person in people}, f"{PEOPLE}/{{}}.html")


def _cross_table(rows: Sequence[str], records: Pairs, called: dict[str, str], link: str = "") -> str:
    """A table of all against all; the columns have the numbers of the rows."""
    numbers = [Cell(str(position), says=called[name]) for position, name in enumerate(rows, 1)]
    columns = [Cell("#"), Cell(_("Against"), kind="person"), *numbers]
    return table(
        columns, (_cross_row(position, row, rows, records, called, link) for position, row in enumerate(rows, 1))
    )


def _cross_row(
    position: int, row: str, columns: Sequence[str], records: Pairs, called: dict[str, str], link: str
) -> list[Cell]:
    met = [records.get((row, column)) for column in columns]
    cells = [Cell(_format_results(record) if record else "·", kind="number" if record else NOTHING) for record in met]
    return [Cell(str(position)), Cell(called[row], link.format(row), "person"), *cells]


def _factions_section(games: Sequence[LeagueGame]) -> Iterator[str]:
    records = factions_in(games)
    if not records:
        return
    yield heading(_("Factions"))
    yield paragraph(
        _("Games between two players of the same faction are left out. The bar shows the share of the points."), "soft"
    )
    bars = [
        ShareBar(name, _points_share(record), in_figures(f"{100 * _points_share(record):.0f} %"))
        for name, record in records.items()
    ]
    yield picture(shares_svg(_("The share of the points that each faction has won"), bars))
    columns = [Cell(_("Faction"), kind="person"), Cell(_("Games")), results_column(), Cell(_("Points"))]
    yield table(columns, (_faction_row(name, record) for name, record in records.items()))
    names = list(records)
    yield paragraph(_("Each faction against every other faction: games won, drawn and lost."), "soft")
    yield _cross_table(names, faction_pairs(games), {name: name for name in names})


def _faction_row(name: str, record: WinRecord) -> list[Cell]:
    points = f"{record.points} : {record.against}"
    return [Cell(name, kind="person"), Cell(str(record.games)), Cell(_format_results(record)), Cell(points)]


def _points_share(record: WinRecord) -> float:
    total = record.points + record.against
    return record.points / total if total else 0.0


def _tables_section(games: Sequence[LeagueGame]) -> Iterator[str]:
    tables = table_records(games)
    if not tables:
        return
    yield heading(_("Tables"))
    yield paragraph(
        _("Margin: the average difference in points between the two sides. Minutes: also an average."), "soft"
    )
    titles = (_("Table"), _("Games"), _("Draws"), _("Margin"), _("Minutes"))
    rows = (
        [
            Cell(str(record.table)),
            Cell(str(record.games)),
            Cell(str(record.drawn)),
            Cell(in_figures(f"{record.apart:.1f}")),
            Cell("–" if record.minutes is None else f"{record.minutes:.0f}"),
        ]
        for record in tables
    )
    yield table([Cell(title) for title in titles], rows)


def _luck_section(site: LeagueSite, games: Sequence[LeagueGame]) -> Iterator[str]:
    among = [person for person in site.league.state.people if site.shows(person, PAGE)]
    luck_by_person = lucks(games, among)
    if not luck_by_person:
        return
    yield heading(_("Dice in tracked games"))
    explained = _(
        "The log of a tracked game has the exact odds of every roll. The line shows the expected result, the "
        "dot the actual one. In 95 of 100 cases the dot lies on the bar."
    )
    yield paragraph(explained, "soft")
    dots, rows = [], []
    for person, luck in luck_by_person.items():
        expected = luck.expected_thousandths / 1000
        more = in_figures(f"{luck.passed - expected:+.1f}".replace("-", "−"))
        within = BAND * (luck.variance_thousandths / 1000) ** 0.5
        dots.append(LuckDot(site.called(person), luck.passed - expected, within, more))
        name = Cell(site.called(person), f"{PEOPLE}/{person}.html", "person")
        counted = (str(luck.rolled), str(luck.passed), in_figures(f"{expected:.1f}"), more)
        rows.append([name, *map(Cell, counted)])
    yield picture(luck_svg(_("Passes more or fewer than expected"), dots))
    titles = (_("Rolled"), _("Passed"), _("Expected"), _("Luck"))
    yield table([Cell(_("Player"), kind="person"), *map(Cell, titles)], rows)


def _lengths_section(games: Sequence[LeagueGame]) -> Iterator[str]:
    lengths = lengths_of(games)
    if lengths is None:
        return
    yield heading(_("Length of games"))
    steps = [(f"{minute}–{minute + STEP_MIN - 1}", number) for minute, number in lengths.steps]
    yield picture(steps_svg(_("Games by their length in minutes"), steps))
    yield facts(
        [
            (_("Games"), str(lengths.games)),
            (_("Shortest"), _("{minutes} minutes", minutes=lengths.shortest)),
            (_("Median"), _("{minutes} minutes", minutes=in_figures(f"{lengths.middle:g}"))),
            (_("Longest"), _("{minutes} minutes", minutes=lengths.longest)),
        ]
    )


def _format_results(record: WinRecord) -> str:
    return f"{record.won}–{record.drawn}–{record.lost}"
