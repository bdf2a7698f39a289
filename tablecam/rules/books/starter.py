"""A small rulebook to begin with: a package of its own, playable at once, with German and with tests."""

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.storage.text_file import write_text

TEMPLATE = Path(__file__).parent / "starter_files"
# keeps the template's files out of what Python, linters and catalogues take for code
SUFFIX = ".txt"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
# names that are commands of `tablecam rulebooks`
TAKEN = ("check", "new", "show")


def write_starter(name: str, parent: Path) -> Path:
    """Write a rulebook of this name into a new folder; returns the folder. BadFile for a name that cannot be."""
    package = name.replace("-", "_")
    if not NAME.fullmatch(name) or name in TAKEN:
        raise BadFile(f"'{name}' is no name for a rulebook: write it in small letters, like street-fight")
    if keyword.iskeyword(package) or find_spec(package) is not None:
        raise BadFile(f"Python has a package {package} already: choose another name")
    folder = parent / name
    if folder.exists():
        raise BadFile(f"{folder} exists already")
    for source in sorted(TEMPLATE.rglob(f"*{SUFFIX}")):
        path = folder / _fill_in(source.relative_to(TEMPLATE).as_posix().removesuffix(SUFFIX), name)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, _fill_in(source.read_text(encoding="utf-8"), name))
    return folder


def _fill_in(text: str, name: str) -> str:
    """A text of the template with the name of the book."""
    title = name.replace("-", " ").capitalize()
    # no text: the names of the template
    names = {"my-book": name, "my_book": name.replace("-", "_"), "My book": title, "MY BOOK": title.upper()}
    return re.sub("|".join(names), lambda found: names[found[0]], text)
