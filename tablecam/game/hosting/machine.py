"""The machine in some seats of a hosted game: what people say about it, and what their screens show of it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tablecam.base.i18n import Message, listing
from tablecam.base.i18n import gettext as _
from tablecam.game.game import Question
from tablecam.game.hosting.log_view import SPECTATOR, UMPIRE
from tablecam.game.hosting.machine_plan import (
    LEVELS,
    MachinePlan,
    MachinePlayer,
    MachineSettings,
    read_settings,
)
from tablecam.game.hosting.open_game import GivenAnswer, OpenGame
from tablecam.rules.ask import AskByChance, IllegalAnswer
from tablecam.rules.books.game_tags import is_event_tag
from tablecam.rules.books.side_names import player_tag
from tablecam.rules.books.views import MachineView
from tablecam.rules.facts import Move
from tablecam.rules.plain import Json
from tablecam.storage.game_store import KeptGame

# the setting beside a log
MACHINE = "machine"  # no text
# a model stands where the machine wants it if it is no further away
NEAR_IN = 0.5
# how long people may react before the machine goes on
PAUSE_S = 8.0
EXAMPLE = '{"machine": {"seats": [..], "level": 3, "people_roll": false}}'  # no text


def parse_settings(raw: Json, seats: Sequence[str], tags: Mapping[str, str]) -> MachineSettings | None:
    """The machine of a new game; None if people play all seats. IllegalAnswer for anything else."""
    if not raw:
        return None
    chosen = raw.get("seats") if isinstance(raw, Mapping) else None
    if not isinstance(chosen, list) or not chosen or not set(map(str, chosen)) <= set(seats):
        raise IllegalAnswer(
            Message("name the seats of the machine, among {seats}: {example}", seats=listing(seats), example=EXAMPLE)
        )
    if set(chosen) == set(seats):
        raise IllegalAnswer(Message("leave at least one seat to a person"))
    if any(map(is_event_tag, tags)):
        raise IllegalAnswer(Message("the machine plays in no game of a club event"))
    settings = MachineSettings(tuple(seat for seat in seats if seat in chosen))
    return change_settings(settings, raw)


def change_settings(settings: MachineSettings, raw: Mapping[str, Json]) -> MachineSettings:
    """The settings with another level, or with dice rolled by somebody else; IllegalAnswer for what they cannot be."""
    level, people_roll = raw.get("level", settings.level), raw.get("people_roll", settings.people_roll)
    if type(level) is not int or level not in LEVELS or type(people_roll) is not bool:
        raise IllegalAnswer(Message("the machine takes a level from 1 to 5: {example}", example=EXAMPLE))
    return replace(settings, level=level, people_roll=people_roll)


def name_machine(settings: MachineSettings | None, tags: dict[str, str]) -> dict[str, str]:
    """The tags with the machine as the player of its seats."""
    return {player_tag(seat): _("Machine") for seat in settings.seats} | tags if settings else tags


def find_machine(kept: KeptGame, seats: Sequence[str]) -> MachinePlayer | None:
    """The machine of a game that is opened; None if people play all seats."""
    settings = read_settings(kept.settings().get(MACHINE, ""), seats)
    return MachinePlayer(settings) if settings else None


def is_machines(open_game: OpenGame, question: Question) -> bool:
    """Whether the machine alone answers a question; people move its models, and may roll its dice."""
    machine = open_game.machine
    if machine is None or question.ask.seat not in machine.settings.seats:
        return False
    if machine.gave_up == open_game.game.log.last:
        return False
    return not (machine.settings.people_roll and isinstance(question.ask, AskByChance))


def awaits_plan(open_game: OpenGame, question: Question) -> bool:
    """Whether the machine is about to say where a model of its own goes, which the camera sees."""
    machine, last = open_game.machine, open_game.game.log.last
    if machine is None or type(question.ask) is not Move or last in (machine.tried, machine.gave_up):
        return False
    is_seen = question.line in open_game.measured or question.line in open_game.awaited
    is_own = open_game.find_seat(question) in machine.settings.seats
    return is_seen and is_own and machine.find_plan(open_game.game) is None


def keeps_secrets(open_game: OpenGame, seat: str) -> bool:
    """Whether the machine plays a seat, and nobody looks at what that seat hides: not where it has given up."""
    machine = open_game.machine
    return machine is not None and seat in machine.settings.seats and machine.gave_up != open_game.game.log.last


def rolls_for_machine(open_game: OpenGame, question: Question, role: str) -> bool:
    """Whether a role may roll dice in the machine's place."""
    machine = open_game.machine
    if machine is None or not machine.settings.people_roll or question.ask.seat not in machine.settings.seats:
        return False
    return isinstance(question.ask, AskByChance) and role not in (UMPIRE, SPECTATOR)


