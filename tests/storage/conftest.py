"""A PostgreSQL of the tests' own: a cluster in a temporary folder, never that of the machine."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# where Debian keeps them, off the path
DEBIAN = Path("/usr/lib/postgresql")


def binary(name: str) -> str | None:
    """The newest of what is installed."""
    versions = sorted(DEBIAN.glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]), reverse=True)
    return str(versions[0]) if versions else shutil.which(name)


def as_whom(folder: Path) -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then it runs as the user that its package made, who gets the folder."""
    if os.geteuid() != 0:
        return {}
    postgres = pwd.getpwnam("postgres")
    os.chown(folder, postgres.pw_uid, postgres.pw_gid)
    return {"user": postgres.pw_uid, "group": postgres.pw_gid, "extra_groups": []}


def run(command: list[Any], who: dict[str, Any]) -> None:
    subprocess.run(command, check=True, capture_output=True, cwd="/", **who)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of an empty database of a running server."""
    initdb, pg_ctl = binary("initdb"), binary("pg_ctl")
    if initdb is None or pg_ctl is None:
        pytest.skip("no PostgreSQL on this machine: Debian's package postgresql has it (tools/system.sh test)")
    # short: a socket's path may have 107 characters at most
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    who = as_whom(folder)
    data = folder / "data"
    make = [initdb, "--no-sync", "--no-locale", "-E", "UTF8", "-A", "trust", "-U", "tablecam", "-D", data]
    run(make, who)
    settings = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
    run([pg_ctl, "-w", "-D", data, "-l", folder / "log", "-o", settings, "start"], who)
    try:
        yield f"postgresql+psycopg://tablecam@/postgres?host={folder}"
    finally:
        run([pg_ctl, "-w", "-D", data, "-m", "immediate", "stop"], who)
        shutil.rmtree(folder)
