"""Imports a roster of another program as a force of the table: asks about unknown models once, and remembers them."""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tablecam.base.i18n import Counted, Message
from tablecam.rules.books.book import Book
from tablecam.rules.books.roster_taker import PickedCard, RosterTaker
from tablecam.rules.books.views import Text
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.roster_step import CARDS, FOLDER, store_force
from tablecam.storage.rosters.roster_list import LONGEST_NAME, RosterEntry, RosterList
from tablecam.storage.text_file import read_text, write_text
from tablecam.storage.toml_file import quote_string, read_toml

# in the table folder: the cards that models of rosters stand for
NAMES = "roster_names.toml"
# no text: a comment in a file
HEAD = "# The cards that the models of imported rosters stand for, by rulebook. A model without a card is left out.\n"
LEFT_OUT = ""


@dataclass(frozen=True)
class UnknownModel:
    """A model whose card is not known. choices: every card, the most similar name first."""

    name: str
    count: int
    choices: tuple[str, ...]


@dataclass(frozen=True)
class RosterImport:
    """The result. unknown: models to ask about; with any, nothing is kept. force: the name of the force that is kept.

    report: what was taken, what was assumed, and everything that was not understood; a sentence each.
    """

    unknown: tuple[UnknownModel, ...] = ()
    force: str = ""
    report: tuple[Text, ...] = ()


def import_roster(
    folder: Path, book: Book, roster: RosterList, answers: Mapping[str, str], *, name: str = "", instead: bool = False
) -> RosterImport:
    """Keeps a roster as a force of the table folder. Raises SetupRefusal, and BadFile with the faults of the force.

    answers: the card of each model that was asked about, empty for one to leave out; they are remembered. name: of the
    force's file, by default the roster's name. instead: whether a force of that name is replaced.
    """
    taker = book.forces
    if not isinstance(taker, RosterTaker):
        raise SetupRefusal(Message("{book} takes no rosters of other programs: write a force file", book=book.title))
    cards = taker.list_cards(folder)
    card_names = load_names(folder, book.name) | _check_answers(answers, roster, cards)
    picks = {entry.name: find_card(entry.name, cards, card_names) for entry in roster.entries}
    unknown = _list_unknown(roster.entries, picks, cards)
    if unknown:
        return RosterImport(unknown=unknown, report=roster.losses)
    save_names(folder, book.name, card_names)
    picked = [PickedCard(entry, card) for entry in roster.entries if (card := picks[entry.name])]
    if not picked:
        raise SetupRefusal(Message("{file} has no model that a card stands for", file=roster.name))
    written = taker.write_force(roster.name, picked, cards)
    files = {f"{_make_file_name(name or roster.name)}.toml": written.text, **_load_new_cards(folder, picked, cards)}
    force, read = store_force(folder, files, book, instead)
    model_count = sum(pick.entry.count for pick in picked)
    report = Counted("{n} model was taken", "{n} models were taken", model_count)
    left_out = [Message("{model} was left out, as you chose", model=model) for model, card in picks.items() if not card]
    return RosterImport(force=force, report=(report, *left_out, *roster.losses, *written.notes, *read.warnings))


def find_card(model: str, cards: Iterable[str], known: Mapping[str, str]) -> str | None:
    """The card of a model: the remembered one, or the one of the same name; empty to leave out, None if unknown."""
    if (remembered := known.get(model)) is not None and remembered in (LEFT_OUT, *cards):
        return remembered
    keys = {_to_key(card): card for card in cards}
    key = _to_key(model)
    return keys.get(key) or keys.get(key.removesuffix("s"))


def load_names(folder: Path, book: str) -> dict[str, str]:
    """The cards that models stand for in a book, as they were answered before. Raises BadFile."""
    names = _load_all_names(folder).get(book)
    return {model: card for model, card in names.items() if isinstance(card, str)} if isinstance(names, Mapping) else {}


def save_names(folder: Path, book: str, known: Mapping[str, str]) -> None:
    """Keeps the cards that models stand for in a book, beside those of other books. Raises BadFile."""
    old = _load_all_names(folder)
    if not known or old.get(book) == known:
        return
    tables = {name: names for name, names in old.items() if isinstance(names, Mapping)} | {book: known}
    lines = [HEAD]
    for table, names in tables.items():
        lines.append(f"[{quote_string(table)}]")
        lines += [f"{quote_string(model)} = {quote_string(str(card))}" for model, card in sorted(names.items())]
        lines.append("")
    write_text(folder / NAMES, "\n".join(lines))


def _load_all_names(folder: Path) -> Mapping[str, object]:
    """The names of every book, as the file has them."""
    path = folder / NAMES
    return read_toml(path, "the names of rosters").values if path.exists() else {}  # no text: a fault of a file


def _check_answers(answers: Mapping[str, str], roster: RosterList, cards: Mapping[str, Path]) -> dict[str, str]:
    """The answers about models of this roster. Raises SetupRefusal for a card that does not exist."""
    models = {entry.name for entry in roster.entries}
    for card in answers.values():
        if card not in (LEFT_OUT, *cards):
            raise SetupRefusal(Message("there is no card {card}: choose one from the list", card=card[:LONGEST_NAME]))
    return {model: card for model, card in answers.items() if model in models}


def _list_unknown(
    entries: Iterable[RosterEntry], picks: Mapping[str, str | None], cards: Mapping[str, Path]
) -> tuple[UnknownModel, ...]:
    counts: dict[str, int] = {}
    for entry in entries:
        if picks[entry.name] is None:
            counts[entry.name] = counts.get(entry.name, 0) + entry.count
    return tuple(UnknownModel(model, count, _sort_choices(model, cards)) for model, count in counts.items())


def _sort_choices(model: str, cards: Iterable[str]) -> tuple[str, ...]:
    """The cards, those with the most similar name first."""

    def similarity(card: str) -> float:
        return difflib.SequenceMatcher(None, _to_key(model), _to_key(card)).ratio()

    return tuple(sorted(sorted(cards), key=similarity, reverse=True))


def _load_new_cards(folder: Path, picked: Iterable[PickedCard], cards: Mapping[str, Path]) -> dict[str, str]:
    """The files of cards that the force needs and the table folder lacks."""
    files = sorted({cards[pick.card] for pick in picked if cards[pick.card].name.endswith(CARDS)})
    new = [file for file in files if not (folder / FOLDER / file.name).exists()]
    return {file.name: read_text(file, "stat cards") for file in new}  # no text: a fault of a file


def _make_file_name(name: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:40].strip("_")
    return slug.removesuffix("_cards") or "roster"


def _to_key(name: str) -> str:
    return re.sub(r"[^\w]+", "", name).casefold()
