"""The catalogues of texts: what translators start from, and what the program reads.

python tools/catalogues.py extract     write the .pot files from the sources; brings the .po files up to date
python tools/catalogues.py check       fail where a .pot file is not what the sources say, or a translation is wrong
python tools/catalogues.py missing     name the texts that a language lacks
python tools/catalogues.py compile     make .mo of each .po, and .json for the page; called by each installation

tablecam/locale holds the catalogue of all but the rulebooks; each rulebook has its own in tablecam/rules/books/<book>.
Its texts are looked up there first. The page has only the core's.
"""

import argparse
import gettext
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
CORE = "tablecam"
BOOKS = "tablecam/rules/books"
SOURCES = ("tablecam", "webui", "calibration", "hardware")
LEFT_OUT = ("node_modules", "static", "__pycache__", "locale")
METHODS = [("**.py", "python"), ("**.jinja", "jinja2"), ("**.ts", "javascript"), ("**.tsx", "javascript")]
OPTIONS: dict[str, dict[str, Any]] = {
    "**.jinja": {"silent": "false"},
    "**.ts": {"parse_template_string": True},
    "**.tsx": {"parse_template_string": True},
}
KEYWORDS: dict[str, Any] = {
    **dict.fromkeys(("_", "gettext", "Message", "t", "tx")),
    **dict.fromkeys(("ngettext", "Counted", "tn"), (1, 2)),
    **dict.fromkeys(("pgettext", "InContext", "tp"), ((1, "c"), 2)),
}
TELLS_TRANSLATORS = ("Translators:",)
PAGE = (".ts", ".tsx")
WIDTH = 110
# The rules of all languages look at a number's last two digits, once it has more: see i18n.ts.
NUMBERS = 200
NAMES = re.compile(r"\{(\w+)\}")
HEAD = """\
# {domain}: texts to be translated. Written by `make catalogues`; do not edit.
msgid ""
msgstr ""
"Project-Id-Version: {domain}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


@dataclass(frozen=True)
class Domain:
    """A catalogue: its name, its folder `locale`, and the folders and files whose texts it has."""

    name: str
    locale: Path
    sources: tuple[Path, ...]
    without: tuple[Path, ...] = ()

    @property
    def template(self) -> Path:
        """The .pot file."""
        return self.locale / f"{self.name}.pot"

    def translated(self) -> list[Path]:
        """The .po files."""
        return sorted(self.locale.glob(f"*/LC_MESSAGES/{self.name}.po"))


def domains(root: Path = ROOT) -> list[Domain]:
    """The core's and each rulebook's."""
    books = tuple(sorted(path.parent for path in (root / BOOKS).glob("*/__init__.py")))
    core = Domain(CORE, root / "tablecam" / "locale", tuple(root / name for name in SOURCES), books)
    return [core, *(Domain(book.name, book / "locale", (book,)) for book in books)]


def extracted(domain: Domain, root: Path = ROOT) -> Catalog:
    """All texts of a domain, by the sources. Files are named without lines, or each edit would change the catalogue."""
    catalog = Catalog(domain=domain.name, fuzzy=False)
    for source in domain.sources:
        if not source.is_dir():
            continue
        wanted = _wanted(domain)
        for file, _line, text, comments, context in extract_from_dir(
            source, METHODS, OPTIONS, KEYWORDS, TELLS_TRANSLATORS, strip_comment_tags=True, directory_filter=wanted
        ):
            where = (source / file).relative_to(root).as_posix()
            catalog.add(text, None, [(where, None)], auto_comments=comments, context=context)
    return catalog


def _wanted(domain: Domain) -> Any:
    without = {str(path.resolve()) for path in domain.without}
    return lambda folder: Path(folder).name not in LEFT_OUT and str(Path(folder).resolve()) not in without


def template_text(domain: Domain, root: Path = ROOT) -> str:
    """The text of the .pot file; empty for a domain without texts."""
    catalog = extracted(domain, root)
    if not len(catalog):
        return ""
    return HEAD.format(domain=domain.name) + _written(catalog, omit_header=True)


def _written(catalog: Catalog, **options: Any) -> str:
    file = BytesIO()
    write_po(file, catalog, width=WIDTH, sort_output=True, include_lineno=False, **options)
    return file.getvalue().decode("utf-8")


def extract(root: Path = ROOT) -> None:
    """Writes the .pot files and brings the .po files up to date."""
    for domain in domains(root):
        text = template_text(domain, root)
        if not text:
            domain.template.unlink(missing_ok=True)
            continue
        domain.locale.mkdir(parents=True, exist_ok=True)
        domain.template.write_text(text, encoding="utf-8")
        for path in domain.translated():
            catalog = _read(path)
            created = catalog.creation_date
            catalog.update(read_po(BytesIO(text.encode())), no_fuzzy_matching=True)
            # the day of the run would change every file each time
            catalog.creation_date = created
            path.write_text(_written(catalog), encoding="utf-8")


def check(root: Path = ROOT) -> list[str]:
    """The faults, a line each."""
    return [fault for domain in domains(root) for fault in (*_stale(domain, root), *_mistaken(domain, root))]


def _stale(domain: Domain, root: Path) -> Iterator[str]:
    there = domain.template.read_text(encoding="utf-8") if domain.template.is_file() else ""
    if there != template_text(domain, root):
        yield f"{domain.template.relative_to(root)} is not what the sources say: run `make catalogues`"


def _mistaken(domain: Domain, root: Path) -> Iterator[str]:
    for path in domain.translated():
        for message in _read(path):
            if message.id and (wrong := _foreign_names(message)):
                names = ", ".join(sorted(wrong))
                yield f"{path.relative_to(root)}: {names} is no value of {_first(message.id)!r}"


def untranslated(root: Path = ROOT) -> list[str]:
    """Texts that a language which there is lacks, or that are marked as doubtful, a line each."""
    return [fault for domain in domains(root) for fault in _lacking(domain, root)]


def _lacking(domain: Domain, root: Path) -> Iterator[str]:
    if not domain.template.is_file():
        return
    wanted = read_po(BytesIO(domain.template.read_bytes()))
    for language in languages(root):
        path = domain.locale / language / "LC_MESSAGES" / f"{domain.name}.po"
        there = _read(path) if path.is_file() else Catalog(locale=language)
        for message in wanted:
            found = there.get(message.id, message.context) if message.id else None
            if message.id and (found is None or found.fuzzy or not _is_whole(found)):
                yield f"{path.relative_to(root)}: {_first(message.id)!r} is not translated"


def languages(root: Path = ROOT) -> list[str]:
    """The languages of tablecam's own catalogue, but English."""
    return [path.parents[1].name for path in domains(root)[0].translated()]


