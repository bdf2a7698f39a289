"""Small games of Urr for tests: a setup from a few words, and answers by what is asked."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablecam.game.game import Game, Question
from tablecam.game.log import InMemory
from tablecam.rules.books.urr.rules.combat_events import (
    CombatBegan,
    FightPhaseClosed,
    Mustered,
    RoundBegan,
    StancesTaken,
)
from tablecam.rules.books.urr.rules.muster import attack_modifiers, defence_modifiers, list_ranged_modifiers
from tablecam.rules.books.urr.rules.rounds import find_fixed_stance
from tablecam.rules.books.urr.rules.rulebook import TODAY, URR_RULES
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.urr.rules.week_events import ProjectDone, WeekBegan
from tablecam.rules.check import Modifier
from tablecam.rules.event import Event
from tablecam.rules.play import Play

INFANTRY: Mapping[str, Any] = {"melee": 4, "ranged": 0, "steps": 4}
ARCHERS: Mapping[str, Any] = {"melee": 1, "ranged": 4, "steps": 4, "limit": "defence"}
MILITIA: Mapping[str, Any] = {"melee": 2, "ranged": 2, "steps": 4, "limit": "defence"}
UNDEAD: Mapping[str, Any] = {"melee": 3, "ranged": 0, "steps": 5, "limit": "attack", "people": "undead"}


def units(kind: Mapping[str, Any], *names: str, **more: Any) -> list[dict[str, Any]]:
    return [{"id": name, **kind, **more} for name in names]


def setup(prince: Sequence[Any], urr: Sequence[Any], **more: Any) -> dict[str, Any]:
    """Red is the Prince and attacks, blue is Urr and holds the city; one field, and no end of weeks."""
    sides = {
        "red": {"name": "The Prince", "units": list(prince), **more.pop("red", {})},
        "blue": {"name": "Urr", "holds_city": True, "units": list(urr), **more.pop("blue", {})},
    }
    return {"sides": sides, "attacker": "red", "begins": "tactical", **TODAY, **more}


def wall(strength: int = 2, **more: Any) -> dict[str, Any]:
    """One section and the place to storm it."""
    return {
        "sections": [{"id": "gate", "ring": "outer", "strength": strength}],
        "places": [{"id": "storm", "kind": "wall", "section": "gate"}],
        **more,
    }


def two_sections(**more: Any) -> dict[str, Any]:
    """A section that is breached and one that is whole, each with the place to storm it."""
    sections = [{"id": "gate", "strength": 1}, {"id": "kiln", "strength": 4}]
    places = [{"id": f"at {each['id']}", "kind": "wall", "section": each["id"]} for each in sections]
    return {"sections": sections, "places": places, **more}


# the shields of a week before: both ramps can be built on
TWO_RAMPS = (
    ProjectDone(unit="train", kind="shields", place="gate"),
    ProjectDone(unit="train", kind="shields", place="kiln"),
    WeekBegan(week=2),
)


def begun(said: Mapping[str, Any]) -> Game[UrrState]:
    return Game.begin(URR_RULES, dict(said), InMemory(), {})


Answers = Callable[[Any], Any]


def by_action(table: Mapping[str, Any]) -> Answers:
    """Answers from a table: by `action subject`, `seat action` or `action`; a list is used up one by one."""

    def answer(ask: Any) -> Any:
        about = [f"{ask.action} {' '.join(ask.subject)}"] if ask.subject else []
        keys = (*about, f"{ask.seat} {ask.action}", ask.action)
        for key in keys:
            if key in table:
                given = table[key]
                return given.pop(0) if isinstance(given, Queue) else given
        raise AssertionError(f"nothing to answer {ask.action} {ask.subject} of {ask.seat}: {ask}")

    return answer


# a story that takes more goes in circles
MOST_ANSWERS = 200


class Queue(list[Any]):
    """Answers that are given one after another."""


def play(
    game: Game[UrrState], answers: Mapping[str, Any], until: Callable[[Game[UrrState]], bool] | None = None
) -> None:
    """Answers all that is asked until the game is over, or until it should stop."""
    give = by_action(answers)
    for _answer in range(MOST_ANSWERS):
        if game.over or (until and until(game)):
            return
        assert not game.stuck, game.stuck
        question: Question = game.open[0]
        game.answer(give(question.ask), question=question.line, by=question.ask.seat or "table")
    raise AssertionError(f"after {MOST_ANSWERS} answers it goes on: {game.open}")


def events(game: Game[UrrState], *kinds: type[Event]) -> list[Any]:
    """What has happened, of some kinds."""
    told = [URR_RULES.event(line.event) for line in game.log.lines if hasattr(line, "event")]
    return [event for event in told if not kinds or isinstance(event, kinds)]


def asked(game: Game[UrrState], action: str) -> Any:
    """The open question about something."""
    return next(each.ask for each in game.open if each.ask.action == action)


def after(state: UrrState, *told: Event) -> UrrState:
    """The state after some events."""
    for event in told:
        state = URR_RULES.evolve(state, event)
    return state


def playing(state: UrrState, *answers: Any) -> Play[UrrState]:
    """A procedure's view of a state, with answers ready."""
    return Play(state, URR_RULES.evolve, answers=list(answers))


def fighting(
    said: Mapping[str, Any], red: Sequence[str], blue: Sequence[str], place: str = "field", **stances: str
) -> UrrState:
    """A combat in the ranged phase of its first round, red attacking; stances by unit, else by side."""
    state = after(
        URR_RULES.new_game(said),
        CombatBegan(place=place, by="red", against="blue"),
        Mustered(party="red", units=tuple(red)),
        Mustered(party="blue", units=tuple(blue)),
        RoundBegan(round=1),
    )
    usual = {**taken(state, red, "attack"), **taken(state, blue, "defend")}
    return after(state, StancesTaken(stances={**usual, **stances}))


def taken(state: UrrState, names: Sequence[str], stance: str) -> dict[str, str]:
    return {name: find_fixed_stance(state, name) or stance for name in names}


def in_melee(state: UrrState) -> UrrState:
    return after(state, FightPhaseClosed(phase="ranged"))


def amounts(modifiers: Sequence[Modifier]) -> dict[str, int]:
    """What is added, by the code of its reason."""
    return {each.why.code: each.amount for each in modifiers if not isinstance(each.why, str)}


def shot(state: UrrState, unit: str, score: int = 0) -> dict[str, int]:
    return amounts(list_ranged_modifiers(state, unit, score))


def attack(state: UrrState, unit: str, score: int = 0) -> dict[str, int]:
    return amounts(attack_modifiers(state, unit, score))


def defence(state: UrrState, unit: str, score: int = 0) -> dict[str, int]:
    return amounts(defence_modifiers(state, unit, score))


NOTHING = {"project": "nothing", "engine": "nothing", "tactical": False, "ending": True, "combat.place": "no-more"}


def reach(game: Game[UrrState], action: str, answers: Mapping[str, Any]) -> None:
    """Plays until that is asked."""
    play(game, answers, until=lambda game: any(each.ask.action == action for each in game.open))
