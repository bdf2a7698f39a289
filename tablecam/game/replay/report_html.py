"""The HTML of a battle report, part by part. All input is text, and is escaped in this module and nowhere else."""

import base64
import hashlib
import html
from collections.abc import Iterable, Mapping, Sequence

from tablecam.base.i18n import Message, current_language
from tablecam.base.i18n import gettext as _
from tablecam.game.dice_statistics import Luck
from tablecam.game.replay.report_theme import THEMES, theme_choice
from tablecam.game.replay.statistics_charts import StatisticsChart
from tablecam.rules.books.views import GameResultView, SideResult

# no text
RULES = """
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 52rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.45 system-ui, "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums lining-nums; }
h1 { margin: 0 0 0.25rem; font-size: 2rem; line-height: 1.15; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 0.5rem; padding-bottom: 0.25rem; border-bottom: 2px solid var(--ink); font-size: 1.4rem; }
h3 { margin: 1rem 0 0.25rem; font-size: 1.0625rem; }
p, li, td, th { overflow-wrap: anywhere; }
.themes { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0 0 1rem; padding: 0; border: 0; color: var(--soft); }
.themes label { display: flex; align-items: center; gap: 0.4rem; min-height: 44px; }
.themes input { width: 1.25rem; height: 1.25rem; accent-color: var(--ink); }
.soft { color: var(--soft); }
.verdict { margin: 1rem 0; font-size: 1.35rem; font-weight: 600; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; margin: 0.5rem 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.3rem 0.6rem 0.3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.number { text-align: right; white-space: nowrap; }
figure { margin: 1rem 0; break-inside: avoid; }
figure svg { display: block; width: 100%; height: auto; max-height: 90vh; }
figcaption { color: var(--soft); }
ol { padding-left: 1.75rem; }
li { margin: 0.3rem 0; }
li b { font-weight: 600; }
.dice summary { min-height: 44px; padding: 0.6rem 0; cursor: pointer; }
.help summary { display: inline-grid; place-items: center; width: 48px; height: 48px; border: 1px solid var(--line);
  border-radius: 0.6rem; font-size: 1.3rem; font-weight: 600; cursor: pointer; list-style: none; }
.taken { margin: 0.5rem 0; padding-left: 0.75rem; border-left: 3px solid var(--line); color: var(--soft); }
.rolls { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 0 2rem; }
.rolls ul { margin: 0; padding: 0; list-style: none; }
.rolls li { margin: 0.15rem 0; }
.code { display: inline-block; min-width: 2.2rem; font-weight: 600; }
.side-0 { color: var(--a); }
.side-1 { color: var(--b); }
.over { font-weight: 600; }
@page { margin: 14mm; }
@media print {
  .help { display: none; }
  .themes { display: none; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  section.turn { break-before: page; }
  h2, h3 { break-after: avoid; }
  figure svg { max-height: 150mm; }
  tr, li { break-inside: avoid; }
}
"""
STYLE = THEMES + RULES
# The file's rights, wherever it is opened: use this style sheet, and show images that it carries. No script runs,
# not even one that found its way into a name, and no server is asked for anything.
POLICY = (
    # no text
    f"default-src 'none'; style-src 'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'; "
    "img-src data:; base-uri 'none'; form-action 'none'"
)
KEY = Message(
    "Broken outlines: where a model stood before; arrows: their ways; crosses: models that fell; numbers at the edges: "
    "inches."
)
HELP = (
    Message("Every turn is a chapter: what happened, and a drawing of the table at its end."),
    Message("“Every roll of this turn” opens the dice with their sums and the clauses of the rulebook."),
    Message("The browser’s own search finds a name or a word, and its print command prints the report."),
    Message("The report is one file: keep it, send it, open it anywhere. It asks no other computer for anything."),
)
EMBLEMS = ("●", "◆", "■", "▲")


def html_page(title: str, body: Iterable[str]) -> str:
    """The complete file."""
    return (
        f'<!DOCTYPE html>\n<html lang="{escaped(current_language())}">\n<head>\n<meta charset="utf-8">\n'
        # before everything that the policy applies to
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        # a browser asks for an icon unless the page names one
        '<link rel="icon" href="data:,">\n'
        f"<title>{escaped(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"{theme_choice()}{''.join(body)}</body>\n</html>\n"
    )


