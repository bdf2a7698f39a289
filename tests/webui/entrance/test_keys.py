import json
import stat
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from tablecam.base.errors import BadFile
from webui.entrance.keys import ALPHABET, LENGTH, Keys, joining, load_keys, new_keys


def test_each_role_that_joins_has_a_code_of_its_own() -> None:
    codes = new_keys(("red", "blue")).codes
    assert tuple(codes) == joining(("red", "blue")) == ("table", "red", "blue", "umpire")
    assert len(set(codes.values())) == len(codes)
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes.values())


def test_no_two_letters_of_a_code_are_mistaken_for_each_other() -> None:
    for alike in ("0OQD", "1IL", "2Z", "5S", "6G", "8B", "UV"):
        assert len(set(alike) & set(ALPHABET)) <= 1


def test_keys_are_new_each_time() -> None:
    one, other = new_keys(("red", "blue")), new_keys(("red", "blue"))
    assert one.secret != other.secret
    assert one.owner != other.owner
    assert one.codes != other.codes


def test_a_code_is_taken_however_it_is_typed() -> None:
    keys = new_keys(("red", "blue"))
    code = keys.codes["blue"]
    for typed in (code, code.lower(), f" {code[:2]} {code[2:]}\n", f"{code[:3]}-{code[3:]}"):
        assert keys.role(typed) == "blue"


def test_the_owners_key_makes_a_browser_the_table() -> None:
    keys = new_keys(("red", "blue"))
    assert keys.role(keys.owner) == "table"
    assert keys.role(keys.owner.swapcase()) is None


@pytest.mark.parametrize("typed", ["", "AAAAA", "é", "\ud800", "0" * 1000])
def test_a_wrong_code_opens_nothing(typed: str) -> None:
    assert new_keys(("red", "blue")).role(typed) is None


def test_kept_keys_are_the_same_after_a_restart_and_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "games.db.keys"
    first = load_keys(path)
    assert load_keys(path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"secret": "x"}', '{"codes": 3}', '"x"'])
def test_a_broken_file_of_keys_is_refused_by_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "keys"
    path.write_text(text)
    with pytest.raises(BadFile, match="keys cannot be read"):
        load_keys(path)


@pytest.mark.parametrize("seats", [("near", "far"), ("north", "east", "south", "west")])
def test_seats_that_a_file_does_not_know_get_a_code_that_stays(tmp_path: Path, seats: tuple[str, ...]) -> None:
    path = tmp_path / "keys"
    keys = load_keys(path, ("red", "blue"))
    codes = keys.get_codes(joining(seats))
    assert list(codes) == list(joining(seats))
    assert len({*codes.values(), *keys.codes.values()}) == len(keys.codes) + len(seats)
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes.values())
    assert load_keys(path).get_codes(joining(seats)) == codes
    assert {keys.role(code, joining(seats)) for code in codes.values()} == {"table", *seats, "umpire"}
    assert keys.role(keys.codes["red"], joining(seats)) is None


def test_another_table_gives_the_same_seat_another_code() -> None:
    assert new_keys(("red", "blue")).get_codes(["near"]) != new_keys(("red", "blue")).get_codes(["near"])


def test_a_file_of_the_version_with_two_fixed_seats_opens_as_before(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    codes = {"table": "CDFHJ", "red": "KMNPR", "blue": "TVWXY", "umpire": "23479"}
    path.write_text(json.dumps({"secret": "s" * 43, "owner": "o" * 22, "codes": codes}))
    keys = load_keys(path)
    assert keys.codes == codes == keys.get_codes(joining(("red", "blue")))
    assert json.loads(path.read_text())["codes"] == codes


def test_a_file_may_hold_the_codes_of_any_seats(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    codes = {"table": "CDFHJ", "near": "KMNPR", "umpire": "23479"}
    path.write_text(json.dumps({"secret": "s" * 43, "owner": "o" * 22, "codes": codes}))
    keys = load_keys(path)
    assert keys.get_codes(["near", "table"]) == {"near": "KMNPR", "table": "CDFHJ"}
    assert keys.get_codes(["red"])["red"] not in codes.values()


ALIKE = dict.fromkeys(("table", "red", "blue", "umpire"), "AAAAA")
CHANGED = [{"secret": "short"}, {"owner": ""}, {"codes": ALIKE}, {"codes": {}}, {"codes": {"table": ""}}]


@pytest.mark.parametrize("changed", CHANGED)
def test_keys_that_anybody_could_guess_are_refused(tmp_path: Path, changed: dict) -> None:
    path = tmp_path / "keys"
    load_keys(path)
    path.write_text(json.dumps(json.loads(path.read_text()) | changed))
    with pytest.raises(BadFile):
        load_keys(path)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="file"):
        load_keys(tmp_path / "file" / "keys")


@pytest.mark.slow
def test_servers_that_start_at_once_on_one_file_have_the_same_keys(tmp_path: Path) -> None:
    with get_context("spawn").Pool(2, starting_line, (get_context("spawn").Barrier(2),)) as servers:
        one, other = servers.map(started_together, [tmp_path, tmp_path], chunksize=1)
    assert one == other
    assert len({keys.secret for keys in one}) == TABLES
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(f"{number}.keys" for number in range(TABLES))


TABLES = 40
at_once: list[Barrier] = []


def starting_line(barrier: Barrier) -> None:
    at_once.append(barrier)


def started_together(folder: Path) -> list[Keys]:
    """The keys of many tables, of each of which another process starts a server at the same time."""
    found = []
    for number in range(TABLES):
        at_once[0].wait(60)
        found.append(load_keys(folder / f"{number}.keys"))
    return found
