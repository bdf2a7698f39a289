"""docs/log.md describes the lines as the program reads and writes them."""

import json
import re

from tablecam.game.log import KINDS, GameLog, read, write
from tablecam.rules.plain import field_names
from tablecam.storage.game_store import game_text, read_game
from tablecam.storage.line_store import line_sum
from tests.docs.conftest import ROOT

TEXT = (ROOT / "docs" / "log.md").read_text(encoding="utf-8")
LINES = re.findall(r"^    (\{.*\})$", TEXT, re.MULTILINE)


def test_the_table_has_every_kind_of_line_with_all_its_keys() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .* \| (.*)\|$", TEXT, re.MULTILINE)
    told = {key: {key, *re.findall(r"`(\w+)`", others)} for key, others in rows}
    assert told == {key: set(field_names(kind)) for key, kind in KINDS.items()}


def test_the_example_is_a_log_with_every_kind_of_line() -> None:
    log = GameLog()
    for number, text in enumerate(LINES, 1):
        log.append(read(text, number))
        assert json.loads(write(log.lines[-1])) == json.loads(text)
    assert {next(key for key in KINDS if key in json.loads(text)) for text in LINES} >= set(KINDS) - {"abandoned"}


def test_the_lines_that_count_are_those_of_the_program() -> None:
    log = GameLog()
    for number, text in enumerate(LINES, 1):
        log.append(read(text, number))
    code = re.search(r"^    counting = \[\]\n(    .*\n)+", TEXT, re.MULTILINE)
    assert code
    names: dict = {"lines": [json.loads(text) for text in LINES]}
    exec("\n".join(line[4:] for line in code[0].splitlines()), names)
    words = ("intends", "closed", "clocks")
    beside = {number for number, text in enumerate(LINES, 1) if any(word in text for word in words)}
    assert [number for number in names["counting"] if number not in beside] == log.live


def test_the_sums_of_a_file_are_as_described(tmp_path) -> None:
    (tmp_path / "game.jsonl").write_text(game_text(LINES), encoding="utf-8")
    first = json.loads((tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert first["sum"] == line_sum("", LINES[0])
    assert f"first {len(first['sum'])} hexadecimal digits" in TEXT
    assert read_game(tmp_path / "game.jsonl") == tuple(LINES)
