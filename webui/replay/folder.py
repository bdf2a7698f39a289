"""A game as a folder of files that any web host can show, and that opens from a disk: the replay page without a server.

    parts, pages = folder_files(past, known, codes, "2026-11-20T18:00:00+00:00")

One page for each language; `index.html` is in English, and leads to the others. Each line has an address of its own:
`index.html#line=87`. The pages load nothing from other computers. Photographs are left out: they show too much.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import SOURCE, speaking
from tablecam.base.i18n import gettext as _
from tablecam.base.languages import INSTALLED, Languages, direction
from tablecam.base.templates import render
from tablecam.game.hosting.log_view import match_title
from tablecam.game.replay.archive import write_visible_log
from tablecam.game.replay.battle_report import day, name_forces, report
from tablecam.game.replay.game_statistics import Statistics, count
from tablecam.game.replay.recorded_game import RecordedGame
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.game.replay.statistics_charts import charts
from webui.replay import present_recorded
from webui.server.page import NOT_BUILT
from webui.table.present import Json

# A game as the data of a folder that needs no server; the page's `folder_source.ts` reads it.
#
# game {"game", "lines", "charts", "starts": the first line of each file of moments} 1, 2 .. {"shared": [..],
# "moments": {line: {.., "ground", "table", "state", "sights": {..}}}}, these four by place
#
# Little changes from line to line, so that a game is a tenth of the size of its moments one by one.

# a file of this many loads in a moment, and no moment of the game is far into one
LINES_PER_FILE = 200


class _Shared:
    """Values that moments have in common, each kept once."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._places: dict[str, int] = {}

    def place(self, value: Any) -> int:
        """The index of a value."""
        key = json.dumps(value)
        if key not in self._places:
            self._places[key] = len(self.values)
            self.values.append(value)
        return self._places[key]


def files_of_lines(known: SeatHistory) -> list[list[int]]:
    """The lines that a reader can go to, those of each file: the answers show the questions."""
    numbers = [line["n"] for line in known.lines if line["kind"] != "ask"]
    return [numbers[start : start + LINES_PER_FILE] for start in range(0, len(numbers), LINES_PER_FILE)]


def game_data(past: RecordedGame, known: SeatHistory, begun: str, counted: Statistics) -> Json:
    """The data of a game besides its moments. begun: as an ISO time, or empty."""

    def get_title(kind: Any) -> str:
        return str(past.book.phrases.check(kind.name))

    return {
        "game": {"begun": begun, "closed": past.closed, **present_recorded.game(past, known)},
        "lines": present_recorded.lines(known, 1),
        "charts": [vars(chart) for chart in charts(counted, get_title, past.sides)],
        "starts": [numbers[0] for numbers in files_of_lines(known)],
    }


def moments_data(past: RecordedGame, known: SeatHistory, codes: Mapping[str, str], numbers: Iterable[int]) -> Json:
    """The moments of some lines. codes: short names of the models, as on the board."""
    shared = _Shared()
    names = {
        model: {"name": str(known.log_view.names(model)), "side": side, "code": codes[model]}
        for model, side in past.phrases.people(past.state).items()
    }
    moments = {str(number): _make_moment(past, known, names, number, shared) for number in numbers}
    return {"shared": shared.values, "moments": moments}


def _make_moment(
    past: RecordedGame, known: SeatHistory, names: Mapping[str, Json], number: int, shared: _Shared
) -> dict[str, Any]:
    position = known.moment(number)
    moment_data = present_recorded.moment(past, position, names, None)
    drawn_sight = moment_data.pop("sight")
    sights = {target: present_recorded.sight(past, position, target) for target in moment_data["targets"][1:]}
    if drawn_sight:
        sights = {moment_data["targets"][0]: drawn_sight, **sights}
    places = {key: shared.place(moment_data.pop(key)) for key in ("ground", "table", "state")}
    return {
        **moment_data,
        **places,
        "sights": {target: shared.place(sight_data) for target, sight_data in sights.items() if sight_data},
    }


MARKER = "tablecam-replay.json"
LOG = "game.jsonl"
SCRIPT, STYLE, LICENCES = "replay.js", "replay.css", "licences.md"
BUILT = Path(__file__).resolve().parents[1] / "static" / "replay"
# Scripts and styles of the folder, and images inside the data; nothing is loaded from elsewhere. On a disk no two files
# share an origin, so the scheme is named; on a web host it allows nothing: no site may load from a disk.
POLICY = (
    # no text
    "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src data:; base-uri 'none'; "
    "form-action 'none'"
)
Progress = Callable[[int, int], None]
Files = dict[str, bytes]


