"""The machine and versions that the figures were measured with."""

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import psutil

from tablecam.system import processor

PACKAGES = ("tablecam", "numpy", "opencv-python", "pupil-apriltags", "shapely")


def machine() -> dict[str, Any]:
    """Processor, cores, load, memory, system and versions."""
    return {
        "processor": processor(),
        "cores": _cores(),
        "load": [round(load, 2) for load in os.getloadavg()] if hasattr(os, "getloadavg") else None,
        "system": platform.platform(),
        "python": sys.version.split()[0],
        "versions": {name: _version(name) for name in PACKAGES},
    }


def in_words(facts: dict[str, Any]) -> str:
    """One paragraph for a person."""
    load = "" if facts["load"] is None else f", load {facts['load'][0]:g} when the run began"
    versions = ", ".join(f"{name} {number}" for name, number in facts["versions"].items())
    return f"{facts['processor']}, {facts['cores']} cores{load}; Python {facts['python']}, {versions}"


def _cores() -> int | None:
    """The processors that this program may use, where the system can hold it to some."""
    process = psutil.Process()
    return len(process.cpu_affinity()) if hasattr(process, "cpu_affinity") else os.cpu_count()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
