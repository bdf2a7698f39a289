"""The command line as a whole."""

import subprocess
import sys

import pytest

from tablecam.__main__ import COMMANDS


def test_help_names_every_command(command) -> None:
    said = command("--help")
    assert said.status == 0
    assert [name for name in COMMANDS if name not in said.out] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_loaded_and_has_help(command, name: str) -> None:
    said = command(name, "--help")
    assert said.status == 0
    assert "Usage: tablecam " + name in said.out


def test_an_unknown_command_is_wrong_usage(command) -> None:
    said = command("mesure")
    assert said.status == 2
    assert "mesure" in said.err


def test_the_version_is_told(command) -> None:
    assert command("--version").out.startswith("tablecam")


# each takes a tenth of a second and more to load; a command loads it only to do its work
COSTLY = (
    "numpy", "cv2", "shapely", "wasmtime", "networkx", "sqlalchemy", "flask", "werkzeug", "uvicorn", "reportlab",
    "openskill", "filelock", "tablecam.rules.books.catalogue", "tablecam.live", "tablecam.setup", "tablecam.sensing",
)  # fmt: skip
# the usual board, and the materials of terrain, stand in the help
NEED_THEM = ("calibrate", "terrain")
SHOW_HELP = """
import sys
import click
from click.testing import CliRunner
from tablecam.__main__ import cli

def show_help(command, words):
    answer = CliRunner().invoke(cli, [*words, "--help"])
    assert answer.exit_code == 0, (words, answer)
    names = command.list_commands(click.Context(command)) if isinstance(command, click.Group) else ()
    for name in names:
        if name not in sys.argv[1].split():
            show_help(command.get_command(click.Context(command), name), [*words, name])

show_help(cli, [])
print(*sys.modules)
"""


def test_no_command_loads_a_costly_library_before_it_begins_its_work() -> None:
    program = [sys.executable, "-c", SHOW_HELP, " ".join(NEED_THEM)]
    loaded = set(subprocess.run(program, capture_output=True, text=True, check=True).stdout.split())
    assert {"click", "webui.command", "tablecam.commands.tournament", "tablecam.commands.hub"} <= loaded
    assert loaded & set(COSTLY) == set()
