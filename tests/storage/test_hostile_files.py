"""Files of a table folder that were cut off anywhere, or made to hurt: one sentence each."""

import json
import re
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablecam.base.errors import BadFile
from tablecam.storage import text_file
from tablecam.storage.camera_yaml import read_camera
from tablecam.storage.models_toml import read_pieces, read_roster
from tablecam.storage.table_toml import read_table
from tablecam.storage.terrain_geojson import read_terrain
from tablecam.storage.toml_file import read_toml

TABLE = Path(__file__).parents[1] / "golden" / "old" / "table"
READERS: dict[str, Callable[[Path], object]] = {
    "camera.yaml": read_camera,
    "table.toml": lambda path: read_table(path, tags_needed=True),
    "models.toml": read_roster,
    "terrain.geojson": read_terrain,
    "pieces.toml": read_pieces,
}
# a file whose every byte is tried; of the longer ones every so many
TRIED = 600


def refused(read: Callable[[Path], object], path: Path) -> str:
    """The sentence of a refusal; empty where the file is read."""
    try:
        read(path)
    except BadFile as fault:
        said = str(fault)
        assert "\n" not in said
        assert str(path) in said
        assert len(said) < 400
        return said
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_a_file_cut_off_at_any_byte_is_refused_in_one_sentence_or_says_what_is_left(tmp_path: Path, name: str) -> None:
    whole = (TABLE / name).read_bytes()
    path = tmp_path / name
    for end in range(0, len(whole), max(1, len(whole) // TRIED)):
        path.write_bytes(whole[:end])
        refused(READERS[name], path)
    path.write_bytes(whole)
    assert refused(READERS[name], path) == ""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(TABLE, tmp_path_factory.mktemp("garbled") / "table"))


@pytest.mark.slow
@given(st.sampled_from(sorted(READERS)), st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_file_with_bytes_of_chance_in_it_is_refused_in_one_sentence(folder: Path, name: str, data) -> None:
    whole = (TABLE / name).read_bytes()
    at = data.draw(st.integers(0, len(whole)))
    garbage = data.draw(
        st.binary(max_size=20) | st.sampled_from([b"[" * 50, b"{" * 50, b'"', b"'''", b"a." * 40, b"&"])
    )
    (folder / name).write_bytes(whole[:at] + garbage + whole[at + data.draw(st.integers(0, 20)) :])
    refused(READERS[name], folder / name)


MODEL = '[[models]]\nid = "m{0}"\nside = "red"\ntag = {0}\n'
HOSTILE: dict[str, tuple[str, str, str]] = {
    "huge": ("models.toml", "#" * (text_file.MOST_TOML_BYTES + 1), "has more than 512 kB"),
    "50,000 models": ("models.toml", "".join(map(MODEL.format, range(50_000))), "has more than 512 kB"),
    "50,000 short models": ("models.toml", "[[models]]\n" * 40_000, "has 40000 tables"),
    "models in a row": ("models.toml", f"models = [{'{},' * 40_000}]", "has 40000 tables"),
    "deep": ("models.toml", f"a = {'[' * 5000}{']' * 5000}", "line 1: brackets are more than 32 deep"),
    "deep tables": ("table.toml", "a = " + "{a=" * 5000, "line 1: brackets are more than 32 deep"),
    "20,000 dots": ("table.toml", f"\n{'.'.join(['a'] * 20_000)} = 1", "line 2: a key has more than 16 parts"),
    "dots in quotes": ("table.toml", '"a".' * 20_000 + "a = 1", "line 1: a key has more than 16 parts"),
    "dots in a header": ("pieces.toml", f"[{' . '.join(['a'] * 9_000)}]", "line 1: a key has more than 16 parts"),
    "huge terrain": ("terrain.geojson", " " * (text_file.MOST_TERRAIN_BYTES + 1), "has more than 2048 kB"),
    "deep terrain": ("terrain.geojson", "[" * 100_000, "line 1: brackets are more than 32 deep"),
    "huge lens": ("camera.yaml", "a: 1\n" * 10_000, "has more than 32 kB"),
}


@pytest.mark.parametrize("which", HOSTILE)
def test_a_hostile_file_is_refused_before_it_is_parsed(tmp_path: Path, monkeypatch, which: str) -> None:
    name, content, says = HOSTILE[which]
    (tmp_path / name).write_text(content)

    def parsed(*_given, **_named):
        raise AssertionError("it was parsed")

    monkeypatch.setattr(tomllib, "loads", parsed)
    monkeypatch.setattr(json, "loads", parsed)
    monkeypatch.setattr(yaml.SafeLoader, "__init__", parsed)
    assert says in refused(READERS[name], tmp_path / name)


def test_more_features_than_a_terrain_has_are_refused_before_one_is_read(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "terrain.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [{}] * 5000}))
    monkeypatch.setattr("tablecam.storage.terrain_geojson.read_feature", lambda *_given: 1 / 0)
    assert "has 5000 features" in refused(read_terrain, tmp_path / "terrain.geojson")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (f"a: {'[' * 500}{']' * 500}", "brackets too deep"),
        ("a: &a [1]\nb: [*a, *a]", "line 2: this is not YAML (a reference to another value)"),
    ],
)
def test_a_lens_that_is_deep_or_refers_to_itself_is_refused(tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "camera.yaml").write_text(content)
    assert says in refused(read_camera, tmp_path / "camera.yaml")


def test_what_looks_deep_inside_quotes_is_none(tmp_path: Path) -> None:
    content = f"a = \"{'[' * 100}\"\nb = [{'1.5, ' * 100}2.5]\nc = '{'a.' * 100}' # {'[' * 100} {'a.' * 100}"
    (tmp_path / "a.toml").write_text(content)
    assert set(read_toml(tmp_path / "a.toml", "anything").values) == {"a", "b", "c"}


@pytest.mark.parametrize("pattern", [text_file.TOML_STRING, text_file.DOTTED, text_file.JSON_STRING], ids=str)
def test_a_limit_does_not_take_long_itself(pattern: re.Pattern[str]) -> None:
    # any of these takes hours where a pattern tries again from every letter to the end
    for text in ('"' * 300_001, '"\\' * 200_000, "'" * 300_001, "." * 300_000, "a" * 300_000, "a." * 200_000 + '"'):
        pattern.sub("", text)
