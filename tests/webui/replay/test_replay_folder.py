"""A replay as a folder: what its files hold, and that nothing is told which the reader may not know."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hosting import BLUE, RED
from made_languages import lengthened, made_of_the_catalogues
from table_game import Player, begun

from tablecam.base.errors import TablecamError
from tablecam.base.languages import Languages
from tablecam.game.hosting.log_view import NOBODY
from tablecam.game.replay.battle_report import assign_codes
from tablecam.game.replay.recorded_game import WHOLE, RecordedGame
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from webui.replay import folder as replay_folder
from webui.replay.folder import POLICY, PublishedReplay, folder_files

# whole games are told, each line of them
pytestmark = pytest.mark.slow

NASTY = '</script>\'\\\u2028<b>"Sons"'
CALL = re.compile(r"tablecamReplay\(\"(\w+)\", '(.*)'\);\n", re.DOTALL)
Files = dict[str, bytes]


class Tags(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def read_back(script: bytes) -> Any:
    """The data of a file, as a browser reads the string: of all escapes there are but two."""
    match = CALL.fullmatch(script.decode())
    assert match
    return json.loads(re.sub(r"\\([\\'])", r"\1", match[2]))


def read_game(player: Player) -> RecordedGame:
    kept = player.game.sink
    return RecordedGame.read(kept.store.read(kept.id), {}, BOOKS)


def started(folder: Path, order: str = "overwatch") -> Player:
    """A game in which red's orders are given and lie face down."""
    player = begun(GameStore(open_database(str(folder / "games.db"))), {"tags": {"Red": NASTY, "Blue": "Kin"}}, seed=3)
    question = next(question for question in player.game.open if question.ask.seat == "red")
    player.game.answer(dict.fromkeys(RED, order), question=question.line, by="red")
    return player


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    for name in ("replay.js", "replay.css", "licences.md"):
        (folder / name).write_text(f"the {name}")
    return folder


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> RecordedGame:
    player = started(tmp_path_factory.mktemp("kept"))
    question = next(question for question in player.game.open if question.ask.seat == "blue")
    player.game.answer(dict.fromkeys(BLUE, "snap-fire"), question=question.line, by="blue")
    for _ in range(12):
        player.one_answer()
    return read_game(player)


def published(
    past: RecordedGame, built: Path, seat: str = WHOLE, languages: Languages | None = None
) -> tuple[Files, Files]:
    codes = assign_codes(past.phrases.people(past.state), past.seats)
    game = PublishedReplay(past, past.view_as(seat), codes, "2026-11-20T18:00:00+00:00")
    return folder_files(game, lambda _done, _of: None, built, languages or Languages(built))


@pytest.fixture(scope="module")
def files(past: RecordedGame, built: Path) -> tuple[Files, Files]:
    return published(past, built)


def test_every_line_that_a_reader_goes_to_has_its_moment_as_the_server_tells_it(
    past: RecordedGame, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_folder, "LINES_PER_FILE", 7)
    parts, _pages = published(past, built)
    named = {name.partition("/")[2]: content for name, content in parts.items()}
    game = read_back(named["en/game.js"])
    readable = [line["n"] for line in game["lines"] if line["kind"] != "ask"]
    assert game["starts"] == readable[::7]
    assert len(game["starts"]) > 1
    found = {}
    for number, start in enumerate(game["starts"], 1):
        told = read_back(named[f"en/{number}.js"])
        assert min(map(int, told["moments"])) == start
        found |= {int(line): (moment, told["shared"]) for line, moment in told["moments"].items()}
    assert sorted(found) == readable
    for line, (moment, shared) in found.items():
        snapshot = past.view_as(WHOLE).snapshot(line)
        drawn = {model["id"]: (model["x_in"], model["y_in"]) for model in shared[moment["table"]]["models"]}
        stood = {placed.model.id: (placed.x_in, placed.y_in) for placed in snapshot.models} if snapshot else {}
        assert drawn.keys() == stood.keys()
        assert all(drawn[model] == pytest.approx(place, abs=0.01) for model, place in stood.items())
        assert set(moment["sights"]) <= set(moment["targets"])
        assert moment["line"]["n"] == line


