"""The camera of the table that a request of the set-up is about."""

from tablecam.setup.one_camera import OneCamera
from tablecam.setup.table_setup import TableSetup
from webui.server.query import integer


def find_asked_camera(setup: TableSetup) -> OneCamera:
    """The camera of ?camera=2, counted from 1; the first without that argument. SetupRefusal where there is none."""
    return setup.over.get_camera(integer("camera", 1) - 1)
