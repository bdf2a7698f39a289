"""How many files and connections the system lets this program have open."""

from contextlib import suppress

# a club's evening needs a thousand; a system that sets no limit is not asked for more than this
WANTED = 8192
# what Windows gives a program
UNKNOWN = 4096


def raised() -> int:
    """Asks the system for as many as are wanted; how many it gives."""
    try:
        import resource
    except ImportError:
        return UNKNOWN
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft == resource.RLIM_INFINITY:
        return WANTED
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
