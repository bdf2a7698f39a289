"""Urban War's questions, answers and measured facts in the players' words, with names in the place of ids.

Questions and answers come as the log has them, so that a line of last year is said like one of just now.
"""

from collections.abc import Callable, Mapping

from tablecam.rulebooks.urban_war.rules.clauses import row
from tablecam.rulebooks.urban_war.wording.by_hand import seen_by_hand
from tablecam.rulebooks.urban_war.wording.events import Names, capital, dice, inches, listed
from tablecam.rules.plain import Json

Ask = Mapping[str, Json]

# what is chosen, by how the purpose begins; the rest of it is the model
CHOICES = {
    "action of ": "What does {} do?",
    "target of ": "Whom does {} shoot at?",
    "charge of ": "Whom does {} charge?",
    "opponent of ": "Whom does {} fight?",
    "weapon of ": "Which weapon does {} use?",
    "nearest to ": "Who is nearest to {}?",
    "who strikes at ": "Who strikes at {}?",
    "break into the action of ": "Break into the action of {}?",
}
WHOLE = {
    "activate": "Which model is activated?",
    "deploy": "Which model is put on the table?",
    "table edge": "Which table edge?",
    "place a piece of terrain": "Which piece of terrain is placed?",
    "who deploys the first model": "Who deploys the first model?",
    "go first or second": "Go first or second?",
}
ROLL_OFFS = {"table side": "for the table side", "first turn": "for the first turn", "initiative": "for initiative"}
ROLLS = {
    "another target of ": "{} checks to shoot at another target",
    "disruption shot of ": "{} checks for a disruption shot",
    "intercept charge of ": "{} checks for an intercept charge",
    "panic check of ": "{} checks against panic",
    "rally of ": "{} tries to rally",
    "shock test of ": "{} checks against shock",
    "break off of ": "{} checks to break off",
    "evade of ": "{} checks to evade",
    "heavy armour of ": "{} rolls for heavy armour",
    "solid cover of ": "{} rolls for solid cover",
    "flimsy cover of ": "{} rolls for flimsy cover",
}
REACTIONS = {"shot": "{} shoots", "charge": "{} charges"}
MOVES = {"move": "moves", "rush": "rushes", "break off": "breaks off", "evade": "evades", "deploy": "is put down"}
OPTIONS = {
    "move+shoot": "Move and shoot", "shoot+move": "Shoot and move", "nothing": "Do nothing", "end": "End the action",
    "follow-up": "Follow-up action", "another action": "Another action after all", "snap-fire": "Snap-fire",
}  # fmt: skip
# where the book speaks of what has happened, by the event's name; rows of our inventory
RESTS_ON = {
    "RolledOff": 45, "EdgeChosen": 114, "DeploymentOrdered": 115, "Deployed": 116, "TerrainPlaced": 113,
    "StarterChosen": 45, "TurnBegan": 41, "OrdersGiven": 44, "Activated": 49, "FollowUpDeclared": 73,
    "FollowUpBegan": 75, "CommandChecked": 99, "Rallied": 108, "Panicked": 102, "Shocked": 111,
    "ReactionAnnounced": 51, "ReactionAttempted": 54, "ReactionSucceeded": 55,
    "InterceptFellShort": 57, "EvadeTried": 63, "MarkerPlaced": 34, "WithdrawalDecided": 119, "GameEnded": 118,
    "TargetNamed": 79, "ShotLost": 80, "ShotFired": 81, "DamageRolled": 83, "ArmourRolled": 35, "CoverRolled": 85,
    "Removed": 86, "Wounded": 86, "Struck": 95, "CombatDecided": 98, "Attacked": 88, "Engaged": 71,
    "Disengaged": 70, "Charged": 92, "ShieldAimed": 38, "FoughtBack": 90,
}  # fmt: skip
# what a reaction needs, which it lacked
VOID = {"shot": 55, "charge": 57}


def clause_of(event: Mapping[str, Json]) -> str:
    """The clause that an event rests on, as a player looks it up; empty where it rests on none of its own."""
    name = str(event.get("name"))
    number = VOID.get(str(event.get("kind"))) if name == "ReactionVoid" else RESTS_ON.get(name)
    return str(row(number)) if number else ""


def asked(ask: Ask, known: Names) -> str:
    """A question as one line."""
    say = QUESTIONS.get(str(ask["kind"]))
    return say(ask, known) if say else capital(known.within(str(ask.get("purpose", ask["kind"]))))


