"""The frame of a published page: head, style, ways to other pages. No script; what comes in is text, escaped here."""

import base64
import hashlib
import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tablecam.base.i18n import current_language
from tablecam.base.i18n import gettext as _
from tablecam.game.replay.report_theme import THEMES, theme_choice

# no text
RULES = """
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.45 system-ui, "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums lining-nums; }
h1 { margin: 0.5rem 0 0.25rem; font-size: 2rem; line-height: 1.15; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.4rem; }
p, li { overflow-wrap: anywhere; }
a { color: var(--b); }
nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; border-bottom: 2px solid var(--ink); }
nav a, nav b { display: inline-flex; align-items: center; min-height: 44px; }
nav .languages { display: flex; gap: 0 1rem; margin-inline-start: auto; }
.themes { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 2rem 0 0; padding: 0; border: 0; color: var(--soft); }
.themes label { display: flex; align-items: center; gap: 0.4rem; min-height: 44px; }
.themes input { width: 1.25rem; height: 1.25rem; accent-color: var(--ink); }
.soft { color: var(--soft); }
/* a shade at an edge says that a table goes on there; paper that moves with the table covers it at the end */
.scroll { overflow-x: auto; background:
  linear-gradient(90deg, var(--paper) 50%, transparent) left / 2rem 100% no-repeat local,
  linear-gradient(270deg, var(--paper) 50%, transparent) right / 2rem 100% no-repeat local,
  linear-gradient(90deg, var(--line), transparent) left / 1rem 100% no-repeat scroll,
  linear-gradient(270deg, var(--line), transparent) right / 1rem 100% no-repeat scroll; }
table { border-collapse: collapse; }
caption { text-align: start; color: var(--soft); }
th, td { padding: 0.45rem 0.5rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: middle; }
thead th { border-bottom: 2px solid var(--line); font-weight: 600; }
.number { text-align: end; white-space: nowrap; }
.date { white-space: nowrap; }
.person { position: sticky; inset-inline-start: 0; min-width: 8.5rem; background: var(--paper); font-weight: 600; }
td.person a, td.way a { display: inline-flex; align-items: center; min-height: 32px; }
th:first-child, td:first-child { padding-inline-start: 0; }
figure { margin: 1rem 0; break-inside: avoid; }
figure svg { display: block; width: 100%; max-width: 34rem; height: auto; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 0.5rem 0; }
dt { color: var(--soft); }
dd { margin: 0; }
.next { margin: 1.5rem 0 0; padding: 0.25rem 1rem 1rem; border: 2px solid var(--ink); border-radius: 0.5rem; }
.later { margin: 1rem 0 0; padding: 0.25rem 1rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; }
.next h2, .later h2 { margin-block-start: 0.75rem; }
.line { margin: 0; }
.line a { display: inline-flex; align-items: center; min-height: 44px; }
.go { display: inline-flex; align-items: center; min-height: 48px; margin: 0.75rem 0 0; padding: 0 1.25rem;
  border-radius: 0.5rem; background: var(--b); color: var(--paper); font-weight: 600; text-decoration: none; }
/* as many columns as can be are on a phone without a swipe */
@media (max-width: 30rem) {
  table { font-size: 0.9375rem; }
  th, td { padding: 0.4rem 0.25rem; }
  .person { min-width: 5rem; }
}
@media print { .themes, nav { display: none; } }
"""
STYLE = THEMES + RULES
# the rights of a page wherever it is opened: use this style sheet. No script runs, not even one in a name
POLICY = (
    # no text
    f"default-src 'none'; style-src 'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'; "
    "img-src data:; base-uri 'none'; form-action 'none'"
)


@dataclass(frozen=True)
class Cell:
    """A cell of a table. link: where it leads; kind: a class of the style sheet; says: more, on a pointer's halt."""

    text: str
    link: str = ""
    kind: str = "number"
    says: str = ""


@dataclass(frozen=True)
class Ways:
    """The links of a page. pages, languages: a word with its address; the address of the page itself is empty."""

    pages: Sequence[tuple[str, str]]
    languages: Sequence[tuple[str, str]]


