"""`tablecam replay GAME --board FILE`: the board of a line, as a drawing and as pixels."""

import io
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image
from table_game import begun

from tablecam.commands.replay import NoBoard, replay
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore, write_game


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that has just begun, with some answers."""
    folder = tmp_path_factory.mktemp("begun")
    store = GameStore(open_database(str(folder / "games.db")))
    player = begun(store, {"tags": {"Red": "<script>", "Blue": "Kin"}}, seed=3)
    for _ in range(20):
        player.one_answer()
    write_game(folder / "game.jsonl", store.read(1))
    return folder / "game.jsonl"


def drawn(file: Path, *options: str) -> Result:
    return CliRunner().invoke(replay, [str(file), *options])


@pytest.mark.slow
def test_the_last_board_is_drawn_as_svg_and_as_png(file: Path, tmp_path: Path) -> None:
    count = len(file.read_text(encoding="utf-8").splitlines())
    said = drawn(file, "--board", str(tmp_path / "end.svg"))
    assert said.output.startswith(f"{tmp_path / 'end.svg'}: the board after line ")
    assert int(said.output.split()[-1]) <= count
    svg = (tmp_path / "end.svg").read_text(encoding="utf-8")
    assert svg.count("data-model") == 12
    assert "&lt;script&gt; against Kin" in svg
    assert "<script>" not in svg
    assert drawn(file, "--board", str(tmp_path / "end.PNG"), "--line", said.output.split()[-1]).exit_code == 0
    assert Image.open(io.BytesIO((tmp_path / "end.PNG").read_bytes())).width == 1600


def test_what_cannot_be_drawn_is_refused_and_writes_nothing(file: Path, tmp_path: Path) -> None:
    early = drawn(file, "--board", str(tmp_path / "a.svg"), "--line", "1")
    assert isinstance(early.exception, NoBoard)
    assert "as .svg or .png" in drawn(file, "--board", str(tmp_path / "a.jpg")).output
    assert "add --board FILE" in drawn(file, "--line", "7").output
    assert drawn(file, "--board", str(tmp_path / "a.svg"), "--line", "99999").exit_code != 0
    assert list(tmp_path.iterdir()) == []
