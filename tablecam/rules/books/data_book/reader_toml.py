"""Reads the tables of a TOML file into the classes of a form; every fault is one sentence with its line.

An unknown key that stands for something beyond the form is answered with the hook of a Python book that does it.
"""

import difflib
import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Annotated, Any, Literal, TypeVar

from tablecam.base.errors import BadFile
from tablecam.rules.books.data_book.rules.amounts_toml import Amount, parse_amount
from tablecam.rules.books.data_book.rules.check_forms_toml import CHECK_FORMS
from tablecam.rules.books.data_book.rules.form_toml import Bounds, CheckForm, OneOrMore, Ref, Words
from tablecam.storage.record import Faults
from tablecam.storage.toml_file import LinedRecord

T = TypeVar("T")
NAME = re.compile(r"[a-z][a-z0-9_]{0,40}")
PYTHON_BOOK = "write a Python book instead (docs/rulebook.md) and use {hook}"
# what a data book cannot do: words of a key, and the hook of a Python book that does it
HOOKS: Mapping[tuple[str, ...], str] = {
    ("reaction", "overwatch", "interrupt", "react"): "`Play.ask_unless`, which puts an offer beside a question",
    ("reroll", "re_roll", "fate", "luck"): "`Play.choose` and another `Play.roll` in the procedure",
    ("template", "blast", "scatter", "area"): "a question of your own derived from `Ask`",
    ("card", "deck", "bag", "draw"): "a state with the cards that are left, and an event for each draw",
    ("hidden_model", "identity", "blip"): "`Book.hidden_names` and `System.get_visible_event`",
    ("experience", "carried"): "`Book.carried`",
    ("spell", "magic", "vehicle", "reserve", "squad", "unit"): "a procedure of your own in `System.next_procedure`",
}


