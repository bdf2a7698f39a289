"""A rulebook from outside the repository, with four sides, German and French: on a path, and installed as a wheel."""

import json
import os
import random
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

from tablecam.base import languages
from tablecam.commands.rulebook_check import RandomPlays
from tablecam.commands.rulebook_page import PagePlayers
from tablecam.commands.rulebook_texts import check_catalogues, check_words
from tablecam.commands.rulebooks import rulebooks
from tablecam.commands.umpire import umpire
from tablecam.rules.books import side_names
from tablecam.rules.books.book import Book
from tablecam.rules.books.registry import find_books, find_package

ROOT = Path(__file__).resolve().parents[4]
FOLDER = Path(__file__).resolve().parent / "four-gates"
SEATS = ("north", "east", "south", "west")
# nothing of this environment may be found from that one
ELSEWHERE = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
HEADERS = {"X-Tablecam": "page", "Content-Type": "application/json"}


@pytest.fixture(autouse=True)
def _forget_book(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The languages and titles that the book brings end with each test."""
    monkeypatch.setattr(side_names, "_brought", {})
    brought = dict(languages._brought)
    yield
    languages._brought.clear()
    languages._brought.update(brought)
    languages._load_language.cache_clear()
    languages._read_page_texts.cache_clear()


@pytest.fixture
def gates() -> Book:
    """The book as a folder brings it."""
    found = find_books([FOLDER])
    assert found.broken == ()
    return found.book("four-gates")


def read_game(browser: Any) -> dict[str, Any]:
    game: dict[str, Any] = browser.get("/api/game").json["game"]
    return game


def begin(players: PagePlayers, scenario: str = "siege") -> None:
    chosen = {"book": "four-gates", "scenario": scenario, "players": {}}
    assert players.post(players.open_browser("table"), "/api/game/new", chosen, 1).status_code == 200


@pytest.fixture
def players(gates: Book, tmp_path: Path) -> Iterator[PagePlayers]:
    players = PagePlayers(gates, tmp_path)
    yield players
    players.host.close()


def test_the_book_passes_the_checks_of_its_games_and_texts(gates: Book) -> None:
    plays = [RandomPlays(gates, scenario) for scenario in gates.scenarios]
    for play in plays:
        checks = (play.check_game, play.check_undo, play.check_secrets)
        assert [fault for check in checks for fault in check(4)] == []
    assert list(check_words(gates, [plays[1].begin])) == []
    assert list(check_catalogues(find_package(gates))) == []


def test_the_terminal_lists_and_plays_it(tmp_path: Path) -> None:
    listed = CliRunner().invoke(rulebooks, ["--book", str(FOLDER)])
    assert listed.stdout.startswith("four-gates: Four gates\n")
    words = ["--book", str(FOLDER), "--scenario", "siege", "--auto", "--seed", "2", "--db", str(tmp_path / "games.db")]
    played = CliRunner().invoke(umpire, words)
    assert played.exit_code == 0, played.output
    assert "West gate has given orders" in played.stdout


def test_the_new_game_sheet_names_the_book_its_seats_and_its_scenarios_in_the_reader_s_language(
    players: PagePlayers,
) -> None:
    sheets = {
        language: players.open_browser("table", language).get("/api/game/setups").json["books"][0]
        for language in ("en", "de", "fr")
    }
    assert [sheet["title"] for sheet in sheets.values()] == ["Four gates", "Vier Tore", "Les quatre portes"]
    assert [seat["name"] for seat in sheets["de"]["seats"]] == ["Nordtor", "Osttor", "Südtor", "Westtor"]
    assert [scenario["seats"] for scenario in sheets["fr"]["scenarios"]] == [["north", "east"], [*SEATS]]
    assert players.open_browser("table").get("/api/languages").json["languages"] == ["en", "de", "fr"]
    page = players.open_browser("table").get("/i18n/fr.json").json
    assert page["messages"]["Start a game"] == "Commencer une partie"


def test_four_sides_play_on_the_tablet_to_the_end(players: PagePlayers) -> None:
    begin(players)
    chance, asked_seats = random.Random(2), set()
    for number in range(2, 400):
        waiting = [(seat, question) for seat in SEATS for question in find_own(players, seat)]
        if not waiting:
            break
        seat, question = chance.choice(waiting)
        asked_seats.add(seat)
        body = {"key": question["key"], "raw": draw(question["ask"], chance), "source": "keypad"}
        answer = players.post(players.open_browser(seat), "/api/game/answer", body, number)
        assert answer.status_code in (200, 409), answer.text
    over = read_game(players.open_browser("spectator", "de"))
    assert over["over"]
    assert asked_seats == {*SEATS}
    assert [side["seat"] for side in over["result"]["sides"]] == [*SEATS]
    assert over["result"]["reason"] == "das Spiel ist aus"


def find_own(players: PagePlayers, seat: str) -> list[dict[str, Any]]:
    return [question for question in read_game(players.open_browser(seat))["questions"] if question["mine"]]


def draw(ask: dict[str, Any], chance: random.Random) -> Any:
    """Some answer, from nothing but what the page was sent."""
    match ask["kind"]:
        case "Roll":
            return [chance.randint(ask["die"]["first"], ask["die"]["last"]) for _die in range(ask["count"])]
        case "Choose":
            return chance.choice([option["id"] for option in ask["options"] if not option.get("why_not")])
        case "Assign":
            return {item: chance.choice(ask["options"])["id"] for item in ask["items"]}
        case "Ranges":
            return {other: round(chance.uniform(4.0, 14.0), 1) for other in ask["others"]}
        case "Move" | "Halted":
            return round(chance.uniform(0.0, ask["allowance_in"]), 1)
        case "Settle" | "Confirm":
            return chance.random() < 0.5
    raise AssertionError(ask)


def test_a_seat_joins_with_its_code_and_reads_its_own_orders_alone(players: PagePlayers) -> None:
    begin(players)
    orders = {"sam": "hide", "sue": "watch"}
    (question,) = find_own(players, "south")
    body = {"key": question["key"], "raw": orders}
    assert players.post(players.open_browser("east"), "/api/game/answer", body, 2).status_code == 409
    assert players.post(players.open_browser("south"), "/api/game/answer", body, 3).status_code == 200
    texts = {role: players.open_browser(role).get("/api/game/log").text for role in (*SEATS, "spectator")}
    assert [role for role, text in texts.items() if "watch" in text.lower()] == ["south"]
    with players.app.app_context():
        assert {*SEATS} <= {*players.access.codes}


def test_german_asks_answers_and_reports_in_the_words_of_the_book(players: PagePlayers) -> None:
    begin(players, "duel")
    north = players.open_browser("north", "de")
    game = read_game(north)
    (question,) = [question for question in game["questions"] if question["mine"]]
    assert game["heading"] == "Befehle"
    assert question["text"] == "Nordtor: Was tun deine Modelle?"
    assert [option["label"] for option in question["ask"]["options"]] == ["Vorrücken", "Lauern", "Verstecken"]


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_wheel_of_the_book_is_played_in_german_beside_the_wheel_of_tablecam(tmp_path: Path) -> None:
    tablecam = install_wheels(tmp_path)
    before = list_files(tmp_path)
    listed = run([str(tablecam), "rulebooks"], tmp_path)
    assert "four-gates: Four gates\n" in listed
    assert "drum-isle: Drum Isle\n" in listed
    for book in ("four-gates", "fog-yard", "drum-isle"):
        checked = run([str(tablecam), "rulebooks", "check", book, "--games", "1"], tmp_path)
        assert checked.count(": fine\n") == 9
    assert "East gate" in run([str(tablecam), "umpire", "--book", "four-gates", "--auto", "--seed", "3"], tmp_path)
    with (tmp_path / "stderr").open("w+") as told:
        words = ["demo", "--book", "four-gates", "--no-browser", "--port", "0", "--seconds", "300"]
        process = subprocess.Popen(
            [str(tablecam), *words], cwd=tmp_path, env=ELSEWHERE, stdout=subprocess.PIPE, stderr=told, text=True
        )
        assert process.stdout
        try:
            found = ADDRESS.search(process.stdout.readline())
            assert found, (tmp_path / "stderr").read_text()
            play_over_http(found[0])
        finally:
            process.terminate()
            process.stdout.close()
            process.wait(timeout=120)
    assert list_files(tmp_path) == before


def install_wheels(folder: Path) -> Path:
    """The command of an environment with the wheels of tablecam and of three books, one of which is data.

    It borrows the dependencies of this environment, so that nothing is fetched. Its own packages come first.
    """
    for source in (ROOT, FOLDER, FOLDER.parent / "fog-yard", FOLDER.parent / "drum-isle"):
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "wheels")]
        run(build, source)
    venv.create(folder / "venv", symlinks=True)
    python, wheels = str(folder / "venv" / "bin" / "python"), map(str, (folder / "wheels").glob("*.whl"))
    run([sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", "--no-index", *wheels], folder)
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"])
    where = run([python, "-c", "import tablecam; print(tablecam.__file__)"], folder)
    assert Path(where).is_relative_to(site)
    return folder / "venv" / "bin" / "tablecam"


def run(command: list[str], folder: Path) -> str:
    """What the command says, once it has ended well."""
    done = subprocess.run(command, cwd=folder, env=ELSEWHERE, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout


def list_files(folder: Path) -> dict[str, tuple[int, float]]:
    """The installed files of tablecam, with size and time; not what Python compiles."""
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    paths = [path for part in ("tablecam", "webui", "calibration", "hardware") for path in (site / part).rglob("*")]
    files = [path for path in paths if path.is_file() and "__pycache__" not in path.parts]
    assert len(files) > 300
    return {str(path): (path.stat().st_size, path.stat().st_mtime) for path in files}


def fetch(address: str, body: dict[str, Any] | None = None) -> Any:
    """What a German browser of the table gets."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, {**HEADERS, "Cookie": "language=de"}), timeout=60) as answer:
        return json.loads(answer.read())


def play_over_http(address: str) -> None:
    """The table plays all four sides in German, as its shared tablet does."""
    chance = random.Random(5)
    titles = [book["title"] for book in fetch(f"{address}/api/game/setups")["books"]]
    assert titles[0] == "Vier Tore"
    fetch(f"{address}/api/game/new", {"book": "four-gates", "scenario": "siege", "id": "0" * 24})
    seen: set[str] = set()
    for number in range(1, 400):
        game = fetch(f"{address}/api/game")["game"]
        seen.add(game["heading"])
        if game["over"]:
            break
        question = chance.choice([question for question in game["questions"] if question["mine"]])
        body = {"key": question["key"], "raw": draw(question["ask"], chance), "id": f"{number:024d}"}
        fetch(f"{address}/api/game/answer", body)
    assert game["over"]
    assert "Befehle" in seen
    assert any(heading.endswith(" handelt") for heading in seen)
