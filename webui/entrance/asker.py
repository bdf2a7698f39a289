"""The address of a request, where something is counted by address."""

from flask import request

from webui.entrance import access
from webui.server.hosts import is_this_machine


def address_of_asker() -> str:
    """The address that the request comes from.

    Behind a proxy on this machine it is the last one in the header: the proxy itself has written that.
    """
    direct = str(request.remote_addr)
    if access.current().address is None or not is_this_machine(direct):
        return direct
    return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or direct