class FormReader:
    """Reads one file. names: the entries of tables that references are compared with, if not those of the file."""

    def __init__(self, file: LinedRecord, faults: Faults, names: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self._faults = faults
        self._names = names or {
            table: tuple(value) if isinstance(value, Mapping) else () for table, value in file.values.items()
        }

    def read(self, kind: type[T], record: LinedRecord) -> T:
        """A table as an object of its class; faults are gathered, and then the object must not be used."""
        form = CHECK_FORMS[self._choose_kind(record)] if kind is CheckForm else kind
        hints = typing.get_type_hints(form, include_extras=True)
        entries = {entry.name: entry for entry in fields(form)}  # type: ignore[arg-type]
        self._faults.add(_find_unknown_keys(record, tuple(entries)))
        values = {name: self._read_field(entry, hints[name], record) for name, entry in entries.items()}
        return typing.cast("T", form(**values))

    def _choose_kind(self, record: LinedRecord) -> str:
        if "kind" not in record.values:
            return next(iter(CHECK_FORMS))
        kind = self._faults.try_read(record.choice, "kind", tuple(CHECK_FORMS))
        return kind or next(iter(CHECK_FORMS))

    def _read_field(self, entry: "Field[Any]", hint: Any, record: LinedRecord) -> Any:
        if entry.name not in record.values:
            if entry.default is not MISSING:
                return entry.default
            if entry.default_factory is not MISSING:
                return entry.default_factory()
        return self._faults.try_read(self._read_value, hint, record, entry.name)

    def _read_value(self, hint: Any, record: LinedRecord, key: str) -> Any:
        """A value by its annotation; BadFile if it is not of that kind."""
        if key not in record.values:
            raise BadFile(f"{record.where}: the key {key} is missing; add it")
        hint, extras = strip_annotation(hint)
        origin = typing.get_origin(hint)
        if origin is Literal:
            return record.choice(key, typing.get_args(hint))
        if origin is tuple:
            return self._read_list(typing.get_args(hint)[0], record, key, any(isinstance(e, OneOrMore) for e in extras))
        if origin is not None and issubclass(origin, Mapping):
            return self._read_mapping(typing.get_args(hint), record, key)
        if is_dataclass(hint) and hint is not Amount:
            return self.read(typing.cast("type[Any]", hint), record.record(key))
        value = ATOMS[hint](record, key)
        self._check_extras(extras, value, record, key)
        return value

    def _check_extras(self, extras: tuple[Any, ...], value: Any, record: LinedRecord, key: str) -> None:
        for extra in extras:
            if isinstance(extra, Bounds) and not extra.least <= value <= extra.most:
                raise record.fault(key, f"must be from {extra.least:g} to {extra.most:g}", value)
            if isinstance(extra, Ref):
                self._check_name(extra.table, value, record, key)

    def _check_name(self, table: str, name: str, record: LinedRecord, key: str) -> None:
        names = self._names.get(table, ())
        if name in names:
            return
        close = difflib.get_close_matches(name, names, 1)
        hint = f"did you mean {close[0]}?" if close else f"[{table}] has {', '.join(names) or 'no entries yet'}"
        raise BadFile(f'{record.locate_key(key)}: {key} must be a name from [{table}], not "{name}"; {hint}')

    def _read_list(self, inner: Any, record: LinedRecord, key: str, bare: bool) -> tuple[Any, ...]:
        form, extras = strip_annotation(inner)
        if is_dataclass(form):
            if bare and isinstance(record.values[key], Mapping):
                return (self.read(typing.cast("type[Any]", form), record.record(key)),)
            tables = typing.cast("list[LinedRecord]", record.records(key))
            return tuple(self.read(typing.cast("type[Any]", form), table) for table in tables)
        values = record.values[key]
        if not isinstance(values, list):
            raise record.fault(key, "must be a list in brackets", values)
        return tuple(self._read_entry(form, extras, value, record, key) for value in values)

    def _read_entry(self, form: Any, extras: tuple[Any, ...], value: object, record: LinedRecord, key: str) -> Any:
        alone = LinedRecord({key: value}, record.where, {}, record.file, record.place, record.places)
        entry = ATOMS[form](alone, key)
        self._check_extras(extras, entry, record, key)
        return entry

    def _read_mapping(self, hints: tuple[Any, ...], record: LinedRecord, key: str) -> dict[str, Any]:
        inner = record.record(key)
        _form, key_extras = strip_annotation(hints[0])
        for name in inner.values:
            if not NAME.fullmatch(name):
                raise BadFile(f'{inner.locate_key(name)}: the name "{name}" must be small letters, digits and _')
            for extra in key_extras:
                if isinstance(extra, Ref):
                    self._check_name(extra.table, name, inner, name)
        return {name: self._faults.try_read(self._read_value, hints[1], inner, name) for name in inner.values}


def strip_annotation(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """The bare type of an annotation, without None, and its extras."""
    extras: tuple[Any, ...] = ()
    while True:
        if typing.get_origin(hint) is Annotated:
            hint, *more = typing.get_args(hint)
            extras += tuple(more)
        elif typing.get_origin(hint) in (types.UnionType, typing.Union):
            hint = next(kind for kind in typing.get_args(hint) if kind is not type(None))
        else:
            return hint, extras


def _find_unknown_keys(record: LinedRecord, known: tuple[str, ...]) -> list[BadFile]:
    faults = [fault for key in record.values if key not in known for fault in (_find_hook(record, key),) if fault]
    hooked = {key for key in record.values if _find_hook(record, key)}
    bare = LinedRecord({key: value for key, value in record.values.items() if key not in hooked or key in known},
                       record.where, {}, record.file, record.place, record.places)  # fmt: skip
    return [*faults, *bare.unknown(*known)]


def _find_hook(record: LinedRecord, key: str) -> BadFile | None:
    for words, hook in HOOKS.items():
        if any(word in key.lower() for word in words):
            advice = PYTHON_BOOK.format(hook=hook)
            return BadFile(f"{record.locate_key(key)}: a data book has no {key}; {advice}")
    return None


def _read_amount(record: LinedRecord, key: str) -> Amount:
    value = record.values[key]
    if type(value) is int and abs(value) < 10_000:
        return Amount.plain(value)
    amount = parse_amount(value) if isinstance(value, str) else None
    if amount is None:
        raise record.fault(key, 'must be a number or a sum of names such as "7 - aim" or "target.guard + 1"', value)
    return amount


def _read_whole(record: LinedRecord, key: str) -> int:
    value = record.values.get(key)
    if type(value) is not int or abs(value) > 10_000:
        return record.whole(key)
    return value


# the readers of plain values, by the type in the form
ATOMS: Mapping[Any, Callable[[LinedRecord, str], Any]] = {
    str: lambda record, key: record.text(key),
    Words: lambda record, key: record.text(key),
    int: _read_whole,
    float: lambda record, key: record.number(key),
    bool: lambda record, key: record.flag(key),
    Amount: _read_amount,
}
