"""A battle report: one self-contained HTML file, to be read on any screen and printed.

    report(past.view_as(WHOLE), "2026-11-20")

All typed text is escaped, and the file contains no script and asks no server for anything.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from markupsafe import Markup

from tablecam.base.i18n import InContext, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.base.templates import render
from tablecam.game.chess_clock import clocks_text, find_clock
from tablecam.game.dice_statistics import luck
from tablecam.game.hosting.log_view import match_title
from tablecam.game.log import AnswerLine, GameLine, reason_text
from tablecam.game.replay.board_svg import LEAST_WAY_IN, TablePicture, Turn, length, picture_svg, turn_svg
from tablecam.game.replay.game_statistics import Chapter, chapters, count, iterate_measured_positions, ways
from tablecam.game.replay.highlights import Highlights, Loss, NotableRoll, find_fallen, find_highlights, find_result
from tablecam.game.replay.photographs import Photographs, frame_models, make_data_address
from tablecam.game.replay.report_theme import POLICY, STYLE, theme_choice
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.game.replay.statistics_charts import charts
from tablecam.game.transcript import read_aloud, sentence
from tablecam.rules.books.side_names import force_name, force_tag, player_tag, title_sides
from tablecam.rules.plain import Json

MONTHS = (
    InContext("month of a date", "January"), InContext("month of a date", "February"),
    InContext("month of a date", "March"), InContext("month of a date", "April"), InContext("month of a date", "May"),
    InContext("month of a date", "June"), InContext("month of a date", "July"), InContext("month of a date", "August"),
    InContext("month of a date", "September"), InContext("month of a date", "October"),
    InContext("month of a date", "November"), InContext("month of a date", "December"),
)  # fmt: skip


# more pictures of losses would make a file that no messenger takes
MOST_MOMENTS = 6


def report(
    known: SeatHistory, date: str, codes: Mapping[str, str] | None = None, photographs: Photographs | None = None
) -> str:
    """The report of a game as far as a role may know it. date: in words. codes: the short names on the board.

    photographs: those that the same role may see; by default none.
    """
    game, header = known.game, known.game.log.header
    people = game.phrases.people(game.get_state(1))
    codes = codes or assign_codes(people, header.seats)
    sides = {seat: str(known.log_view.names(seat)) for seat in header.seats}
    titles = title_sides(header.seats, header.tags)
    photographs, highlights = photographs or Photographs(known), find_highlights(known)
    portraits = photographs.cut_portraits(people)
    return render(
        "tablecam/game/replay/battle_report.jinja",
        policy=POLICY,
        style=Markup(STYLE),
        theme_choice=Markup(theme_choice()),
        title=match_title(titles.values()),
        facts={_("Date"): date, _("Game"): str(game.book.title), **_describe_clocks(known), **_other_tags(header)},
        seats=header.seats,
        sides=sides,
        forces=name_forces(known),
        result=find_result(known),
        highlights=describe_highlights(known, highlights),
        portraits={model: make_data_address(jpeg) for model, jpeg in portraits.items()},
        moments=list(_list_moments(known, highlights, codes, photographs)),
        people=people,
        names={model: str(known.log_view.names(model)) for model in people},
        codes=codes,
        turns=[_describe_turn(known, chapter, codes, photographs) for chapter in chapters(known)],
        luck=[(game.phrases.check(row.name), row) for row in luck(known.log)],
        charts=charts(count(known), lambda kind: str(game.phrases.check(kind.name)), sides),
    )


def name_forces(known: SeatHistory) -> dict[str, str]:
    """The force of each seat, or the seat's name if the log names none."""
    header = known.game.log.header
    return {seat: force_name(seat, header.tags) for seat in header.seats}


def _describe_clocks(known: SeatHistory) -> dict[str, str]:
    """The time that the players had left at the end; nothing for a game without clocks."""
    clock = find_clock(known.game.log, 0.0)
    return {_("Players’ clocks"): clocks_text(clock.left_s, known.log_view.names)} if clock else {}


def _other_tags(header: GameLine) -> dict[str, str]:
    """The log's tags besides forces and players, which stand at their sides."""
    side_tags = {tag(seat) for seat in header.seats for tag in (force_tag, player_tag)}
    return {tag: value for tag, value in header.tags.items() if tag not in side_tags}


def day(begun: str) -> str:
    """The date of an ISO time in words: 20 November 2026; empty for none."""
    if not begun:
        return ""
    moment = datetime.fromisoformat(begun)
    return _("{day} {month} {year}", day=moment.day, month=MONTHS[moment.month - 1], year=moment.year)


def assign_codes(people: Mapping[str, str], sides: Sequence[str]) -> dict[str, str]:
    """A short name for each model: A1, A2, B1 .."""
    model_counts = dict.fromkeys((*sides, *people.values()), 0)
    letters = {side: chr(ord("A") + number % 26) for number, side in enumerate(model_counts)}
    codes = {}
    for model, side in people.items():
        model_counts[side] += 1
        codes[model] = f"{letters[side]}{model_counts[side]}"
    return codes


def describe_highlights(known: SeatHistory, highlights: Highlights) -> list[dict[str, Json]]:
    """The turning point, the best and the worst roll for a page: title, line, turn and words; those that there are."""
    rows: list[tuple[str, Loss | NotableRoll | None]] = [
        (_("Turning point"), highlights.turning_point),
        (_("Best roll"), highlights.best_roll),
        (_("Worst roll"), highlights.worst_roll),
    ]
    return [_describe_highlight(known, title, moment) for title, moment in rows if moment]


