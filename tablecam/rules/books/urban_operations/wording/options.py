"""The labels of the options of Urban Operations' questions."""

from collections.abc import Mapping

from tablecam.base.i18n import InContext, Message
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.plain_words import capital
from tablecam.rules.books.urban_operations.rules.aid import ONLY_NOW
from tablecam.rules.books.urban_operations.rules.tokens import get_title
from tablecam.rules.books.urban_operations.wording.aid_words import ACTIONS, describe_proposal, name_single_answer
from tablecam.rules.books.urban_operations.wording.names import BlockNames
from tablecam.rules.books.urban_operations.wording.terrain_words import cost_line, distance_line
from tablecam.rules.books.views import Text
from tablecam.rules.plain import Json

Ask = Mapping[str, Json]

OPTIONS: Mapping[str, Text] = {
    "none": InContext("an action", "Nothing"), "fire": InContext("an action", "Fire"),
    "suppress": InContext("an action", "Suppressing fire"), "assault": InContext("an action", "Assault"),
    "support": InContext("an action", "Support"), "scout": InContext("an action", "Scout"),
    "scatter": Message("Scatter population"), "place": Message("Place a token"), "destroy": Message("Remove a token"),
    "mount": Message("Mount a vehicle"), "dismount": Message("Let a passenger get off"),
    "breach": Message("Breach at contact"), "blast": Message("Breach from a distance"),
    "pair": Message("Take cover with a vehicle"), "impulse": Message("Change impulse"),
    "tunnel": Message("Close a tunnel"), "stand": Message("Stay"), "move": InContext("an option", "Move"),
    "before": Message("Move, then act"), "after": Message("Act, then move"), "split": Message("Move, act, move on"),
    "withdraw": InContext("an option", "Withdraw"), "stay": InContext("an option", "Stay"),
    "hold": Message("Look and hold fire"), "nobody": InContext("an option", "Nobody"),
    "end": Message("End the impulse"),
    "pass": InContext("an option", "Pass"), "play a card": Message("Play an event card"),  # no text
    "light": Message("Light weapons"), "heavy": Message("Heavy weapons"), "first": InContext("an option", "First"),
    "second": InContext("an option", "Second"), "swap": Message("Exchange two blocks"), "keep": Message("Keep it so"),
    "done": Message("No request"), "red": Message("Red: played at once"), "black": Message("Black: kept"),
    "cancel": InContext("an option", "Cancel"), "modify": InContext("an option", "Modify"), "T": Message("This turn"),
    "T+1": Message("Next turn"), "I": Message("Not available"), "inside": InContext("an option", "Inside"),
    "outside": Message("On the outside"), "chain": Message("A leader less than 6 EP away"),
    "opening": Message("Behind a breach or an opening"), "fortified": Message("In a fortified building"),
    "high": Message("On a roof or a dominating spot"), "sewers": Message("In the sewers"),
}  # fmt: skip
# actions in which an id has another meaning
BY_ACTION: Mapping[str, Mapping[str, Text]] = {
    "aid.gaps": {
        "accept": Message("Play all proposals"),
        "look": Message("Look through the proposals"),
        "later": Message("Ask when it matters"),
    },
    "event.title": {"none": Message("No card")},
    "smoke": {},
    "3d.adjust": {"keep": Message("Keep it as asked for")},
    "action": {"smoke": Message("Smoke grenades")},
    "acts": {"go on": Message("Go on")},  # no text
    "reaction": {"fire": Message("Opportunity fire")},
}
YES_NO = ("3d.intercept",)
# `aid.scope`, a question of the scope alone, is in logs of earlier versions
OF_THE_AID = ("aid", "aid.whole", "aid.list", "aid.scope")
# questions with a line on the cost of terrain
NOTES = {"mp": cost_line, "mp.halted": cost_line, "ep": distance_line}
# the number of a subject's words before the notes
BEFORE_NOTES = {"mp": 1, "mp.halted": 1, "ep": 3}


def label_option(ask: Ask, option: Ask, known: BlockNames) -> str:
    """The label of an option for its button."""
    name, action = str(option["id"]), str(ask.get("action", ""))
    if option.get("label"):
        label = capital(known.read(option["label"]))
        return _("{answer}, only now", answer=label) if name.startswith(ONLY_NOW) else label
    if action in (*OF_THE_AID, *YES_NO):
        key = str(ask["subject"][0]) if ask.get("subject") else ""
        return capital(name_single_answer(key, name))
    if action == "aid.marks":
        return capital(describe_proposal(name))
    text = BY_ACTION.get(action, {}).get(name)
    if text:
        return str(text)
    if action == "3d.kind":
        return capital(str(ACTIONS.get(name, name)))
    if action == "place":
        return get_title(name)
    if action == "population.direction":
        return _("Hex side {n}", n=name)
    label = known(name)
    return capital(label) if label != name else str(OPTIONS.get(name, capital(name)))


def spell_question(ask: Ask, said: dict[str, Json], known: BlockNames) -> dict[str, Json]:
    """A question's record for a screen, with labels in the players' words."""
    if "options" in ask:
        labels = [label_option(ask, option, known) for option in ask["options"]]
        said["options"] = [
            {**option, "label": label} for option, label in zip(said["options"], labels, strict=True)
        ]  # fmt: skip
    if lines := notes(ask):
        said["notes"] = lines
    return said


def notes(ask: Ask) -> list[str]:
    """The lines on terrain under a question for MP or EP."""
    action = str(ask.get("action", ""))
    if action not in NOTES:
        return []
    return [NOTES[action](str(word)) for word in tuple(ask.get("subject", ()))[BEFORE_NOTES[action] :]]
