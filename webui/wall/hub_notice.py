"""The notice on pages that a hub does not have all of the table's games yet."""

from typing import Any

from tablecam.doors.hub.courier import Courier
from webui.server.events import Notice, nothing


def hub_notice(courier: Courier | None) -> Notice:
    """The addition to each pulse of a stream: "hub" with the lines that it lacks, once it has lacked some for long."""
    if courier is None:
        return nothing

    def make_notice() -> dict[str, Any]:
        state = courier.state
        return {"hub": {"behind": state.behind, "connected": state.connected}} if state.late else {}

    return make_notice


def together(*notices: Notice) -> Notice:
    """All notices in one."""

    def make_notice() -> dict[str, Any]:
        return {name: content for part_notice in notices for name, content in part_notice().items()}

    return make_notice
