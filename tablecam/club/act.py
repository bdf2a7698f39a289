"""An act of an organiser, defined once: a function whose parameters are the fields of the act.

    @ACTS.act(command="rounds", form=Form(Message("Number of rounds")), rounds=Field(least=1))
    def rounds(event: ClubEvent, rounds: int, reason: str = "") -> ClubEvent:
        "Sets the number of rounds."

A method of the event that is an act by itself is added as it is: `ACTS.add("publish", ClubEvent.publish)`.

From this follow the request that the desk sends (`Act.read`), the form that the desk shows (`Act.describe`), and the
command of the terminal, whose help is the docstring (`tablecam/commands/club_events.py`). What the act does is written
to the log as events, each with its own sentence.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar, get_type_hints

from tablecam.base.i18n import Message
from tablecam.club.event.sign_up_commands import CommandPayload
from tablecam.club.tournament.entrant import Pair
from tablecam.rules.plain import Json

# who may do an act: the organiser, or the player whom its field `player` names
ORGANISER, PLAYER = "organiser", "player"
Subject = TypeVar("Subject")
Does = TypeVar("Does", bound=Callable[..., Any])
REASON = "reason"
REQUIRED: Any = inspect.Parameter.empty


@dataclass(frozen=True)
class Field:
    """The look of a field on the page and at the terminal, as far as its type leaves it open."""

    # in the request, where it is not the name of the parameter
    key: str = ""
    # reads it from the request, where its type does not say how
    read: Callable[[CommandPayload, str], Any] | None = None
    # at the terminal: the word for an argument, in brackets where it may be missing; or an option with its help and the
    # words that it understands; with `each`, there may be several arguments, and the act is done once for each
    argument: str = ""
    option: str = ""
    help: str = ""
    words: tuple[str, ...] = ()
    each: bool = False
    # the option of a flag means false
    negative: bool = False
    # on the page: text, date, player, number, choice, flag, or reason; by default as the type says
    kind: str = ""
    label: Message | None = None
    # values to choose from, or usual texts to tap, with what the keys say
    choices: Mapping[Any, Message | str] = field(default_factory=dict)
    usual: tuple[Message, ...] = ()
    needed: bool = False
    longest: int = 200
    least: int = 0
    most: int | None = None
    step: int = 1
    # what the keys of a number say to screen readers
    less: Message | None = None
    more: Message | None = None


def reason(*usual: Message, needed: bool = False) -> Field:
    """The field for a reason that the log keeps, with the usual ones to tap."""
    return Field(kind=REASON, usual=usual, needed=needed)


@dataclass(frozen=True)
class Form:
    """The texts of an act's form on the desk. room: the page of the desk that shows a key for the form by itself."""

    title: Message | None = None
    lead: Message | None = None
    hint: Message | None = None
    submit: Message | None = None
    room: str = ""


@dataclass(frozen=True)
class ActField:
    """A field of an act. default: REQUIRED for none."""

    name: str
    type: Any
    default: Any
    look: Field

    @property
    def key(self) -> str:
        """Its name in the request."""
        return self.look.key or self.name

    @property
    def required(self) -> bool:
        """Whether it has no default."""
        return self.default is REQUIRED

    @property
    def kind(self) -> str:
        """The kind of its input on the page."""
        if self.look.kind:
            return self.look.kind
        if self.look.choices:
            return "choice"
        return {str: "text", int: "number", bool: "flag"}.get(self.type, "other")

    def read(self, payload: CommandPayload) -> Any:
        """Its value in a request. BadFile where it is missing or malformed."""
        if self.look.read:
            return self.look.read(payload, self.key)
        if self.type is str:
            return payload.text(self.key) if self.required else payload.words(self.key)
        if self.type is int:
            return payload.whole(self.key, None if self.required else self.default)
        if self.type is bool:
            return payload.flag(self.key) if self.required else payload.yes(self.key)
        if self.default is None and payload.values.get(self.key) is None:
            return None
        return LISTS[self.type](payload, self.key)

    def describe(self) -> dict[str, Json]:
        """It as a part of the form."""
        look = self.look
        described: dict[str, Json] = {
            "name": self.key,
            "kind": self.kind,
            "label": str(look.label or ""),
            "needed": look.needed or (self.required and self.type is str),
            "choices": [{"value": value, "text": str(text)} for value, text in look.choices.items()],
            "usual": [str(text) for text in look.usual],
            "longest": look.longest,
            "least": look.least,
            "most": look.most,
            "step": look.step,
            "less": str(look.less or ""),
            "more": str(look.more or ""),
        }
        if not self.required and isinstance(self.default, str | int):
            described["default"] = self.default
        return described


LISTS: dict[Any, Callable[[CommandPayload, str], Any]] = {
    tuple[str, ...]: CommandPayload.texts,
    tuple[int, ...]: CommandPayload.wholes,
    tuple[Pair, ...]: CommandPayload.pairs,
    int | None: CommandPayload.whole,
}


@dataclass(frozen=True)
class Act(Generic[Subject]):
    """An act on a club event or a league.

    command: its word at the terminal, empty for none; help: of the command; who: may do it.
    """

    name: str
    does: Callable[..., Subject]
    fields: tuple[ActField, ...]
    command: str = ""
    help: str = ""
    who: str = ORGANISER
    form: Form | None = None

    def read(self, payload: CommandPayload) -> Callable[[Subject], Subject]:
        """The act with the values of a request. BadFile names the key that is wrong."""
        return partial(self.does, **{entry.name: entry.read(payload) for entry in self.fields})

    def describe(self) -> dict[str, Json]:
        """The form of the act, in the current language."""
        form = self.form or Form()
        return {
            "act": self.name,
            "room": form.room,
            "title": str(form.title or ""),
            "lead": str(form.lead or ""),
            "hint": str(form.hint or ""),
            "submit": str(form.submit or form.title or ""),
            "fields": [entry.describe() for entry in self.fields],
        }


class ActTable(Generic[Subject]):
    """The acts of a kind, by name."""

    def __init__(self) -> None:
        self.acts: dict[str, Act[Subject]] = {}

    def __iter__(self) -> Iterator[Act[Subject]]:
        return iter(self.acts.values())

    def act(self, name: str = "", /, **how: Any) -> Callable[[Does], Does]:
        """Adds a function as an act, by default under its own name; how: as for `add`."""

        def add(does: Does) -> Does:
            self.add(name or does.__name__, does, **how)
            return does

        return add

    def add(
        self,
        name: str,
        does: Callable[..., Subject],
        /,
        command: str = "",
        help: str = "",
        who: str = ORGANISER,
        form: Form | None = None,
        **looks: Field,
    ) -> None:
        """Adds an act. help: of its command; looks: what the types of its fields leave open."""
        self.acts[name] = Act(
            name, does, tuple(_read_fields(does, looks)), command, help or does.__doc__ or "", who, form
        )


def _read_fields(does: Callable[..., Any], looks: Mapping[str, Field]) -> Iterator[ActField]:
    """The fields of an act: all parameters but the first. A reason may always be left out."""
    hints = get_type_hints(does)
    _subject, *parameters = inspect.signature(does).parameters.values()
    for parameter in parameters:
        if parameter.name == REASON:
            yield ActField(REASON, str, "", looks.get(REASON, reason()))
        else:
            yield ActField(parameter.name, hints[parameter.name], parameter.default, looks.get(parameter.name, Field()))
