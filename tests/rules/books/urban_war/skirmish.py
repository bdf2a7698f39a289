"""Small games of Urban War for tests: cards, setups, procedures run alone, and whole games at random."""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.game.playthrough import anything
from tablecam.rules.ask import Ask, IllegalAnswer
from tablecam.rules.books.urban_war.rules.facts import Deploy, Touch
from tablecam.rules.books.urban_war.rules.rulebook import URBAN_WAR, new_game
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.event import Event, evolve
from tablecam.rules.facts import Ranges
from tablecam.rules.play import Play

RIFLE = {
    "name": "rifle",
    "contact": {"strength": 4},
    "short": {"to_hit": 1, "strength": 5},
    "medium": {"strength": 5},
    "long": {"to_hit": -1, "strength": 4},
}
GRENADE = {"name": "grenade", "short": {"strength": 5}, "medium": {"strength": 5}, "tags": [{"name": "indirect"}]}
CANNON = {
    "name": "cannon",
    "short": {"strength": 6, "shots": 3},
    "medium": {"strength": 6, "shots": 2, "dice": 2},
    "long": {"strength": 6},
    "extreme": {"to_hit": -2, "strength": 6},
}
PISTOL = {"name": "pistol", "short": {"strength": 4}}
BLADE = {"name": "blade", "contact": {"to_hit": 1, "strength": 1, "adds": True, "shots": 2}, "FS": 1}

CARDS: dict[str, Any] = {
    "trooper": {"weapons": [RIFLE], "calibres": [{"CAL": 0, "FS": 4}, {"CAL": 1, "FS": 5, "points": 3}]},
    "veteran": {"CD": 6, "W": 2, "weapons": [RIFLE, BLADE], "calibres": [{"CAL": 2, "FS": 6}]},
    "plain": {"weapons": [RIFLE]},
    "gunner": {"SH": 6, "weapons": [CANNON, RIFLE]},
    "pistoleer": {"weapons": [PISTOL]},
    "grenadier": {"weapons": [GRENADE, RIFLE]},
    "brute": {"ST": 7, "T": 6, "W": 3, "SZ": 4, "weapons": [BLADE], "tags": [{"name": "heavy armour", "value": 3}]},
    "giant": {"T": 6, "W": 4, "SZ": 4, "weapons": [BLADE]},
    "shield": {"weapons": [RIFLE, BLADE], "tags": [{"name": "battleshield"}, {"name": "high morale"}]},
    "jumper": {"MV": 6, "weapons": [BLADE], "tags": [{"name": "jump trooper"}]},
    "phazon": {"calibres": [{"CAL": 2, "FS": 6}], "tags": [{"name": "warp portal", "value": 8}]},
}


def setup(red: str, blue: str, **rules: Any) -> dict[str, Any]:
    """A game between models that stand already: `ann:trooper*` is the Commander, `bob:veteran/2` has CAL 2."""
    sides = {"red": [member(each) for each in red.split()], "blue": [member(each) for each in blue.split()]}
    return {"cards": CARDS, "sides": sides, "deployed": True, **rules}


def member(text: str) -> dict[str, Any]:
    word = text.removesuffix("*")
    name, _, rest = word.partition(":")
    card, _, cal = (rest or "plain").partition("/")
    calibres = CARDS[card].get("calibres", [{"CAL": 0}])
    return {"id": name, "card": card, "CAL": int(cal or calibres[0]["CAL"]), "commander": text.endswith("*")}


def state(red: str = "ann", blue: str = "bob", *events: Event, **rules: Any) -> State:
    """A state after events."""
    now = new_game(setup(red, blue, **rules))
    for event in events:
        now = evolve(now, event)
    return now


def play(now: State, *answers: Any) -> Play[State]:
    """A procedure's view of a state, with the answers to come."""
    return Play(now, evolve, answers)


def names(game: Play[State]) -> list[str]:
    """What has happened, by name."""
    return [type(each).__name__ for each in game.told]


def begun(said: Mapping[str, Any]) -> Game[State]:
    return Game.begin(URBAN_WAR, said, InMemory())


def drawn(ask: Ask[Any], chance: random.Random) -> Any:
    """An answer that can mostly stand."""
    raw = anything(ask, chance.randrange)
    if isinstance(ask, Touch) and ask.must:
        return {**raw, ask.must: "yes"}
    if isinstance(ask, Ranges):
        # a small table: games are over sooner; what lies at a limit stays there
        doubtful = {other for other, far in ask.parse_json(raw).items() if far.find_doubtful_limits(ask.limits)}
        return {
            other: [inches if other in doubtful else round(inches / 4, 2), sigma]
            for other, (inches, sigma) in raw.items()
        }
    if isinstance(ask, Deploy):
        return {**raw, "end": [chance.randrange(48), chance.randrange(48)]}
    return raw


def one_answer(game: Game[State], chance: random.Random) -> bool:
    """One open question answered at random; whether it stood."""
    question = chance.choice(game.open)
    by = question.ask.seat or "table"
    try:
        game.answer(drawn(question.ask, chance), question=question.line, by=by)
    except IllegalAnswer:
        return False
    return True


def played(seed: int, said: Mapping[str, Any], most: int = 100_000) -> Game[State]:
    """A whole game at random."""
    game, chance = begun(said), random.Random(seed)
    for _ in range(most):
        if game.over:
            return game
        one_answer(game, chance)
    raise AssertionError(f"the game of seed {seed} does not end")


def worded(event: Event) -> Event:
    """The event with its reason as a sentence, as a test reads it."""
    why: Any = getattr(event, "why", "")
    changed: Any = replace(event, why=str(why))
    return changed
