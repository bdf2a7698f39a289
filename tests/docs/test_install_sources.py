"""The sources that docs/install.md names: a wheel file, a folder of it on another machine, and an address of git.

The libraries are those of this environment, so that no package index is needed.
"""

import os
import subprocess
import sys
import sysconfig
import threading
import venv
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.docs.conftest import ROOT
from tests.docs.test_install_doc import PROJECT

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

ELSEWHERE = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}


def run(folder: Path, *command: object) -> str:
    """The output of a command, away from the sources."""
    # the page takes npm's registry to build
    environment = ELSEWHERE | {"TABLECAM_FRONTEND": "skip"}
    words = [*map(str, command)]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(ROOT, sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """An environment with the libraries of this one, and without tablecam."""
    folder = tmp_path / "venv"
    venv.create(folder, symlinks=True, with_pip=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    # a path in such a file is searched, and the files like it that lie there are not read
    (packages / "libraries.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return folder / "bin"


@pytest.fixture
def served(wheel: Path) -> Iterator[str]:
    """The address of the wheel's folder, as `python3 -m http.server` serves it."""
    handler = partial(SimpleHTTPRequestHandler, directory=wheel.parent)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def check_installed(environment: Path) -> None:
    """The program runs, from the environment and not from the sources."""
    folder = environment.parent.parent
    assert run(folder, environment / "tablecam", "--version").split()[-1] == PROJECT["version"]
    place = run(folder, environment / "python", "-c", "import tablecam; print(tablecam.__file__)")
    assert Path(place.strip()).is_relative_to(environment.parent)


def test_the_wheel_file_is_installed(environment: Path, wheel: Path) -> None:
    run(wheel.parent, environment / "pip", "install", "--no-deps", "--ignore-installed", f"./{wheel.name}")
    check_installed(environment)


def test_another_machine_takes_the_wheel_from_a_folder_that_is_served(environment: Path, served: str) -> None:
    links = ["--no-index", "--find-links", served, "--trusted-host", "127.0.0.1"]
    words = ["install", "--no-deps", "--ignore-installed", *links, "tablecam"]
    run(environment.parent, environment / "pip", *words)
    check_installed(environment)


def test_the_address_of_a_repository_is_installed(environment: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("these sources are no repository of git")
    words = ["install", "--no-deps", "--ignore-installed", "--no-build-isolation"]
    run(environment.parent, environment / "pip", *words, f"git+file://{ROOT}")
    check_installed(environment)
