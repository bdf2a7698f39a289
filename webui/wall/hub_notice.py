"""What pages are told of a hub that does not have all of the table's games yet."""

from typing import Any

from tablecam.doors.hub.courier import Courier
from webui.server.database_notice import Notice, nothing


def hub_notice(courier: Courier | None) -> Notice:
    """What is added to each pulse of a stream: "hub" with the lines that it lacks, once it has lacked some for long."""
    if courier is None:
        return nothing

    def notice() -> dict[str, Any]:
        state = courier.state
        return {"hub": {"behind": state.behind, "connected": state.connected}} if state.late else {}

    return notice


def together(*notices: Notice) -> Notice:
    """All of them in one."""

    def notice() -> dict[str, Any]:
        return {name: said for each in notices for name, said in each().items()}

    return notice
