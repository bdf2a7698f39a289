"""Languages for tests: made of the catalogues themselves, no word left out; and those that ship."""

import importlib.util
import json
import re
import shutil
import sys
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from types import ModuleType

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tablecam.base.languages import Languages

ROOT = Path(__file__).resolve().parents[2]
ACCENTED = str.maketrans("aceinouyAEIOUY", "áçéíñóúýÁÉÍÓÚÝ")
HEBREW = {**{ord("a") + n: 0x5D0 + n for n in range(26)}, **{ord("A") + n: 0x5D0 + n for n in range(26)}}
WORD = re.compile(r"\{\w+\}|[^\W\d_]+")
# real ones, so that their plural rules are known: three forms of the first; the second is written from right to left
LONGER, RIGHT_TO_LEFT = "pl", "he"


def lengthened(text: str) -> str:
    """The text with each word longer by four tenths and accented; {names} stay."""
    return WORD.sub(lambda word: word[0] if word[0].startswith("{") else _longer(word[0]), text)


def in_hebrew_letters(text: str) -> str:
    """The same length, in letters that run from right to left."""
    return WORD.sub(lambda word: word[0] if word[0].startswith("{") else _longer(word[0]).translate(HEBREW), text)


def _longer(word: str) -> str:
    return word.translate(ACCENTED) + "ø" * max(1, round(0.4 * len(word)))


@cache
def tool_of(name: str) -> ModuleType:
    """A module of `tools`, which is no package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def compiled(template: str, folder: Path, name: str, language: str, translated: Callable[[str], str]) -> None:
    """Compiles a language made of a .pot file's text into `folder/locale`."""
    made = Catalog(locale=language)
    for message in read_po(BytesIO(template.encode())):
        if message.id:
            one, many = (message.id, ()) if isinstance(message.id, str) else (message.id[0], message.id[1:])
            forms = (one, *many * (made.num_plurals - 1))
            texts = tuple(translated(form) for form in forms)
            places = [(file, None) for file, _line in message.locations]
            made.add(message.id, texts[0] if len(texts) == 1 else texts, places, context=message.context)
    path = folder / "locale" / language / "LC_MESSAGES" / f"{name}.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, made)
    page = tool_of("catalogues").for_page(made)
    path.with_suffix(".json").write_text(json.dumps(page, ensure_ascii=False), encoding="utf-8")


def made_of_the_catalogues(folder: Path, languages: dict[str, Callable[[str], str]]) -> Languages:
    """Languages made of all texts of today."""
    for domain in tool_of("catalogues").domains(ROOT):
        if domain.template.is_file():
            place = folder if domain.name == "tablecam" else folder / "rules" / "books" / domain.name
            for language, translated in languages.items():
                compiled(domain.template.read_text("utf-8"), place, domain.name, language, translated)
    return Languages(folder)


def shipped(folder: Path) -> Languages:
    """The languages that ship, compiled beside the tree, which may not be compiled at all."""
    tool = tool_of("catalogues")
    for domain in tool.domains(ROOT):
        for path in domain.translated():
            copy = folder / path.relative_to(ROOT / "tablecam")
            copy.parent.mkdir(parents=True)
            shutil.copy(path, copy)
            tool.compile_one(copy)
    return Languages(folder)
