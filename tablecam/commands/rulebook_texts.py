"""Texts of a rulebook that no catalogue has: shown without a mark for translation, or marked and not translated."""

import ast
import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from gettext import NullTranslations
from pathlib import Path
from string import Formatter
from typing import Any

from tablecam.base.i18n import Language, speaking
from tablecam.base.po_catalogue import BETWEEN, load_catalogue
from tablecam.game.game import Game
from tablecam.game.log import AnswerLine, BoundaryLine, EventLine
from tablecam.game.playthrough import one_answer
from tablecam.rules.books.book import Book
from tablecam.rules.plain import Json

I18N = "tablecam.base.i18n"
# how many of the first arguments of a call are texts, and whether the first is a context
CALLS = {"gettext": 1, "Message": 1, "ngettext": 2, "Counted": 2, "pgettext": 2, "InContext": 2}
WITH_CONTEXT = ("pgettext", "InContext")
# what a translated text is enclosed in, by a language that has every text
OPEN, CLOSE = "\u27e6", "\u27e7"
MARKED = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
# a clause behind a question: it names a place in the printed book, so it is the same in every language
CLAUSE = re.compile(f"{OPEN} \\[{CLOSE}[^{OPEN}{CLOSE}]*{OPEN}\\]{CLOSE}")
WORD = re.compile(r"[^\W\d_]{2,}(?:[-_][^\W\d_]+)*")
# the keys of views that hold codes and no texts
CODES = frozenset({"kind", "key", "id", "seat", "winner", "model", "models", "group", "pattern", "takes", "name"})
# unit signs
UNITS = frozenset({"in", "cm"})
ANSWERS = 400


