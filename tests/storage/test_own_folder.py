"""A folder that is published: whole, again, and never over what somebody else put there."""

import json
from pathlib import Path

import pytest

from tablecam.base.errors import BadFile
from tablecam.storage import own_folder
from tablecam.storage.own_folder import write_own_folder

MARKER = "ours.json"


def edition(folder: Path, name: str) -> None:
    write_own_folder(folder, MARKER, {f"{name}/en/1.js": name.encode()}, {"index.html": f"to {name}".encode()})


def held(folder: Path) -> dict[str, str]:
    """Every file with what is in it."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text() for path in found}


def test_a_new_folder_holds_all_files_and_a_marker_that_lists_them(tmp_path: Path) -> None:
    edition(tmp_path / "a" / "b", "one")
    found = held(tmp_path / "a" / "b")
    assert json.loads(found.pop(MARKER)) == {"files": ["index.html", "one/en/1.js"]}
    assert found == {"index.html": "to one", "one/en/1.js": "one"}


def test_an_edition_takes_the_place_of_the_last_and_leaves_what_is_not_ours(tmp_path: Path) -> None:
    edition(tmp_path, "one")
    (tmp_path / "CNAME").write_text("games.example")
    (tmp_path / "one" / "note").write_text("mine")
    edition(tmp_path, "two")
    found = held(tmp_path)
    assert found.pop(MARKER)
    assert found == {"CNAME": "games.example", "index.html": "to two", "one/note": "mine", "two/en/1.js": "two"}
    (tmp_path / "one" / "note").unlink()
    edition(tmp_path, "two")
    # a folder that a reader had put something into is theirs
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["CNAME", "index.html", "one", MARKER, "two"]


@pytest.mark.parametrize("there", ["holiday.jpg", "index.html", ".git/config"])
def test_a_folder_with_something_else_in_it_is_refused_and_stays_as_it_is(tmp_path: Path, there: str) -> None:
    (tmp_path / there).parent.mkdir(exist_ok=True)
    (tmp_path / there).write_text("mine")
    with pytest.raises(BadFile, match="holds other files: name a folder that is new, empty, or made by this command"):
        edition(tmp_path, "one")
    assert held(tmp_path) == {there: "mine"}


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(BadFile, match="is a file"):
        edition(tmp_path / "out", "one")


def test_anothers_file_under_one_of_the_names_is_refused(tmp_path: Path) -> None:
    edition(tmp_path, "one")
    (tmp_path / "report.html").write_text("mine")
    before = held(tmp_path)
    with pytest.raises(BadFile, match=r"report\.html was not made by this command"):
        write_own_folder(tmp_path, MARKER, {}, {"report.html": b""})
    assert held(tmp_path) == before


@pytest.mark.parametrize("files", [["../secret"], ["/etc/secret"], [7], "all", ["a\\b"]])
def test_a_marker_that_leads_elsewhere_is_refused(tmp_path: Path, files: object) -> None:
    (tmp_path / "secret").write_text("mine")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / MARKER).write_text(json.dumps({"files": files}))
    with pytest.raises(BadFile, match="does not list files of its folder"):
        edition(tmp_path / "out", "one")
    assert (tmp_path / "secret").read_text() == "mine"


@pytest.mark.parametrize("earlier", [False, True])
def test_a_full_disk_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, earlier: bool
) -> None:
    folder = tmp_path / "out"
    if earlier:
        edition(folder, "one")
    before = held(folder)
    written: list[str] = []

    def write_then_fail(path: Path, content: bytes) -> None:
        if written:
            raise BadFile("no space left on device")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        written.append(path.name)

    monkeypatch.setattr(own_folder, "write_bytes", write_then_fail)
    with pytest.raises(BadFile, match="no space left"):
        write_own_folder(folder, MARKER, {"two/1.js": b"1", "two/2.js": b"2"}, {"index.html": b"to two"})
    assert written == ["1.js"]
    assert held(folder) == before
    assert not (folder / "two").exists()


def test_what_a_killed_call_left_goes_with_the_next_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edition(tmp_path, "one")

    def killed(folder: Path, names: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(own_folder, "_remove_files", killed)
        with pytest.raises(SystemExit):
            edition(tmp_path, "two")
    # the page already leads to its own parts, and the old ones are there still
    assert set(held(tmp_path)) == {"index.html", "one/en/1.js", "two/en/1.js", MARKER}
    edition(tmp_path, "three")
    assert set(held(tmp_path)) == {"index.html", "three/en/1.js", MARKER}
