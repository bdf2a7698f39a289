"""The former values of a camera's controls, stored on disk: a program that is killed cannot restore them.

The next program that opens the camera does so. The file exists only while a camera is in use.
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
# drivers round values
SAME = 0.5


def usual_place(camera: str | Path | int) -> Path:
    """Return the file for a camera of this computer, in the user's state folder."""
    name = UNSAFE.sub("-", str(camera).lower()).strip("-")
    return user_state_path("tablecam", appauthor=False) / "cameras" / f"{name}.json"  # no text


@dataclass(frozen=True)
class LeftControl:
    """before: its former value. left: the value that was set."""

    before: float
    left: float


class LeftControls:
    """The controls of one camera that were set and not yet restored. A failing disk is only logged."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._controls = _read_file(path)

    def put_back(self, port: ControlPort) -> None:
        """Restore the controls that the last program left, if they still have its values: a different value was set by
        somebody else.

        Automatics come last and resume by themselves.
        """
        for control in sorted(self._controls, key=lambda control: control in AUTOMATIC):
            left_control = self._controls[control]
            try:
                if control in port.offered and math.isclose(port.read(control), left_control.left, abs_tol=SAME):
                    port.write(control, left_control.before)
                    log.info(
                        "%s is set back to %g, as before a program that was killed", control.name, left_control.before
                    )
            except ControlRefusedError:
                log.info("%s cannot be set back", control.name)
        self.forget()

    def note(self, control: Control, before: float, left: float) -> None:
        """Note that a control is about to be set, or was. before: its original value."""
        former = self._controls.get(control)
        changed = LeftControl(before if former is None else former.before, left)
        if changed == former:
            return
        self._controls[control] = changed
        values = {key.name: [value.before, value.left] for key, value in self._controls.items()}
        try:
            write_text(self._path, json.dumps(values))
        except BadFile as fault:
            log.warning("%s", fault)

    def forget(self) -> None:
        """Forget the changes: all controls have their former values."""
        self._controls = {}
        try:
            self._path.unlink(missing_ok=True)
        except OSError as fault:
            log.warning("%s cannot be removed: %s", self._path, fault.strerror)


def _read_file(path: Path) -> dict[Control, LeftControl]:
    """Return the content of the file; empty if there is none, or it cannot be read."""
    if not path.exists():
        return {}
    try:
        values = parse_json(path, read_text(path, WHAT))
        if not isinstance(values, dict):
            raise BadFile(f"{path} holds no controls")
        return {
            Control[name]: LeftControl(float(former_value), float(left_value))
            for name, (former_value, left_value) in values.items()
        }
    except (BadFile, KeyError, TypeError, ValueError) as fault:
        log.warning("%s is passed over: %s", path, fault)
        return {}
