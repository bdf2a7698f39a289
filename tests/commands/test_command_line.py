"""The command line as a whole."""

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