def head(title: str, date: str, tags: Mapping[str, str], game: str) -> str:
    """The players, the date, and the header's other tags."""
    facts = {_("Date"): date, _("Game"): game, **tags}
    rows = "".join(f"<dt>{escaped(key)}</dt><dd>{escaped(value)}</dd>" for key, value in facts.items() if value)
    return f"<header><h1>{escaped(title)}</h1><dl>{rows}</dl>{_help_box()}</header>\n"


def _help_box() -> str:
    """A question mark that opens the help; without a script, and not printed."""
    answers = "".join(f"<li>{escaped(str(answer))}</li>" for answer in HELP)
    label = escaped(_("What can be done here?"))
    return (
        f'<details class="help"><summary aria-label="{label}" title="{label}">?</summary><ul>{answers}</ul></details>'
    )


def outcome(sides: Mapping[str, str], forces: Mapping[str, str], result: GameResultView | None) -> str:
    """The result of each side, and the winner; empty if the rulebook has no result."""
    if result is None:
        return ""
    titles = "".join(f"<th>{escaped(title)}</th>" for title in (_("Side"), _("Force")))
    titles += "".join(f'<th class="number">{escaped(column.title)}</th>' for column in result.columns)
    marks = {seat: side(number, name) for number, (seat, name) in enumerate(sides.items())}
    rows = "".join(_side_row(marks[row.seat], row, forces, result) for row in result.sides if row.seat in marks)
    card = f"<p>{escaped(result.tournament.text)}.</p>" if result.tournament and result.reason else ""
    return (
        f'<p class="verdict">{escaped(_verdict_text(result))}</p>{card}'
        f'<div class="scroll"><table><thead><tr>{titles}'
        f"</tr></thead><tbody>{rows}</tbody></table></div>\n"
    )


def _side_row(mark: str, row: SideResult, forces: Mapping[str, str], result: GameResultView) -> str:
    texts = (escaped(row.cells.get(column.key, "")) for column in result.columns)
    cells = "".join(f'<td class="number">{text}</td>' for text in texts)
    return f"<tr><td>{mark}</td><td>{escaped(forces[row.seat])}</td>{cells}</tr>"


def _verdict_text(result: GameResultView) -> str:
    if not result.reason:
        return f"{result.headline}."
    return _("{headline}: {reason}.", headline=result.headline, reason=result.reason)


def rolls(
    sides: Mapping[str, str], people: Mapping[str, str], names: Mapping[str, str], codes: Mapping[str, str]
) -> str:
    """The models that took part, with their codes in the drawings."""
    lists = "".join(
        f"<div><h3>{side(number, name)}</h3>{_roll_list(seat, people, names, codes)}</div>"
        for number, (seat, name) in enumerate(sides.items())
    )
    title = escaped(_("Models in the game"))
    return f'<section><h2>{title}</h2><div class="rolls">{lists}</div></section>\n'


def _roll_list(seat: str, people: Mapping[str, str], names: Mapping[str, str], codes: Mapping[str, str]) -> str:
    rows = "".join(
        f'<li><span class="code">{escaped(codes.get(model, ""))}</span> {escaped(names[model])}</li>'
        for model, side_id in people.items()
        if side_id == seat
    )
    return f"<ul>{rows}</ul>"


def turn(
    title: str,
    sentences: Sequence[tuple[str, str]],
    taken: Sequence[tuple[str, Sequence[str]]],
    drawing: tuple[str, Sequence[str]],
) -> str:
    """One turn: its drawing, its events, and the lines taken back."""
    picture, says = drawing
    figure = (
        f"<figure>{picture}<figcaption>{escaped(' '.join((*says, str(KEY))))}</figcaption></figure>" if picture else ""
    )
    lines = "".join(f"<li><b>{escaped(name)}:</b> {escaped(text)}.</li>" for name, text in sentences)
    taken_back = "".join(_taken_back(why, texts) for why, texts in taken if texts)
    return f'<section class="turn"><h2>{escaped(title)}</h2>{figure}<ol>{lines}</ol>{taken_back}</section>\n'


