"""Urban War in the players' words, in the form that the host of a game needs: events, answers, rolls."""

from collections.abc import Callable, Mapping
from typing import Any

from tablecam.base.i18n import InContext, Message, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import TAPE_IN
from tablecam.rules.books import plain_words
from tablecam.rules.books.event_forms import FieldWords
from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.books.plain_words import capital, length
from tablecam.rules.books.sum_words import SumStyle, describe_sum
from tablecam.rules.books.urban_war.result import concession
from tablecam.rules.books.urban_war.rules import step_names
from tablecam.rules.books.urban_war.rules.actions import DOING
from tablecam.rules.books.urban_war.rules.cards import Band
from tablecam.rules.books.urban_war.rules.codes import MATERIALS, materials_by_check, title_covers
from tablecam.rules.books.urban_war.rules.rulebook import EVENTS
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.turn_events import GameEnded
from tablecam.rules.books.urban_war.wording import questions
from tablecam.rules.books.urban_war.wording.names import Names, build_names, dice
from tablecam.rules.books.urban_war.wording.questions import (
    FACTS,
    OPTIONS,
    ROLL_OFFS,
    Ask,
    describe_question,
    find_topic,
    label_option,
)
from tablecam.rules.event import Event, Takes
from tablecam.rules.plain import Json
from tablecam.rules.roll_sum import RollSum
from tablecam.rules.step_name import collect_step_patterns


def _hits_text(sum: RollSum) -> str:
    if len(sum.tries) == 1:
        return _("a hit") if sum.scored else _("a miss")
    return ngettext("{n} hit", "{n} hits", sum.scored) if sum.scored else _("no hit")


def _wounds_text(sum: RollSum) -> str:
    if not sum.scored:
        return _("nothing gets through")
    return ngettext("{n} gets through", "{n} get through", sum.scored)


def _armour_text(sum: RollSum) -> str:
    return ngettext("{n} hit stopped", "{n} hits stopped", sum.scored) if sum.scored else _("no hit stopped")


def _cover_text(sum: RollSum) -> str:
    return ngettext("{n} wound saved", "{n} wounds saved", sum.scored) if sum.scored else _("no wound saved")


COMMAND = InContext("a roll of dice", "command")
# no text: the keys are codes
SUMS = SumStyle(
    stats=frozenset({"SH", "AS", "ST", "CD", "CAL", "heavy-armour"}),
    short={
        "weapon.contact": Message("weapon"),
        "weapon.short": Message("short range"),
        "weapon.medium": Message("medium range"),
        "weapon.long": Message("long range"),
        "weapon.extreme": Message("extreme range"),
        "size": Message("big target"),
        "AS-of": lambda v: Message("AS of {model}", **v),
        "heavy-armour": InContext("added to dice", "armour"),
        "priority-cover": Message("priority target in cover"),
        "commander-near": InContext("added to dice", "aura"),
        "commander-panicked": Message("Commander panicked"),
        "commander-dead": Message("Commander dead"),
    },
    labels={
        "to hit": InContext("a roll of dice", "to hit"),  # no text
        "to hit in close combat": InContext("a roll of dice", "to hit"),  # no text
        "damage": InContext("a roll of dice", "damage"),
        "damage in close combat": InContext("a roll of dice", "damage"),  # no text
        "heavy armour": InContext("a roll of dice", "heavy armour"),  # no text
        **{name: material.cover for name, material in materials_by_check().items()},
        "another target": COMMAND,  # no text
        "disruption shot": COMMAND,  # no text
        "intercept charge": COMMAND,  # no text
        "panic check": COMMAND,  # no text
        "rally": COMMAND,
        "shock test": COMMAND,  # no text
        "break off": COMMAND,  # no text
        "evade": COMMAND,
    },
    verdicts={
        "to hit": _hits_text,  # no text
        "to hit in close combat": _hits_text,  # no text
        "damage": _wounds_text,
        "damage in close combat": _wounds_text,  # no text
        "heavy armour": _armour_text,  # no text
        **dict.fromkeys(materials_by_check(), _cover_text),
    },
)  # fmt: skip


