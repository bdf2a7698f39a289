"""Sign-up and check-in at the terminal: places, a waiting list, the late and the absent, marks."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

Run = Callable[..., Any]


@pytest.fixture
def run(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    return lambda *words: command("tournament", *words)


def test_a_waiting_list_fills_the_places_and_the_late_are_not_drawn(run: Run) -> None:
    run("new", "Friday", "--seed", 7)
    refused = run("apply", "Ann", "--models", 9)
    assert (refused.status, refused.sentence) == (1, "sign-up is not open: ask the organiser, under House Evening (N3)")
    said = run("sign-up", "--open", "--places", 4, "--check-in").out
    assert said.endswith("sign-up is open, 0 of 4 places are taken, check-in by phone\n")
    for name in ("Ann Archer", "Bob", "Cat", "Dan"):
        run("apply", name, "--force", "harbour_watch")
    run("apply", "Eve", "--faction", "junkers", "--models", 9)
    run("apply", "Fay", "--models", 9)
    lines = ["  1. waits: Eve (eve), junkers", "  2. waits: Fay (fay), no faction"]
    assert run("sign-up").out.splitlines()[1:] == lines
    assert "somebody called eve" in run("apply", "eve", "--models", 9).sentence
    run("admit", "fay", "--strike")
    assert run("admit", "ann", "--strike").status == 2
    run("drop", "dan")
    assert "Eve (eve): not checked in" in run("check-in").out
    run("check-in", "ann", "bob")
    run("check-in", "cat", "--late")
    drafted = run("round")
    assert "note: not checked in: Eve (eve)\n" in drafted.err
    assert "note: not drawn: Cat (cat) is late\n" in drafted.err
    assert "Cat" not in drafted.out
    run("round", "--publish")
    run("check-in", "cat")
    assert "Cat (cat)" in run("repair", "--seat", "cat", "--reason", "a late train").out


def test_marks_are_set_one_by_one(run: Run) -> None:
    run("new", "Friday", "--seed", 7)
    run("enter", "ann", "Ann", "--models", 9)
    assert "has not handed in a list to approve" in run("mark", "ann", "--list-approved").sentence
    run("force", "ann", "harbour_watch")
    run("mark", "ann", "--paid")
    run("mark", "ann", "--list-approved")
    assert "Ann has paid, and the list is approved" in run("log").out
