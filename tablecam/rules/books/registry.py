"""The rulebooks of this machine: those that ship, those that packages bring, and those in folders.

A package brings a rulebook by an entry point whose name is the name of the book, and whose value is its `Book`:

    [project.entry-points."tablecam.rulebooks"]
    skirmish = "skirmish.rulebook:BOOK"

A package of data names itself, as `drum-isle = "drum_isle"`: its folder has the `book.toml`, and none of its code runs.

A folder (`--book path/to/folder`) brings the rulebooks that the pyproject.toml in it declares in the same way; nothing
has to be installed. A folder with another kind of rulebook is read by its row in `FOLDER_READERS`.

    find_books()                          every rulebook of this machine, a `Catalogue`
    find_books([Path("skirmish")])        and those of a folder

A rulebook that cannot be loaded is in `Catalogue.broken` with the reason; all others work. A book in a folder replaces
an installed one of its name, but none that ships.
"""

import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import chain
from pathlib import Path

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import get_domain
from tablecam.base.languages import add_locale
from tablecam.base.po_catalogue import load_catalogue
from tablecam.rules.books.book import DATA_BOOK_FILE, Book
from tablecam.rules.books.catalogue import BOOKS, BrokenBook, Catalogue
from tablecam.rules.books.side_names import add_seat_titles

GROUP = "tablecam.rulebooks"
PROJECT = "pyproject.toml"
SOURCE_FOLDERS = (".", "src")

# loads one book, or raises
Load = Callable[[], Book]
# the books of a folder: the name of each, and how it is loaded
FolderReader = Callable[[Path], Mapping[str, Load]]


def find_books(folders: Iterable[Path] = (), known: Catalogue = BOOKS) -> Catalogue:
    """Every rulebook of these folders and of this machine, beside those that are known.

    BadFile for a folder without any; a rulebook that cannot be loaded is in `broken`.
    """
    in_folders = list(chain.from_iterable(map(_list_in_folder, folders)))
    replaced = {name for name, _load in in_folders}
    installed = [(name, load) for name, load in _list_installed() if name not in replaced]
    catalogue = known
    for name, load in (*in_folders, *installed):
        catalogue = _add_book(catalogue, name, load)
    return catalogue


@cache
def find_installed_books() -> Catalogue:
    """Every rulebook of this machine, found once."""
    return find_books()


def list_folder_names(folder: Path) -> tuple[str, ...]:
    """The names of the rulebooks of a folder, loaded or not; BadFile if it has none."""
    return tuple(name for name, _load in _list_in_folder(folder))


def _add_book(found: Catalogue, name: str, load: Load) -> Catalogue:
    """The catalogue with one more book, or with the reason why it has not."""
    try:
        return found.with_book(_check_book(name, load()))
    except TablecamError as refusal:
        reason = str(refusal)
    except (Exception, SystemExit) as failure:  # noqa: BLE001 a stranger's code may raise anything
        reason = f"{type(failure).__name__}: {failure}".strip(": ")
    return replace(found, broken=(*found.broken, BrokenBook(name, " ".join(reason.split()))))


def _check_book(name: str, book: Book) -> Book:
    """The book, if all that lists and forms read of it can be read; BadFile or the book's own error if not."""
    if not isinstance(book, Book):
        raise BadFile(f"its entry point is no Book but a {type(book).__name__}")
    if book.name != name:
        raise BadFile(f"the name of its system is {book.name}, and must be {name} too")
    if name in BOOKS.books:
        raise BadFile("a rulebook that comes with tablecam has this name")
    if not book.seats or len(set(book.seats)) != len(book.seats):
        raise BadFile("each of its seats needs a name of its own")
    add_seat_titles(book.seat_titles)
    for read in (book.house_rules, book.rows, book.unknowns, book.demo):
        read()
    return book


def _list_installed() -> Iterator[tuple[str, Load]]:
    """The rulebooks of installed packages, by the name of the entry point."""
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        yield entry.name, _load_entry(entry)


def _load_entry(entry: EntryPoint) -> Load:
    if not entry.attr:
        return lambda: _load_data(entry, _list_installed_places(entry.module))

    def load() -> Book:
        book: Book = entry.load()
        _announce_locale(entry.module)
        return book

    return load


def _list_installed_places(module: str) -> list[Path]:
    """The folders of an installed package, which is not imported."""
    spec = find_spec(module)
    return [Path(place) for place in (spec.submodule_search_locations or ())] if spec else []