# obstructions that hide less are left out
LEAST_HIDDEN = 0.005
ROLLED_OFF: Mapping[str, Callable[[str, str], str]] = {
    "roll-off.table-side": lambda side, faces: _("{side} rolls {dice} for the table side", side=side, dice=faces),
    "roll-off.first-turn": lambda side, faces: _("{side} rolls {dice} for the first turn", side=side, dice=faces),
    "roll-off.initiative": lambda side, faces: _("{side} rolls {dice} for initiative", side=side, dice=faces),
}
# the owner of the dice, where the sum gives their purpose
ROLLED: Mapping[str, Callable[..., str]] = {
    "hit": lambda model, target: _("{model} against {target}", model=model, target=target),
    "damage": lambda model, target: _("{model} against {target}", model=model, target=target),
    "armour": lambda model: model,
    **dict.fromkeys((f"cover.{material}" for material in MATERIALS), lambda model: model),
}
DOUBTS = {"sight": InContext("too close to call", "sight"), "cover": InContext("too close to call", "cover")}


def describe_answer(ask: Ask, raw: Json, by: str, known: Names) -> str:
    """An answer as one line. raw: None for a secret answer."""
    kind, seat = str(ask["kind"]), _answerer_name(str(ask.get("seat") or by), known)
    if raw is None:
        return _("{side} has answered", side=seat)
    if kind in FACTS:
        return capital(describe_measurement(ask, raw, known))
    if kind == "Roll":
        return _describe_roll(ask, raw, seat, known)
    if kind in ("Confirm", "Settle"):
        question = describe_question(ask, known)
        return _("{question} Yes", question=question) if raw else _("{question} No", question=question)
    if kind == "Assign":
        orders_text = join_items(_order_text(order, known(model)) for model, order in raw.items())
        return _("{side} gives {orders}", side=seat, orders=orders_text)
    chosen = next((option for option in ask.get("options", ()) if option["id"] == raw), {"id": raw})
    return _("{side}: {choice}", side=seat, choice=label_option(ask, chosen, known))


def _answerer_name(seat: str, known: Names) -> str:
    return _("The table") if seat == "table" else known(seat)


def _order_text(order: str, model: str) -> str:
    if order == "overwatch":
        return _("overwatch to {models}", models=model)
    return _("snap-fire to {models}", models=model)


def _describe_roll(ask: Ask, raw: Json, seat: str, known: Names) -> str:
    """A roll with its sum: all numbers in one line."""
    faces = dice(raw if isinstance(raw, list | tuple) else (raw,))
    action, subject = find_topic(ask)
    sum = describe_sum(ask, raw, known, SUMS)
    if action in ROLL_OFFS:
        return ROLLED_OFF[action](seat, sum or faces)
    if sum:
        what = ROLLED[action](*map(known, subject)) if action in ROLLED else describe_question(ask, known)
        # Translators: {what} is a roll, {sum} its numbers: "Ida against Lund" and "to hit 7+ (SH 4, against 10): ..."
        return _("{what}, {sum}", what=what, sum=sum)
    return _("{question}: {dice}", question=describe_question(ask, known), dice=faces)


def describe_measurement(ask: Ask, raw: Json, known: Names) -> str:
    """A measurement, in words."""
    kind = str(ask["kind"])
    if kind in ("Sight", "Look"):
        return _describe_sight(ask, raw, known)
    if kind in ("Ranges", "Contact", "Touch", "Under"):
        plain_kind = "Ranges" if kind == "Ranges" else "Contact"
        return plain_words.describe_measurement({**ask, "kind": plain_kind}, raw, known)
    fact = plain_words.get_path_length(raw)
    if kind != "Deploy" and (fact[0] if isinstance(fact, list | tuple) else fact) < TAPE_IN / 2:
        return _("{model} has not moved", model=known(ask["model"]))
    fact = length(fact)
    if kind == "Deploy":
        return _("{model} stands {far} from its edge", model=known(ask["model"]), far=fact)
    return _("{model} has moved {far}", model=known(ask["model"]), far=fact)


