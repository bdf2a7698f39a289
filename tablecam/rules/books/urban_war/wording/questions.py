"""Urban War's questions and answers in the players' words, with names in the place of ids.

Questions and answers come as records of the log, so that old lines read like new ones. The topic of a question is its
kind, `action` and `subject`; logs that lack them are matched by their English.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial

from tablecam.base.i18n import InContext, Message
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import short
from tablecam.rules.books import plain_words
from tablecam.rules.books.plain_words import capital
from tablecam.rules.books.urban_war.rules.actions import END, FOLLOW_UP
from tablecam.rules.books.urban_war.rules.codes import MATERIALS, cover_check
from tablecam.rules.books.urban_war.rules.targeting import NOBODY
from tablecam.rules.books.urban_war.wording.names import Names
from tablecam.rules.plain import Json


def list_answers_by_hand() -> list[dict[str, Json]]:
    """The answers on a target without the camera; a partly hidden target names the piece."""
    partly_visible = {"visible": 0.5, "visible_past_terrain": 0.5}
    across = {"kind": "terrain", "distance_in": 2, "hidden": 0.5}
    behind: list[dict[str, Json]] = [
        {
            "label": _("Part of it: {cover}", cover=kind.cover),
            # players name no piece
            "raw": {**partly_visible, "obstructions": [{**across, "name": cover_check(id), "material": id}]},
        }
        for id, kind in MATERIALS.items()
    ]
    return [
        {"label": _("All of it"), "raw": {"visible": 1}},
        *behind,
        {"label": _("Part of it, behind a model"), "raw": {"visible": 0.5}},
        {"label": _("Nothing, or too little"), "raw": {"visible": 0, "visible_past_terrain": 0}},
    ]


# Old logs, whose questions and reasons have no codes: the meaning of their English purposes.
#
# No other module of this rulebook reads a sentence.

# no text: purposes as those logs have them, the action that each means; in brackets are the ids of its subject
PURPOSES = (
    ("activate", "activate"),
    ("deploy", "deploy"),
    ("table edge", "sides.edge"),  # no text
    ("place a piece of terrain", "terrain.place"),  # no text
    ("who deploys the first model", "deploy.first"),  # no text
    ("go first or second", "turn.first"),  # no text
    ("orders?", "orders"),
    ("table side", "roll-off.table-side"),  # no text
    ("first turn", "roll-off.first-turn"),  # no text
    ("initiative", "roll-off.initiative"),
    ("another target of (.+)", "check.another-target"),  # no text
    ("disruption shot of (.+)", "check.disruption-shot"),  # no text
    ("intercept charge of (.+)", "check.intercept-charge"),  # no text
    ("panic check of (.+)", "check.panic-check"),  # no text
    ("rally of (.+)", "check.rally"),  # no text
    ("shock test of (.+)", "check.shock-test"),  # no text
    ("break off of (.+)", "check.break-off"),  # no text
    ("evade of (.+)", "check.evade"),  # no text
    ("heavy armour of (.+)", "armour"),  # no text
    ("solid cover of (.+)", "cover.solid"),  # no text
    ("flimsy cover of (.+)", "cover.flimsy"),  # no text
    ("(.+) to hit (.+)", "hit"),  # no text
    ("damage of (.+) to (.+)", "damage"),  # no text
    ("action of (.+)", "action"),  # no text
    ("(.+) has acted", "end"),  # no text
    ("target of (.+)", "shoot.target"),  # no text
    ("nearest to (.+)", "shoot.nearest"),  # no text
    ("charge of (.+)", "charge.target"),  # no text
    ("opponent of (.+)", "fight.opponent"),  # no text
    ("who strikes at (.+)", "break-off.striker"),  # no text
    ("weapon of (.+)", "weapon"),  # no text
    ("battleshield of (.+) against", "shield"),  # no text
    ("break into the action of (.+)", "react"),  # no text
    ("(.+) evades", "evade"),
    ("(.+) is still where (.+)'s shot falls", "evade.still-there"),  # no text
    ("(.+) is off the ground", "off-ground"),  # no text
    (r"(.+) has lost \d+ of \d+: it withdraws", "withdraw"),  # no text
    ("(.+) sees enough of (.+) to shoot", "sight.enough"),  # no text
    ("(.+) has cover from (.+)", "sight.cover"),  # no text
    ("(.+) touches (.+)", "touches"),
)
MOVES = ("move", "rush", "charge", "break off", "evade", "intercept", "deploy")  # no text
# the doubt that is too close to call, by the wording of the question
ABOUT = (("the way of (.+)", "path"), ("(.+) to (.+)", "range"))  # no text


def find_topic(ask: Mapping[str, Json]) -> tuple[str, tuple[str, ...]]:
    """The action and the subject of a question: its own, or from its purpose in an old log; empty for neither."""
    if "action" in ask:
        return str(ask["action"]), tuple(ask.get("subject", ()))
    purpose = str(ask.get("purpose", ""))
    if ask.get("kind") == "Settle":
        return _find_meaning(ABOUT, str(ask.get("about", "")))
    if ask.get("kind") in ("Move", "Deploy"):
        kind = next((move for move in MOVES if purpose == move or purpose.startswith(f"{move} ")), "")
        enemy = purpose.removeprefix(kind).strip()
        models = (str(ask["model"]), enemy) if enemy else (str(ask["model"]),)
        return (f"move.{kind.replace(' ', '-')}", models) if kind else ("", ())
    return _find_meaning(PURPOSES, purpose)


def _find_meaning(table: tuple[tuple[str, str], ...], purpose: str) -> tuple[str, tuple[str, ...]]:
    for pattern, action in table:
        if purpose_match := re.fullmatch(pattern, purpose):
            other_way = action == "sight.cover"
            return action, purpose_match.groups()[::-1] if other_way else purpose_match.groups()
    return "", ()


def find_conceder(ending: str) -> str:
    """The side that has conceded a game, by the ending in an old log; empty for none."""
    return ending.removesuffix(CONCEDES) if ending.endswith(CONCEDES) else ""


CONCEDES = " concedes"


Ask = Mapping[str, Json]
# a question as one line, from the names of its subject
Say = Callable[..., str]

MOVED = ("Move", "Deploy", "Halted")
# kinds of questions that have the plain words of another kind
PLAIN_KINDS = {"Look": "Sight", "Touch": "Contact"}
FACTS = (*MOVED, "Ranges", "Sight", "Look", "Contact", "Touch", "Under")


def _describe_cover_roll(cover: Message, model: str) -> str:
    return _("{model} rolls for {cover}", model=model, cover=cover)


# by action; the arguments are the names of the subject
CHOICES: Mapping[str, Say] = {
    "action": lambda model: _("What does {model} do?", model=model),
    "end": lambda model: _("{model} has acted: what now?", model=model),
    "activate": lambda: _("Which model is activated?"),
    "deploy": lambda: _("Which model is put on the table?"),
    "sides.edge": lambda: _("Which table edge?"),
    "terrain.place": lambda: _("Which piece of terrain is placed?"),
    "deploy.first": lambda: _("Who deploys the first model?"),
    "turn.first": lambda: _("Go first or second?"),
    "shoot.target": lambda model: _("Whom does {model} shoot at?", model=model),
    "shoot.nearest": lambda model: _("Who is nearest to {model}?", model=model),
    "charge.target": lambda model: _("Whom does {model} charge?", model=model),
    "fight.opponent": lambda model: _("Whom does {model} fight?", model=model),
    "portal": lambda model: _("To whom does {model} open a warp portal?", model=model),
    "break-off.striker": lambda model: _("Who strikes at {model}?", model=model),
    "weapon": lambda model: _("Which weapon does {model} use?", model=model),
    "shield": lambda model: _("Against which enemy does {model} hold the battleshield?", model=model),
    "react": lambda model: _("Break into the action of {model}?", model=model),
}
ROLLS: Mapping[str, Say] = {
    "check.another-target": lambda model: _("{model} checks to shoot at another target", model=model),
    "check.disruption-shot": lambda model: _("{model} checks for a disruption shot", model=model),
    "check.intercept-charge": lambda model: _("{model} checks for an intercept charge", model=model),
    "check.panic-check": lambda model: _("{model} checks against panic", model=model),
    "check.rally": lambda model: _("{model} tries to rally", model=model),
    "check.shock-test": lambda model: _("{model} checks against shock", model=model),
    "check.break-off": lambda model: _("{model} checks to break off", model=model),
    "check.evade": lambda model: _("{model} checks to evade", model=model),
    "armour": lambda model: _("{model} rolls for heavy armour", model=model),
    **{f"cover.{id}": partial(_describe_cover_roll, material.cover) for id, material in MATERIALS.items()},
    "hit": lambda model, target: _("{model} rolls to hit {target}", model=model, target=target),
    "damage": lambda model, target: _("{model} rolls for damage to {target}", model=model, target=target),
}
ROLL_OFFS: Mapping[str, Say] = {
    "roll-off.table-side": lambda side: _("{side} rolls for the table side", side=side),
    "roll-off.first-turn": lambda side: _("{side} rolls for the first turn", side=side),
    "roll-off.initiative": lambda side: _("{side} rolls for initiative", side=side),
}
YES_OR_NO: Mapping[str, Say] = {
    "evade": lambda model: _("Does {model} evade?", model=model),
    "evade.still-there": lambda model, shooter: _(
        "Is {model} still where the shot of {shooter} falls?", model=model, shooter=shooter
    ),
    "off-ground": lambda model: _("Is {model} off the ground?", model=model),
    "withdraw": lambda side: _("{side} has lost half of its models or more. Does it withdraw?", side=side),
    "sight.enough": lambda model, target: _(
        "Does {model} see enough of {target} to shoot?", model=model, target=target
    ),
    "sight.cover": lambda model, target: _("Has {target} cover from {model}?", model=model, target=target),
    "touches": lambda model, target: _("Does {model} touch {target}?", model=model, target=target),
}
MOVE_QUESTIONS: Mapping[str, Say] = {
    "move.move": lambda far, model: _("{model} moves, up to {far}", model=model, far=far),
    "move.rush": lambda far, model: _("{model} rushes, up to {far}", model=model, far=far),
    "move.break-off": lambda far, model: _("{model} breaks off, up to {far}", model=model, far=far),
    "move.evade": lambda far, model: _("{model} evades, up to {far}", model=model, far=far),
    "move.charge": lambda far, model, enemy: _(
        "{model} charges towards {enemy}, up to {far}", model=model, enemy=enemy, far=far
    ),
    "move.intercept": lambda far, model, enemy: _(
        "{model} intercepts towards {enemy}, up to {far}", model=model, enemy=enemy, far=far
    ),
    "move.deploy": lambda far, model: _(
        "{model} is put down within {far} of its own edge", model=model, far=far
    ),
}  # fmt: skip
OPTIONS = {
    "rush": Message("Rush"), "charge": InContext("an action", "Charge"), "fight": InContext("an action", "Fight"),
    # no text
    "break off": Message("Break off"), "move": InContext("an action", "Move"), "evade": InContext("an action", "Evade"),
    "move+shoot": Message("Move and shoot"), "shoot+move": Message("Shoot and move"),
    "nothing": Message("Do nothing"), END: Message("End the action"), "follow-up": Message("Follow-up action"),
    "portal": Message("Open a warp portal"),
    "another action": Message("Another action after all"), "snap-fire": Message("Snap-fire"),  # no text
    "overwatch": Message("Overwatch"), "pass": Message("Activate nobody"), "nobody": InContext("an option", "Nobody"),
    "first": InContext("an option", "First"), "second": InContext("an option", "Second"),
    "near": InContext("a table edge", "Near"), "far": InContext("a table edge", "Far"),
    "left": InContext("a table edge", "Left"), "right": InContext("a table edge", "Right"),
}  # fmt: skip


def describe_question(ask: Ask, known: Names) -> str:
    """A question as one line."""
    say = QUESTIONS.get(str(ask["kind"]))
    return say(ask, known) if say else _describe_plainly(ask, known)


def _describe_unknown(ask: Ask, known: Names) -> str:
    """A question that this book has no words for, with its purpose in the log."""
    return capital(known.text(str(ask.get("purpose", ask["kind"]))))


def _describe_by_action(table: Mapping[str, Say]) -> Callable[[Ask, Names], str]:
    def describe_question(ask: Ask, known: Names) -> str:
        action, subject = find_topic(ask)
        return table[action](*map(known, subject)) if action in table else _describe_unknown(ask, known)

    return describe_question


def _describe_roll(ask: Ask, known: Names) -> str:
    action = find_topic(ask)[0]
    if action not in ROLL_OFFS:
        return _describe_by_action(ROLLS)(ask, known)
    question = ROLL_OFFS[action](known(str(ask.get("seat", ""))))
    for modifier in ask.get("modifiers", ()):
        amount = f"{modifier['amount']:+d}"
        question = _("{question}, {amount}: {why}", question=question, amount=amount, why=known.read(modifier["why"]))
    return question


def _describe_assign(ask: Ask, known: Names) -> str:
    return _("{side} gives orders, face down", side=known(str(ask.get("seat", ""))))


def _describe_move(ask: Ask, known: Names) -> str:
    action, subject = find_topic(ask)
    say = MOVE_QUESTIONS.get(action)
    return say(short(ask["allowance_in"]), *map(known, subject)) if say else _describe_unknown(ask, known)


def _describe_plainly(ask: Ask, known: Names) -> str:
    """A question in the plain words of every book; an old log's topic comes from its purpose."""
    kind, (action, subject) = str(ask["kind"]), find_topic(ask)
    topic = {"kind": PLAIN_KINDS.get(kind, kind), "action": action, "subject": subject}
    return plain_words.describe_question({**ask, **topic}, known)


