"""A person's published page: places, games, opponents, factions, and rating and luck where there are any."""

import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tablecam.base.i18n import Message, localise_decimals
from tablecam.base.i18n import gettext as _
from tablecam.club.league.page_frame import Cell, facts, heading, picture, table
from tablecam.club.season.evening import LeagueGame
from tablecam.club.season.league import League
from tablecam.club.season.records import PersonRating, RatedDay, WinRecord, head_to_head, luck_of, own_factions
from tablecam.club.season.season_table import SeasonRow
from tablecam.game.replay.board_svg import GRID, INK, LIGHT, SIDES, SOFT, STONE
from tablecam.table.measure import svg

# Ratings as SVG: everybody's with its band, and one person's over the season. A table beside each says the same.
#
# They are narrow, so that their words can be read on a phone.

WIDTH_PX, PAD_PX, ROW_PX, FOOT_PX = 400.0, 12.0, 46.0, 26.0
# room for the numbers of the scale beside the days
SCALE_PX, TALL_PX = 34.0, 240.0
TEXT_PX, DOT_PX, BAND_PX = 15.0, 5.0, 6.0
# a scale has at most this many intervals, and is marked at multiples of one of these
STRETCHES = 6
STEPS = (1, 2, 5, 10, 20, 50, 100)


@dataclass(frozen=True)
class RatingBand:
    """A row: who it is, and the rating as it stands."""

    label: str
    day: RatedDay


@dataclass(frozen=True)
class Scale:
    """Numbers along a line: what it runs from and to, and where its marks are."""

    low: float
    high: float
    marks: tuple[int, ...]

    def share(self, value: float) -> float:
        """The position of a number, 0 at the beginning and 1 at the end."""
        return (value - self.low) / (self.high - self.low)


def rating_text(day: RatedDay) -> str:
    """A rating with its uncertainty, in the language of the reader: `31.2 ± 9.8`."""
    return f"{localise_decimals(f'{day.mu:.1f}')} ± {localise_decimals(f'{day.within:.1f}')}"


def scale_over(days: Sequence[RatedDay]) -> Scale:
    """A scale that holds every band, with marks at round numbers."""
    low, high = min(day.at_least for day in days), max(day.mu + day.within for day in days)
    step = next((step for step in STEPS if (high - low) / step <= STRETCHES), STEPS[-1])
    first, last = int(low // step) * step, int(-(-high // step)) * step
    return Scale(first, last, tuple(range(first, last + 1, step)))


def bands_svg(title: str, rows: Sequence[RatingBand]) -> str:
    """Everybody's rating: a dot on a broad bar, within which the strength is in 95 of 100 cases."""
    scale = scale_over([row.day for row in rows])
    height = PAD_PX + len(rows) * ROW_PX + FOOT_PX

    def across(value: float) -> float:
        return PAD_PX + (WIDTH_PX - 2 * PAD_PX) * scale.share(value)

    body = [svg.line([(across(mark), PAD_PX), (across(mark), height - FOOT_PX)], stroke=GRID) for mark in scale.marks]
    body += [words((across(mark), height - 8), str(mark), "middle", SOFT) for mark in scale.marks]
    for number, row in enumerate(rows):
        top = PAD_PX + number * ROW_PX
        middle = top + ROW_PX - 14
        body += [
            bar(across(row.day.at_least), across(row.day.mu + row.day.within), middle),
            svg.circle((across(row.day.mu), middle), DOT_PX, fill=SIDES[1]),
            words((PAD_PX, top + TEXT_PX), row.label, "start", INK),
            words((WIDTH_PX - PAD_PX, top + TEXT_PX), rating_text(row.day), "end", INK),
        ]
    return drawing(title, height, body)


def days_svg(title: str, days: Sequence[RatedDay]) -> str:
    """One person's rating after each day of games, with its band around it."""
    scale = scale_over(days)
    right, bottom = WIDTH_PX - PAD_PX, TALL_PX - FOOT_PX
    left = SCALE_PX + PAD_PX

    def along(number: int) -> float:
        return left + (right - left) * (number / (len(days) - 1) if len(days) > 1 else 0.5)

    def up(value: float) -> float:
        return bottom - (bottom - PAD_PX) * scale.share(value)

    upper = [(along(number), up(day.mu + day.within)) for number, day in enumerate(days)]
    lower = [(along(number), up(day.at_least)) for number, day in enumerate(days)]
    middle = [(along(number), up(day.mu)) for number, day in enumerate(days)]
    if len(days) == 1:
        upper, lower = (
            [(x + shift, y) for shift in (-8.0, 8.0) for x, y in upper],
            [(x + shift, y) for shift in (-8.0, 8.0) for x, y in lower],
        )
    body = [svg.area([[*upper, *reversed(lower)]], fill=STONE)]
    body += [svg.line([(left, up(mark)), (right, up(mark))], stroke=GRID) for mark in scale.marks]
    body += [words((SCALE_PX, up(mark) + TEXT_PX / 3), str(mark), "end", SOFT) for mark in scale.marks]
    body += [svg.line(middle, stroke=SIDES[1], stroke_width=2.0)] if len(days) > 1 else []
    body += [svg.circle(at, DOT_PX, fill=SIDES[1]) for at in middle]
    body.append(words((left, TALL_PX - 6), days[0].date, "start", SOFT))
    body += [words((right, TALL_PX - 6), days[-1].date, "end", SOFT)] if len(days) > 1 else []
    return drawing(title, TALL_PX, body)


def bar(left: float, right: float, middle: float, fill: str = STONE) -> str:
    """A broad bar."""
    corners = [(left, middle - BAND_PX), (right, middle - BAND_PX), (right, middle + BAND_PX), (left, middle + BAND_PX)]
    return svg.area([corners], fill=fill)


def words(at: tuple[float, float], text: str, anchor: str, colour: str) -> str:
    """Words in a drawing."""
    place = f'x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{TEXT_PX:g}" text-anchor="{anchor}"'  # no text
    return f'<text {place} fill="{colour}">{html.escape(text)}</text>'


def drawing(title: str, height: float, body: Sequence[str]) -> str:
    """A drawing with its title; narrow, so that its words can be read on a phone."""
    return (
        # no text
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH_PX:g} {height:g}" width="{WIDTH_PX:g}" '
        f'height="{height:g}" role="img" font-family="system-ui, DejaVu Sans, sans-serif">'
        f"<title>{html.escape(title)}</title>"
        f'<rect width="{WIDTH_PX:g}" height="{height:g}" fill="{LIGHT}"/>{"".join(body)}</svg>'
    )


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
    own_side, opponent = game.seen_by(person)
    result = WON if own_side.points > opponent.points else LOST if own_side.points < opponent.points else DRAWN
    return [
        Cell(date, kind="date"),
        Cell(called(opponent.person), links.get(opponent.person, ""), ""),
        Cell(str(result), kind=""),
        Cell(f"{own_side.points} : {opponent.points}"),
        Cell(own_side.faction or "–", kind=""),
        Cell(opponent.faction or "–", kind=""),
    ]
