"""What a camera's controls were before they were set, kept on disk: a program that is killed cannot set them back.

The next one that opens the camera does so. The file is there only while a camera is in use.
"""

import json
import logging
import math
import re
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_state_path

from tablecam.base.errors import BadFile
from tablecam.sensing.camera.controls import AUTOMATIC, Control, ControlPort, ControlRefusedError
from tablecam.storage.text_file import parse_json, read_text, write_text

log = logging.getLogger(__name__)

# no text: names of files
UNSAFE = re.compile(r"[^a-z0-9.-]+")
WHAT = "what a camera's controls were before a game"  # no text
# drivers round what they are given
SAME = 0.5


def usual_place(camera: str | Path | int) -> Path:
    """The file for a camera of this computer, in the user's folder for such things."""
    name = UNSAFE.sub("-", str(camera).lower()).strip("-")
    return user_state_path("tablecam", appauthor=False) / "cameras" / f"{name}.json"  # no text


@dataclass(frozen=True)
class LeftControl:
    """before: as it was found. left: as it was set."""

    before: float
    left: float


class LeftControls:
    """The controls of one camera that were set and are not yet set back. A disk that fails is logged, and no more."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._controls = _read(path)

    def put_back(self, port: ControlPort) -> None:
        """Sets back what the last program left, as far as it is still so: what differs was set by somebody else.

        What is automatic comes last and goes on by itself.
        """
        for control in sorted(self._controls, key=lambda control: control in AUTOMATIC):
            left = self._controls[control]
            try:
                if control in port.offered and math.isclose(port.read(control), left.left, abs_tol=SAME):
                    port.write(control, left.before)
                    log.info("%s is set back to %g, as before a program that was killed", control.name, left.before)
            except ControlRefusedError:
                log.info("%s cannot be set back", control.name)
        self.forget()

    def note(self, control: Control, before: float, left: float) -> None:
        """A control is about to be set, or was. before: as it was found first."""
        known = self._controls.get(control)
        now = LeftControl(before if known is None else known.before, left)
        if now == known:
            return
        self._controls[control] = now
        told = {one.name: [each.before, each.left] for one, each in self._controls.items()}
        try:
            write_text(self._path, json.dumps(told))
        except BadFile as fault:
            log.warning("%s", fault)

    def forget(self) -> None:
        """Everything is as it was found."""
        self._controls = {}
        try:
            self._path.unlink(missing_ok=True)
        except OSError as fault:
            log.warning("%s cannot be removed: %s", self._path, fault.strerror)


def _read(path: Path) -> dict[Control, LeftControl]:
    """What the file says; nothing where there is none, or it cannot be read."""
    if not path.exists():
        return {}
    try:
        told = parse_json(path, read_text(path, WHAT))
        if not isinstance(told, dict):
            raise BadFile(f"{path} holds no controls")
        return {Control[name]: LeftControl(float(before), float(left)) for name, (before, left) in told.items()}
    except (BadFile, KeyError, TypeError, ValueError) as fault:
        log.warning("%s is passed over: %s", path, fault)
        return {}