def framed(title: str, ways: Ways, body: Iterable[str], calendar: str = "", icon: str = "data:,") -> str:
    """A whole page. calendar: the address of a feed that it offers; icon: of the picture on its tab."""
    feed = f'<link rel="alternate" type="text/calendar" href="{escaped(calendar)}">\n' if calendar else ""  # no text
    pages = "".join(_format_link(word, address) for word, address in ways.pages)
    others = "".join(_format_link(word, address, word) for word, address in ways.languages)
    called = escaped(_("Pages"))
    languages = f'<span class="languages">{others}</span>' if len(ways.languages) > 1 else ""
    return (
        f'<!DOCTYPE html>\n<html lang="{escaped(current_language())}">\n<head>\n<meta charset="utf-8">\n'
        # before all that it is to judge
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        # without an icon named here, a browser asks for one
        f'<link rel="icon" href="{escaped(icon)}">\n'
        f"{feed}<title>{escaped(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<nav aria-label="{called}">{pages}{languages}</nav>\n<main>\n{"".join(body)}</main>\n'
        f"{theme_choice()}</body>\n</html>\n"
    )


def _format_link(word: str, address: str, language: str = "") -> str:
    said = f' lang="{escaped(language)}" hreflang="{escaped(language)}"' if language else ""
    return f'<a href="{escaped(address)}"{said}>{escaped(word)}</a>' if address else f"<b{said}>{escaped(word)}</b>"


def heading(text: str, level: int = 2) -> str:
    """A heading."""
    return f"<h{level}>{escaped(text)}</h{level}>\n"


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph."""
    return f"<p{_class_attribute(kind)}>{escaped(text)}</p>\n"


def link_line(text: str, address: str, kind: str = "") -> str:
    """A link on a line of its own."""
    kinds = " ".join(["line", *([kind] if kind else [])])
    return f'<p{_class_attribute(kinds)}><a href="{escaped(address)}">{escaped(text)}</a></p>\n'


def button(text: str, address: str) -> str:
    """The main link of a page, as a button."""
    return f'<p class="line"><a class="go" href="{escaped(address)}">{escaped(text)}</a></p>\n'


def block(kind: str, body: Iterable[str]) -> str:
    """A part of the page, of a class of the style sheet."""
    return f"<section{_class_attribute(kind)}>\n{''.join(body)}</section>\n"


def badge(address: str) -> str:
    """The badge above a heading, which names what it is of."""
    return f'<img src="{escaped(address)}" alt="" height="96">\n'


def picture(svg: str) -> str:
    """A drawing, which has its own title."""
    return f"<figure>{svg}</figure>\n"


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Short facts, each with what it is."""
    return f"<dl>{''.join(f'<dt>{escaped(what)}</dt><dd>{escaped(fact)}</dd>' for what, fact in pairs)}</dl>\n"


def table(columns: Sequence[Cell], rows: Iterable[Sequence[Cell]], caption: str = "") -> str:
    """A table, which scrolls by itself where it is wider than the page."""
    head = "".join(
        f'<th scope="col"{_class_attribute(column.kind)}{_title_attribute(column)}>{escaped(column.text)}</th>'
        for column in columns
    )
    body = "".join(f"<tr>{''.join(map(_format_cell, row))}</tr>" for row in rows)
    named = f"<caption>{escaped(caption)}</caption>" if caption else ""
    whole = f"<table>{named}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll" tabindex="0">{whole}</div>\n'


def _format_cell(cell: Cell) -> str:
    text = f'<a href="{escaped(cell.link)}">{escaped(cell.text)}</a>' if cell.link else escaped(cell.text)
    return f"<td{_class_attribute(cell.kind)}{_title_attribute(cell)}>{text}</td>"


def _class_attribute(kind: str) -> str:
    return f' class="{escaped(kind)}"' if kind else ""


def _title_attribute(cell: Cell) -> str:
    return f' title="{escaped(cell.says)}"' if cell.says else ""


def escaped(text: object) -> str:
    """Text as it stands in HTML, in an attribute as well."""
    return html.escape(str(text))
