"""The delay of an opened camera's images, from the table folder."""

from collections.abc import Mapping

from tablecam.base.i18n import to_english
from tablecam.storage.delays_toml import CameraDelay


def get_delay_s(delays: Mapping[str, CameraDelay], name: object) -> float:
    """Return the delay in seconds of the images of the camera of this name; 0 if nobody measured it."""
    delay = delays.get(to_english(name))
    return delay.seconds if delay is not None else 0.0
