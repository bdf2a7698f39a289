"""Names of procedures: a step is declared once, with its code, its name in the log, and its heading.

HITS = StepPattern("hits", "hits on {side}", Message("Hits on {side}"))

return Step(HITS(side=side), suffer)           in `next_procedure`
steps = collect_step_patterns(codes)           in the phrases of the book
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from string import Formatter
from types import ModuleType
from typing import Self

from tablecam.base.i18n import Message, join_items, listing
from tablecam.rules.plain import Json

Value = str | int | tuple[str, ...]
# between several ids in a name
SEVERAL = ", "


class StepName(str):
    """The name of a step as the log has it. code: of its pattern, empty for none; values: ids and numbers in it."""

    __slots__ = ("code", "values")
    code: str
    values: Mapping[str, Json]

    def __new__(cls, name: str, code: str = "", values: Mapping[str, Json] | None = None) -> Self:
        """A name; without a code it is an ordinary string."""
        made = super().__new__(cls, name)
        made.code, made.values = code, dict(values or {})
        return made


def get_step_name(record: Mapping[str, Json]) -> StepName:
    """The name of the step that a line of the log begins."""
    return StepName(record["boundary"], record.get("code", ""), record.get("values"))


@dataclass(frozen=True)
class StepPattern:
    """A declared step. name: English, with a place for each value; title: its heading, with the same places.

    A step without a title has the names of its values for one.
    """

    code: str
    name: str
    title: Message | None = None

    def __call__(self, **values: Value) -> StepName:
        """The name of the step with these values: ids of models and seats, or numbers."""
        written = {key: SEVERAL.join(value) if isinstance(value, tuple) else value for key, value in values.items()}
        return StepName(self.name.format(**written), self.code, values)

    def make_title(self, values: Mapping[str, Json], names: Callable[[str], str]) -> str:
        """The heading, with `names` applied to every id."""
        shown = {key: _show_value(value, names) for key, value in values.items()}
        return str(self.title.with_values(**shown)) if self.title else join_items(shown.values())

    def read_values(self, name: str) -> Mapping[str, Json] | None:
        """The values in the name of an old log, which has no code; None if it is another step's name."""
        match = self._written_name.fullmatch(name)
        return {key: value.split(SEVERAL) for key, value in match.groupdict().items()} if match else None

    @cached_property
    def _written_name(self) -> re.Pattern[str]:
        parts = Formatter().parse(self.name)
        return re.compile("".join(re.escape(text) + (f"(?P<{key}>.+)" if key else "") for text, key, *_ in parts))


def _show_value(value: Json, names: Callable[[str], str]) -> object:
    if isinstance(value, list | tuple):
        return listing(map(names, value))
    return names(value) if isinstance(value, str) else value


def collect_step_patterns(*modules: ModuleType) -> Mapping[str, StepPattern]:
    """The steps that are declared in these modules, by code; ValueError if two share one."""
    declared: dict[str, StepPattern] = {}
    for value in (value for module in modules for value in vars(module).values()):
        for pattern in value.values() if isinstance(value, Mapping) else (value,):
            if isinstance(pattern, StepPattern) and declared.setdefault(pattern.code, pattern) is not pattern:
                raise ValueError(f"two steps have the code {pattern.code}")
    return declared


def title_step(patterns: Mapping[str, StepPattern], step: str, names: Callable[[str], str]) -> str | None:
    """The heading of a step by its code; of one in an old log by its name; None if no pattern has it."""
    if isinstance(step, StepName) and step.code:
        return patterns[step.code].make_title(step.values, names) if step.code in patterns else None
    for pattern in patterns.values():
        if (values := pattern.read_values(step)) is not None:
            return pattern.make_title(values, names)
    return None
