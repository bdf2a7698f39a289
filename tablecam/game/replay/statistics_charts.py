"""Statistics of games in words and drawings: each chart with its table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import localise_decimals
from tablecam.base.lengths import convert_to_unit, figures, format_length, short, with_sign
from tablecam.game.replay.chart_svg import Bar, bars_svg
from tablecam.game.replay.game_statistics import BAND, STRETCH_IN, STRETCHES, Kind, Rolls, Statistics
from tablecam.rules.books.catalogue import Catalogue

# returns the name of a rulebook's check
Titled = Callable[[Kind], str]


@dataclass(frozen=True)
class StatisticsChart:
    """A drawing and its table. key: a code; text: how to read it; columns and rows: of text, the first a heading.

    svg and rows are empty if nothing of the kind is recorded; the text says why.
    """

    key: str
    title: str
    text: str
    svg: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def make_titler(books: Catalogue) -> Titled:
    """A function that names a check in the words of its rulebook."""

    def titled(kind: Kind) -> str:
        return str(books.book(kind.game).phrases.check(kind.name))

    return titled


def charts(counted: Statistics, titled: Titled, sides: Mapping[str, str] | None = None) -> list[StatisticsChart]:
    """The charts of some statistics; empty ones are left out, or say why they are empty.

    sides: the names of the seats of one game, in order.
    """
    called = sides or {}
    all_charts = [
        _chart_checks(counted, titled, called),
        _chart_faces(counted),
        _chart_shots(counted),
        _chart_paths(counted, called),
    ]
    return [chart for chart in all_charts if chart.rows or not chart.svg]


def _chart_checks(counted: Statistics, titled: Titled, sides: Mapping[str, str]) -> StatisticsChart:
    seats = [*sides]
    rows = [
        (_label_check(sides, kind.seat, titled(kind)), rolls, seats.index(kind.seat) if kind.seat in seats else None)
        for kind, rolls in sorted(counted.rolls.items(), key=lambda item: _seat_place(item[0].seat, seats))
        if rolls.most
    ]
    title = _("Rolls compared with expectation")
    return StatisticsChart(
        "rolls", title, _reading_help(), bars_svg(title, [_share_bar(*row) for row in rows], _percent_text),
        (_("Roll"), *_number_titles()), tuple((label, *_figure_cells(rolls)) for label, rolls, _side in rows),
    )  # fmt: skip


def _chart_faces(counted: Statistics) -> StatisticsChart:
    rows = []
    for die, faces in counted.faces.items():
        for face in range(die.first, die.last + 1):
            rolls = Rolls()
            rolls.add(faces[face], die.chances(), faces.total())
            rows.append((_("{die}: {face}", die=die.name, face=face), rolls))
    title = _("Faces of the dice")
    return StatisticsChart(
        "faces", title, _reading_help(),
        bars_svg(title, [_share_bar(label, rolls) for label, rolls in rows], _percent_text),
        (_("Face"), _("Rolled"), _("Came up"), _("Expected"), _("Band")),
        tuple((label, *_figure_cells(rolls)) for label, rolls in rows),
    )  # fmt: skip


def _chart_shots(counted: Statistics) -> StatisticsChart:
    rows = [(_stretch_label(stretch), rolls) for stretch, rolls in sorted(counted.shots.items())]
    title = _("Shots by range, with their hits")
    if not rows and counted.rolls and counted.unaimed == counted.games:
        return StatisticsChart("shots", title, _missing_text(), "", (), ())
    text = f"{_reading_help()} {_partial_text()}" if counted.unaimed else _reading_help()
    return StatisticsChart(
        "shots", title, text, bars_svg(title, [_share_bar(label, rolls) for label, rolls in rows], _percent_text),
        (_("Range"), _("Shots"), _("Hits"), _("Expected"), _("Band")),
        tuple((label, *_figure_cells(rolls)) for label, rolls in rows),
    )  # fmt: skip


def _chart_paths(counted: Statistics, called: Mapping[str, str]) -> StatisticsChart:
    seats = [*called]
    rows = sorted(counted.walked.items(), key=lambda item: (_seat_place(item[0].seat, seats), -item[1]))
    title = _("Distance moved")
    sides = [seats.index(who.seat) if who.seat in seats else None for who, _far_in in rows]
    bars = [Bar(who.name, convert_to_unit(far_in), side=side) for (who, far_in), side in zip(rows, sides, strict=True)]
    return StatisticsChart(
        "ways", title, _("The distance that each model moved, between measured positions."),
        bars_svg(title, bars, with_sign),
        (_("Model"), _("Side"), _("Distance")),
        tuple((who.name, called.get(who.seat, who.seat), str(format_length(far_in))) for who, far_in in rows),
    )  # fmt: skip


def _share_bar(label: str, rolls: Rolls, side: int | None = None) -> Bar:
    """Rolls in per cent of their highest possible total, so that many and few stand side by side."""
    percent = 100 / rolls.most
    low, high = rolls.band()
    return Bar(label, rolls.scored * percent, rolls.expected * percent, (low * percent, high * percent), side)


def _figure_cells(rolls: Rolls) -> tuple[str, ...]:
    low, high = rolls.band()
    outside = "" if low <= rolls.scored <= high else " !"
    return str(rolls.rolled), f"{rolls.scored}{outside}", localise_decimals(f"{rolls.expected:.1f}"), f"{low}–{high}"


def _number_titles() -> tuple[str, ...]:
    return _("Rolled"), _("Passed"), _("Expected"), _("Band")


def _reading_help() -> str:
    return _(
        "The line marks the expected result. In {percent} games out of 100 the bar ends inside the pale band. "
        "A bar that ends outside it is marked with a !.",
        percent=round(100 * BAND),
    )


def _missing_text() -> str:
    return _("Not recorded: the rolls of this rulebook do not name the target, so no shot has a range.")


def _partial_text() -> str:
    return _("Games are left out if their rulebook’s rolls do not name the target.")


def _stretch_label(stretch: int) -> str:
    low = stretch * STRETCH_IN
    if stretch == STRETCHES - 1:
        return _("over {low}", low=short(low))
    return _("{low} to {high}", low=figures(low, 0), high=short(low + STRETCH_IN))


def _percent_text(number: str) -> str:
    return f"{number} %"


def _label_check(sides: Mapping[str, str], seat: str, title: str) -> str:
    return _("{side}: {check}", side=sides.get(seat, seat), check=title) if seat else title


def _seat_place(seat: str, seats: Sequence[str]) -> int:
    return seats.index(seat) if seat in seats else len(seats)
