"""Urban Operations in the players' words, in the form that the host of a game uses: options, answers, steps, events."""

from collections.abc import Mapping

from tablecam.base.i18n import InContext, Message, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books import plain_words
from tablecam.rules.books.event_forms import FieldWords
from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.books.plain_words import capital
from tablecam.rules.books.urban_operations.rules import step_names
from tablecam.rules.books.urban_operations.rules.aid import COST, IMPASSABLE, NAMES, ONLY_NOW, OTHERWISE
from tablecam.rules.books.urban_operations.rules.events import EVENTS
from tablecam.rules.books.urban_operations.rules.fight_events import Conceded
from tablecam.rules.books.urban_operations.rules.pieces import get_title
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.wording import questions
from tablecam.rules.books.urban_operations.wording.aid_words import ACTIONS, describe_proposal, name_single_answer
from tablecam.rules.books.urban_operations.wording.questions import SUMS, BlockNames, describe_question, describe_roll
from tablecam.rules.books.views import Text
from tablecam.rules.event import Event, Takes
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames, Sentence
from tablecam.rules.step_name import collect_step_patterns

# by the names of the aid's file
TERRAIN: Mapping[str, Text] = {
    # no text: the keys are names in a file
    "clear": Message("clear ground"), "mound": Message("mound"), "trees": Message("trees"),
    "ground closed to vehicles": Message("ground closed to vehicles"), "water": Message("water"),  # no text
    "building wall": Message("wall of a building"), "outer wall": Message("outer wall"),  # no text
    "breach in an outer wall": Message("breach in an outer wall"),  # no text
    "breach in a building": Message("breach in a building"), "opening": Message("opening"),  # no text
    "inside": Message("inside of a building"), "stairs": Message("stairs"), "roof": Message("roof"),
    "tunnel entrance": Message("tunnel entrance"), "barricade": Message("barricade"),  # no text
    "beside a barricade": Message("beside a barricade"), "population": Message("population"),  # no text
    "over a vehicle": Message("over a vehicle"),  # no text
    "over a vehicle or a ladder": Message("over a vehicle or a ladder"),  # no text
}  # fmt: skip


def cost_line(word: str) -> str:
    """A line for all terrain of one cost in MP: `2 MP: water, roof (3 over a vehicle)`."""
    cost, _is, names = word.partition(COST)
    terrain = join_items(_name_terrain(name) for name in names.split(NAMES))
    if cost == IMPASSABLE:
        return _("Impassable: {terrain}", terrain=terrain)
    return _("{n} MP: {terrain}", n=cost, terrain=terrain)


def distance_line(word: str) -> str:
    """A line for all terrain whose hexes count the same number of EP: `2 EP: rubble`."""
    ep, _is, names = word.partition(COST)
    terrain = join_items(_name_terrain(name) for name in names.split(NAMES))
    return ngettext("{n} EP: {terrain}", "{n} EP: {terrain}", int(ep), terrain=terrain)


def _name_terrain(name: str) -> str:
    """The name of a terrain, with the cost that differs and where it does: `roof (3 over a vehicle)`."""
    terrain, *otherwise = name.split(OTHERWISE)
    text = str(TERRAIN.get(terrain, terrain))
    if not otherwise:
        return text
    other_cost, where = otherwise
    return _("{terrain} ({n} {where})", terrain=text, n=other_cost, where=str(TERRAIN.get(where, where)))


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


def describe_answer(ask: Ask, raw: Json, by: str, known: BlockNames, sum: str = "") -> str:
    """An answer as one line. raw: None where the answer is private. sum: the roll's sum, in words."""
    seat = str(ask.get("seat") or "")
    if raw is None:
        return _("{who} has answered", who=_name_answerer(seat or by, known))
    if sum:
        return describe_roll(ask, sum, known)
    question = describe_question(ask, known)
    match str(ask["kind"]):
        case "Roll":
            dice = join_items(raw if isinstance(raw, list | tuple) else [raw])
            return _("{question}: {dice}", question=question, dice=dice)
        case "Confirm":
            return _("{question} Yes", question=question) if raw else _("{question} No", question=question)
        case "Count":
            return _("{question} {n}", question=question, n=raw)
        case "Pick":
            options = [label_option(ask, option, known) for option in ask.get("options", ()) if option["id"] in raw]
            return _("{question} {options}", question=question, options=join_items(options) if options else _("None"))
    chosen = next((option for option in ask.get("options", ()) if option["id"] == raw), {"id": raw})
    option = label_option(ask, chosen, known)
    if not seat:
        # the table's answer concerns both sides, so the question matters more than its speaker
        return _("{question} {option}", question=question, option=option)
    return _("{who}: {option}", who=known(seat), option=option)


def _name_answerer(seat: str, known: BlockNames) -> str:
    return _("The table") if seat == "table" else known(seat)


