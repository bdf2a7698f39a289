"""Conversion of values to JSON and back, for questions, events and answers that are written down.

A question is compared with the one in the log in its written form, never as an object: a tuple and the list that is
read back in its place are equal here.
"""

import dataclasses
import enum
import types
import typing
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from tablecam.base.clause import Clause
from tablecam.base.errors import TablecamError

Json = Any
Reader = Callable[[Json], Any]

# a larger whole number cannot be a float
MOST_AS_FLOAT = 10**300
ATOMS = (str, int, float, bool, type(None))


class BadRecord(TablecamError):
    """A record that does not say what it must; the message names the place."""


def to_plain(value: object) -> Json:
    """The JSON of a value of frozen data.

    Tuples are lists, clauses and fractions are text, records are objects of the fields that differ from their default.
    """
    kind: Any = type(value)
    if kind in ATOMS:
        return value
    write = _find_writer(kind)
    if write is None:
        raise TypeError(f"{value!r} of type {kind.__name__} cannot be written down")
    return write(value)


@cache
def _find_writer(kind: Any) -> Callable[[Any], Json] | None:
    """The function that writes values of a type, None if there is none; cached, since questions hold many values."""
    if issubclass(kind, tuple | list):
        return lambda value: [to_plain(item) for item in value]
    if issubclass(kind, Mapping):
        return lambda value: {str(key): to_plain(item) for key, item in value.items()}
    if issubclass(kind, enum.Enum):
        return lambda value: value.value
    if issubclass(kind, Clause | Fraction):
        return str
    if hasattr(kind, "__dataclass_fields__"):
        return lambda value: _record_to_json(value, usual(kind))
    return None


def _record_to_json(value: object, defaults: Mapping[str, object]) -> Json:
    """The JSON of a record without the fields that have their default value; reading restores the default."""
    fields = ((name, getattr(value, name), default) for name, default in defaults.items())
    return {name: to_plain(field) for name, field, default in fields if field is not default and field != default}


@cache
def usual(kind: Any) -> Mapping[str, object]:
    """The fields of a dataclass with their defaults; MISSING for a field without one."""
    return {field.name: _get_default(field) for field in dataclasses.fields(kind)}


def _get_default(field: "dataclasses.Field[Any]") -> object:
    return field.default if field.default_factory is dataclasses.MISSING else field.default_factory()


@cache
def field_names(kind: Any) -> tuple[str, ...]:
    """The names of a dataclass's fields, in order."""
    return tuple(field.name for field in dataclasses.fields(kind))


@cache
def readers(kind: Any) -> Mapping[str, Reader]:
    """The reader of each field of a dataclass, by the field's name."""
    hints = typing.get_type_hints(kind)
    return {name: reader(hints[name]) for name in field_names(kind)}


@cache
def list_field_readers(kind: Any) -> tuple[tuple[str, Any, Reader], ...]:
    """Each field of a dataclass: its name, the type whose values need no reading, None for none, and its reader."""
    hints = typing.get_type_hints(kind)
    return tuple((name, hints[name] if hints[name] in ATOMS else None, read) for name, read in readers(kind).items())


@cache
def list_required_fields(kind: Any) -> frozenset[str]:
    """The fields of a dataclass that have no default."""
    missing = dataclasses.MISSING
    fields = dataclasses.fields(kind)
    return frozenset(field.name for field in fields if field.default is missing and field.default_factory is missing)


def from_plain(kind: Any, record: Json, what: str) -> Any:
    """A dataclass from its JSON object; BadRecord if a field is missing, unknown or of another type."""
    if not isinstance(record, dict):
        raise BadRecord(f"{what}: {kind.__name__} must be an object with the keys {', '.join(field_names(kind))}")
    by_name = readers(kind)
    if not record.keys() <= by_name.keys():
        raise BadRecord(f"{what}: {kind.__name__} has no field '{min(record.keys() - by_name.keys())}'")
    required = list_required_fields(kind)
    if not required <= record.keys():
        raise BadRecord(f"{what}: {kind.__name__} lacks its field '{min(required - record.keys())}'")
    values = {}
    for name, value in record.items():
        try:
            values[name] = by_name[name](value)
        except BadRecord as error:
            raise BadRecord(f"{what}, {name}: {error}") from error
    return kind(**values)


@cache
def reader(hint: Any) -> Reader:
    """The function that reads a value of an annotation from JSON.

    Supports str, int, float, bool, None, unions of these, tuples, mappings by str, literals, enums, frozen dataclasses.
    """
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return lambda value: value
    if hint in ATOMS or hint is None:
        return _atom_reader(hint)
    if origin in (typing.Union, types.UnionType):
        return _union_reader(tuple(reader(one_type) for one_type in inner), hint)
    if origin is typing.Literal:
        return _literal_reader(inner)
    if origin is tuple:
        return _tuple_reader(inner)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping_reader(reader(inner[1]))
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return _enum_reader(hint)
    if dataclasses.is_dataclass(hint):
        return _record_reader(hint)
    raise TypeError(f"{hint} cannot be written down")


def _record_reader(kind: Any) -> Reader:
    return lambda value: value if isinstance(value, kind) else from_plain(kind, value, kind.__name__)


def _atom_reader(hint: Any) -> Reader:
    kind = type(None) if hint is None else hint

    def read(value: Json) -> Any:
        if type(value) is kind:
            return value
        if kind is float and type(value) is int and abs(value) < MOST_AS_FLOAT:
            return float(value)
        raise BadRecord(f"{value!r} is not {'nothing' if kind is type(None) else f'a {kind.__name__}'}")

    return read


def _union_reader(inner: tuple[Reader, ...], hint: Any) -> Reader:
    def read(value: Json) -> Any:
        for one_type in inner:
            try:
                return one_type(value)
            except BadRecord:
                continue
        raise BadRecord(f"{value!r} is not {hint}")

    return read


def _literal_reader(values: tuple[Any, ...]) -> Reader:
    def read(value: Json) -> Any:
        if value in values:
            return value
        raise BadRecord(f"{value!r} is not one of {', '.join(map(str, values))}")

    return read


def _enum_reader(kind: type[enum.Enum]) -> Reader:
    def read(value: Json) -> Any:
        try:
            return kind(value)
        except ValueError:
            raise BadRecord(f"{value!r} is not one of {', '.join(str(member.value) for member in kind)}") from None

    return read


def _tuple_reader(inner: tuple[Any, ...]) -> Reader:
    is_homogeneous = len(inner) == 2 and inner[1] is Ellipsis
    kinds = tuple(reader(one_type) for one_type in inner if one_type is not Ellipsis)

    def read(value: Json) -> Any:
        if not isinstance(value, list | tuple) or (not is_homogeneous and len(value) != len(kinds)):
            raise BadRecord(f"{value!r} is not a list" + ("" if is_homogeneous else f" of {len(kinds)}"))
        if is_homogeneous:
            return tuple(kinds[0](item) for item in value)
        return tuple(read(item) for read, item in zip(kinds, value, strict=True))

    return read


def _mapping_reader(inner: Reader) -> Reader:
    def read(value: Json) -> Any:
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise BadRecord(f"{value!r} is not an object with names")
        return {key: inner(item) for key, item in value.items()}

    return read
