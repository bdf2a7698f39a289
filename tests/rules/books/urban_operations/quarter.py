"""A quarter of a town with six blocks a side, for tests: procedures run with answers by the action of the question."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tablecam.rules.ask import Choose
from tablecam.rules.books.urban_operations.rules.codes import Game
from tablecam.rules.books.urban_operations.rules.reactions import ReactionOffer
from tablecam.rules.books.urban_operations.rules.rulebook import new_game
from tablecam.rules.books.urban_operations.rules.state import Acting, InitialStage, OperationsState, TurnPhase
from tablecam.rules.books.urban_operations.scenario_file import load_shipped_aid, read_aid
from tablecam.rules.event import Event, evolve
from tablecam.rules.play import Answer, Play, QuestionEntry, Waiting

FILLED = read_aid(Path(__file__).parent / "filled_aid.toml")
SHIPPED = load_shipped_aid()

RIFLES, LEADER, TANK, SAPPERS, CARRIER, SNIPER = (f"block-{n}" for n in range(1, 7))
MILITIA, CHIEF, ROCKETS, TRUCK, MARKSMAN, SCOUTS = (f"block-{n}" for n in range(7, 13))

CARDS: dict[str, Any] = {
    "rifles": {"name": "Rifles", "kind": "rifles", "osl": 3, "weapons": {"light": {"kind": "first", "fp": [4, 3, 2]}}},
    "leader": {
        "name": "Leader", "kind": "command", "osl": 3, "leader": "platoon leader", "observer": "cds",
        "weapons": {"light": {"kind": "first", "fp": [4, 3]}},
    },
    "tank": {
        "name": "Tank", "kind": "tank", "osl": 3, "weight": "tank",
        "weapons": {"light": {"kind": "second", "fp": [4, 3]}, "heavy": {"kind": "fourth", "fp": [6, 6, 5, 4]}},
    },
    "sappers": {
        "name": "Sappers", "kind": "engineers", "osl": 2,
        "weapons": {"light": {"kind": "first", "fp": [3, 2]}, "heavy": {"kind": "third", "fp": [4, 2]}},
    },
    "carrier": {
        "name": "Carrier", "kind": "carrier", "osl": 2, "weight": "armoured", "capacity": 1,
        "weapons": {"light": {"kind": "second", "fp": [4, 4, 3]}},
    },
    "sniper": {
        "name": "Sniper", "kind": "sniper", "osl": 2, "weapons": {"light": {"kind": "first", "fp": [2, 3, 3, 2]}},
    },
    "militia": {
        "name": "Militia", "kind": "rifles", "osl": 3, "quality": "recruit", "equipped": False,
        "weapons": {"light": {"kind": "first", "fp": [4, 2, 1]}},
    },
    "chief": {
        "name": "Chief", "kind": "command", "osl": 3, "quality": "elite", "leader": "platoon leader",
        "observer": "jfo", "weapons": {"light": {"kind": "first", "fp": [4, 3]}},
    },
    "rockets": {
        "name": "Rockets", "kind": "anti-tank", "osl": 2, "weapons": {"heavy": {"kind": "third", "fp": [3, 2, 1]}},
    },
    "truck": {
        "name": "Truck", "kind": "truck", "osl": 2, "weight": "unarmoured",
        "weapons": {"light": {"kind": "second", "fp": [4, 3, 2]}},
    },
    "scouts": {"name": "Scouts", "kind": "scouts", "osl": 2, "weapons": {"light": {"kind": "first", "fp": [3, 2]}}},
}  # fmt: skip
SCENARIO: dict[str, Any] = {
    "turns": 3, "initiative": "red", "impulses": {"red": ["A", "B"], "blue": ["C", "D"]},
    "support": {"red": {"mortar": [2, 1], "helicopter": [1, 1], "smoke": [1, 1]}, "blue": {"interception": [1, 1]}},
}  # fmt: skip
# hidden: token-1 .. token-6, shown: token-7 ..
TOKENS = {
    "hidden": ["explosive", "mine", "toxic", "population", "ap mine", "low cover"],
    "shown": ["wreck", "population", "barricade", "tunnel"],
}
EXPLOSIVE, MINE, TOXIC, PEOPLE, AP_MINE, LOW_COVER, WRECK, CROWD, BARRICADE, TUNNEL = (
    f"token-{n}" for n in range(1, 11)
)  # fmt: skip
# what a quiet table answers
QUIET: dict[str, Any] = {
    "acts": "go on", "aid.gaps": "accept",
    "sees": True, "unseen": False, "contacts": [], "bonuses": [], "withdraw": "stay", "cover": "nobody",
    "supporting": "nobody", "fortified": [], "effect.fire": [], "effect.assault": [], "effect.breach": [],
    "blast.explosion": [], "blast.backblast": [], "blast.mine": [], "wall": False, "ep": 3, "weapon": "light",
    "inside": False, "in-building": False, "way-out": True, "withdraw.mp": 2, "quality": [5], "in-range": True,
    "adjacent": True, "leaves-pair": False, "token.beside": True, "place.beside": True, "3d.building": False,
}  # fmt: skip


class Several(list[Any]):
    """Answers to questions of one action, one after the other."""


def setup(aid: Mapping[str, Any] = FILLED, scenario: Mapping[str, Any] | None = None, **rules: Any) -> dict[str, Any]:
    """Six blocks a side, half of them in each impulse."""
    red = ["rifles", "leader", "tank", "sappers", "carrier", "sniper"]
    blue = ["militia", "chief", "rockets", "truck", "sniper", "scouts"]
    blocks = {
        "red": [{"card": card, "impulse": "B" if card == "sniper" else "A"} for card in red],
        "blue": [{"card": card, "impulse": "D" if card == "scouts" else "C"} for card in blue],
    }
    return {
        "scenario": {**SCENARIO, **(scenario or {})}, "cards": CARDS, "blocks": blocks, "tokens": TOKENS, "aid": aid,
        **rules,
    }  # fmt: skip


def state(aid: Mapping[str, Any] = FILLED, scenario: Mapping[str, Any] | None = None, **rules: Any) -> OperationsState:
    """Red plays its impulse A in turn 1."""
    begun = new_game(setup(aid, scenario, **rules))
    return replace(begun, phase=TurnPhase.IMPULSES, turn=1, first="red", active="red", impulse="A", limit=5)


def initial(stage: InitialStage, turn: int = 2, of: OperationsState | None = None, **fields: Any) -> OperationsState:
    """A step of the initial phase."""
    return replace(of or state(), phase=TurnPhase.INITIAL, stage=stage, turn=turn, impulse="", **fields)


def acting(of: OperationsState, block: str, action: str, how: str = "stand", stage: str = "action") -> OperationsState:
    """A block in the middle of its activation."""
    return replace(of.replace_block(block, activated=True), acting=Acting(block, action, how, stage), used=1)


def run(procedure: Callable[[Game], None], of: OperationsState, said: Mapping[str, Any] | None = None) -> Game:
    """The procedure with these answers; an offer is taken up where `react` says so. A missing answer fails."""
    given = {**QUIET, **(said or {})}
    used: dict[str, int] = {}
    answers: list[Answer] = []
    while True:
        play = Play(of, evolve, answers)
        try:
            procedure(play)
        except Waiting:
            answers.append(_answer(play, given, used))
        else:
            return play


def _answer(play: Game, given: Mapping[str, Any], used: dict[str, int]) -> Answer:
    reacts = used.get("react", 0) < _times(given.get("react"))
    entries = [play.tape[index] for index in play.open]
    wanted = [
        each
        for each in entries
        if isinstance(each, QuestionEntry) and isinstance(each.question, ReactionOffer) == reacts
    ]
    entry = (wanted or entries)[0]
    assert isinstance(entry, QuestionEntry)
    action, at = entry.question.action, used.get(entry.question.action, 0)
    assert action in given, f"asked {action} of {entry.question.subject}: {entry.question}"
    used[action] = at + 1
    said = given[action]
    return Answer(said[at] if isinstance(said, Several) else said, which=entry.which)


def _times(said: Any) -> int:
    return len(said) if isinstance(said, Several) else int(said is not None)


def told(play: Game, kind: type[Event]) -> list[Any]:
    """What happened of a kind."""
    return [each for each in play.told if isinstance(each, kind)]


def asked(play: Game) -> list[str]:
    """The actions of all questions."""
    return [entry.question.action for entry in play.tape if isinstance(entry, QuestionEntry)]


def question(play: Game, action: str) -> Any:
    """The first question of an action."""
    return next(
        each.question for each in play.tape if isinstance(each, QuestionEntry) and each.question.action == action
    )


def closed(choice: Choose) -> set[str]:
    """The options that are not open."""
    return {each.id for each in choice.options if not each.open}


def result_of(
    procedure: Callable[[Game], Any], of: OperationsState, said: Mapping[str, Any] | None = None
) -> tuple[Any, Game]:
    """What a procedure gives, and how it ran."""
    found: list[Any] = []
    play = run(lambda game: found.append(procedure(game)), of, said)
    return found[-1], play
