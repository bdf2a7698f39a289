"""The files of the wall: every page leads to what is there, and asks the broker and nobody else."""

import re
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablecam.base.errors import TablecamError
from tablecam.base.languages import INSTALLED
from tablecam.commands.hub import hub
from webui.wall.site import BadSite, HallSite, name_page, site_files

BROKER = "wss://hub.example:8884"


def test_every_page_leads_to_files_that_are_there_and_asks_the_broker_alone() -> None:
    parts, pages = site_files(HallSite(BROKER, "mill"))
    for language in INSTALLED.available():
        for kind in ("wall", "archive"):
            page = pages[name_page(kind, language)].decode()
            led_to = re.findall(r'(?:src|href)="([^"#]+)"', page)
            assert [name for name in led_to if name not in parts | pages and not name.startswith("data:")] == []
            assert f'<html lang="{language}"' in page
            assert f'data-page="{kind}" data-broker="{BROKER}" data-hall="mill"' in page
            policy = unescape(re.findall(r'Content-Security-Policy" content="([^"]+)"', page)[0])
            assert policy.startswith("default-src 'none';")
            assert f"connect-src 'self' {BROKER};" in policy
    assert len({name.split("/")[0] for name in parts}) == 1


def test_the_broker_may_be_on_the_host_of_the_page() -> None:
    assert "connect-src 'self' ws://*:8884;" in HallSite("ws://HOST:8884").policy


@pytest.mark.parametrize("url", ["mqtts://hub.example", "hub.example:8884", "wss://", "https://hub.example"])
def test_what_is_no_address_of_websockets_is_refused(url: str) -> None:
    with pytest.raises(BadSite, match="wss://"):
        HallSite(url)


def test_a_page_that_was_not_built_is_said(tmp_path: Path) -> None:
    with pytest.raises(TablecamError, match="make page"):
        site_files(HallSite(BROKER), built=tmp_path)


def test_the_command_writes_the_folder_again_and_no_other_s(tmp_path: Path) -> None:
    words = ["site", str(tmp_path / "wall"), "--websockets", BROKER]
    assert CliRunner().invoke(hub, words).exit_code == 0
    assert CliRunner().invoke(hub, words).exit_code == 0
    assert (tmp_path / "wall" / "index.html").is_file()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text("somebody's")
    refused = CliRunner().invoke(hub, ["site", str(tmp_path / "other"), "--websockets", BROKER])
    assert isinstance(refused.exception, TablecamError)
