"""What docs/network.md says of options, files, figures and refusals is so."""

import re
from pathlib import Path

import pytest

from tablecam.commands.options import USUAL_DB
from webui import command
from webui.entrance import rate_limit
from webui.entrance.access import Access
from webui.entrance.devices import KEPT_S
from webui.entrance.keys import LENGTH, find_key_file, new_keys
from webui.server import crowds, server
from webui.server.asgi import connection, recipient, shell
from webui.server.asgi.guest_limits import USUAL

DOC = (Path(__file__).resolve().parents[2] / "docs" / "network.md").read_text(encoding="utf-8")


def test_every_option_it_names_is_one_of_play() -> None:
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", DOC))
    ours = {option for parameter in command.play.params for option in parameter.opts}
    assert {"--host", "--address", "--new-codes", "--table", "--camera", "--port"} <= named & ours
    assert named - ours == set()


def test_the_keys_are_kept_where_it_says() -> None:
    assert f"`{find_key_file(USUAL_DB)}` beside `{USUAL_DB}`" in DOC
    assert f"stays joined for {KEPT_S // 86400} days" in DOC


def test_its_figures_are_ours() -> None:
    words = {5: "five"}
    assert f"a code of {words[LENGTH]} letters" in DOC
    assert set(new_keys(("red", "blue")).codes) == {"red", "blue", "umpire", "table"}
    assert f"{words[rate_limit.FREE]} wrong codes from one address, that address waits" in DOC.lower()
    assert f"waits {rate_limit.FIRST_WAIT_S:.0f} seconds" in DOC
    doc = " ".join(DOC.split())
    assert f"have {USUAL.streams} streams (`--guest-streams`) and {USUAL.connections} connections" in doc
    assert f"all together {USUAL.all_streams} streams" in doc
    assert f"every {crowds.AGAIN_S} seconds" in doc
    assert f"has {connection.HEADER_S:.0f} seconds to come and its body {shell.BODY_S:.0f}" in doc
    assert f"nothing for {recipient.STALLED_S:.0f} seconds" in doc
    assert f"client_max_body_size {server.MOST_BYTES // 2**20}m" in DOC


@pytest.mark.parametrize("options", re.findall(r"--address (https?://[\w.]+)", DOC))
def test_behind_its_proxy_nobody_is_trusted_for_coming_from_this_machine(options: str) -> None:
    access = Access(new_keys(("red", "blue")), address=options)
    assert access.seat(None, "127.0.0.1:8000").role == "spectator"
    assert access.addresses(8000) == [options]
