from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from webui.command import Serving, serving_options
from webui.entrance.access import Access, alone
from webui.entrance.keys import new_keys
from webui.server import server


def table_with(**options: str) -> Access:
    seats = ("red", "blue")
    return Access(new_keys(seats), usual=seats, **options)


def test_on_this_machine_alone_there_is_one_address_and_no_code() -> None:
    told = server.lines(alone(("red", "blue")), 8000, 8000)
    assert told == ["The table is at http://127.0.0.1:8000  (Ctrl-C ends it)"]


def test_on_a_network_the_owners_address_and_the_codes_are_told() -> None:
    access = table_with(host="192.168.1.7")
    told = "\n".join(server.lines(access, 8000, 8000))
    assert f"http://192.168.1.7:8000/join/{access.keys.owner}" in told
    assert "On a tablet in the same network: http://192.168.1.7:8000/join" in told
    for role, code in access.keys.codes.items():
        assert f"{role} {code}" in told


def test_behind_a_proxy_a_tablet_is_sent_to_the_proxy() -> None:
    told = server.lines(table_with(address="https://table.local"), 8000, None)
    assert "On a tablet in the same network: https://table.local/join" in told


def test_another_port_than_the_usual_is_said_where_none_was_asked_for() -> None:
    assert "taken" in server.lines(alone(("red", "blue")), server.USUAL_PORT + 1, None)[0]
    assert "taken" not in server.lines(alone(("red", "blue")), server.USUAL_PORT + 1, server.USUAL_PORT + 1)[0]


def test_no_picture_is_drawn_for_a_program_that_reads_along() -> None:
    assert server.picture(table_with(host="192.168.1.7"), 8000) == ""


def test_a_terminal_is_shown_a_code_to_scan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert len(server.picture(table_with(host="192.168.1.7"), 8000).splitlines()) > 10
    assert server.picture(alone(("red", "blue")), 8000) == ""


def serving(*arguments: str) -> Serving:
    found = []

    @click.command()
    @serving_options
    def command(serving: Serving) -> None:
        found.append(serving)

    told = CliRunner().invoke(command, list(arguments))
    assert told.exit_code == 0, told.output
    return found[0]


def test_the_options_of_serving_arrive_as_one() -> None:
    assert serving("--port", "7", "--no-browser") == Serving("127.0.0.1", 7, browser=False, seconds=None)


def test_an_address_of_a_proxy_makes_the_table_open_to_others() -> None:
    assert serving().access(None).alone
    assert not serving("--address", "https://Table.local/").access(None).alone
    assert serving("--address", "https://Table.local/").address == "https://table.local"


@pytest.mark.parametrize(
    "address", ["table.local", "ftp://x", "https://", "https://x/path", "https://x:99999", "http://[x"]
)
def test_an_address_that_is_no_pages_is_refused(address: str) -> None:
    told = CliRunner().invoke(click.command()(serving_options(lambda serving: None)), ["--address", address])
    assert told.exit_code == 2
    assert "like https://table.local" in told.output


def test_keys_are_kept_over_a_restart_only_where_others_join(tmp_path: Path) -> None:
    kept = tmp_path / "keys"
    serving().access(kept)
    assert not kept.exists()
    first = serving("--host", "0.0.0.0").access(kept).keys
    assert serving("--host", "0.0.0.0").access(kept).keys == first
    assert serving("--host", "0.0.0.0", "--new-codes").access(kept).keys != first
