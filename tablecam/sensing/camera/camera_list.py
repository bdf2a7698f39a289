"""The cameras of this computer with their makers' names."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from tablecam.base.i18n import Message
from tablecam.base.system import CameraDriver, camera_driver


@dataclass(frozen=True)
class Offer:
    """A camera to choose. source: for `open_source`; name: its maker's name for it."""

    source: str
    name: str | Message


class Device(Protocol):
    """The used part of a camera in the library's list."""

    @property
    def index(self) -> int:
        """OpenCV's number."""

    @property
    def name(self) -> str:
        """Its maker's name."""

    @property
    def path(self) -> str | None:
        """The camera's path on Linux, elsewhere another text that identifies it."""


Enumerate = Callable[[int], Iterable[Device]]


def _list_devices(api: int) -> Iterable[Device]:
    # on macOS it loads a system library, which takes a while
    from cv2_enumerate_cameras import enumerate_cameras

    return enumerate_cameras(api)


def list_cameras(driver: CameraDriver | None = None, enumerated: Enumerate = _list_devices) -> tuple[Offer, ...]:
    """Return the cameras of this computer by their numbers; a camera's second node, which gives no images, is left out.

    Empty if the system does not report them.
    """
    driver = driver or camera_driver()
    try:
        devices = sorted(enumerated(driver.api), key=lambda device: device.index)
    except (ImportError, OSError, RuntimeError, ValueError):
        return ()
    return tuple(
        Offer(_name_source(device, driver), device.name or Message("camera {n}", n=device.index)) for device in devices
    )


def is_same(source: str, other: str) -> bool:
    """Report whether two texts name one camera: a device may have a number and a path."""
    identify = camera_driver().device
    return source == other or (identify(source) is not None and identify(source) == identify(other))


def _name_source(device: Device, driver: CameraDriver) -> str:
    return device.path if driver.by_path and device.path else str(device.index)
