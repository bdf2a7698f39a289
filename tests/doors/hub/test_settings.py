"""How a table says where its hub is."""

from pathlib import Path

import pytest

from tablecam.base.errors import BadFile
from tablecam.doors.hub.bus import BadBroker
from tablecam.doors.hub.settings import desk_link, hub_link

URL = "mqtts://bcdf.ghjk:secret@hub.example:8883"


def test_the_folder_s_file_says_where_the_hub_is(tmp_path: Path) -> None:
    (tmp_path / "hub.toml").write_text(f'broker = "{URL}"\nca = "hub.pem"\n')
    link = hub_link(tmp_path, None)
    assert link
    assert (link.place.hall, link.place.table) == ("bcdf", "ghjk")
    assert (link.broker.host, link.broker.secret, link.broker.ca) == ("hub.example", "secret", tmp_path / "hub.pem")


def test_the_file_says_how_the_table_shows_itself(tmp_path: Path) -> None:
    (tmp_path / "hub.toml").write_text(f'broker = "{URL}"\ndelayed = true\nfeatured = true\nlanguage = "de"\n')
    link = hub_link(tmp_path, None)
    assert link
    assert (link.delayed, link.featured, link.language) == (True, True, "de")
    (tmp_path / "hub.toml").write_text(f'broker = "{URL}"\ndelayed = "yes"\n')
    with pytest.raises(BadFile, match="true or false"):
        hub_link(tmp_path, None)


def test_an_address_goes_before_the_file(tmp_path: Path) -> None:
    (tmp_path / "hub.toml").write_text(f'broker = "{URL}"\n')
    link = hub_link(tmp_path, "mqtt://a.b:other@127.0.0.1")
    assert link
    assert (link.broker.host, link.broker.port, link.broker.secure) == ("127.0.0.1", 1883, False)


def test_a_folder_without_the_file_has_no_hub(tmp_path: Path) -> None:
    assert hub_link(tmp_path, None) is None


def test_a_file_without_a_broker_is_refused(tmp_path: Path) -> None:
    (tmp_path / "hub.toml").write_text("ca = 'hub.pem'\n")
    with pytest.raises(BadFile, match=r"hub\.toml"):
        hub_link(tmp_path, None)


@pytest.mark.parametrize(
    "url", ["mqtts://hub.example", "mqtts://archiver:secret@hub.example", "mqtts://a.b@hub.example"]
)
def test_who_is_no_table_has_no_link(tmp_path: Path, url: str) -> None:
    with pytest.raises(BadBroker, match="add-table"):
        hub_link(tmp_path, url)


DESK = "mqtts://bcdf-desk:key@hub.example"


def test_an_organiser_s_address_stands_in_the_file_or_is_given(tmp_path: Path) -> None:
    assert desk_link(tmp_path, None) is None
    (tmp_path / "hub.toml").write_text(f'organiser = "{DESK}"\nca = "hub.pem"\n')
    link = desk_link(tmp_path, None)
    assert link
    assert (link.hall, link.broker.secret, link.broker.ca) == ("bcdf", "key", tmp_path / "hub.pem")
    assert link.driving == ""
    # who runs an event need have no table there
    assert hub_link(tmp_path, None) is None
    other = desk_link(tmp_path, "mqtt://mill-desk:other@127.0.0.1")
    assert other
    assert (other.hall, other.broker.secure) == ("mill", False)
    (tmp_path / "hub.toml").write_text(f'broker = "{URL}"\n')
    assert desk_link(tmp_path, None) is None


def test_the_file_says_where_the_wall_is_that_the_organiser_drives(tmp_path: Path) -> None:
    (tmp_path / "hub.toml").write_text(f'organiser = "{DESK}"\nwall = "https://club.example/wall/"\n')
    link = desk_link(tmp_path, None)
    assert link
    assert link.driving == "https://club.example/wall?hall=bcdf#key=key"
    (tmp_path / "hub.toml").write_text(f'organiser = "{DESK}"\nwall = "javascript:alert(1)"\n')
    with pytest.raises(BadFile, match=r"hub\.toml.*wall.*https://"):
        desk_link(tmp_path, None)


@pytest.mark.parametrize("url", [URL, "mqtts://hub.example", "mqtts://bcdf-desk@hub.example"])
def test_who_is_no_organiser_runs_no_hall(tmp_path: Path, url: str) -> None:
    with pytest.raises(BadBroker, match="hub desk"):
        desk_link(tmp_path, url)
