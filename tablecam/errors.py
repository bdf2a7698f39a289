"""What can go wrong, as sentences for the person at the table.

Every message is one sentence that names what, where (file, line, key) and what to do.
The command line prints it after "tablecam: " and exits with status 1.
"""


class TablecamError(Exception):
    """The root: whatever a user can cause and a user can mend."""


class BadFile(TablecamError):
    """A file is missing, broken or does not say what it must; the message names file, line or key."""


class BadPicture(TablecamError):
    """An image cannot be used: no image, another size than the calibration, no reference tags."""


class CameraUnavailable(TablecamError):
    """A camera, stream or recording cannot be opened, or has gone and did not come back."""


class NotCalibratable(TablecamError):
    """The views given cannot make a calibration; the message says which and why."""


class NotSetUp(TablecamError):
    """The table's folder lacks what a picture would be measured by; the picture itself may be shown."""