def _roll(ask: Ask, known: Names) -> str:
    purpose = str(ask["purpose"])
    if purpose in ROLL_OFFS:
        added = "".join(f", {each['amount']:+d}: {known.within(each['why'])}" for each in ask.get("modifiers", ()))
        return f"{known(str(ask.get('seat', '')))} rolls {ROLL_OFFS[purpose]}{added}"
    said = _begun(purpose, ROLLS, known)
    if said:
        return said
    striker, to_hit, target = purpose.partition(" to hit ")
    if to_hit:
        return f"{known(striker)} rolls to hit {known(target)}"
    if purpose.startswith("damage of "):
        striker, _, target = purpose.removeprefix("damage of ").partition(" to ")
        return f"{known(striker)} rolls for damage to {known(target)}"
    return capital(known.within(purpose))


def _begun(purpose: str, by_beginning: Mapping[str, str], known: Names) -> str:
    found = next((each for each in by_beginning if purpose.startswith(each)), None)
    return by_beginning[found].format(known(purpose.removeprefix(found))) if found else ""


def _choose(ask: Ask, known: Names) -> str:
    purpose = str(ask["purpose"])
    whole = WHOLE.get(purpose) or _begun(purpose, CHOICES, known)
    if whole:
        return whole
    if purpose.endswith(" has acted"):
        return f"{capital(known.within(purpose))}: what now?"
    return capital(known.within(purpose))


def _assign(ask: Ask, known: Names) -> str:
    return f"{known(str(ask.get('seat', '')))} gives orders, face down"


def _confirm(ask: Ask, known: Names) -> str:
    return f"{capital(known.within(str(ask['purpose'])))}: is it so?"


def _settle(ask: Ask, known: Names) -> str:
    """Too close to call: what was measured, and the limit that it is held against."""
    about = capital(known.within(str(ask["about"])))
    return f"{about}: {ask['value']:.2f}″ ± {2 * ask['sigma']:.2f}. Is it at most {ask['limit']:g}″?"


def _move(ask: Ask, known: Names) -> str:
    purpose, _, enemy = str(ask["purpose"]).partition(" ")
    does = MOVES.get(str(ask["purpose"])) or f"{purpose}s towards {known(enemy)}"
    return f"{known(ask['model'])} {does}, up to {inches(ask['allowance_in'])}″"


def _deploy(ask: Ask, known: Names) -> str:
    return f"{known(ask['model'])} is put down within {inches(ask['allowance_in'])}″ of its own edge"


def _halted(ask: Ask, known: Names) -> str:
    return f"How far had {known(ask['model'])} come?"


def _ranges(ask: Ask, known: Names) -> str:
    return f"How far is it from {known(ask['model'])} to {known.all(ask['others'])}?"


def _sight(ask: Ask, known: Names) -> str:
    return f"How much does {known(ask['viewer'])} see of {known.all(ask['targets'])}?"


def _contact(ask: Ask, known: Names) -> str:
    return f"Whom does {known(ask['model'])} touch?"


def _under(ask: Ask, known: Names) -> str:
    return f"Who lies under the template of {known(ask['model'])}?"


QUESTIONS: Mapping[str, Callable[[Ask, Names], str]] = {
    "Roll": _roll, "Choose": _choose, "React": _choose, "Assign": _assign, "Confirm": _confirm, "Settle": _settle,
    "Move": _move, "Deploy": _deploy, "Halted": _halted, "Ranges": _ranges, "Sight": _sight, "Look": _sight,
    "Contact": _contact, "Touch": _contact, "Under": _under,
}  # fmt: skip
MOVED = ("Move", "Deploy", "Halted")
FACTS = (*MOVED, "Ranges", "Sight", "Look", "Contact", "Touch", "Under")


def spelled(ask: Ask, known: Names) -> dict[str, Json]:
    """A question's record for a screen: labels, reasons and modifiers with names in the place of ids."""
    said = dict(ask)
    if "options" in said:
        said["options"] = [_option(said, each, known) for each in said["options"]]
    if "modifiers" in said:
        said["modifiers"] = [{**each, "why": known.within(each["why"])} for each in said["modifiers"]]
    if "check" in said:
        modifiers = [{**each, "why": known.within(each["why"])} for each in said["check"].get("modifiers", ())]
        said["check"] = {**said["check"], "modifiers": modifiers}
    if said["kind"] == "Look":
        said["choices"] = seen_by_hand()
    return said


