"""Which words of a book a text has, as the page finds them: whole words in any case, the longest form first."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tablecam.game.game import Game, Question
from tablecam.rules.books.book import Book
from tablecam.rules.books.glossary import GlossaryWord

WORD = re.compile(r"[^\W\d_][\w'’-]*")


def without_words(text: str, glossary: Iterable[GlossaryWord]) -> str:
    """The text with a gap in place of each word that has an entry."""
    for form in sorted((form for word in glossary for form in word.written), key=len, reverse=True):
        exact = 0 if form.isupper() else re.IGNORECASE
        text = re.sub(rf"(?<![\w]){re.escape(form)}(?![\w])", "·", text, flags=exact)
    return text


def unexplained(texts: Iterable[str], book: Book, names: Iterable[str]) -> set[str]:
    """All other words of the texts, in small letters, but for the names of models, sides and places."""
    called = {word.lower() for name in names for word in WORD.findall(name.replace("_", " "))}
    words = {word.lower() for text in texts for word in WORD.findall(without_words(text, book.glossary))}
    return {word for word in words if word not in called and word.removesuffix("'s") not in called}


def texts_of(book: Book, game: Game[Any]) -> Iterator[str]:
    """What a player reads now: open questions with their answers and reasons, and what lies beside the models."""
    names = book.phrases.build_names(game.state, {})
    for question in game.open:
        yield from _question(book, question, names)
    for seat in book.seats:
        board = book.board(game.system.get_visible_state(game.state, seat), seat)
        for model in board.models.values():
            yield from map(str, model.markers)
            for counter in model.counters:
                yield from (str(counter.label), str(counter.value or ""))
        yield from map(str, board.markers)


def _question(book: Book, question: Question, names: Any) -> Iterator[str]:
    record = question.ask.record()
    yield book.phrases.describe_question(record, names)
    spelled = book.phrases.spell_question(record, names)
    yield from _strings(spelled.get("options", ()), ("label", "why_not"))
    for check in (spelled, spelled.get("check") or {}):
        yield from _strings(check.get("modifiers", ()), ("why",))


def _strings(records: Any, keys: tuple[str, ...]) -> Iterator[str]:
    for record in records:
        if isinstance(record, Mapping):
            yield from (str(record[key]) for key in keys if record.get(key))
