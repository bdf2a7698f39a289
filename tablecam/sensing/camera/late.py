"""How late the pictures of an opened camera are, by what the table folder keeps of it."""

from collections.abc import Mapping

from tablecam.base.i18n import in_english
from tablecam.storage.delays_toml import CameraDelay


def late_by(delays: Mapping[str, CameraDelay], name: object) -> float:
    """Seconds that the pictures of the camera of this name are late; 0 where nobody measured it."""
    known = delays.get(in_english(name))
    return known.seconds if known is not None else 0.0