def _describe_sight(ask: Ask, raw: Json, known: Names) -> str:
    """The sightings, the largest share first: of a whole force most models are hidden."""
    by_share = sorted(raw.items(), key=lambda one: -_visible_share(one[1]))
    sightings = "; ".join(_describe_sighting(known(target), fact, known) for target, fact in by_share)
    return _("{viewer} sees {sightings}", viewer=known(ask["viewer"]), sightings=sightings)


def _visible_share(fact: Json) -> float:
    share: float = fact["visible"] if isinstance(fact, dict) else fact
    return share


def _describe_sighting(target: str, fact: Json, known: Names) -> str:
    values = {"percent": f"{100 * _visible_share(fact):.0f}", "target": target}
    if not isinstance(fact, dict):
        return _("{percent} % of {target}", **values)
    across = [obstruction for obstruction in fact.get("obstructions", ()) if obstruction["hidden"] > LEAST_HIDDEN]
    hiding = join_items(_obstruction_text(obstruction, known) for obstruction in across)
    doubts = join_items(DOUBTS.get(doubt, doubt) for doubt in fact.get("doubt", ()))
    if hiding and doubts:
        return _(
            "{percent} % of {target}, behind {hiding} (too close to call: {doubts})",
            hiding=hiding, doubts=doubts, **values,
        )  # fmt: skip
    if hiding:
        return _("{percent} % of {target}, behind {hiding}", hiding=hiding, **values)
    if doubts:
        return _("{percent} % of {target} (too close to call: {doubts})", doubts=doubts, **values)
    return _("{percent} % of {target}", **values)


def _obstruction_text(obstruction: Mapping[str, Json], known: Names) -> str:
    material, name = obstruction.get("material"), str(obstruction["name"])
    if unnamed := materials_by_check().get(name):
        return str(unnamed.cover)
    if not material:
        return known(name)
    named = MATERIALS[material].name if material in MATERIALS else material
    return _("{piece} ({material})", piece=name, material=named)


# no text: the keys are codes
CHECKS: Mapping[str, Message] = {
    "to hit": Message("To hit"),  # no text
    "to hit in close combat": Message("To hit in close combat"),  # no text
    "damage": InContext("a roll of dice", "Damage"),
    "damage in close combat": Message("Damage in close combat"),  # no text
    "heavy armour": Message("Heavy armour"),  # no text
    **title_covers(),
    "another target": Message("Check for another target"),  # no text
    "disruption shot": Message("Check for a disruption shot"),  # no text
    "intercept charge": Message("Check for an intercept charge"),  # no text
    "panic check": Message("Check against panic"),  # no text
    "rally": Message("Check to rally"),
    "shock test": Message("Check against shock"),  # no text
    "break off": Message("Check to break off"),  # no text
    "evade": Message("Check to evade"),
}


