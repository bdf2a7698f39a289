"""A table's connection to its hub: `hub.toml` in the table folder, or an address from the command line.

broker = "mqtts://HALL.TABLE:SECRET@hub.example:8883"
ca = "hub.pem"                    # certificates to trust, beside the file; by default the system's
delayed = true                    # the hub shows this table later: it runs a delayer
featured = true                   # this table is shown four times a second instead of once
language = "de"                   # of the rulings that are shown; by default English

An organiser's file has, instead of `broker` or beside it, the output of `tablecam hub desk`:

organiser = "mqtts://HALL-desk:KEY@hub.example:8883"
wall = "https://club.example/wall"   # the hall's wall: the desk's menu leads there, with the key
"""

from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from tablecam.base.i18n import SOURCE
from tablecam.doors.hub.bus import BadBroker, BrokerAddress
from tablecam.doors.hub.topics import Place, find_place, hall_of_desk
from tablecam.storage.record import Record
from tablecam.storage.toml_file import read_toml

FILE = "hub.toml"


@dataclass(frozen=True)
class HubLink:
    """A table's identity at its hub, the hub's address, and how the table shows itself there."""

    place: Place
    broker: BrokerAddress
    delayed: bool = False
    featured: bool = False
    language: str = SOURCE


@dataclass(frozen=True)
class DeskLink:
    """An organiser's hall at a hub, and the hub's address. wall: the address of the hall's wall, if it is known."""

    hall: str
    broker: BrokerAddress
    wall: str = ""

    @property
    def driving(self) -> str:
        """The link to the wall for the organiser, with its key; empty if the wall's address is not known."""
        return driving_link(self.wall, self.hall, self.broker.secret) if self.wall else ""


def driving_link(wall: str, hall: str, key: str) -> str:
    """A wall's address with the key that makes its reader the organiser of a hall."""
    return f"{wall.rstrip('/')}?hall={hall}#key={quote(key)}"


def hub_link(folder: Path, url: str | None) -> HubLink | None:
    """The link from the address, else from the folder's file; None without either. BadBroker, BadFile."""
    if url is not None:
        return table_link(url, None)
    record = _read_file(folder)
    if record is None or ("broker" not in record.values and "organiser" in record.values):
        return None
    link = table_link(record.text("broker"), _certificate_path(folder, record))
    delayed, featured = (name in record.values and record.flag(name) for name in ("delayed", "featured"))
    return replace(link, delayed=delayed, featured=featured, language=record.text("language", SOURCE))


def desk_link(folder: Path, url: str | None) -> DeskLink | None:
    """The organiser's link from the address, else from the folder's file; None without either. BadBroker, BadFile."""
    record = None if url is not None else _read_file(folder)
    if record is not None and "organiser" in record.values:
        link = _build_desk_link(BrokerAddress.from_url(record.text("organiser"), _certificate_path(folder, record)))
        return replace(link, wall=_read_wall(record))
    return None if url is None else _build_desk_link(BrokerAddress.from_url(url))


def _build_desk_link(broker: BrokerAddress) -> DeskLink:
    hall = hall_of_desk(broker.user)
    if hall is None or not broker.secret:
        raise BadBroker(
            "the hub's address has no organiser's name and key: take it as `tablecam hub desk` has printed it"
        )
    return DeskLink(hall, broker)


def _read_wall(said: Record) -> str:
    if "wall" not in said.values:
        return ""
    wall = said.text("wall")
    if not wall.startswith(("https://", "http://")):
        raise said.fault("wall", "must be an address that begins with https:// or http://", wall)
    return wall


def _read_file(folder: Path) -> Record | None:
    path = folder / FILE
    return read_toml(path, "how the table reaches its hub") if path.is_file() else None


def _certificate_path(folder: Path, said: Record) -> Path | None:
    return folder / said.text("ca") if "ca" in said.values else None


def table_link(url: str, ca: Path | None) -> HubLink:
    """The link of a table's address at its hub. BadBroker."""
    broker = BrokerAddress.from_url(url, ca)
    place = find_place(broker.user)
    if place is None or not broker.secret:
        raise BadBroker(
            "the hub's address has no table's name and secret: take it as `tablecam hub add-table` has printed it"
        )
    return HubLink(place, broker)