MODEL, SEAT, TEXT = "model", "seat", "text"
TAKES: Mapping[str, Takes] = {
    **dict.fromkeys(("block", "target", "by", "carrier", "vehicle", "partner", "to"), MODEL),
    **dict.fromkeys(("seat", "first"), SEAT),
    **dict.fromkeys(("token", "id", "what", "why", "cause", "impulse", "key", "value", "loser"), TEXT),
    "winner": "winner",
}
FIELD_TITLES: Mapping[str, Message] = {
    "action": Message("action"),
    "band": Message("band"),
    "block": Message("block"),
    "blocks": Message("blocks"),
    "by": Message("by"),
    "carrier": Message("carrier"),
    "cause": Message("cause"),
    "change": Message("change"),
    "direction": Message("direction"),
    "effect": Message("effect"),
    "ep": Message("EP"),
    "explodes": Message("explodes"),
    "face_down": Message("face down"),
    "faces": Message("faces"),
    "first": Message("first"),
    "forced": Message("forced"),
    "how": Message("kind of movement"),
    "id": Message("3D action"),
    "impulse": Message("impulse"),
    "key": Message("key"),
    "kind": Message("kind"),
    "leaves": Message("leaves"),
    "left": Message("MP left"),
    "limit": Message("limit"),
    "loser": Message("loser"),
    "loss": Message("loss"),
    "mp": Message("MP"),
    "next": Message("next step"),
    "osl": Message("OSL"),
    "partner": Message("partner"),
    "proposals": Message("proposals"),
    "revealed": Message("revealed"),
    "riding": Message("riding"),
    "rows": Message("rows"),
    "rule": Message("rule"),
    "seat": Message("side"),
    "shielded": Message("shielded"),
    "stage": Message("stage"),
    "target": Message("target"),
    "targets": Message("targets"),
    "title": Message("title"),
    "to": Message("to"),
    "token": Message("token"),
    "totals": Message("totals"),
    "turn": Message("turn"),
    "value": Message("value"),
    "vehicle": Message("vehicle"),
    "weapon": Message("weapon"),
    "what": Message("completed item"),
    "why": Message("reason"),
    "winner": Message("winner"),
}
OFTEN = (
    "OslLost", "OslGained", "Revealed", "Hidden", "BlockMoved", "TokenRevealed", "TokenRemoved", "TokenPlaced",
    "ParameterSet", "ImpulseEnded", "TurnClosed",
)  # fmt: skip
FIELDS = FieldWords(TAKES, FIELD_TITLES, often=OFTEN)


# by the names of checks in logs
CHECKS: Mapping[str, Text] = {
    "fight": InContext("a check", "fights"),
    "withdrawal": InContext("a check", "withdrawals"),
    "collapse": InContext("a check", "buildings that fall"),
    "softened loss": Message("losses softened by quality"),  # no text
    "no worse loss": Message("losses not worsened by quality"),  # no text
    "no explosion": Message("explosives that stay"),  # no text
    "through the fortification": Message("effects that pierce a fortification"),  # no text
}


class UrbanOperationsPhrases(PlainPhrases):
    """The questions, answers and events of Urban Operations in words."""

    events = EVENTS
    fields = FIELDS
    sums = SUMS
    steps = collect_step_patterns(step_names)

    def build_names(self, state: OperationsState, called: Mapping[str, str]) -> BlockNames:
        """Names by the roster where it has them, otherwise by the unit cards."""
        return BlockNames({**questions.build_names(state).known, **questions.list_given_names(state, called)})

    def people(self, state: OperationsState) -> Mapping[str, str]:
        """The side of every block."""
        return {name: block.side for name, block in state.blocks.items()}

    def describe_question(self, ask: Mapping[str, Json], known: ModelNames) -> str:
        """A question as one line."""
        return questions.describe_question(ask, own(known))

    def spell_question(self, ask: Mapping[str, Json], known: ModelNames) -> dict[str, Json]:
        """A question's record with names for a reader."""
        return spell_question(ask, plain_words.spell_question(ask, known), own(known))

    def describe_answer(self, ask: Mapping[str, Json], raw: Json, by: str, known: ModelNames) -> str:
        """An answer as one line."""
        return describe_answer(ask, raw, by, own(known), self.describe_sum(ask, raw, own(known)))

    def describe_event(self, event: Event, known: ModelNames) -> Sentence:
        """An event as a clause."""
        return super().describe_event(event, own(known))

    def title_step(self, step: str, known: ModelNames) -> str:
        """A step as a heading."""
        return super().title_step(step, own(known))

    def check(self, name: str) -> str:
        """The name of a check in the statistics of the dice."""
        return str(CHECKS.get(name, name))

    def make_concession(self, state: OperationsState, seat: str) -> Event | None:
        """The event by which a side gives up, and so loses."""
        return Conceded(seat=seat)


def own(known: ModelNames) -> BlockNames:
    """Names that also read this book's coded texts."""
    return known if isinstance(known, BlockNames) else BlockNames(dict(getattr(known, "known", {})))