def _load_data(entry: EntryPoint, places: Iterable[Path]) -> Book:
    """The data book in one of these folders; BadFile if none of them has one."""
    from tablecam.rules.books.data_book.load_toml import load_book

    for place in places:
        if (place / DATA_BOOK_FILE).is_file():
            return load_book(place)
    raise BadFile(f"there is no {DATA_BOOK_FILE} in {entry.value}, which its entry point names")


def _list_in_folder(folder: Path) -> Sequence[tuple[str, Load]]:
    """The rulebooks of a folder; BadFile if it has none."""
    for file, read in FOLDER_READERS.items():
        if (folder / file).is_file():
            return tuple(read(folder).items())
    raise BadFile(f"{folder} holds no rulebook: it has none of {', '.join(FOLDER_READERS)}")


def _read_data_folder(folder: Path) -> Mapping[str, Load]:
    """The data book of a folder."""
    from tablecam.rules.books.data_book.load_toml import load_folder

    return load_folder(folder)


def _read_project(folder: Path) -> Mapping[str, Load]:
    """The rulebooks that the pyproject.toml of a folder declares."""
    path = folder / PROJECT
    try:
        project = tomllib.loads(path.read_text(encoding="utf-8")).get("project", {})
    except (OSError, ValueError) as fault:
        raise BadFile(f"{path} cannot be read: {fault}") from fault
    declared = project.get("entry-points", {}).get(GROUP, {})
    if not declared:
        raise BadFile(f'{path} declares no rulebook; add [project.entry-points."{GROUP}"]')
    return {name: _load_from(folder, EntryPoint(name, str(value), GROUP)) for name, value in declared.items()}


def _load_from(folder: Path, entry: EntryPoint) -> Load:
    """Load an entry point whose package lies in a folder, without a path for imports."""
    if not entry.attr:
        places = [folder.joinpath(source, *entry.module.split(".")) for source in SOURCE_FOLDERS]
        return lambda: _load_data(entry, places)

    def load() -> Book:
        _import_top(folder, entry.module.partition(".")[0])
        return _load_entry(entry)()

    return load


def _import_top(folder: Path, name: str) -> None:
    """Import the top package of a book from its folder; BadFile if it is not there or another one has its name."""
    places = [folder / source / name for source in SOURCE_FOLDERS]
    files = [file for place in places for file in (place / "__init__.py", place.with_suffix(".py")) if file.is_file()]
    if not files:
        raise BadFile(f"{folder} has no package {name}, which its {PROJECT} names")
    file = files[0].resolve()
    if name in sys.modules:
        loaded = getattr(sys.modules[name], "__file__", None)
        if loaded is None or Path(loaded).resolve() != file:
            raise BadFile(f"another package {name} is loaded already, from {loaded or 'Python itself'}")
        return
    _execute_module(name, file)


def _execute_module(name: str, file: Path) -> None:
    """Import a module from its file under a name; a module that fails is forgotten."""
    inner = [str(file.parent)] if file.name == "__init__.py" else None
    spec = spec_from_file_location(name, file, submodule_search_locations=inner)
    assert spec
    assert spec.loader
    sys.modules[name] = module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise


def find_package(book: Book) -> Path | None:
    """The folder of the package that defines a book's rules, with its catalogues; None for one of a single file."""
    module = sys.modules.get(get_domain(type(book.system).__module__.rpartition(".")[0]))
    file = getattr(module, "__file__", None)
    return Path(file).parent if file and Path(file).name == "__init__.py" else None


def _announce_locale(module: str) -> None:
    """Tell the languages where the catalogues of a book's package are; BadFile if one of them cannot be read."""
    top = module.partition(".")[0]
    file = import_module(top).__file__
    if file:
        announce_catalogues(top, Path(file).parent / "locale")


def announce_catalogues(domain: str, locale: Path) -> None:
    """Take the catalogues of a book, each of which can be read; BadFile if not."""
    for path in locale.glob(f"*/LC_MESSAGES/{domain.rpartition('.')[2]}.[mp]o"):
        load_catalogue(path.with_suffix(""))
    add_locale(domain, locale)


# by the file that such a folder has; the first that is there decides
FOLDER_READERS: dict[str, FolderReader] = {DATA_BOOK_FILE: _read_data_folder, PROJECT: _read_project}
