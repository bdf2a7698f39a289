"""Each command loads only the libraries and rulebooks that it needs: most of the time until it answers is theirs."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEAVY = {
    "PIL", "cv2", "flask", "icalendar", "jinja2", "networkx", "numpy", "openskill", "reportlab", "shapely",
    "sqlalchemy", "uvicorn", "wasmtime", "yaml",
}  # fmt: skip
# commands in this order in one interpreter, each with the number of rulebooks in Python that are loaded after it, and
# with what it adds to the libraries of those before it
COMMANDS: tuple[tuple[str, int, str], ...] = (
    ("roster read --help", 0, ""),
    ("print gauge --help", 0, ""),
    ("hub --help", 0, ""),
    ("rulebooks schema", 0, ""),
    ("replay --db games.db", 0, "sqlalchemy"),
    ("tournament new Friday --db games.db", 0, ""),
    ("tournament enter ann Ann --models 9 --db games.db", 0, ""),
    ("tournament list --db games.db", 0, ""),
    ("tournament log --db games.db", 0, ""),
    ("league list --db games.db", 0, ""),
    ("backup kept.zip --db games.db", 0, ""),
    ("tournament publish site --db games.db", 0, "icalendar jinja2 numpy shapely"),
    ("replay {log}", 1, "wasmtime"),
    ("rulebooks", 3, ""),
)
SCRIPT = """
import contextlib, io, sys
from tablecam.__main__ import cli
for line in sys.argv[2:]:
    with contextlib.redirect_stdout(io.StringIO()):
        cli.main(line.split(), prog_name="tablecam", standalone_mode=False)
    books = [name for name in sys.modules if name.startswith("tablecam.rules.books.") and name.endswith(".rulebook")]
    heavy = {name.partition(".")[0] for name in sys.modules} & set(sys.argv[1].split(","))
    print(line, "|", len([name for name in books if name.count(".") == 4]), *sorted(heavy))
"""


@pytest.mark.slow
def test_a_command_loads_no_library_and_no_rulebook_that_it_does_not_need(tmp_path) -> None:
    log = ROOT / "tests/golden/logs/before_codes.jsonl"
    lines = [command.format(log=log) for command, _books, _more in COMMANDS]
    words = [sys.executable, "-c", SCRIPT, ",".join(HEAVY), *lines]
    said = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    expected, known = [], set()
    for line, (_command, books, more) in zip(lines, COMMANDS, strict=True):
        known |= {*more.split()}
        expected.append(" ".join((line, "|", str(books), *sorted(known))))
    assert said.stdout.splitlines() == expected
