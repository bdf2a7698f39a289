"""The program runs on Linux, Windows and macOS: what only one of them has is asked of `tablecam.base.system` alone."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from sources import PACKAGES, ROOT, Module

ADAPTER = "tablecam.base.system"
# builds the page on a contributor's machine, before anything is installed
BUILDS = "webui.frontend.build"
POSIX_MODULES = {
    "crypt", "curses", "fcntl", "grp", "nis", "ossaudiodev", "posix", "pty", "pwd", "readline", "resource", "spwd",
    "syslog", "termios", "tty",
}  # fmt: skip
ASKS_WHICH = {"sys.platform", "os.name", "os.uname", "platform.system"}
SIGNALS = {"SIGINT", "SIGTERM", "SIG_DFL", "SIG_IGN"}
# what Python has of the system on Linux and not on Windows
POSIX_ONLY = {
    f"os.{name}"
    for name in (
        "chown", "chroot", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getgroups",
        "getloadavg", "getpgid", "getpgrp", "getpriority", "getresuid", "getsid", "getuid", "initgroups",
        "killpg", "lchown", "mkfifo", "mknod", "nice", "openpty", "posix_fallocate", "posix_spawn", "pread",
        "pwrite", "sched_getaffinity", "sched_setaffinity", "sched_yield", "sendfile", "setgid", "setpgid",
        "setsid", "setuid", "statvfs", "sync", "tcgetpgrp", "ttyname", "wait", "wait3", "wait4", "O_CLOEXEC",
        "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC", "O_DSYNC",
    )
}  # fmt: skip
PLACES = re.compile(r"^/(dev|proc|sys|etc|run|var|tmp|usr)(/|$)")


def of_one_system(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and words of whatever not every system has."""
    nodes = list(ast.walk(tree))
    asked_for = {ast.unparse(call.args[0]) for call in nodes if isinstance(call, ast.Call) and _is_hasattr(call)}
    for node in nodes:
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names if name.name in POSIX_MODULES)
            case ast.ImportFrom(module=str(name)) if name in POSIX_MODULES:
                yield node.lineno, name
            case ast.Attribute(value=ast.Name(id=owner), attr=attribute):
                words = f"{owner}.{attribute}"
                wrong_signal = owner == "signal" and attribute.startswith("SIG") and attribute not in SIGNALS
                if words in ASKS_WHICH or wrong_signal or (words in POSIX_ONLY and owner not in asked_for):
                    yield node.lineno, words
            case ast.Constant(value=str(text)) if PLACES.match(text):
                yield node.lineno, text


def _is_hasattr(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "hasattr"


def test_one_module_knows_the_system_that_it_runs_on(modules: list[Module]) -> None:
    found = {module.name: list(of_one_system(module.tree)) for module in modules if module.name != BUILDS}
    assert found.pop(ADAPTER)
    assert {name: where for name, where in found.items() if where} == {}


@pytest.mark.parametrize(
    "line",
    [
        "import fcntl", "from termios import tcgetattr", "if sys.platform == 'linux': pass", "os.name", "os.getuid()",
        "signal.signal(signal.SIGHUP, end)",
        "Path('/proc/cpuinfo')", "open('/dev/video0')", "os.open(path, os.O_CLOEXEC)",
    ],
)  # fmt: skip
def test_what_one_system_has_is_found(line: str) -> None:
    assert list(of_one_system(ast.parse(line)))


def test_what_every_system_has_is_left_alone() -> None:
    fine = "os.getloadavg() if hasattr(os, 'getloadavg') else None\nsignal.SIGTERM\n'/api/game'\nos.replace(a, b)"
    assert list(of_one_system(ast.parse(fine))) == []


# The libraries have their own ways for each system, and are loaded as they are here. Ours are then loaded on a machine
# that has none of what only POSIX has, and whose devices and lists of processes are not there.
ELSEWHERE = """
import importlib, importlib.abc, io, json, os, signal, sys
libraries, ours, posix_modules, posix_only, signals = json.load(sys.stdin)
for name in libraries:
    while name:
        try:
            importlib.import_module(name)
            break
        except ImportError:  # a name inside a module
            name = name.rpartition(".")[0]

class Taken(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name in posix_modules:
            raise ModuleNotFoundError(f"No module named {name!r}, as on Windows")

for name in posix_modules:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Taken())
for name in posix_only:
    if hasattr(os, name):
        delattr(os, name)
for name in [name for name in dir(signal) if name.startswith("SIG") and name not in signals]:
    delattr(signal, name)

def no_devices(event, arguments):
    if event == "open" and str(arguments[0]).startswith(("/dev/", "/proc/", "/sys/")):
        raise FileNotFoundError(arguments[0])

sys.addaudithook(no_devices)
sys.platform = sys.argv[1]
for name in ours:
    importlib.import_module(name)
from tablecam.base.system import camera_driver, opens_windows, processor, share_memory_between_threads
share_memory_between_threads()
print(json.dumps([camera_driver(sys.platform).name, opens_windows({}), bool(processor())]))
"""


@pytest.mark.long
@pytest.mark.parametrize(("system", "driver"), [("win32", "DirectShow"), ("darwin", "AVFoundation")])
def test_every_module_loads_where_nothing_of_posix_is_left(modules: list[Module], system: str, driver: str) -> None:
    ours = [module.name for module in modules if not module.name.endswith("__main__")]
    foreign = {name for module in modules for name in module.imports if name.partition(".")[0] not in PACKAGES}
    told = [sorted(foreign), ours, sorted(POSIX_MODULES), [name[3:] for name in POSIX_ONLY], sorted(SIGNALS)]
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, system],
        input=json.dumps(told), capture_output=True, text=True, cwd=ROOT, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == [driver, True, True]
