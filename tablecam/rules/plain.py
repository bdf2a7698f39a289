"""Values as JSON has them, and back: what questions, events and answers look like when they are written down.

A question is compared with the one in the log as it would be written, never as an object: a tuple and the list that
is read back in its place are the same thing here.
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

# a whole number beyond it cannot be a float
MOST_AS_FLOAT = 10**300
ATOMS = (str, int, float, bool, type(None))


class BadRecord(TablecamError):
    """Something written down does not say what it must; the message names the place."""


def to_plain(value: object) -> Json:
    """A value of frozen data as JSON has it.

    Tuples are lists, clauses and fractions are text, records are objects of the fields that differ from their default.
    """
    kind: Any = type(value)
    if kind in ATOMS:
        return value
    write = _writer(kind)
    if write is None:
        raise TypeError(f"{value!r} of type {kind.__name__} cannot be written down")
    return write(value)


@cache
def _writer(kind: Any) -> Callable[[Any], Json] | None:
    """How values of a type are written, found once a type: a game writes and compares some hundred a question."""
    if issubclass(kind, tuple | list):
        return lambda value: [to_plain(item) for item in value]
    if issubclass(kind, Mapping):
        return lambda value: {str(key): to_plain(item) for key, item in value.items()}
    if issubclass(kind, enum.Enum):
        return lambda value: value.value
    if issubclass(kind, Clause | Fraction):
        return str
    if hasattr(kind, "__dataclass_fields__"):
        return lambda value: _written(value, usual(kind))
    return None


def _written(value: object, defaults: Mapping[str, object]) -> Json:
    """A record without the fields that are as usual: what is read back in their place is the default again."""
    fields = ((name, getattr(value, name), default) for name, default in defaults.items())
    return {name: to_plain(field) for name, field, default in fields if field is not default and field != default}


@cache
def usual(kind: Any) -> Mapping[str, object]:
    """The fields of a dataclass with their defaults; what has none is never as usual."""
    return {field.name: _default(field) for field in dataclasses.fields(kind)}


def _default(field: "dataclasses.Field[Any]") -> object:
    return field.default if field.default_factory is dataclasses.MISSING else field.default_factory()


@cache
def field_names(kind: Any) -> tuple[str, ...]:
    """The names of a dataclass's fields, in order."""
    return tuple(field.name for field in dataclasses.fields(kind))


@cache
def readers(kind: Any) -> Mapping[str, Reader]:
    """How each field of a dataclass is read back from JSON, by the field's name."""
    hints = typing.get_type_hints(kind)
    return {name: reader(hints[name]) for name in field_names(kind)}


@cache
def required(kind: Any) -> frozenset[str]:
    """The fields of a dataclass that have no default."""
    missing = dataclasses.MISSING
    fields = dataclasses.fields(kind)
    return frozenset(field.name for field in fields if field.default is missing and field.default_factory is missing)


def from_plain(kind: Any, record: Json, what: str) -> Any:
    """A dataclass from its JSON object; BadRecord where a field is missing, unknown or of another type."""
    if not isinstance(record, dict):
        raise BadRecord(f"{what}: {kind.__name__} must be an object with the keys {', '.join(field_names(kind))}")
    by_name = readers(kind)
    if strangers := sorted(record.keys() - by_name.keys()):
        raise BadRecord(f"{what}: {kind.__name__} has no field '{strangers[0]}'")
    if absent := sorted(required(kind) - record.keys()):
        raise BadRecord(f"{what}: {kind.__name__} lacks its field '{absent[0]}'")
    return kind(**{name: _read_field(by_name[name], value, f"{what}, {name}") for name, value in record.items()})


def _read_field(read: Reader, value: Json, what: str) -> Any:
    try:
        return read(value)
    except BadRecord as error:
        raise BadRecord(f"{what}: {error}") from error


@cache
def reader(hint: Any) -> Reader:
    """How a value of an annotation is read back from JSON.

    str, int, float, bool, None, unions of these, tuples, mappings by str, literals, enums and frozen dataclasses.
    """
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return lambda value: value
    if hint in ATOMS or hint is None:
        return _atom(hint)
    if origin in (typing.Union, types.UnionType):
        return _any_of(tuple(reader(one_type) for one_type in inner), hint)
    if origin is typing.Literal:
        return _one_of(inner)
    if origin is tuple:
        return _tuple(inner)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(reader(inner[1]))
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return _one_of_enum(hint)
    if dataclasses.is_dataclass(hint):
        return _record(hint)
    raise TypeError(f"{hint} cannot be written down")


def _record(kind: Any) -> Reader:
    return lambda value: value if isinstance(value, kind) else from_plain(kind, value, kind.__name__)


def _atom(hint: Any) -> Reader:
    kind = type(None) if hint is None else hint

    def read(value: Json) -> Any:
        if type(value) is kind:
            return value
        if kind is float and type(value) is int and abs(value) < MOST_AS_FLOAT:
            return float(value)
        raise BadRecord(f"{value!r} is not {'nothing' if kind is type(None) else f'a {kind.__name__}'}")

    return read


def _any_of(inner: tuple[Reader, ...], hint: Any) -> Reader:
    def read(value: Json) -> Any:
        for one_type in inner:
            try:
                return one_type(value)
            except BadRecord:
                continue
        raise BadRecord(f"{value!r} is not {hint}")

    return read


def _one_of(values: tuple[Any, ...]) -> Reader:
    def read(value: Json) -> Any:
        if value in values:
            return value
        raise BadRecord(f"{value!r} is none of {', '.join(map(str, values))}")

    return read


def _one_of_enum(kind: type[enum.Enum]) -> Reader:
    def read(value: Json) -> Any:
        try:
            return kind(value)
        except ValueError:
            raise BadRecord(f"{value!r} is none of {', '.join(str(member.value) for member in kind)}") from None

    return read


def _tuple(inner: tuple[Any, ...]) -> Reader:
    same = len(inner) == 2 and inner[1] is Ellipsis
    kinds = tuple(reader(one_type) for one_type in inner if one_type is not Ellipsis)

    def read(value: Json) -> Any:
        if not isinstance(value, list | tuple) or (not same and len(value) != len(kinds)):
            raise BadRecord(f"{value!r} is not a list" + ("" if same else f" of {len(kinds)}"))
        if same:
            return tuple(kinds[0](item) for item in value)
        return tuple(read(item) for read, item in zip(kinds, value, strict=True))

    return read


def _mapping(inner: Reader) -> Reader:
    def read(value: Json) -> Any:
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise BadRecord(f"{value!r} is not an object with names")
        return {key: inner(item) for key, item in value.items()}

    return read
