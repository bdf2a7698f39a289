"""What docs/install.md promises, and the files beside it: the service, the container, the compose file."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click
import pytest
import yaml
from click.testing import CliRunner

from tablecam.__main__ import cli
from tablecam.base.errors import CameraUnavailable
from tablecam.sensing.camera.source import open_source
from tests.docs.conftest import ROOT
from webui.command import play

DOC = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
BESIDE = ROOT / "docs" / "install"
SERVICE = (BESIDE / "tablecam.service").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
# uv's name of each platform, and the row of the table that is its own
PLATFORMS = {
    "x86_64-manylinux_2_28": "Linux, x86_64",
    "aarch64-manylinux_2_28": "Linux, aarch64 (Raspberry Pi OS 64-bit)",
    "x86_64-pc-windows-msvc": "Windows, 64-bit",
    "aarch64-apple-darwin": "macOS 13 or later, Apple processor",
    "x86_64-apple-darwin": "macOS 14 or later, Intel processor",
}
OLDEST_MACOS = {"aarch64-apple-darwin": "13.0", "x86_64-apple-darwin": "14.0"}
# the one library that is compiled where it has no wheel
COMPILED = "pupil-apriltags"
UNREACHED = ("error sending request", "dns error", "failed to fetch", "connection", "timed out")


def tool(name: str) -> str:
    """The path of a program, beside this Python or of the system; the test skips where it is not there."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed here, so what it checks was not checked")
    return found


def checked(*command: object) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def options(words: list[str]) -> None:
    """Every option is one of `tablecam play`'s, with a value that it takes."""
    assert words[0] == "play"
    with click.Context(play) as context:
        play.make_parser(context).parse_args(words[1:])


def test_the_service_gives_play_options_that_it_has() -> None:
    (line,) = re.findall(r"^ExecStart=(.*)$", SERVICE, re.MULTILINE)
    program, *words = shlex.split(line)
    assert program.endswith("/tablecam")
    options(words)


def test_the_service_begins_with_the_machine_and_again_whenever_it_ends() -> None:
    for line in ("Restart=always", "StartLimitIntervalSec=0", "WantedBy=multi-user.target", "StateDirectory=tablecam"):
        assert line in SERVICE.splitlines()


def test_systemd_takes_the_service(tmp_path: Path) -> None:
    program = tool("systemd-analyze")
    there = tmp_path / "tablecam.service"
    # the program itself need not be installed where this is tested
    there.write_text(re.sub(r"^(ExecStart=)\S+", rf"\1{sys.executable}", SERVICE, flags=re.MULTILINE))
    assert "tablecam.service" not in checked(program, "verify", there)


def test_systemd_takes_the_service_of_a_hub(tmp_path: Path) -> None:
    unit = (BESIDE / "tablecam-hub.service").read_text(encoding="utf-8")
    assert re.findall(r"^ExecStart=/\S+/tablecam (.*)$", unit, re.MULTILINE) == ["hub"]
    there = tmp_path / "tablecam-hub.service"
    there.write_text(re.sub(r"^(ExecStart=)\S+", rf"\1{sys.executable}", unit, flags=re.MULTILINE))
    assert "tablecam-hub.service" not in checked(tool("systemd-analyze"), "verify", there)


@pytest.mark.parametrize("unit", sorted(path.relative_to(BESIDE) for path in BESIDE.rglob("*.service")), ids=str)
def test_the_sandbox_of_each_service_exposes_little(unit: Path) -> None:
    checked(tool("systemd-analyze"), "security", "--offline=yes", "--threshold=25", BESIDE / unit)


def test_the_service_sees_cameras_of_the_kinds_that_play_opens() -> None:
    devices = set(re.findall(r"^DeviceAllow=char-(\S+) rw$", SERVICE, re.MULTILINE))
    # USB; and what libcamera opens on a Raspberry Pi
    assert devices == {"video4linux", "media", "dma_heap"}
    assert "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK" in SERVICE.splitlines()


def test_every_command_installs_the_wheel_file_of_this_version_or_an_address() -> None:
    wheel = f"tablecam-{PROJECT['version']}-py3-none-any.whl"
    installed = re.findall(r"^    .*\b(?:pipx|pip|tool) install (?!pipx|--user pipx)(.*)$", DOC, re.MULTILINE)
    assert len(installed) >= 8
    for words in installed:
        assert wheel in words or "git+ADDRESS" in words, words


