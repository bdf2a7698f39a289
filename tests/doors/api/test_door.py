"""`import tablecam`: a small public surface that loads nothing before it is used, and that a type checker can read."""

import importlib.metadata
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import tablecam

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
HEAVY = ("numpy", "cv2", "shapely", "sqlalchemy", "flask", "networkx", "reportlab")
POSITION = "model ann red 30mm at 10,10\nmodel bob blue 30mm at 20,10\n"


def loaded_after(code: str, folder: Path) -> set[str]:
    """The heavy libraries that a fresh interpreter has loaded after this code."""
    show = f"\nimport sys; print('loaded', *[name for name in {HEAVY!r} if name in sys.modules])"
    said = subprocess.run(
        [sys.executable, "-c", code + show], cwd=folder, capture_output=True, text=True, timeout=300, check=True
    )
    return set(said.stdout.splitlines()[-1].split()[1:])


def test_importing_it_loads_no_library(tmp_path: Path) -> None:
    assert loaded_after("import tablecam; dir(tablecam)", tmp_path) == set()


@pytest.mark.slow
def test_a_game_loads_no_picture_library(tmp_path: Path) -> None:
    code = (
        'import tablecam; game = tablecam.new_game("urban-war", red="harbour_watch", blue="tunnel_kin");'
        'game.answer("7"); game.transcript(); game.verify()'
    )
    assert "cv2" not in loaded_after(code, tmp_path)


@pytest.mark.slow
def test_a_written_position_loads_no_opencv(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("[table]\nwidth_in = 48.0\ndepth_in = 48.0\n")
    (tmp_path / "position.txt").write_text(POSITION)
    code = (
        'import tablecam; position = tablecam.open_table(".").position("position.txt");'
        'position.ranges(); position.sight("ann", "bob"); position.problems'
    )
    assert "cv2" not in loaded_after(code, tmp_path)


def test_every_public_name_is_there_and_says_what_it_is() -> None:
    found = {name: getattr(tablecam, name) for name in tablecam.__all__}
    assert [name for name, value in found.items() if value.__name__ != name or not value.__doc__] == []
    assert sorted(tablecam.__all__) == list(tablecam.__all__)
    assert set(tablecam.__all__) <= set(dir(tablecam))


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'open_tabel'"):
        tablecam.open_tabel  # noqa: B018


def test_every_public_error_is_a_tablecam_error() -> None:
    errors = [value for name in tablecam.__all__ if issubclass_of(value := getattr(tablecam, name), Exception)]
    assert len(errors) >= 5
    assert [error for error in errors if not issubclass(error, tablecam.TablecamError)] == []


def issubclass_of(value: object, base: type) -> bool:
    return isinstance(value, type) and issubclass(value, base)


USER = """\
from pathlib import Path

import numpy as np

import tablecam


def nearest(folder: Path, photo: np.ndarray) -> list[str]:
    position = tablecam.open_table(folder).measure(photo)
    pair: tablecam.Range = min(position.ranges(), key=lambda each: each.range_in)
    share: float = position.sight(pair.a, pair.b).share
    close: bool = pair.verdict(6.0) is tablecam.Verdict.YES
    return [f"{pair.a} {pair.b} {share} {close} {pair.contact} {pair.sigma_in}"]


def play(seed: int) -> str:
    game = tablecam.new_game("urban-war", red="harbour_watch", blue=Path("blue.toml"), rules={"shock": True})
    told: tuple[str, ...] = game.answer([7], game.questions[0])
    game.play(seed=seed)
    game.save("game.jsonl")
    return tablecam.load_game("game.jsonl").transcript() + "".join(told)


def follow(folder: Path) -> list[str]:
    return [change.event for change in tablecam.open_table(folder).track(0) if change.model]
"""
WRONG = {
    "tablecam.open_tabel": '"open_tabel"',
    'tablecam.open_table(".").measure(7)': "arg-type",
    'tablecam.open_table(".").position("p").ranges()[0].metres': '"metres"',
    'tablecam.new_game("urban-war", red=3, blue="b")': "arg-type",
}


@pytest.mark.long
def test_a_users_program_is_checked_strictly(tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(USER)
    (tmp_path / "wrong.py").write_text("import tablecam\n\n" + "".join(f"{code}\n" for code in WRONG))
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "user.py", "wrong.py"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    found = said.stdout.splitlines()
    assert [line for line in found if line.startswith("user.py")] == [], said.stdout + said.stderr
    for number, complaint in enumerate(WRONG.values(), 3):
        assert any(line.startswith(f"wrong.py:{number}: error") and complaint in line for line in found), said.stdout


def test_signatures_name_no_catalogue_and_fit_on_a_few_lines() -> None:
    for function in (tablecam.new_game, tablecam.load_game, tablecam.open_table):
        assert len(str(inspect.signature(function))) < 300, function


@pytest.mark.slow
def test_what_the_library_returns_shows_itself_in_one_short_line() -> None:
    table = tablecam.open_table(EXAMPLES / "table")
    position = table.position(EXAMPLES / "position.txt")
    game = tablecam.new_game("urban-war", red="harbour_watch", blue="tunnel_kin")
    returned = [
        *(table, table.models[0], position, position.snapshot, position.models[0]),
        *(position.ranges()[0], position.sight("ida", "gruff"), game, game.questions[0], game.result),
    ]
    for value in returned:
        assert "\n" not in repr(value)
        assert len(repr(value)) <= 300, repr(value)
        assert type(value).__name__ in repr(value)


def test_a_verdict_is_neither_true_nor_false() -> None:
    for verdict in tablecam.Verdict:
        with pytest.raises(TypeError, match="a verdict is neither true nor false: compare it"):
            bool(verdict)


def test_the_version_is_the_one_that_is_installed() -> None:
    assert tablecam.__version__ == importlib.metadata.version("tablecam")
