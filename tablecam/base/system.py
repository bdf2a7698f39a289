"""The differences between Linux, Windows and macOS. No other module of the program knows which system it runs on.

A feature of Linux alone is used where it exists; other systems get the plain variant.
"""

import ctypes
import hashlib
import platform
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

DEVICES = Path("/dev")
# glibc's malloc.h
M_ARENA_MAX = -8
# a club's evening has a thousand connections; and the number assumed for a system without such limits
DESCRIPTORS, FEWEST_DESCRIPTORS = 8192, 4096


@dataclass(frozen=True)
class CameraDriver:
    """OpenCV's access to the cameras of this computer.

    name: for people. constant: OpenCV's name for it. by_path: whether a camera has a path under /dev; elsewhere it has
    only a number. keeps_jpeg: whether OpenCV can hand over the JPEG that the camera sent. largest: the size to request
    first where the caller names none. manual_exposure: the value that
    switches automatic exposure off; None where setting an exposure does. exposure_in_powers: whether exposures are
    powers of two of a second, else tenths of a millisecond.
    """

    name: str
    constant: str
    by_path: bool
    keeps_jpeg: bool
    largest: tuple[int, int]
    manual_exposure: float | None = None
    exposure_in_powers: bool = False

    @property
    def api(self) -> int:
        """OpenCV's number. Raises ImportError where OpenCV cannot be loaded."""
        import cv2

        return int(getattr(cv2, self.constant))

    def device(self, text: str) -> Path | int | None:
        """The camera that the text names; None for anything else, such as a file or a stream."""
        if text.isdecimal():
            return DEVICES / f"video{text}" if self.by_path else int(text)
        return Path(text) if self.by_path and Path(text).is_relative_to(DEVICES) else None


LINUX = CameraDriver("Video4Linux", "CAP_V4L2", True, True, (10_000, 10_000), manual_exposure=1.0)
# Media Foundation takes up to a minute to open a camera, and knows cameras by other numbers
WINDOWS = CameraDriver("DirectShow", "CAP_DSHOW", False, False, (10_000, 10_000), exposure_in_powers=True)
# scales images up when the requested size is larger than the camera's
MACOS = CameraDriver("AVFoundation", "CAP_AVFOUNDATION", False, False, (3840, 2160))
DRIVERS = {"win32": WINDOWS, "darwin": MACOS}


def camera_driver(system: str = sys.platform) -> CameraDriver:
    """The driver of a system. system: Python's name for it; by default this machine's."""
    return DRIVERS.get(system, LINUX)


def opens_windows(variables: dict[str, str]) -> bool:
    """Whether a browser could open a window on this machine; otherwise webbrowser would take over the terminal.

    variables: the environment of the program.
    """
    return sys.platform in {"win32", "darwin"} or bool(variables.get("DISPLAY") or variables.get("WAYLAND_DISPLAY"))


def share_memory_between_threads() -> None:
    """Makes all threads take memory from two pools. Call it before any thread starts.

    glibc gives each of many threads a pool of its own. Images of 25 MB that one thread makes and another frees
    leave holes in all of them: the demo grew by 4 MB a minute.
    """
    with suppress(OSError, AttributeError, TypeError):  # not glibc: nothing to do
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


def raise_descriptors() -> int:
    """Asks the system for as many open files and connections as a club needs; returns the number it allows."""
    try:
        # Windows lacks the module, so type checkers do not know it there
        resource: Any = import_module("resource")
    except ImportError:
        return FEWEST_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return DESCRIPTORS
    target = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, target), hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def read_steady_clock() -> float:
    """Seconds that pass evenly, whatever the wall clock is set to; also in the sleep of a machine that counts it."""
    boot_time = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


def read_boot_id() -> str:
    """A name of this start of the machine, for which the steady clock goes on; empty on a system without one."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
    return hashlib.sha256(boot.encode()).hexdigest()[:16]


def describe_system() -> str:
    """The system, its version and the kind of processor, without the machine's name."""
    return f"{platform.system()} {platform.release()}, {platform.machine()}"


def processor() -> str:
    """The processor's name: from Linux's own list, which has the maker's name for it; elsewhere from Python."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]  # no text
    return names[0] if names else platform.machine()