@dataclass(frozen=True)
class PublishedReplay:
    """A game as far as everybody may know it. codes: of its models; begun: an ISO time, or empty."""

    past: RecordedGame
    known: SeatHistory
    codes: Mapping[str, str]
    begun: str

    def title(self) -> str:
        """The title of the game, by its forces."""
        return str(match_title(name_forces(self.known).values()))


def folder_files(
    game: PublishedReplay, progress: Progress, built: Path = BUILT, installed: Languages = INSTALLED
) -> tuple[Files, Files]:
    """The files of the folder by their names: the parts that pages load, and the pages with all files of fixed names.

    progress: gets the number of steps that are done, and of all steps. installed: the languages. TablecamError where
    the page was not built.
    """
    languages = installed.available()
    pages: Files = {LOG: write_visible_log(game.known).encode(), LICENCES: _read_built_file(built / LICENCES)}
    parts: Files = {name: _read_built_file(built / name) for name in (SCRIPT, STYLE)}
    parts |= {f"{language}/texts.js": _make_texts_script(installed.for_page(language)) for language in languages[1:]}
    steps, counted = len(files_of_lines(game.known)) + 1, count(game.known)
    for index, language in enumerate(languages):
        with speaking(installed.translations(language)):
            for step, (name, data) in enumerate(_make_data_files(game, counted), 1):
                parts[f"{language}/{name}.js"] = _make_data_script(name, data)
                progress(index * steps + step, len(languages) * steps)
            pages[report_name(language)] = report(game.known, day(game.begun), game.codes).encode()
    # a digest of its files, so that no browser mixes them with cached files of another edition
    edition = f"files-{_compute_digest(parts)}"
    for language in languages:
        with speaking(installed.translations(language)):
            pages[page_name(language)] = _make_page(game.title(), language, languages, edition).encode()
    return {f"{edition}/{name}": content for name, content in parts.items()}, pages


def page_name(language: str) -> str:
    """The name of the page in a language."""
    return "index.html" if language == SOURCE else f"{language}.html"


def report_name(language: str) -> str:
    """The name of the battle report in a language."""
    return "report.html" if language == SOURCE else f"report.{language}.html"


def _make_data_files(game: PublishedReplay, counted: Statistics) -> Iterator[tuple[str, Json]]:
    """The data in the current language, file by file."""
    yield "game", game_data(game.past, game.known, game.begun, counted)
    for number, lines in enumerate(files_of_lines(game.known), 1):
        yield str(number), moments_data(game.past, game.known, game.codes, lines)


def _read_built_file(path: Path) -> bytes:
    if not path.is_file():
        raise TablecamError(NOT_BUILT)
    return path.read_bytes()


def _make_texts_script(catalogue: Json) -> bytes:
    return f"globalThis.tablecamTexts = {_quote_data(catalogue)};\n".encode()  # no text


def _make_data_script(name: str, data: Json) -> bytes:
    return f'tablecamReplay("{name}", {_quote_data(data)});\n'.encode()


def _quote_data(data: Json) -> str:
    """Data as a string of JSON in a script: nothing in it can pass for a part of the script."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _compute_digest(parts: Files) -> str:
    digest = hashlib.sha256()
    for name in sorted(parts):
        digest.update(name.encode() + b"\0" + hashlib.sha256(parts[name]).digest())
    return digest.hexdigest()[:12]


def _make_page(title: str, language: str, languages: tuple[str, ...], edition: str) -> str:
    return render(
        "webui/replay/published_page.jinja",
        title=title,
        direction=direction(language),
        data={"unit": "in", "files": f"{edition}/{language}", "report": report_name(language), "log": LOG},
        policy=POLICY,
        referrer=True,
        translations={name: page_name(name) for name in languages},
        edition=edition,
        style=STYLE,
        scripts=[SCRIPT] if language == SOURCE else [f"{language}/texts.js", SCRIPT],
        noscript=_(
            "This page shows a game line by line and needs scripts for that. The battle report beside it needs none."
        ),
    )
