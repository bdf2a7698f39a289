"""The question about a line of sight, with a limit or without one."""

from tablecam.base.i18n import gettext as _


def sees(block: str, other: str, far: str) -> str:
    """The question; a reaction has no limit of its own."""
    if not far:
        return _("Does {block} see {other}?", block=block, other=other)
    return _("Does {block} see {other}, within {far} EP?", block=block, other=other, far=far)
