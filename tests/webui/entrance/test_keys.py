import json
import stat
from pathlib import Path

import pytest

from tablecam.errors import BadFile
from webui.entrance.keys import ALPHABET, JOINING, LENGTH, kept_keys, new_keys


def test_each_role_that_joins_has_a_code_of_its_own() -> None:
    codes = new_keys().codes
    assert set(codes) == set(JOINING)
    assert len(set(codes.values())) == len(JOINING)
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes.values())


def test_no_two_letters_of_a_code_are_mistaken_for_each_other() -> None:
    for alike in ("0OQD", "1IL", "2Z", "5S", "6G", "8B", "UV"):
        assert len(set(alike) & set(ALPHABET)) <= 1


def test_keys_are_new_each_time() -> None:
    one, other = new_keys(), new_keys()
    assert one.secret != other.secret
    assert one.owner != other.owner
    assert one.codes != other.codes


def test_a_code_is_taken_however_it_is_typed() -> None:
    keys = new_keys()
    code = keys.codes["blue"]
    for typed in (code, code.lower(), f" {code[:2]} {code[2:]}\n", f"{code[:3]}-{code[3:]}"):
        assert keys.role(typed) == "blue"


def test_the_owners_key_makes_a_browser_the_table() -> None:
    keys = new_keys()
    assert keys.role(keys.owner) == "table"
    assert keys.role(keys.owner.swapcase()) is None


@pytest.mark.parametrize("typed", ["", "AAAAA", "é", "\ud800", "0" * 1000])
def test_a_wrong_code_opens_nothing(typed: str) -> None:
    assert new_keys().role(typed) is None


def test_kept_keys_are_the_same_after_a_restart_and_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "games.db.keys"
    first = kept_keys(path)
    assert kept_keys(path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"secret": "x"}', '{"codes": 3}', '"x"'])
def test_a_broken_file_of_keys_is_refused_by_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "keys"
    path.write_text(text)
    with pytest.raises(BadFile, match="keys cannot be read"):
        kept_keys(path)


@pytest.mark.parametrize("changed", [{"secret": "short"}, {"owner": ""}, {"codes": dict.fromkeys(JOINING, "AAAAA")}])
def test_keys_that_anybody_could_guess_are_refused(tmp_path: Path, changed: dict) -> None:
    path = tmp_path / "keys"
    kept_keys(path)
    path.write_text(json.dumps(json.loads(path.read_text()) | changed))
    with pytest.raises(BadFile):
        kept_keys(path)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="file"):
        kept_keys(tmp_path / "file" / "keys")
