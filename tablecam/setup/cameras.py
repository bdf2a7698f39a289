"""The cameras to choose from, and opening one of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from tablecam.base.errors import CameraUnavailable
from tablecam.base.i18n import Message, listing
from tablecam.sensing.camera.camera_list import Offer, list_cameras
from tablecam.sensing.camera.hot_swap import HotSwap
from tablecam.sensing.camera.several import SeveralCameras
from tablecam.sensing.camera.source import SIZES, Source, open_source

# the addresses of cameras on the network; a tablet cannot choose a file
SCHEMES = ("http", "https", "rtsp", "rtmp")
LONGEST_ADDRESS = 300

Open = Callable[[str, tuple[int, int] | None], Source]


@dataclass(frozen=True)
class Cameras:
    """The choice. more: cameras that are not plugged in, such as the drawn one, each with a function to open it.

    running: reads the cameras of the table, and takes further ones; None with the first camera alone. named: the
    sources that opened these cameras.
    """

    listed: Callable[[], Sequence[Offer]] = list_cameras
    more: tuple[tuple[Offer, Callable[[], Source]], ...] = ()
    by_address: Open = open_source
    running: SeveralCameras[HotSwap] | None = None
    named: tuple[str, ...] = ()

    @property
    def offers(self) -> tuple[Offer, ...]:
        """All cameras that a tap can choose."""
        return (*(offer for offer, _opened in self.more), *self.listed())

    def open(self, source: str, size: str = "") -> Source:
        """Opens an offered camera or a stream's address. size: one of `SIZES`.

        Raises CameraUnavailable if it does not open, or is neither an offer nor an address.
        """
        for offer, opener in self.more:
            if offer.source == source:
                return opener()
        if source in {offer.source for offer in self.listed()} or is_address(source):
            return self.by_address(source, SIZES.get(size))
        raise CameraUnavailable(
            Message(
                '"{source}" is neither a camera of this computer nor the address of a stream: plug the camera '
                "in and try again, or give an address that begins with one of {schemes}",
                source=source[:LONGEST_ADDRESS],
                schemes=listing(f"{scheme}://" for scheme in SCHEMES),
            )
        )


def is_address(text: str) -> bool:
    """Whether the text is the address of a stream."""
    if len(text) > LONGEST_ADDRESS:
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in SCHEMES and bool(parts.hostname)
