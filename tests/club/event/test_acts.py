"""An act that is defined in one place has its command at the terminal, its request from the desk, and its form."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from made_act import ACTS

from tablecam.base.errors import BadFile
from tablecam.club.act import Act
from tablecam.club.event.commands import CLUB_ACTS, command, describe_acts
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.commands.club_events import make_commands, open_store, pass_event, run_command


@pytest.fixture
def club(tmp_path: Path) -> StoredEvent:
    return StoredEvent.begin(open_store(str(tmp_path / "games.db")), "Friday", seed=1, by="TO")


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Act[ClubEvent]:
    monkeypatch.setitem(CLUB_ACTS, "cheer", ACTS.acts["cheer"])
    return ACTS.acts["cheer"]


def run(folder: Path, *words: str) -> tuple[int, str]:
    group = click.Group(commands={str(made.name): made for made in make_commands(ACTS, pass_event, run_command)})
    done = CliRunner().invoke(group, [*words, "--db", str(folder / "games.db")])
    return done.exit_code, done.output


def test_it_has_a_command(club: StoredEvent, tmp_path: Path) -> None:
    assert run(tmp_path, "cheer", "ann", "--times", "2", "--loud", "--reason", "he won", "--by", "TO") == (
        0,
        "TO the evening is at ann, 2, True, he won\n",
    )
    assert run(tmp_path, "cheer")[0] == 2
    assert run(tmp_path, "cheer", "ann", "--times", "often")[0] == 2
    said = run(tmp_path, "cheer", "--help")[1]
    assert all(words in said for words in ("Cheers for PLAYER.", "How often.", "So that all hear it."))


def test_it_has_a_request(club: StoredEvent, known: Act[ClubEvent]) -> None:
    club.act("TO", command("cheer", {"player": "ann", "times": 3, "reason": "she won"}))
    assert club.state.publicity.place == "ann, 3, False, she won"


@pytest.mark.parametrize(
    ("values", "key"),
    [({}, "player"), ({"player": "ann", "times": -1}, "times"), ({"player": "ann", "loud": "yes"}, "loud")],
)
def test_its_request_names_the_key_that_is_wrong(known: Act[ClubEvent], values: dict[str, object], key: str) -> None:
    with pytest.raises(BadFile, match=f"to cheer: (the key )?{key}"):
        command("cheer", values)


def test_it_has_a_form(known: Act[ClubEvent]) -> None:
    (form,) = [form for form in describe_acts() if isinstance(form, dict) and form["act"] == "cheer"]
    assert (form["room"], form["title"], form["submit"]) == ("clock", "Save", "Save")
    assert isinstance(form["fields"], list)
    kinds = {entry["name"]: (entry["kind"], entry["label"]) for entry in form["fields"] if isinstance(entry, dict)}
    assert kinds == {
        "player": ("player", "Who votes?"),
        "times": ("number", "Rounds"),
        "loud": ("flag", ""),
        "reason": ("reason", ""),
    }


def test_what_only_a_player_may_do_is_no_request_of_the_desk() -> None:
    with pytest.raises(BadFile, match="there is no command 'confirm'"):
        command("confirm", {"player": "ann"})
