"""The errors that a person at the table can cause and correct.

Each message is one sentence that names the problem, its place (file, line, key) and the remedy.
The command line prints it after "tablecam: " and exits with status 1.
"""


class TablecamError(Exception):
    """The base class of every error that a user can cause and correct.

    on_page: the text for a web page, where the message holds something for the owner alone, such as the name of a
    database; None for the message itself.
    """

    on_page: object = None


def page_text(error: TablecamError) -> str:
    """The text of an error for a web page; the caller prints the full message in the terminal."""
    return str(error if error.on_page is None else error.on_page)


class BadFile(TablecamError):
    """A file is missing, broken or incomplete; the message names file, line or key."""


class BadPicture(TablecamError):
    """An image cannot be used: it is no image, differs in size from the calibration, or shows no reference tags."""


class CameraUnavailable(TablecamError):
    """A camera, stream or recording cannot be opened, or was lost and did not return."""


class NotCalibratable(TablecamError):
    """The views cannot make a calibration; the message names the view and the reason."""


class NotSetUp(TablecamError):
    """The table's folder lacks something that measuring an image needs; the image itself may be shown."""