def check_answer(open_game: OpenGame, question: Question, reading: GivenAnswer) -> None:
    """Raise IllegalAnswer for a person's answer in the machine's place, or for a move that ends elsewhere."""
    if is_machines(open_game, question) or awaits_plan(open_game, question):
        raise IllegalAnswer(Message("the machine answers this itself"))
    plan = open_game.machine.find_plan(open_game.game) if open_game.machine else None
    if plan and plan.line == question.line and plan.move and reading.view and not is_near(plan, reading.raw):
        raise IllegalAnswer(Message("{model} is not yet where the machine wants it", model=_name(open_game, plan)))


def _name(open_game: OpenGame, plan: MachinePlan) -> str:
    return open_game.names(plan.move.model) if plan.move else ""


def is_near(plan: MachinePlan, raw: Json) -> bool:
    """Whether a measured move ends where the machine wants it."""
    end = raw.get("end") if isinstance(raw, Mapping) else None
    return bool(plan.move and end and math.dist(end[:2], plan.move.way[-1]) <= NEAR_IN)


def list_offers(open_game: OpenGame) -> list[Question]:
    """Questions of people that the machine's next answer would close; they may answer these first.

    None where the machine itself breaks in: it gives no warning.
    """
    plan = open_game.machine.find_plan(open_game.game) if open_game.machine else None
    own = next((question for question in open_game.game.open if plan and question.line == plan.line), None)
    if own is None or own.which > 0 or own.ask.secret or isinstance(own.ask, AskByChance):
        return []
    return [
        question
        for question in open_game.game.open
        if question.ask.seat is not None and not is_machines(open_game, question) and question.line != own.line
    ]


def is_due(open_game: OpenGame, now: float) -> bool:
    """Whether people have had their time to react; the pause begins when this is asked for the first time."""
    machine = open_game.machine
    if machine is None or machine.held:
        return False
    if machine.due is None:
        machine.due = now + (PAUSE_S if list_offers(open_game) else 0.0)
    return now >= machine.due


def view_machine(open_game: OpenGame) -> MachineView | None:
    """The machine as every screen shows it: nothing of an answer before it counts, except a move, which people make."""
    machine = open_game.machine
    if machine is None:
        return None
    view = MachineView(machine.settings.seats, machine.settings.level, machine.settings.people_roll)
    if machine.thinking == open_game.game.log.last and not open_game.game.over:
        return replace(view, state="thinking")
    plan = machine.find_plan(open_game.game)
    if plan is None:
        return view
    if plan.move and not plan.move.there:
        return replace(view, state="moving", move=plan.move)
    return replace(view, state="held" if machine.held else "pausing" if machine.due else "", move=plan.move)


Payload = Mapping[str, Json]


def direct_machine(open_game: OpenGame, role: str, payload: Payload) -> None:  # noqa: ARG001
    """Hold the machine, let it go on, or change its level or who rolls its dice."""
    machine = open_game.machine
    if machine is None:
        raise IllegalAnswer(Message("people play all seats of this game"))
    match payload.get("do"):
        case "hold":
            machine.held = True
        case "go on":  # no text
            machine.held, machine.due = False, 0.0
        case "set":
            machine.settings = change_settings(machine.settings, payload)
            open_game.kept.set(MACHINE, machine.settings.write())
            machine.take_plan(None)
        case _:
            example = '{"do": "hold"}'  # no text
            raise IllegalAnswer(Message("say what the machine does: {example}", example=example))