MODEL, SEAT = "model", "seat"
TAKES: Mapping[str, Takes] = {
    # these are codes: of the values that a field takes, and of values in logs
    **dict.fromkeys(("model", "shooter", "target", "striker", "attacker", "defender", "enemy"), MODEL),
    **dict.fromkeys(("seat", "side", "first", "by"), SEAT),
    "winner": "winner",
    "loser": "loser",
    # an umpire types a reason
    **dict.fromkeys(("why", "marker"), "text"),
    "action": tuple(DOING),
    "band": tuple(band.value for band in Band),
    "material": tuple(MATERIALS),
}
TITLES: Mapping[str, Message] = {
    "action": Message("action"),
    "at_once": Message("at once"),
    "attacker": Message("attacker"),
    "band": Message("range band"),
    "by": Message("by"),
    "complete": Message("complete"),
    "defender": Message("defender"),
    "depth_in": Message("depth in inches"),
    "edge": Message("edge"),
    "end": Message("end"),
    "enemies": Message("enemies"),
    "enemy": Message("enemy"),
    "faces": Message("faces"),
    "fights_back": Message("fights back"),
    "first": Message("first"),
    "game": Message("game"),
    "hits": Message("hits"),
    "intercepted": Message("intercepted"),
    "kind": Message("kind"),
    "length_in": Message("length in inches"),
    "loser": Message("loser"),
    "marker": Message("marker"),
    "material": Message("material"),
    "model": Message("model"),
    "models": Message("models"),
    "modifiers": Message("modifiers"),
    "opened": Message("opened"),
    "orders": Message("orders"),
    "passed": Message("passed"),
    "piece": Message("piece"),
    "purpose": Message("purpose"),
    "saved": Message("saved"),
    "seat": Message("side"),
    "shooter": Message("shooter"),
    "side": Message("side"),
    "speculative": Message("speculative"),
    "stopped": Message("stopped"),
    "striker": Message("striker"),
    "target": Message("target"),
    "total": Message("total"),
    "turn": Message("turn"),
    "weapon": Message("weapon"),
    "why": Message("reason"),
    "winner": Message("winner"),
    "withdraws": Message("withdraws"),
    "wounds": Message("wounds"),
}
CHOICES: Mapping[str, Message] = {
    **OPTIONS,
    "intercept": Message("Intercept"), "shot": Message("Shot"),
    # no text
    "table side": Message("Table side"), "first turn": Message("First turn"), "initiative": Message("Initiative"),
    "contact": InContext("a band of ranges", "Contact"), "short": InContext("a band of ranges", "Short"),
    "medium": InContext("a band of ranges", "Medium"), "long": InContext("a band of ranges", "Long"),
    "extreme": InContext("a band of ranges", "Extreme"),
    **{id: material.title for id, material in MATERIALS.items()},
}  # fmt: skip
# the events that are corrected at tables, as far as we know
OFTEN = (
    "Wounded", "Removed", "Panicked", "Rallied", "Shocked", "Moved", "Engaged", "Disengaged", "ActionEnded",
    "GameEnded",
)  # fmt: skip
FIELDS = FieldWords(TAKES, TITLES, CHOICES, OFTEN)


class UrbanWarPhrases(PlainPhrases):
    """Questions, answers and events of Urban War, in words."""

    events = EVENTS
    fields = FIELDS
    sums = SUMS
    steps = collect_step_patterns(step_names)

    def build_names(self, state: State, called: Mapping[str, str]) -> Names:
        """Names by `called` where it knows them, even for models that are not in the game; else by their ids."""
        return Names({**build_names(state).known, **called})

    def people(self, state: State) -> Mapping[str, str]:
        """The side of every model."""
        return {name: fighter.side for name, fighter in state.fighters.items()}

    def describe_question(self, ask: Mapping[str, Json], names: Any) -> str:
        """A question as one line."""
        return questions.describe_question(ask, names)

    def spell_question(self, ask: Mapping[str, Json], names: Any) -> dict[str, Json]:
        """A question's record with names, for readers."""
        return questions.spell_question(ask, names)

    def describe_answer(self, ask: Mapping[str, Json], raw: Json, by: str, names: Any) -> str:
        """An answer as one line."""
        return describe_answer(ask, raw, by, names)

    def find_seat(self, ask: Mapping[str, Json], state: State) -> str | None:
        """The seat that answers; for a move, the side of the model."""
        model = ask.get("model") if ask.get("kind") in questions.MOVED else None
        return state[str(model)].side if model in state.fighters else ask.get("seat")

    def find_ending(self, ask: Mapping[str, Json]) -> str:
        """The option that ends the action, after which a side names the next model."""
        return questions.find_ending(ask)

    def only_answer(self, ask: Mapping[str, Json]) -> str:
        """The answer `nobody`, where no target is open."""
        return questions.only_answer(ask)

    def is_fact(self, ask: Mapping[str, Json]) -> bool:
        """True for a question about the table."""
        return ask.get("kind") in questions.FACTS

    def check(self, name: str) -> str:
        """The name of a check in the statistics of the dice."""
        return str(CHECKS.get(name, name))

    def make_concession(self, state: State, seat: str) -> Event | None:
        """The event of a side's concession: the other side wins."""
        return GameEnded(winner=state.other(seat), why=concession(seat))
