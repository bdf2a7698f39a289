"""What can go wrong, as sentences for the person at the table.

Every message is one sentence that names what, where (file, line, key) and what to do.
The command line prints it after "tablecam: " and exits with status 1.
"""


class TablecamError(Exception):
    """The base class: everything that a user can cause and mend.

    on_page: what a page says in place of the message, where that has something for the owner alone, such as the name of
    a database; None for the message itself.
    """

    on_page: object = None


def page_text(error: TablecamError) -> str:
    """What a page may say of an error. Whoever asks tells the terminal the rest."""
    return str(error if error.on_page is None else error.on_page)


class BadFile(TablecamError):
    """A file is missing, broken or incomplete; the message names file, line or key."""


class BadPicture(TablecamError):
    """An image cannot be used: no image, another size than the calibration, no reference tags."""


class CameraUnavailable(TablecamError):
    """A camera, stream or recording cannot be opened, or was lost and did not return."""


class NotCalibratable(TablecamError):
    """The views given cannot make a calibration; the message says which and why."""


class NotSetUp(TablecamError):
    """The table's folder lacks what measuring a picture needs; the picture itself may be shown."""
