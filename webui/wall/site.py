"""The wall of a hall as files that any web host can show. They read only the broker, over WebSockets.

    parts, pages = site_files(HallSite("wss://hub.example:8884"))

One page for each language; `index.html` is in English. Scripts and styles have new names in every edition, so that no
browser mixes two.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import SOURCE, speaking
from tablecam.base.i18n import gettext as _
from tablecam.base.languages import INSTALLED, Languages, direction
from webui.replay.folder import Files
from webui.server.page import NOT_BUILT

MARKER = "tablecam-hall.json"
SCRIPT, STYLE, LICENCES = "wall.js", "wall.css", "licences.md"
BUILT = Path(__file__).resolve().parents[1] / "static" / "wall"
# stands for the host that the page came from
SAME_HOST = "HOST"
NO_ADDRESS = "is no address of WebSockets: write it like wss://hub.example:8884"  # no text: said at the terminal
WALL, ARCHIVE = "wall", "archive"


class BadSite(TablecamError):
    """The pages cannot be written; the message says why."""


@dataclass(frozen=True)
class HallSite:
    """broker: its WebSockets, as browsers reach it. hall: the id of the hall to show; empty for all."""

    broker: str
    hall: str = ""

    def __post_init__(self) -> None:
        parts = urlsplit(self.broker)
        if parts.scheme not in {"ws", "wss"} or not parts.hostname:
            raise BadSite(f"{self.broker} {NO_ADDRESS}")

    @property
    def policy(self) -> str:
        """The content policy of the pages: nothing but their own files and the broker."""
        # the broker's port, on the host that the page came from
        parts = urlsplit(self.broker)
        source = f"{parts.scheme}://*:{parts.port}" if parts.hostname == SAME_HOST.lower() else self.broker
        return (
            # no text
            f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self' {source}; base-uri 'none'; form-action 'none'"
        )


def site_files(site: HallSite, built: Path = BUILT, installed: Languages = INSTALLED) -> tuple[Files, Files]:
    """The files by their names: the parts that pages load, and the pages. TablecamError where the page is not built."""
    languages = installed.available()
    parts: Files = {name: _read_built_file(built / name) for name in (SCRIPT, STYLE)}
    for language in languages[1:]:
        quoted = json.dumps(json.dumps(installed.for_page(language), ensure_ascii=False), ensure_ascii=False)
        parts[f"{language}.js"] = f"globalThis.tablecamTexts = {quoted};\n".encode()  # no text
    digest = hashlib.sha256(b"".join(name.encode() + parts[name] for name in sorted(parts)))
    edition = f"files-{digest.hexdigest()[:12]}"
    pages: Files = {LICENCES: _read_built_file(built / LICENCES)}
    for language in languages:
        with speaking(installed.translations(language)):
            for kind in (WALL, ARCHIVE):
                pages[page_of(kind, language)] = _make_page(site, kind, language, languages, edition).encode()
    return {f"{edition}/{name}": content for name, content in parts.items()}, pages


def page_of(kind: str, language: str) -> str:
    """The name of a page in a language."""
    if kind == WALL:
        return "index.html" if language == SOURCE else f"{language}.html"
    return f"{kind}.html" if language == SOURCE else f"{kind}.{language}.html"


def _read_built_file(path: Path) -> bytes:
    if not path.is_file():
        raise TablecamError(NOT_BUILT)
    return path.read_bytes()


def _make_page(site: HallSite, kind: str, language: str, languages: tuple[str, ...], edition: str) -> str:
    data = {"unit": "in", "page": kind, "broker": site.broker, "hall": site.hall}
    attributes = "".join(f' data-{key}="{escape(value)}"' for key, value in data.items())
    title = _("The tables of the hall") if kind == WALL else _("Archive")
    noscript_text = _("This page reads its tables from a broker and needs scripts for that.")
    return (
        # no text
        f'<!DOCTYPE html>\n<html lang="{language}" dir="{direction(language)}"{attributes}>\n<head>\n'
        f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{escape(site.policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="dark light">\n<meta name="theme-color" content="#171d23">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f'<title>{escape(title)}</title>\n<link rel="icon" href="data:,">\n'
        f'{"".join(_make_links(kind, language, languages))}<link rel="stylesheet" href="{edition}/{STYLE}">\n'
        f'{"".join(_make_script_tags(language, edition))}</head>\n<body>\n<div id="page"></div>\n'
        f"<noscript><p>{escape(noscript_text)}</p></noscript>\n</body>\n</html>\n"
    )


def _make_links(kind: str, language: str, languages: tuple[str, ...]) -> Iterator[str]:
    for other_language in languages:
        if other_language != language:
            yield f'<link rel="alternate" hreflang="{other_language}" href="{page_of(kind, other_language)}">\n'


def _make_script_tags(language: str, edition: str) -> Iterator[str]:
    # the texts first: parts of the page may read some as soon as they run
    names = [SCRIPT] if language == SOURCE else [f"{language}.js", SCRIPT]
    for name in names:
        yield f'<script defer src="{edition}/{name}"></script>\n'  # no text