def _describe_highlight(known: SeatHistory, title: str, moment: Loss | NotableRoll) -> dict[str, Json]:
    chance = moment.chance if isinstance(moment, NotableRoll) else None
    return {
        "title": title,
        "line": moment.number,
        "turn": known.game.book.turn_title(known.turns[moment.number - 1]),
        "text": str(known.lines[moment.number - 1]["text"]),
        "chance": "" if chance is None else _("a chance of {percent} %", percent=f"{100 * float(chance):.0f}"),
    }


def _list_moments(
    known: SeatHistory, highlights: Highlights, codes: Mapping[str, str], photographs: Photographs
) -> Iterator[dict[str, object]]:
    """The losses with a picture of that second: some of them, spread over the game, and the turning point."""
    losses = highlights.losses
    shown = {index * len(losses) // MOST_MOMENTS for index in range(MOST_MOMENTS)}
    for index, loss in enumerate(losses):
        if index in shown or loss is highlights.turning_point:
            picture = _draw_moment(known, loss, codes, photographs)
            if picture:
                yield {"picture": Markup(picture), **_describe_highlight(known, "", loss)}


def _draw_moment(known: SeatHistory, loss: Loss, codes: Mapping[str, str], photographs: Photographs) -> str:
    """The surroundings of the models that were lost; empty if there is no photograph of them."""
    photograph = photographs.open_at(loss.number)
    box = frame_models(photograph.snapshot, loss.models) if photograph else None
    if photograph is None or box is None:
        return ""
    address = make_data_address(photograph.cut_box(box))
    title, sides = str(known.lines[loss.number - 1]["text"]), known.game.log.header.seats
    return picture_svg(TablePicture(address, box, photograph.snapshot, codes, sides, loss.models, title))


def _draw_photograph(known: SeatHistory, chapter: Chapter, codes: Mapping[str, str], photographs: Photographs) -> str:
    """The last photograph of a turn, with the models that are in play marked; empty if there is none."""
    photograph = photographs.open_at(chapter.last)
    if photograph is None:
        return ""
    out, title = find_fallen(known, chapter.last), known.game.book.turn_title(chapter.turn)
    standing = {model: code for model, code in codes.items() if model not in out}
    address, sides = make_data_address(photograph.jpeg), known.game.log.header.seats
    return picture_svg(TablePicture(address, photograph.box, photograph.snapshot, standing, sides, frozenset(), title))


def _describe_turn(
    known: SeatHistory, chapter: Chapter, codes: Mapping[str, str], photographs: Photographs
) -> dict[str, object]:
    """A turn for the template: its events with their headings, its rolls, and the acts taken back in it."""
    game, wording = known.game, known.game.book.wording_with(known.log_view.names)
    numbers = known.log.list_lines_since(max(2, chapter.first), chapter.last + 1)
    drawing, captions = _draw_turn(known, chapter, codes)
    return {
        "title": game.book.turn_title(chapter.turn),
        "drawing": Markup(drawing),  # its texts are escaped
        "captions": captions,
        "photograph": Markup(_draw_photograph(known, chapter, codes, photographs)),
        "sentences": [
            (wording.titled(name), sentence(clauses))
            for name, clauses in read_aloud(game.system, known.log, numbers, wording)
            if clauses
        ],
        "undone": list(_list_undone(known, chapter)),
        "rolls": list(_list_rolls(known, chapter)),
    }


def _list_rolls(known: SeatHistory, chapter: Chapter) -> Iterator[tuple[str, list[str]]]:
    """Each roll of the turn with its sum, and the clauses that it and its modifiers rest on."""
    for number in known.log.since(max(2, chapter.first), chapter.last + 1):
        line = known.lines[number - 1]
        if isinstance(known.log[number], AnswerLine) and line["clause"]:
            reasons = known.log_view.reasons(number)
            added = [f"{reason['why']}: {reason['clause']}" for reason in reasons if reason["clause"]]
            yield str(line["text"]), [str(line["clause"]), *added]


def _list_undone(known: SeatHistory, chapter: Chapter) -> Iterator[tuple[str, list[str]]]:
    for number in range(chapter.first, chapter.last + 1):
        if struck := known.log.gone.get(number):
            lines = [known.lines[struck_line - 1] for struck_line in struck]
            texts = [str(line["text"]) for line in lines if line["kind"] in ("answer", "event", "correction")]
            why = str(known.log_view.view.lines[number - 1].get("why", ""))
            yield reason_text(why, known.game.log.header.seats, known.log_view.names), texts


def _draw_turn(known: SeatHistory, chapter: Chapter, codes: Mapping[str, str]) -> tuple[str, list[str]]:
    """The drawing of a turn with its caption; empty if no position was measured."""
    final = known.snapshot(chapter.last)
    if final is None:
        return "", []
    initial = known.snapshot(max(1, chapter.first - 1)) or next(iterate_measured_positions(known, chapter), final)
    fallen, already_fallen = find_fallen(known, chapter.last), find_fallen(known, max(1, chapter.first - 1))
    sides, title = known.game.log.header.seats, known.game.book.turn_title(chapter.turn)
    turn = Turn(initial, final, ways(known, chapter), fallen - already_fallen, already_fallen, codes, sides, title)
    moved_count = sum(length(path) >= LEAST_WAY_IN for model, path in turn.ways.items() if model in codes)
    fallen_names = [f"{codes.get(model, model)} {known.log_view.names(model)}" for model in sorted(turn.fell)]
    captions = [ngettext("{n} model moved.", "{n} models moved.", moved_count)]
    return turn_svg(turn), [
        *captions,
        _("Fell: {models}.", models=join_items(fallen_names)),
    ] if fallen_names else captions
