"""The club's own name and badge on its pages, without a league."""

import base64
import struct
from pathlib import Path

import pytest
from click.testing import CliRunner
from fake_table import roster

from tablecam.base.errors import BadFile
from tablecam.club.event.registry import EventRegistry
from tablecam.club.site.club_identity import ClubIdentity, load_identity, save_identity
from tablecam.club.site.publish_club import all_files, site_of
from tablecam.commands.tournament import tournament
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore
from webui import create_app
from webui.entrance.access import alone
from webui.server.dependencies import Dependencies

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 64, 64) + b" and more"
WIDE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 30_000, 30_000)
SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink">%s</svg>'
ADDRESS = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"


@pytest.fixture
def badge(tmp_path: Path) -> Path:
    (tmp_path / "ours").mkdir()
    path = tmp_path / "ours" / "anvil.dat"
    path.write_bytes(PNG)
    return path


def test_a_club_without_a_file_has_neither(tmp_path: Path) -> None:
    assert load_identity(tmp_path) == load_identity(None) == ClubIdentity()


def test_name_and_badge_are_kept_each_by_itself(tmp_path: Path) -> None:
    assert save_identity(tmp_path, name='The  "Anvil" \\ Club').name == 'The "Anvil" \\ Club'
    badge_too = save_identity(tmp_path, badge=PNG)
    assert load_identity(tmp_path) == badge_too == ClubIdentity('The "Anvil" \\ Club', ADDRESS)
    assert save_identity(tmp_path, name="") == ClubIdentity("", ADDRESS)
    assert save_identity(tmp_path, badge=b"") == ClubIdentity()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"MZ program", "no picture for a badge"),
        (PNG + bytes(200_000), "more than 128 kB"),
        (WIDE, "wider or higher than 2048 pixels"),
        (b"<html/>", "no picture for a badge"),
        (b"<svg>", "no SVG file"),
        (SVG % b"<script>alert(1)</script>", "scripts or links"),
        (SVG % b'<g onclick="x()"/>', "scripts or links"),
        (SVG % b'<image x:href="https://elsewhere.example/x.png"/>', "scripts or links"),
        (b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>', "declares entities"),
    ],
)
def test_what_is_no_badge_is_refused(tmp_path: Path, content: bytes, says: str) -> None:
    with pytest.raises(BadFile, match=says):
        save_identity(tmp_path, badge=content)
    assert load_identity(tmp_path) == ClubIdentity()


def test_an_svg_that_only_draws_is_a_badge(tmp_path: Path) -> None:
    drawn = SVG % b'<defs><path id="a" d="M0 0h9"/></defs><use x:href="#a"/>'
    assert save_identity(tmp_path, badge=drawn).badge.startswith("data:image/svg+xml;base64,")
    assert (tmp_path / "club-badge.svg").read_bytes() == drawn


@pytest.mark.parametrize(
    ("text", "says"), [("nmae = 'x'", "nmae"), ("name = 3", "name"), (f"name = '{'x' * 81}'", "80")]
)
def test_a_file_with_a_fault_is_refused_with_a_reason(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "club.toml").write_text(text)
    with pytest.raises(BadFile, match=says):
        load_identity(tmp_path)


def test_every_published_page_has_them(tmp_path: Path) -> None:
    engine = open_database(str(tmp_path / "games.db"))
    files = all_files(site_of(engine, BOOKS, "en", "2026-05-15", None, ClubIdentity("<b>Anvil</b>", ADDRESS)))
    home = files["index.html"].decode()
    assert "<h1>&lt;b&gt;Anvil&lt;/b&gt;</h1>" in home
    assert f'<img src="{ADDRESS}"' in home
    assert all(
        f'rel="icon" href="{ADDRESS}"' in text.decode() for path, text in files.items() if path.endswith(".html")
    )


def test_the_served_pages_follow_the_file(tmp_path: Path) -> None:
    house = EventRegistry(TournamentStore(open_database(str(tmp_path / "games.db"))), tmp_path / "snapshots")
    client = create_app(Dependencies(None, roster, access=alone(("red", "blue")), club=house)).test_client()
    get_home = lambda: client.get("/club/site/index.html").text  # noqa: E731
    assert "<h1>Club evenings</h1>" in get_home()
    save_identity(tmp_path, name="Anvil", badge=PNG)
    assert "<h1>Anvil</h1>" in get_home()
    assert ADDRESS in get_home()
    (tmp_path / "club.toml").write_text("broken")
    assert "<h1>Club evenings</h1>" in get_home()


def test_the_terminal_sets_and_prints_them(tmp_path: Path, badge: Path) -> None:
    words = ["club", "--db", str(tmp_path / "games.db")]
    assert CliRunner().invoke(tournament, words).output == "no name, without a badge\n"
    said = CliRunner().invoke(tournament, [*words, "--name", "Anvil", "--badge", str(badge)])
    assert (said.exit_code, said.output) == (0, "Anvil, with a badge\n")
    assert CliRunner().invoke(tournament, [*words, "--no-badge"]).output == "Anvil, without a badge\n"
