"""`delays.toml`: the delay of each camera's images, beside the files of the cameras' lenses.

The file names a camera as sentences do, such as "camera /dev/video0" or "stream http://phone:8080/video",
since its number in the folder says nothing about the device that is plugged in tonight.
"""

from dataclasses import dataclass
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.storage.text_file import write_text
from tablecam.storage.toml_file import quote_string, read_toml

DELAYS = "delays.toml"


@dataclass(frozen=True)
class CameraDelay:
    """The delay of a camera's images, and one sigma of it, in seconds. measured: the day, as 2026-03-14."""

    camera: str
    seconds: float
    sigma_s: float
    measured: str


def read_delays(folder: Path) -> dict[str, CameraDelay]:
    """The delays of a table folder by their cameras' names; none without the file. BadFile names key and line."""
    path = folder / DELAYS
    if not path.exists():
        return {}
    file = read_toml(path, "how late the pictures of the cameras are")
    file.only("delays")
    delays: dict[str, CameraDelay] = {}
    for record in file.records("delays", default=[]):
        record.only("camera", "seconds", "sigma_s", "measured")
        delay = CameraDelay(
            record.text("camera"),
            record.number("seconds", at_least=0),
            record.number("sigma_s", at_least=0),
            record.text("measured", default=""),
        )
        if delay.camera in delays:
            raise BadFile(f"{record.where}: {delay.camera} is given twice; remove one of them")
        delays[delay.camera] = delay
    return delays


def keep_delay(folder: Path, delay: CameraDelay) -> None:
    """Writes a camera's delay, in place of its earlier one."""
    delays = read_delays(folder) | {delay.camera: delay}
    write_text(folder / DELAYS, "\n".join(_delay_to_toml(entry) for entry in delays.values()))


def _delay_to_toml(delay: CameraDelay) -> str:
    lines = [
        "[[delays]]",
        f"camera = {quote_string(delay.camera)}",
        f"seconds = {round(delay.seconds, 4)!r}",
        f"sigma_s = {round(delay.sigma_s, 4)!r}",
        f"measured = {quote_string(delay.measured)}",
    ]
    return "\n".join(lines) + "\n"
