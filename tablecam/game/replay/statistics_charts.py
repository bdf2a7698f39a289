"""What was counted of games, in words and pictures: each chart with the table that says the same."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import in_figures
from tablecam.base.lengths import figures, in_unit, marked, short, with_sign
from tablecam.game.replay.chart_svg import Bar, bars_svg
from tablecam.game.replay.game_statistics import BAND, STRETCH_IN, STRETCHES, Kind, Rolls, Statistics
from tablecam.rules.books.catalogue import Catalogue

# what a check of a rulebook is called
Titled = Callable[[Kind], str]


@dataclass(frozen=True)
class StatisticsChart:
    """A picture and its table. key: a code; text: how to read it; columns and rows: of text, the first a heading.

    svg and rows are empty where nothing of the kind is recorded; the text says why.
    """

    key: str
    title: str
    text: str
    svg: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def title_by(books: Catalogue) -> Titled:
    """The words of the rulebooks for their checks."""

    def titled(kind: Kind) -> str:
        return str(books.book(kind.game).phrases.check(kind.name))

    return titled


def charts(counted: Statistics, titled: Titled, sides: Mapping[str, str] | None = None) -> list[StatisticsChart]:
    """The charts of what was counted; those that would be empty are left out, or say why they are.

    sides: of one game, what its seats are called, in order.
    """
    called = sides or {}
    found = [_checks(counted, titled, called), _faces(counted), _shots(counted), _ways(counted, called)]
    return [chart for chart in found if chart.rows or not chart.svg]


def _checks(counted: Statistics, titled: Titled, sides: Mapping[str, str]) -> StatisticsChart:
    seats = [*sides]
    rows = [
        (_label_check(sides, kind.seat, titled(kind)), rolls, seats.index(kind.seat) if kind.seat in seats else None)
        for kind, rolls in sorted(counted.rolls.items(), key=lambda item: _place(item[0].seat, seats))
        if rolls.most
    ]
    title = _("Rolls against what was to be expected")
    return StatisticsChart(
        "rolls", title, _how_to_read(), bars_svg(title, [_share(*row) for row in rows], _per_cent),
        (_("Roll"), *_numbers()), tuple((label, *_figures(rolls)) for label, rolls, _side in rows),
    )  # fmt: skip


def _faces(counted: Statistics) -> StatisticsChart:
    rows = []
    for die, faces in counted.faces.items():
        for face in range(die.first, die.last + 1):
            rolls = Rolls()
            rolls.add(faces[face], die.chances(), faces.total())
            rows.append((_("{die}: {face}", die=die.name, face=face), rolls))
    title = _("Faces of the dice")
    return StatisticsChart(
        "faces", title, _how_to_read(), bars_svg(title, [_share(label, rolls) for label, rolls in rows], _per_cent),
        (_("Face"), _("Rolled"), _("Came up"), _("Expected"), _("Band")),
        tuple((label, *_figures(rolls)) for label, rolls in rows),
    )  # fmt: skip


def _shots(counted: Statistics) -> StatisticsChart:
    rows = [(_stretch(stretch), rolls) for stretch, rolls in sorted(counted.shots.items())]
    title = _("Shots by range, with their hits")
    if not rows and counted.rolls and counted.unaimed == counted.games:
        return StatisticsChart("shots", title, _not_recorded(), "", (), ())
    text = f"{_how_to_read()} {_some_not_recorded()}" if counted.unaimed else _how_to_read()
    return StatisticsChart(
        "shots", title, text, bars_svg(title, [_share(label, rolls) for label, rolls in rows], _per_cent),
        (_("Range"), _("Shots"), _("Hits"), _("Expected"), _("Band")),
        tuple((label, *_figures(rolls)) for label, rolls in rows),
    )  # fmt: skip


def _ways(counted: Statistics, called: Mapping[str, str]) -> StatisticsChart:
    seats = [*called]
    rows = sorted(counted.walked.items(), key=lambda item: (_place(item[0].seat, seats), -item[1]))
    title = _("Ways walked")
    sides = [seats.index(who.seat) if who.seat in seats else None for who, _far_in in rows]
    bars = [Bar(who.name, in_unit(far_in), side=side) for (who, far_in), side in zip(rows, sides, strict=True)]
    return StatisticsChart(
        "ways", title, _("How far each model went, from one measured place to the next."),
        bars_svg(title, bars, with_sign),
        (_("Model"), _("Side"), _("Way")),
        tuple((who.name, called.get(who.seat, who.seat), str(marked(far_in))) for who, far_in in rows),
    )  # fmt: skip


def _share(label: str, rolls: Rolls, side: int | None = None) -> Bar:
    """Rolls in per cent of what they could have come to, so that many and few stand side by side."""
    each = 100 / rolls.most
    low, high = rolls.band()
    return Bar(label, rolls.scored * each, rolls.expected * each, (low * each, high * each), side)


def _figures(rolls: Rolls) -> tuple[str, ...]:
    low, high = rolls.band()
    outside = "" if low <= rolls.scored <= high else " !"
    return str(rolls.rolled), f"{rolls.scored}{outside}", in_figures(f"{rolls.expected:.1f}"), f"{low}–{high}"


def _numbers() -> tuple[str, ...]:
    return _("Rolled"), _("Passed"), _("Expected"), _("Band")


def _how_to_read() -> str:
    return _(
        "The stroke is what was to be expected; in {percent} games out of 100 the bar ends inside the pale band. What "
        "lies outside is marked with a !.",
        percent=round(100 * BAND),
    )


def _not_recorded() -> str:
    return _("Not recorded: the rolls of this rulebook do not say who is shot at, so no shot has a range.")


def _some_not_recorded() -> str:
    return _("Games of rulebooks whose rolls do not say who is shot at are not in it.")


def _stretch(stretch: int) -> str:
    low = stretch * STRETCH_IN
    if stretch == STRETCHES - 1:
        return _("over {low}", low=short(low))
    return _("{low} to {high}", low=figures(low, 0), high=short(low + STRETCH_IN))


def _per_cent(number: str) -> str:
    return f"{number} %"


def _label_check(sides: Mapping[str, str], seat: str, title: str) -> str:
    return _("{side}: {check}", side=sides.get(seat, seat), check=title) if seat else title


def _place(seat: str, seats: Sequence[str]) -> int:
    return seats.index(seat) if seat in seats else len(seats)
