"""The commands of the terminal that follow from acts (`tablecam/club/act.py`): one for each act that names a word."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import click

from tablecam.club.act import PLAYER, REASON, Act, ActField
from tablecam.commands.club_events import by, reason

# runs a command for somebody, and prints what it did
Runner = Callable[[Any, str, Callable[[Any], Any]], object]
MANY = (tuple[str, ...], Sequence[str])


def commands_of(acts: Iterable[Act[Any]], of_subject: Callable[..., Any], run: Runner) -> Iterator[click.Command]:
    """A command for each act that has a word. of_subject: opens the event or league, as a decorator."""
    for act in acts:
        if act.command:
            yield _build_command(act, of_subject, run)


def _build_command(act: Act[Any], of_subject: Callable[..., Any], run: Runner) -> click.Command:
    def callback(by: str = "", club: Any = None, league: Any = None, **given: Any) -> None:
        who = given["player"] if act.who == PLAYER else by
        for values in _spread(act, given):
            run(club or league, who, partial(act.does, **values))

    for decorate in (of_subject, *_list_decorators(act)):
        callback = decorate(callback)
    return click.command(act.command, help=act.help)(callback)


def _spread(act: Act[Any], given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The values for each time that the act is done."""
    values: dict[str, Any] = {
        entry.name: not given[entry.name] if entry.look.negative else given[entry.name] for entry in act.fields
    }
    each = next((entry.name for entry in act.fields if entry.look.each), None)
    if each is None:
        yield values
        return
    for value in values[each]:
        yield values | {each: value}


def _list_decorators(act: Act[Any]) -> Iterator[Callable[..., Any]]:
    """The click decorators of an act, the last parameter first, in the order in which decorators are applied."""
    if act.who != PLAYER:
        yield by
    for entry in reversed(act.fields):
        yield reason if entry.name == REASON else _describe_parameter(entry)


def _describe_parameter(entry: ActField) -> Callable[..., Any]:
    look = entry.look
    kind: Any = click.Choice(look.words) if look.words else int if entry.type is int else str
    if entry.type is bool:
        return click.option(look.option or f"--{entry.name}", entry.name, is_flag=True, help=look.help)
    if look.option or look.help:
        option = look.option or f"--{entry.name}"
        return click.option(
            option, entry.name, type=kind, default=entry.default, metavar=look.argument or None, help=look.help
        )
    optional, word = look.argument.startswith("["), look.argument.strip("[]")
    word = word or (f"{entry.name}s" if look.each else entry.name).upper()
    metavar = None if look.words else f"[{word}]" if optional else word
    if look.each or entry.type in MANY:
        metavar = metavar and f"{metavar}..."
        return click.argument(entry.name, nargs=-1, type=kind, required=not optional, metavar=metavar)
    given: dict[str, Any] = {"default": entry.default} if optional else {"required": True}
    return click.argument(entry.name, type=kind, metavar=metavar, **given)