def test_the_page_and_the_code_agree_on_cameras_of_a_raspberry_pi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraUnavailable) as refused:
        open_source("libcamera")
    for words in ("python3-picamera2", "--system-site-packages"):
        assert words in str(refused.value)
        assert words in DOC
    assert "`--camera libcamera`" in DOC


def test_the_container_gives_play_options_that_it_has() -> None:
    (command,) = re.findall(r"^CMD (.*)$", (BESIDE / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE)
    options(yaml.safe_load(command))


def test_the_container_is_free_of_what_its_linter_knows() -> None:
    checked(tool("hadolint"), BESIDE / "Containerfile")


def test_the_compose_file_gives_play_options_that_it_has_and_its_containers_go_on() -> None:
    services = yaml.safe_load((BESIDE / "compose.yaml").read_text(encoding="utf-8"))["services"]
    options([word.replace("${TABLECAM_PASSWORD:?choose one}", "x") for word in services["tablecam"]["command"]])
    assert {service["restart"] for service in services.values()} == {"unless-stopped"}
    built = services["tablecam"]["build"]
    assert (BESIDE / built["context"]).resolve() == ROOT
    assert (ROOT / built["dockerfile"]).is_file()


@pytest.mark.slow
def test_the_compose_file_is_one_by_its_schema() -> None:
    checked(tool("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", BESIDE / "compose.yaml")


def test_every_command_that_the_page_names_exists() -> None:
    commands = set(re.findall(r"(?<![-/\w])tablecam ([a-z]+)(?= |`|$)", DOC, re.MULTILINE))
    named = commands & set(cli.list_commands(click.Context(cli)))
    assert {"demo", "doctor", "play"} <= named
    assert CliRunner().invoke(cli, ["doctor", "--help"]).output.count("--json")


def test_the_page_and_the_project_say_the_same_of_python() -> None:
    assert PROJECT["requires-python"] == ">=3.11"
    assert "Python 3.11 or later" in DOC
    listed = {entry.rpartition(" ")[2] for entry in PROJECT["classifiers"] if ":: Python :: 3." in entry}
    # for the newest there are wheels, and no tests have run
    assert listed == set(PYTHONS[:-1])
    assert "with Python 3.11 to 3.13" in DOC


def compiles(platform: str, python: str) -> bool:
    """Whether the table says that a library is compiled there."""
    (row,) = [line for line in DOC.splitlines() if line.startswith(f"| {PLATFORMS[platform]} |")]
    older, newest = (cell.strip() for cell in row.split("|")[2:4])
    said = newest if python == PYTHONS[-1] else older
    assert said in {"wheels", "compiles one library"}
    return said != "wheels"


@pytest.mark.long
@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_library_has_a_wheel_where_the_table_says_so(platform: str, tmp_path: Path) -> None:
    wanted = tmp_path / "requirements.in"
    wanted.write_text("\n".join(PROJECT["dependencies"]))
    # the index is waited for, not computed with
    with ThreadPoolExecutor(len(PYTHONS)) as threads:
        answers = list(threads.map(lambda python: resolved(wanted, platform, python), PYTHONS))
    if any(words in answer.lower() for answer in answers for words in UNREACHED):
        pytest.skip("the package index is not reached from here, so no wheel was looked for")
    for python, answer in zip(PYTHONS, answers, strict=True):
        found = {line.partition("==")[0] for line in answer.splitlines() if "==" in line and line[0] != " "}
        assert {"numpy", "opencv-python", COMPILED} <= found, f"{platform}, Python {python}: {answer}"


def resolved(wanted: Path, platform: str, python: str) -> str:
    """The versions that fit, by wheels alone but for what the table says is compiled; or why there are none."""
    command = [tool("uv"), "pip", "compile", "--quiet", "--only-binary", ":all:", "--python-platform", platform]
    command += ["--no-binary", COMPILED] if compiles(platform, python) else []
    # an interpreter of that version is not needed, and fetching one is waited for in vain
    system = {"UV_PYTHON_DOWNLOADS": "never"}
    system |= {"MACOSX_DEPLOYMENT_TARGET": OLDEST_MACOS[platform]} if platform in OLDEST_MACOS else {}
    done = subprocess.run(
        [*command, "--python-version", python, str(wanted)],
        capture_output=True, text=True, timeout=600, env=dict(os.environ) | system, check=False,
    )  # fmt: skip
    return done.stderr if done.returncode else done.stdout
