"""The wall of a hall as files that any web host can show. They read only the broker, over WebSockets.

    parts, pages = site_files(HallSite("wss://hub.example:8884"))

One page for each language; `index.html` is in English. Scripts and styles have new names in every edition, so that no
browser mixes two.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import SOURCE, speaking
from tablecam.base.i18n import gettext as _
from tablecam.base.languages import INSTALLED, Languages, direction
from tablecam.base.templates import render
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
                pages[name_page(kind, language)] = _make_page(site, kind, language, languages, edition).encode()
    return {f"{edition}/{name}": content for name, content in parts.items()}, pages


def name_page(kind: str, language: str) -> str:
    """The name of a page in a language."""
    if kind == WALL:
        return "index.html" if language == SOURCE else f"{language}.html"
    return f"{kind}.html" if language == SOURCE else f"{kind}.{language}.html"


def _read_built_file(path: Path) -> bytes:
    if not path.is_file():
        raise TablecamError(NOT_BUILT)
    return path.read_bytes()


def _make_page(site: HallSite, kind: str, language: str, languages: tuple[str, ...], edition: str) -> str:
    return render(
        "webui/replay/published_page.jinja",
        title=_("The tables of the hall") if kind == WALL else _("Archive"),
        direction=direction(language),
        data={"unit": "in", "page": kind, "broker": site.broker, "hall": site.hall},
        policy=site.policy,
        referrer=False,
        translations={name: name_page(kind, name) for name in languages},
        edition=edition,
        style=STYLE,
        scripts=[SCRIPT] if language == SOURCE else [f"{language}.js", SCRIPT],
        noscript=_("This page reads its tables from a broker and needs scripts for that."),
    )
