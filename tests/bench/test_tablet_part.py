"""The bench part of the tablet: its own arithmetic; and at a small size, that it measures what it says."""

import json
import math
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from tools.bench import tablet_page
from tools.bench.tablet import late_ms, later, median_ms, needed, packed, ratio, stage_medians, tablet, weight
from tools.bench.tablet_crowd import stream_request
from tools.bench.tablet_page import joined
from tools.bench.tablet_server import RandomPlay

pytestmark = pytest.mark.long

CHUNKS = {
    "index.html": {"file": "index.js", "dynamicImports": ["src/table/page.tsx", "src/setup/page.tsx"]},
    "src/table/page.tsx": {"file": "table.js", "imports": ["index.html", "_board"], "dynamicImports": ["src/game.tsx"]},
    "src/setup/page.tsx": {"file": "setup.js", "imports": ["_board"]},
    "src/game.tsx": {"file": "game.js", "imports": ["_board", "_dice"], "css": ["game.css"]},
    "_board": {"file": "board.js", "imports": ["index.html"]},
    "_dice": {"file": "dice.js"},
}


def move(**at: float | None) -> dict[str, float | None]:
    return {"begun": None, "came": 0.0, "read": 0.01, "heard": 0.03, "drawn": 0.04} | at


def test_a_frame_is_late_by_what_lies_between_two_stations() -> None:
    assert late_ms([move(), move(drawn=0.1)], "came") == pytest.approx([40, 100])
    assert late_ms([move(), move(begun=-0.06)], "begun", "came") == pytest.approx([60])


def test_the_way_names_the_legs_that_were_gone() -> None:
    assert stage_medians([move()]) == "reading it 10, sending it 20, showing it 10"
    assert stage_medians([move(begun=-0.06)]).startswith("drawing it 60, reading it 10")


def test_times_are_told_by_their_median_quartiles_and_what_nearly_all_keep() -> None:
    figure = median_ms("x", [float(each) for each in range(101)], 60.0, "so")
    assert (figure.value, figure.spread, figure.reached) == (50, (25, 75), True)
    assert figure.note == "95 % within 95 ms; so"


def test_what_was_never_seen_reaches_no_target() -> None:
    assert median_ms("x", [], 60.0).reached is False
    assert math.isnan(ratio([], [1.0]))


def test_a_ratio_is_that_of_the_medians() -> None:
    assert ratio([2.0, 3.0, 100.0], [1.0, 1.5, 9.0]) == 2.0


def test_only_views_that_both_sides_know_are_counted() -> None:
    frames = [{"view": 3, "came": 1.0}, {"view": 4, "came": 2.0}]
    drawn = [{"view": 4, "drawn": 2.1}, {"view": 5, "drawn": 3.1}]
    assert joined(frames, drawn) == [{"view": 4, "came": 2.0, "drawn": 2.1}]


def test_the_table_needs_its_own_chunks_and_no_other_doors() -> None:
    at_once = needed(CHUNKS, "index.html") | needed(CHUNKS, "src/table/page.tsx")
    assert at_once == {"index.html", "src/table/page.tsx", "_board"}
    assert later(CHUNKS, at_once) == {"src/game.tsx", "_dice"}


def test_the_weight_is_that_of_the_packed_files(tmp_path: Path) -> None:
    sizes = {
        "index.js": 5,
        "table.js": 7,
        "board.js": 11,
        "game.js": 13,
        "dice.js": 17,
        "setup.js": 1000,
        "game.css": 3,
    }
    for name, size in sizes.items():
        (tmp_path / name).write_bytes(bytes(5000))
        (tmp_path / f"{name}.gz").write_bytes(b"x" * size)
    (tmp_path / "manifest.json").write_text(json.dumps(CHUNKS))
    found = weight(tmp_path)
    assert (found.at_once, found.later, found.script, found.styles) == (23, 30, 53, 3)


def test_a_file_too_small_to_pack_weighs_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "small.js").write_bytes(b"let a")
    assert packed(tmp_path / "small.js") == 5


def test_a_spectator_asks_as_a_browser_would() -> None:
    assert stream_request(8000, "abc") == (
        b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nCookie: tablecam_seat=abc\r\n\r\n"
    )


class ShortGames(RandomPlay):
    """Plays games that are over after so many answers each."""

    def __init__(self, length: int) -> None:
        super().__init__(self)  # type: ignore[arg-type]
        self.length, self.left, self.over = length, 0, True

    @property
    def game(self) -> "ShortGames":
        return self

    def reading(self) -> nullcontext["ShortGames"]:
        return nullcontext(self)

    def begin(self) -> None:
        self.left, self.over = self.length, not self.length

    def answers(self, count: int, each_s: float = 0.0) -> int:
        given = min(count, self.left)
        self.left -= given
        self.over = self.left == 0
        return given


def test_games_follow_one_another_until_all_answers_are_given() -> None:
    play = ShortGames(7)
    play.begin()
    assert play.games(20) == {"answers": 20, "ended": 2}
    assert play.games(2) == {"answers": 2, "ended": 1}


def test_a_game_in_which_nothing_can_be_answered_does_not_hang() -> None:
    play = ShortGames(0)
    assert play.games(3)["answers"] == 0


def test_without_a_browser_the_part_says_so_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablet_page, "program", lambda: None)
    skipped = tablet().skipped
    assert "there is no browser" in skipped
    assert "\n" not in skipped


@pytest.mark.browser
def test_every_figure_of_the_tablet_is_measured() -> None:
    """In a process of its own: one can have but one Playwright, and the other browser tests of this one have it."""
    measure = "from tools.bench.tablet import tablet; import json, sys; " + SAY
    said = subprocess.run([sys.executable, "-c", measure], capture_output=True, text=True, timeout=850, check=False)
    assert said.returncode == 0, said.stderr
    result = json.loads(said.stdout.splitlines()[-1])
    assert result["skipped"] == ""
    assert [what for what, value in result["figures"] if math.isnan(value)] == []
    assert any("spectators" in what for what, _ in result["figures"])
    # a dead server's connections are closed for it; a silent one is noticed by its silence
    killed, silent = (dict(result["figures"])[f"a server that is {each}, to the page's saying so"] for each in CUTS)
    assert killed < silent
    assert [len(said.rpartition(": ")[2].split()) for said in result["notes"] if "each tenth" in said] == [10, 10]


CUTS = ("killed", "silent")
SAY = (
    "result = tablet(seconds=3.0, repeats=2, streams=5, answers=20, cameras=[('1080p', 'filmed')]); "
    "figures = [[each.what, each.value] for each in result.figures]; "
    "notes = [each.note for each in result.figures]; "
    "print(json.dumps({'skipped': result.skipped, 'figures': figures, 'notes': notes}))"
)
