"""The machine and versions that the figures were measured with."""

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PACKAGES = ("tablecam", "numpy", "opencv-python", "pupil-apriltags", "shapely")


def machine() -> dict[str, Any]:
    """Processor, cores, load, memory, system and versions."""
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
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


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