class MarkingLanguage(Language):
    """A language that encloses each text which a catalogue could translate, but not the values in it."""

    def gettext(self, message: str) -> str:
        """The text with marks around each piece between its values."""
        return "".join(
            (f"{OPEN}{text}{CLOSE}" if text else "") + ("" if name is None else f"{{{name}}}")
            for text, name, _spec, _conversion in Formatter().parse(message)
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """One of two forms, as in English."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """The text, whatever its context."""
        return self.gettext(message)

    def get_catalogue(self, domain: str) -> NullTranslations:
        """The same for every domain."""
        return self


def check_words(book: Book, begin: Sequence[Callable[[], Game[Any]]]) -> Iterator[str]:
    """The words of a game that a player reads in English in every language."""
    reported: set[str] = set()
    for begin_game in begin:
        for place, text, names in _list_shown(book, begin_game()):
            unmarked = MARKED.sub(" ", CLAUSE.sub(" ", text))
            if any(_is_foreign(word, names) for word in WORD.findall(unmarked)) and text not in reported:
                reported.add(text)
                yield f"{place} is not in the catalogue: {MARKED.sub(lambda mark: mark[0][1:-1], text)}"


def _is_foreign(word: str, known: set[str]) -> bool:
    """Whether a word needs a translator: it is no name, and no abbreviation such as SH."""
    return word.casefold() not in known and not word.isupper()


def _list_shown(book: Book, game: Game[Any]) -> Iterator[tuple[str, str, set[str]]]:
    """The texts of a game as a player reads them, each with its place and with the words that are names."""
    with speaking(MarkingLanguage()):
        chance, shown = random.Random(5), 0
        yield from _list_book_texts(book, game)
        for _answer in range(ANSWERS):
            names = _list_names(book, game) | _list_pieces(game, shown)
            for place, text in _list_moment(book, game, shown):
                yield place, text, names
            shown = game.log.last
            if game.over:
                return
            one_answer(game, chance.randrange)


def _list_names(book: Book, game: Game[Any]) -> set[str]:
    """The words that are names of models, of seats or of things in the setup: the same in every language."""
    names = book.phrases.build_names(game.state, {})
    ids = [*book.phrases.people(game.state), *game.seats]
    plain = [name for name in map(names, ids) if OPEN not in name]
    setup = json.dumps(game.log.header.setup, ensure_ascii=False)
    words = {word.casefold() for text in (*ids, *plain, setup) for word in WORD.findall(text)}
    # an id such as long_arm is shown as “Long arm”
    return words | {segment for word in words for segment in re.split("[-_]", word)} | UNITS


def _list_pieces(game: Game[Any], since: int) -> set[str]:
    """The words in the names of terrain that measured answers after a line have, as the table names it."""
    answers = [line.answer for line in game.log.lines[since:] if isinstance(line, AnswerLine)]
    facts = [fact for answer in answers if isinstance(answer, dict) for fact in answer.values()]
    pieces = [piece for fact in facts if isinstance(fact, dict) for piece in fact.get("obstructions", ())]
    return {word.casefold() for piece in pieces for word in WORD.findall(piece["name"])}


def _list_book_texts(book: Book, game: Game[Any]) -> Iterator[tuple[str, str, set[str]]]:
    """The texts of a book before a game: its title, scenarios, switches, words and forms."""
    names = _list_names(book, game)
    texts: list[tuple[str, object]] = [("the title", book.title), ("the hidden title", book.hidden_title)]
    texts += [("a scenario", text) for scenario in book.scenarios for text in (scenario.title, scenario.says)]
    texts += [("a word", text) for word in book.glossary for text in (word.forms, word.explanation)]
    for rule in book.house_rules():
        texts += [("a house rule", text) for text in (rule.title, rule.says, rule.group, *rule.words.values())]
    for place, text in texts:
        yield place, str(text), names


def _list_moment(book: Book, game: Game[Any], since: int) -> Iterator[tuple[str, str]]:
    """The texts of a moment: questions, board, result, and the lines of the log after `since`."""
    names = book.phrases.build_names(game.state, {})
    for question in game.open:
        record = question.ask.record()
        yield "a question", book.phrases.describe_question(record, names)
        for text in _list_texts(_pick_texts(book.phrases.spell_question(record, names))):
            yield "an option", text
    for number in range(since + 1, game.log.last + 1):
        yield from _list_line(book, game, number, names)
    for seat in (*game.seats, ""):
        shown = book.state_shown(book.system.get_visible_state(game.state, seat), seat)
        for text in _list_texts(shown):
            yield "the board", text
    result: Json = book.result_shown(game.state, names) or {}
    # a row as one line is for the terminal, which is English
    rows = [{key: value for key, value in row.items() if key != "text"} for row in result.get("sides", ())]
    for text in _list_texts({**result, "sides": rows}):
        yield "the result", text


def _list_line(book: Book, game: Game[Any], number: int, names: Any) -> Iterator[tuple[str, str]]:
    line = game.log[number]
    if isinstance(line, EventLine):
        event = book.system.event(line.event)
        yield type(event).__name__, " ".join(map(str, book.phrases.describe_event(event, names)[:2]))
    elif isinstance(line, AnswerLine):
        ask = getattr(game.log[line.to], "ask", {})
        yield "an answer", book.phrases.describe_answer(ask, line.answer, line.by, names)
    elif isinstance(line, BoundaryLine):
        yield f"step {line.boundary}", book.phrases.title_step(line.name, names)


def _pick_texts(record: dict[str, Json]) -> Json:
    """The parts of a spelled question that a player reads."""
    options = [{name: option.get(name, "") for name in ("label", "why_not")} for option in record.get("options", ())]
    modifiers = [modifier.get("why", "") for modifier in (record.get("check") or {}).get("modifiers", ())]
    return [options, modifiers]


def _list_texts(view: Json) -> Iterator[str]:
    """The texts in a view, without the keys and the codes."""
    if isinstance(view, str):
        yield view
    elif isinstance(view, dict):
        for key, value in view.items():
            if key not in CODES or isinstance(value, dict):
                yield from _list_texts(value)
    elif isinstance(view, list | tuple):
        for item in view:
            yield from _list_texts(item)


def check_catalogues(package: Path | None) -> Iterator[str]:
    """The marked texts that a language of the book lacks, as an entry to paste into its catalogue."""
    if package is None:
        return
    texts = [text for path in sorted(package.rglob("*.py")) for text in list_marked(path.read_text(encoding="utf-8"))]
    for folder in sorted((package / "locale").glob("*/LC_MESSAGES")):
        catalogue: Any = load_catalogue(folder / package.name)
        translated = set() if catalogue is None else set(catalogue._catalog)
        for context, text in dict.fromkeys(texts):
            key = text if context is None else context + BETWEEN + text
            if key not in translated and (key, 0) not in translated:
                yield f"{folder.parent.name} lacks the text: {text}"


def list_marked(source: str) -> Iterator[tuple[str | None, str]]:
    """The texts that a module marks for translation, each with its context."""
    tree = ast.parse(source)
    names = dict(_list_markers(ast.walk(tree)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            function = names[node.func.id]
            values = [arg.value for arg in node.args[: CALLS[function]] if isinstance(arg, ast.Constant)]
            if texts := [value for value in values if isinstance(value, str)]:
                yield (texts[0], texts[-1]) if function in WITH_CONTEXT else (None, texts[0])


def _list_markers(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """The names by which a module calls the functions that mark a text."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module == I18N:
            for alias in node.names:
                if alias.name in CALLS:
                    yield alias.asname or alias.name, alias.name
