"""Answers and measured facts in the players' words: `Red rolls 7`, `Ida to Bob 12.34″ ± 0.08`."""

from collections.abc import Callable, Mapping

from tablecam.base.i18n import InContext, join_items
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import TAPE_IN
from tablecam.rules.books.plain_words import length
from tablecam.rules.books.sum_words import describe_sum
from tablecam.rules.books.urban_war.rules.materials import MATERIALS, materials_by_check
from tablecam.rules.books.urban_war.wording.names import Names, capital, dice
from tablecam.rules.books.urban_war.wording.old_logs import find_topic
from tablecam.rules.books.urban_war.wording.questions import FACTS, ROLL_OFFS, Ask, describe_question, label_option
from tablecam.rules.books.urban_war.wording.sums import SUMS
from tablecam.rules.plain import Json

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
    if kind == "Ranges":
        return _describe_ranges(ask, raw, known)
    if kind in ("Sight", "Look"):
        return _describe_sight(ask, raw, known)
    if kind in ("Contact", "Touch", "Under"):
        return _describe_contact(ask, raw, known)
    far = raw if isinstance(raw, dict) else {"length_in": raw}
    value = far.get("length_in")
    if kind != "Deploy" and value is not None and value < TAPE_IN / 2:
        return _("{model} has not moved", model=known(ask["model"]))
    fact = length([value, far["sigma_in"]] if "sigma_in" in far else value)
    if kind == "Deploy":
        return _("{model} stands {far} from its edge", model=known(ask["model"]), far=fact)
    return _("{model} has moved {far}", model=known(ask["model"]), far=fact)


def _describe_ranges(ask: Ask, raw: Json, known: Names) -> str:
    ranges = ", ".join(_("to {other} {far}", other=known(name), far=length(fact)) for name, fact in raw.items())
    return _("{model} {ranges}", model=known(ask["model"]), ranges=ranges)


def _describe_sight(ask: Ask, raw: Json, known: Names) -> str:
    """The sightings, the largest share first: of a whole force most models are hidden."""
    by_share = sorted(raw.items(), key=lambda one: -_visible_share(one[1]))
    sightings = "; ".join(_describe_sighting(known(target), fact, known) for target, fact in by_share)
    return _("{viewer} sees {sightings}", viewer=known(ask["viewer"]), sightings=sightings)


def _describe_contact(ask: Ask, raw: Json, known: Names) -> str:
    verdicts = dict.fromkeys(raw, "yes") if isinstance(raw, list) else raw
    touched = known.all(model for model, word in verdicts.items() if word == "yes")
    unsure = [model for model, word in verdicts.items() if word == "too close"]  # no text
    model = known(ask["model"])
    if unsure:
        perhaps = known.all(unsure)
        return _("{model} touches {others}, perhaps {perhaps}", model=model, others=touched, perhaps=perhaps)
    return _("{model} touches {others}", model=model, others=touched)


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