def _is_whole(message: Message) -> bool:
    texts = [message.string] if isinstance(message.string, str) else list(message.string)
    return all(texts) and bool(texts)


def _foreign_names(message: Message) -> set[str]:
    """The {names} of a translation that its English text does not have."""
    return _names(message.string) - _names(message.id) - ({"n"} if message.pluralizable else set())


def _names(texts: str | tuple[str, ...] | list[str]) -> set[str]:
    return {name for text in ([texts] if isinstance(texts, str) else texts) for name in NAMES.findall(text or "")}


def _first(texts: str | tuple[str, ...] | list[str]) -> str:
    return texts if isinstance(texts, str) else texts[0]


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        # the folder's name is the language
        return read_po(file, locale=path.parents[1].name, domain=path.stem)


def compile_all(root: Path = ROOT) -> None:
    """Makes .mo beside each .po, and .json beside the core's."""
    for domain in domains(root):
        for path in domain.translated():
            compile_one(path)


def compile_one(path: Path) -> None:
    """Makes .mo beside a .po, and .json beside one of the core."""
    catalog = _read(path)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog)
    if path.stem == CORE:
        path.with_suffix(".json").write_text(json.dumps(for_page(catalog), ensure_ascii=False), encoding="utf-8")


def for_page(catalog: Catalog) -> dict[str, Any]:
    """The data for i18n.ts: the page's own texts, and the form that goes with each number."""
    form = gettext.c2py(catalog.plural_expr)  # type: ignore[attr-defined]
    messages = {}
    for message in catalog:
        if message.id and _first(message.string) and not message.fuzzy and _is_of_page(message):
            key = _first(message.id)
            texts = message.string if isinstance(message.string, str) else list(message.string)
            messages[f"{message.context}\x04{key}" if message.context else key] = texts
    return {"plural": "".join(str(form(n)) for n in range(NUMBERS)), "messages": messages}


def _is_of_page(message: Message) -> bool:
    return not message.locations or any(Path(file).suffix in PAGE for file, _line in message.locations)


def main(arguments: list[str]) -> int:
    """Run the command line; returns the exit status."""
    parser = argparse.ArgumentParser(description="The catalogues of texts.")
    parser.add_argument("do", choices=["extract", "check", "missing", "compile"])
    asked = parser.parse_args(arguments).do
    if asked == "extract":
        extract()
    if asked == "compile":
        compile_all()
    faults = {"check": check, "missing": untranslated}.get(asked, list)()
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