def _describe_template(ask: Ask, known: Names) -> str:
    return _("Who lies under the template of {model}?", model=known(ask["model"]))


def _describe_choice(ask: Ask, known: Names) -> str:
    action, subject = find_topic(ask)
    closed = [option["id"] for option in ask.get("options", ()) if option.get("why_not")]
    if action == "end" and FOLLOW_UP in closed:
        return _("{model} has acted: the other side may still break in", model=known(subject[0]))
    if action == "react" and closed and len(closed) == len(ask["options"]):
        return _("Nobody can break into the action of {model} just now", model=known(subject[0]))
    return _describe_by_action(CHOICES)(ask, known)


QUESTIONS: Mapping[str, Callable[[Ask, Names], str]] = {
    "Roll": _describe_roll,
    "Choose": _describe_choice,
    "React": _describe_choice,
    "Assign": _describe_assign,
    "Confirm": _describe_by_action(YES_OR_NO),
    "Move": _describe_move,
    "Deploy": _describe_move,
    "Under": _describe_template,
}


def find_ending(ask: Ask) -> str:
    """The option that ends the action, where the question offers it; empty elsewhere."""
    return END if find_topic(ask)[0] == "end" else ""


def only_answer(ask: Ask) -> str:
    """`nobody`, where no target is open; this is public information.

    The other side can still break in when the action ends. Other questions with one answer wait for a player: the
    models that can be activated are hidden, and the end of an action is the other side's last chance.
    """
    if ask.get("kind") != "Choose" or find_topic(ask)[0] != "shoot.target":
        return ""
    opened = [option["id"] for option in ask["options"] if not option.get("why_not")]
    return NOBODY if opened == [NOBODY] else ""


def spell_question(ask: Ask, known: Names) -> dict[str, Json]:
    """A question's record for a screen: labels, reasons and modifiers with names in the place of ids."""
    record = plain_words.spell_question(ask, known)
    if "options" in record:
        labels = [label_option(ask, option, known) for option in ask["options"]]
        record["options"] = [
            {**option, "label": label} for option, label in zip(record["options"], labels, strict=True)
        ]
    if record["kind"] == "Look":
        record["choices"] = list_answers_by_hand()
    return record


def label_option(ask: Ask, option: Ask, known: Names) -> str:
    """An option's label for its button."""
    name = str(option["id"])
    model, _space, kind = name.rpartition(" ")
    if ask["kind"] == "React" and kind == "shot":
        return _("{model} shoots", model=known(model))
    if ask["kind"] == "React" and kind == "charge":
        return _("{model} charges", model=known(model))
    if option.get("label"):
        return capital(known.read(option["label"]))
    return str(OPTIONS.get(name, capital(known(name))))
