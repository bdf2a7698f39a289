"""The published page of a season's records: who against whom, factions, tables, dice, and how long games took."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import localise_decimals
from tablecam.club.league.page_frame import Cell, facts, heading, paragraph, picture, table
from tablecam.club.league.person_page import (
    BAND_PX,
    DOT_PX,
    FOOT_PX,
    PAD_PX,
    ROW_PX,
    TEXT_PX,
    WIDTH_PX,
    bar,
    drawing,
    results_column,
    words,
)
from tablecam.club.season.evening import LeagueGame
from tablecam.club.season.league import League
from tablecam.club.season.records import (
    BAND,
    STEP_MIN,
    WinRecord,
    faction_pairs,
    factions_in,
    head_to_heads,
    lengths_of,
    lucks,
    table_records,
)
from tablecam.club.season.state import PAGE, Season, public_name
from tablecam.game.replay.board_svg import GRID, INK, SIDES, SOFT, STONE
from tablecam.table.measure import svg

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


# Records of a season as SVG: shares as bars, luck beside what was to be expected, and games by their length.
#
# A table or a fact beside each says the same.

TALL_PX, ABOVE_PX, GAP = 200.0, 30.0, 0.12
# room for the shortest bar of a number that is not nothing
LEAST_PX = 2.0

Row = TypeVar("Row")


@dataclass(frozen=True)
class ShareBar:
    """A row: what it is, its share from 0 to 1, and the share in words."""

    label: str
    share: float
    says: str


@dataclass(frozen=True)
class LuckDot:
    """A row: who, passes more than expected, and how many more or fewer 95 of 100 cases have; 0 if nobody knows."""

    label: str
    more: float
    within: float
    says: str


def shares_svg(title: str, rows: Sequence[ShareBar]) -> str:
    """A bar for each share, and a line at one half."""
    height = PAD_PX + len(rows) * ROW_PX
    half = WIDTH_PX / 2
    body = []
    for row, top, middle in _place_rows(rows):
        right = PAD_PX + (WIDTH_PX - 2 * PAD_PX) * row.share
        body += [bar(PAD_PX, max(right, PAD_PX + LEAST_PX), middle, SIDES[1]), *_label_row(top, row.label, row.says)]
        body.append(svg.line([(half, middle - BAND_PX - 3), (half, middle + BAND_PX + 3)], stroke=INK))
    return drawing(title, height, body)


def luck_svg(title: str, rows: Sequence[LuckDot]) -> str:
    """A dot for each person's luck on the band in which 95 of 100 cases lie; the line is what was to be expected."""
    height = PAD_PX + len(rows) * ROW_PX
    far = max(1.0, *(max(abs(row.more), row.within) for row in rows))

    def across(more: float) -> float:
        return WIDTH_PX / 2 + (WIDTH_PX / 2 - PAD_PX - DOT_PX) * more / far

    body = []
    for row, top, middle in _place_rows(rows):
        body += [bar(across(-row.within), across(row.within), middle)] if row.within else []
        body += [
            svg.line([(across(0), middle - BAND_PX - 3), (across(0), middle + BAND_PX + 3)], stroke=INK),
            svg.circle((across(row.more), middle), DOT_PX, fill=SIDES[1]),
            *_label_row(top, row.label, row.says),
        ]
    return drawing(title, height, body)


def steps_svg(title: str, steps: Sequence[tuple[str, int]]) -> str:
    """A column for each step with its number above and its name below."""
    most = max(1, *(number for _name, number in steps))
    bottom, wide = TALL_PX - FOOT_PX, (WIDTH_PX - 2 * PAD_PX) / len(steps)
    body = [svg.line([(PAD_PX, bottom), (WIDTH_PX - PAD_PX, bottom)], stroke=GRID)]
    for column, (name, number) in enumerate(steps):
        left, right = PAD_PX + wide * (column + GAP), PAD_PX + wide * (column + 1 - GAP)
        top = bottom - (bottom - ABOVE_PX) * number / most
        middle = (left + right) / 2
        fill = SIDES[1] if number else STONE
        body.append(svg.area([[(left, top), (right, top), (right, bottom), (left, bottom)]], fill=fill))
        body.append(words((middle, top - 6), str(number), "middle", INK))
        # no wider than the column, or they would run into each other
        if column % _columns_per_name(len(steps)) == 0:
            body.append(words((middle, TALL_PX - 8), name, "middle", SOFT))
    return drawing(title, TALL_PX, body)


def _columns_per_name(columns: int) -> int:
    """The number of columns that share a name."""
    return max(1, round(columns * 3 * TEXT_PX / (WIDTH_PX - 2 * PAD_PX)))


def _place_rows(rows: Sequence[Row]) -> list[tuple[Row, float, float]]:
    return [(row, PAD_PX + index * ROW_PX, PAD_PX + (index + 1) * ROW_PX - 14) for index, row in enumerate(rows)]


def _label_row(top: float, label: str, says: str) -> list[str]:
    return [
        words((PAD_PX, top + TEXT_PX), label, "start", INK),
        words((WIDTH_PX - PAD_PX, top + TEXT_PX), says, "end", INK),
    ]


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
        ShareBar(name, _points_share(record), localise_decimals(f"{100 * _points_share(record):.0f} %"))
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
            Cell(localise_decimals(f"{record.apart:.1f}")),
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
        more = localise_decimals(f"{luck.passed - expected:+.1f}".replace("-", "−"))
        within = BAND * (luck.variance_thousandths / 1000) ** 0.5
        dots.append(LuckDot(site.called(person), luck.passed - expected, within, more))
        name = Cell(site.called(person), f"{PEOPLE}/{person}.html", "person")
        counted = (str(luck.rolled), str(luck.passed), localise_decimals(f"{expected:.1f}"), more)
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
            (_("Median"), _("{minutes} minutes", minutes=localise_decimals(f"{lengths.middle:g}"))),
            (_("Longest"), _("{minutes} minutes", minutes=lengths.longest)),
        ]
    )


def _format_results(record: WinRecord) -> str:
    return f"{record.won}–{record.drawn}–{record.lost}"