def _option(ask: Ask, option: Ask, known: Names) -> dict[str, Json]:
    why_not = {"why_not": known.within(option["why_not"])} if option.get("why_not") else {}
    return {**option, "label": labelled(ask, option, known), **why_not}


def labelled(ask: Ask, option: Ask, known: Names) -> str:
    """An option as its button says it."""
    name = str(option["id"])
    model, _, kind = name.rpartition(" ")
    if ask["kind"] == "React" and kind in REACTIONS:
        return REACTIONS[kind].format(known(model))
    label = option.get("label") or OPTIONS.get(name, name)
    return capital(known.within(str(label)))


def answered(ask: Ask, raw: Json, by: str, known: Names) -> str:
    """An answer as one line: `Red rolls 7`, `Ida to Bob 12.3″ ± 0.08`."""
    kind, seat = str(ask["kind"]), known(str(ask.get("seat") or by))
    if raw is None:
        return f"{seat} has answered"
    if kind in FACTS:
        return capital(measured(ask, raw, known))
    if kind == "Roll":
        return _rolled(ask, seat, dice(tuple(raw) if isinstance(raw, list) else (raw,)), known)
    if kind in ("Confirm", "Settle"):
        return f"{asked(ask, known)} {'Yes' if raw else 'No'}"
    if kind == "Assign":
        return f"{seat} gives {listed(f'{order} to {known(each)}' for each, order in raw.items())}"
    chosen = next((each for each in ask.get("options", ()) if each["id"] == raw), {"id": raw})
    return f"{seat}: {labelled(ask, chosen, known)}"


def _rolled(ask: Ask, seat: str, faces: str, known: Names) -> str:
    what = ROLL_OFFS.get(str(ask["purpose"]))
    return f"{seat} rolls {faces} {what}" if what else f"{asked(ask, known)}: {faces}"


def measured(ask: Ask, raw: Json, known: Names) -> str:
    """What was measured, in words."""
    kind = str(ask["kind"])
    if kind == "Ranges":
        return f"{known(ask['model'])} " + ", ".join(f"to {known(each)} {length(fact)}" for each, fact in raw.items())
    if kind in ("Sight", "Look"):
        # who is seen is read first: of a whole force most are hidden
        seen = sorted(raw.items(), key=lambda one: -_share(one[1]))
        return f"{known(ask['viewer'])} sees " + "; ".join(_seen(known(each), fact) for each, fact in seen)
    if kind in ("Contact", "Touch", "Under"):
        touched = raw if isinstance(raw, list) else [each for each, word in raw.items() if word == "yes"]
        unsure = [] if isinstance(raw, list) else [each for each, word in raw.items() if word == "too close"]
        perhaps = f", perhaps {known.all(unsure)}" if unsure else ""
        return f"{known(ask['model'])} touches {known.all(touched)}{perhaps}"
    far = raw if isinstance(raw, dict) else {"length_in": raw}
    value = far.get("length_in")
    fact = [value, far["sigma_in"]] if "sigma_in" in far else value
    if kind == "Deploy":
        return f"{known(ask['model'])} stands {length(fact)} from its edge"
    return f"{known(ask['model'])} has gone {length(fact)}"


def length(fact: Json) -> str:
    """`12.34″ ± 0.08`: give or take two sigmas; a typed one has none."""
    value, sigma = fact if isinstance(fact, list | tuple) else (fact, 0.0)
    return f"{value:.2f}″ ± {2 * sigma:.2f}" if sigma else f"{value:.1f}″"


def _share(fact: Json) -> float:
    share: float = fact["visible"] if isinstance(fact, dict) else fact
    return share


def _seen(target: str, fact: Json) -> str:
    before = f"{100 * _share(fact):.0f} % of {target}"
    if not isinstance(fact, dict):
        return before
    hiding = [_hiding(each) for each in fact.get("obstructions", ()) if each["hidden"] > 0.005]
    unsure = f" (too close to call: {listed(fact['doubt'])})" if fact.get("doubt") else ""
    return before + (f", behind {listed(hiding)}" if hiding else "") + unsure


def _hiding(each: Mapping[str, Json]) -> str:
    return f"{each['name']} ({each['material']})" if each.get("material") else str(each["name"])


def unsure(raw: Json) -> bool:
    """Whether a measured answer left something to the players."""
    if not isinstance(raw, dict):
        return False
    return any(each == "too close" or (isinstance(each, dict) and bool(each.get("doubt"))) for each in raw.values())
