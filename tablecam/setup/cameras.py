"""Which cameras there are to choose from, and how one of them is opened."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tablecam.camera.source import SIZES, Source, open_source
from tablecam.errors import CameraUnavailable

VIDEO4LINUX = Path("/sys/class/video4linux")
# addresses that a camera on the network may have; a file is not chosen from a tablet
SCHEMES = ("http", "https", "rtsp", "rtmp")
LONGEST_ADDRESS = 300

Open = Callable[[str, tuple[int, int] | None], Source]


@dataclass(frozen=True)
class Offer:
    """A camera that can be chosen. source: as `open_source` takes it; name: as its maker calls it."""

    source: str
    name: str


def plugged_in(known: Path = VIDEO4LINUX) -> tuple[Offer, ...]:
    """The cameras of this computer, as Linux lists them (V4L2); a camera's second node holds no pictures."""
    nodes = sorted(known.glob("video*"), key=lambda path: (len(path.name), path.name))
    pictures = [node for node in nodes if _read(node / "index") in ("", "0")]
    return tuple(Offer(f"/dev/{node.name}", _read(node / "name") or node.name) for node in pictures)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


@dataclass(frozen=True)
class Cameras:
    """The choice. more: cameras that are not plugged in, such as the drawn one, each with what opens it."""

    listed: Callable[[], Sequence[Offer]] = plugged_in
    more: tuple[tuple[Offer, Callable[[], Source]], ...] = ()
    by_address: Open = open_source

    @property
    def offers(self) -> tuple[Offer, ...]:
        """All that can be chosen by a tap."""
        return (*(offer for offer, _ in self.more), *self.listed())

    def open(self, source: str, size: str = "") -> Source:
        """The camera behind an offer or a stream's address, asked for a size of `SIZES`.

        Raises CameraUnavailable where it does not open, or is neither offered nor an address.
        """
        for offer, opened in self.more:
            if offer.source == source:
                return opened()
        if source in {offer.source for offer in self.listed()} or is_address(source):
            return self.by_address(source, SIZES.get(size))
        raise CameraUnavailable(
            f'"{source[:LONGEST_ADDRESS]}" is no camera of this computer and no address of a stream: plug it in and '
            f"look again, or give an address that begins with {', '.join(scheme + '://' for scheme in SCHEMES)}"
        )


def is_address(text: str) -> bool:
    """Whether it is the address of a stream."""
    if len(text) > LONGEST_ADDRESS:
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in SCHEMES and bool(parts.hostname)
