"""Rosters as players paste them: a line for each model or unit, with its options behind it or in lines below.

++ Harbour Watch [150 pts] ++
Watch Captain (40 pts): Sabre, Commander
3x Constable [51 pts]
  - Truncheon
"""

import re
from dataclasses import dataclass, field

from tablecam.base.i18n import Message, listing
from tablecam.storage.rosters.roster_list import RosterBuilder, RosterList, clean_name, show
from tablecam.storage.rosters.selections import MODEL, UNIT, UPGRADE, Selection, add_selections

MOST_LINES = 2000
# longer lines are prose
LONGEST, MOST_WORDS = 160, 14

BULLET = re.compile(r"([-•*·◦▪‣–—>]|\+(?!\+))\s+")
TITLE = re.compile(r"(?:\+\+|#+|==+|\*\*)\s*(.*?)\s*(?:\+\+|#+|==+|\*\*)?")
POINTS = re.compile(
    r"[\[(]?\s*(\d{1,5})\s*(?:points?|pts?\.?|punkte)(?!\w)\s*(each|ea\.?|apiece|je)?\s*[\])]?", re.IGNORECASE
)
COUNT = re.compile(r"(?:(\d{1,4})\s*[x×]?\s+|(\d{1,4})\s*[x×]|[x×]\s*(\d{1,4})\s+)(?=\S)", re.IGNORECASE)
COUNT_AFTER = re.compile(r"\s*(?:\(\s*[x×]?\s*(\d{1,4})\s*\)|\s[x×]\s*(\d{1,4})|\s(\d{1,4})[x×])$", re.IGNORECASE)
OPTIONS = re.compile(r"\s*(?::|\s-\s|\s–\s|\bw/|\bwith\b|\bmit\b)\s*(.*)$", re.IGNORECASE)
PART = re.compile(r"\s*[,;+&]\s*")
NO_MODEL = re.compile(r"\s*(?:total|sum|gesamt|created|exported|powered|https?:|www\.)", re.IGNORECASE)


@dataclass
class _PastedLine:
    """A line of the text. depth: its indentation, bullets deeper than none."""

    number: int
    depth: int
    text: str
    parts: list["_PastedLine"] = field(default_factory=list)


def read_pasted(name: str, text: str) -> RosterList:
    """The roster in a text."""
    builder = RosterBuilder()
    headings: list[str] = []
    roots = _nest_lines(_list_lines(text, builder, headings))
    if len(roots) == 1 and len(roots[0].parts) > 1 and not COUNT.match(roots[0].text):
        # a single line over all others is the title
        builder.name = builder.name or _strip_points(roots[0].text)
        roots = roots[0].parts
    selections = [selection for root in roots if (selection := _read_line(root, builder))]
    add_selections(builder, tuple(selections))
    if headings:
        builder.lose(Message("headings were passed over: {headings}", headings=listing(headings[:20])))
    return builder.build(name)


def _list_lines(text: str, builder: RosterBuilder, headings: list[str]) -> list[_PastedLine]:
    """The lines with models or options; titles and headings go where they belong."""
    rows = text.expandtabs(4).splitlines()
    if len(rows) > MOST_LINES:
        builder.lose(Message("lines after line {n} were left out", n=MOST_LINES))
    lines: list[_PastedLine] = []
    for number, row in enumerate(rows[:MOST_LINES], 1):
        words = row.strip()
        stands_alone = not (builder.name or headings or lines) and number < len(rows) and not rows[number].strip()
        if title := _find_title(words, stands_alone):
            if builder.name:
                headings.append(show(title))
            builder.name = builder.name or _strip_points(title)
        elif _is_heading(words):
            headings.append(show(words.rstrip(":")))
        elif len(words) > LONGEST or NO_MODEL.match(words):
            builder.lose(_not_understood(number, words))
        elif any(letter.isalnum() for letter in words):
            lines.append(_make_line(number, row))
    return lines


def _make_line(number: int, row: str) -> _PastedLine:
    words = row.strip()
    bullet = BULLET.match(words)
    depth = 2 * (len(row) - len(row.lstrip())) + (1 if bullet else 0)
    return _PastedLine(number, depth, words[bullet.end() :] if bullet else words)


def _find_title(words: str, stands_alone: bool) -> str:
    """The title that a line holds; empty for any other line. stands_alone: first, with an empty line below."""
    marked = TITLE.fullmatch(words)
    if marked and marked[1]:
        return marked[1]
    return words if stands_alone and not BULLET.match(words) and not COUNT.match(words) else ""


def _is_heading(words: str) -> bool:
    plain = any(map(str.isalpha, words)) and not BULLET.match(words) and not any(letter.isdigit() for letter in words)
    return plain and (words.isupper() or words.endswith(":"))


def _nest_lines(lines: list[_PastedLine]) -> list[_PastedLine]:
    roots: list[_PastedLine] = []
    stack: list[_PastedLine] = []
    for line in lines:
        while stack and stack[-1].depth >= line.depth:
            stack.pop()
        (stack[-1].parts if stack else roots).append(line)
        stack.append(line)
    return roots


def _read_line(line: _PastedLine, builder: RosterBuilder, inner: bool = False) -> Selection | None:
    """The selection of a line and those below it; None, and a loss, for a line without a name."""
    points_match = POINTS.search(line.text)
    points = int(points_match[1]) if points_match else 0
    words, options = _split_options(clean_name(POINTS.sub(" ", line.text, count=1)))
    words, count = _split_count(words)
    if not any(letter.isalpha() for letter in words) or len(words.split()) > MOST_WORDS:
        builder.lose(_not_understood(line.number, line.text))
        return None
    has_models = any(inner_line.parts for inner_line in line.parts)
    parts = [part_read for inner_line in line.parts if (part_read := _read_line(inner_line, builder, inner=True))]
    kind = UPGRADE if inner and not line.parts else UNIT if has_models else MODEL
    total = points * count if points_match and points_match[2] else points
    upgrades = [Selection(option, UPGRADE, 1, 0) for option in options]
    return Selection(words.strip(" .,-–*"), kind, count, total, (*upgrades, *parts))


def _split_options(words: str) -> tuple[str, list[str]]:
    """The words before a colon, a dash or `with`, and the options behind it."""
    match = OPTIONS.search(words)
    if not match:
        return words, []
    return words[: match.start()], [option for option in PART.split(match[1]) if option.strip()]


def _split_count(words: str) -> tuple[str, int]:
    """The words without a number before or after them, and the number; 1 where there is none."""
    if before := COUNT.match(words):
        return words[before.end() :], int(next(filter(None, before.groups())))
    if after := COUNT_AFTER.search(words):
        return words[: after.start()], int(next(filter(None, after.groups())))
    return words, 1


def _strip_points(title: str) -> str:
    return clean_name(POINTS.sub(" ", title)).strip(" -–|,") or clean_name(title)


def _not_understood(number: int, words: str) -> Message:
    return Message("line {line} was not understood: {words}", line=number, words=show(words))