def test_pages_lead_to_what_is_there_and_allow_themselves_nothing_else(files: tuple[Files, Files]) -> None:
    parts, pages = files
    page = Tags(pages["index.html"])
    (policy,) = (meta["content"] for meta in page.all("meta") if "http-equiv" in meta)
    assert policy == POLICY
    (root,) = page.all("html")
    asked = [script["src"] for script in page.all("script")]
    asked += [link["href"] for link in page.all("link") if link["rel"] == "stylesheet"]
    asked += [f"{root['data-files']}/game.js", f"{root['data-files']}/1.js"]
    assert set(asked) <= set(parts)
    assert {root["data-report"], root["data-log"], "licences.md"} <= set(pages)
    assert "http" not in pages["index.html"].decode().replace("http-equiv", "")
    # what somebody typed stays text, in the page and in the scripts
    assert NASTY.encode() not in pages["index.html"]
    assert len(page.all("script")) == 1
    data = next(content for name, content in parts.items() if name.endswith("en/game.js"))
    assert read_back(data)["game"]["players"] == {"red": NASTY, "blue": "Kin"}


def test_an_edition_has_the_name_of_what_it_holds(past: RecordedGame, built: Path, files: tuple[Files, Files]) -> None:
    again, _pages = published(past, built)
    assert again == files[0]
    assert len({name.partition("/")[0] for name in again}) == 1
    other = built.parent / "newer"
    other.mkdir()
    for path in built.iterdir():
        (other / path.name).write_text("newer")
    newer, _pages = published(past, other)
    assert not {name.partition("/")[0] for name in newer} & {name.partition("/")[0] for name in again}


def test_a_page_that_was_not_built_is_said_so(past: RecordedGame, tmp_path: Path) -> None:
    with pytest.raises(TablecamError, match="was not built"):
        published(past, tmp_path)


def test_each_language_has_its_page_its_texts_and_its_data(past: RecordedGame, built: Path, tmp_path: Path) -> None:
    parts, pages = published(past, built, languages=made_of_the_catalogues(tmp_path, {"pl": lengthened}))
    english, other = Tags(pages["index.html"]), Tags(pages["pl.html"])
    assert [link["href"] for link in english.all("link") if link["rel"] == "alternate"] == ["pl.html"]
    assert [link["href"] for link in other.all("link") if link["rel"] == "alternate"] == ["index.html"]
    # the texts first
    assert [Path(str(script["src"])).name for script in other.all("script")] == ["texts.js", "replay.js"]
    assert b"tablecamTexts" in parts[str(other.all("script")[0]["src"])]
    assert pages["report.pl.html"] != pages["report.html"]
    said = {}
    for page in (english, other):
        (root,) = page.all("html")
        said[root["lang"]] = read_back(parts[f"{root['data-files']}/game.js"])["lines"]
    assert [line["n"] for line in said["en"]] == [line["n"] for line in said["pl"]]
    assert lengthened("initiative of turn 1").split()[0] in json.dumps(said["pl"], ensure_ascii=False)


def test_of_a_game_that_is_not_closed_nothing_depends_on_an_order_that_lies_face_down(
    built: Path, tmp_path: Path
) -> None:
    told = {}
    for order in ("overwatch", "snap-fire"):
        (tmp_path / order).mkdir()
        past = read_game(started(tmp_path / order, order))
        assert not past.closed
        told[order] = published(past, built, NOBODY), published(past, built, WHOLE)
    public, whole = zip(*told.values(), strict=True)
    assert public[0] == public[1]
    # the same orders are told to those who may know all
    assert whole[0] != whole[1]