def _taken_back(why: str, texts: Sequence[str]) -> str:
    head = escaped(_("Taken back ({why}):", why=why))
    return f'<p class="taken">{head} <s>{escaped("; ".join(texts))}</s></p>'


def dice(rolls: Iterable[tuple[str, Sequence[str]]]) -> str:
    """The rolls of a turn, folded away: each with its sum and its clauses."""
    rows = "".join(
        f'<li>{escaped(text)} <span class="soft">[{escaped("; ".join(clauses))}]</span></li>' for text, clauses in rolls
    )
    if not rows:
        return ""
    summary = escaped(_("Every roll of this turn, with its clauses"))
    return f'<details class="dice"><summary>{summary}</summary><ul>{rows}</ul></details>\n'


def statistics(sides: Mapping[str, str], rows: Sequence[tuple[str, Luck]]) -> str:
    """Shots, hits and every other kind of roll, thrown beside expected. rows: each with the name of its check."""
    if not rows:
        return ""
    marks = {seat: side(number, name) for number, (seat, name) in enumerate(sides.items())}
    body = "".join(_luck_row(marks.get(row.seat, ""), called, row) for called, row in rows)
    explained = _(
        "Rolls that passed, and how many were to be expected of the same rolls. The last column says in how many games "
        "out of a hundred the dice do at least so well, or so badly."
    )
    titles = "".join(f"<th>{escaped(title)}</th>" for title in (_("Side"), _("Roll")))
    numbers = (_("Rolled"), _("Passed"), _("Expected"), _("Luck"), _("Chance"))
    titles += "".join(f'<th class="number">{escaped(number)}</th>' for number in numbers)
    title = _("The dice")
    return (
        f'<section class="turn"><h2>{escaped(title)}</h2><p class="soft">{escaped(explained)}</p>'
        f'<div class="scroll"><table><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table></div></section>\n'
    )


def _luck_row(mark: str, called: str, row: Luck) -> str:
    good, bad = f"{100 * row.so_good:.0f}", f"{100 * row.so_bad:.0f}"
    chance = _("so good: {percent} %", percent=good) if row.luck >= 0 else _("so bad: {percent} %", percent=bad)
    figures = (row.rolled, row.passed, f"{float(row.expected):.1f}", f"{float(row.luck):+.1f}".replace("-", "−"))
    cells = "".join(f'<td class="number">{figure}</td>' for figure in (*figures, chance))
    name = _("all rolls") if row.name == "all" else called
    row_class = ' class="over"' if row.name == "all" else ""
    return f"<tr{row_class}><td>{mark}</td><td>{escaped(name)}</td>{cells}</tr>"


def charts(found: Iterable[StatisticsChart]) -> str:
    """The charts of the statistics, each with its table."""
    return "".join(
        f'<section class="turn"><h2>{escaped(chart.title)}</h2><p class="soft">{escaped(chart.text)}</p>'
        f"{f'<figure>{chart.svg}</figure>{_chart_table(chart)}' if chart.rows else ''}</section>\n"
        for chart in found
    )


def _chart_table(chart: StatisticsChart) -> str:
    heads = "".join(f'<th scope="col" class="number">{escaped(column)}</th>' for column in chart.columns[1:])
    rows = "".join(
        f'<tr><th scope="row">{escaped(label)}</th>{_table_cells(numbers)}</tr>' for label, *numbers in chart.rows
    )
    head = f'<thead><tr><th scope="col">{escaped(chart.columns[0])}</th>{heads}</tr></thead>'
    return f'<div class="scroll"><table>{head}<tbody>{rows}</tbody></table></div>'


def _table_cells(numbers: Iterable[str]) -> str:
    return "".join(f'<td class="number">{escaped(number)}</td>' for number in numbers)


def side(number: int, name: str) -> str:
    """A side by shape, colour and name."""
    return f'<span class="side-{number % 4}">{EMBLEMS[number % 4]}</span> {escaped(name)}'


def escaped(text: object) -> str:
    """Text for HTML, attributes included."""
    return html.escape(str(text))
