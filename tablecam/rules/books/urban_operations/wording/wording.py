"""Urban Operations in the players' words, in the form that the host of a game uses."""

from collections.abc import Mapping

from tablecam.base.i18n import InContext, Message
from tablecam.rules.books import plain_words
from tablecam.rules.books.event_forms import FieldWords
from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.books.urban_operations.rules.events import EVENTS
from tablecam.rules.books.urban_operations.rules.fight_events import Conceded
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.wording import answers, names, options, questions, steps
from tablecam.rules.books.urban_operations.wording.names import BlockNames
from tablecam.rules.books.urban_operations.wording.sums import SUMS
from tablecam.rules.books.views import Text
from tablecam.rules.event import Event, Takes
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames, Sentence

MODEL, SEAT, TEXT = "model", "seat", "text"
TAKES: Mapping[str, Takes] = {
    **dict.fromkeys(("block", "target", "by", "carrier", "vehicle", "partner", "to"), MODEL),
    **dict.fromkeys(("seat", "first"), SEAT),
    **dict.fromkeys(("token", "id", "what", "why", "cause", "impulse", "key", "value", "loser"), TEXT),
    "winner": "winner",
}
TITLES: Mapping[str, Message] = {
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
FIELDS = FieldWords(TAKES, TITLES, often=OFTEN)


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

    def build_names(self, state: OperationsState, called: Mapping[str, str]) -> BlockNames:
        """Names by the roster where it has them, otherwise by the unit cards."""
        return BlockNames({**names.build_names(state).known, **names.list_given_names(state, called)})

    def people(self, state: OperationsState) -> Mapping[str, str]:
        """The side of every block."""
        return {name: block.side for name, block in state.blocks.items()}

    def describe_question(self, ask: Mapping[str, Json], known: ModelNames) -> str:
        """A question as one line."""
        return questions.describe_question(ask, own(known))

    def spell_question(self, ask: Mapping[str, Json], known: ModelNames) -> dict[str, Json]:
        """A question's record with names for a reader."""
        return options.spell_question(ask, plain_words.spell_question(ask, known), own(known))

    def describe_answer(self, ask: Mapping[str, Json], raw: Json, by: str, known: ModelNames) -> str:
        """An answer as one line."""
        return answers.describe_answer(ask, raw, by, own(known), self.describe_sum(ask, raw, own(known)))

    def describe_event(self, event: Event, known: ModelNames) -> Sentence:
        """An event as a clause."""
        return super().describe_event(event, own(known))

    def title_step(self, step: str, known: ModelNames) -> str:
        """A step as a heading."""
        return steps.title_step(step, own(known))

    def check(self, name: str) -> str:
        """The name of a check in the statistics of the dice."""
        return str(CHECKS.get(name, name))

    def make_concession(self, state: OperationsState, seat: str) -> Event | None:
        """The event by which a side gives up, and so loses."""
        return Conceded(seat=seat)


def own(known: ModelNames) -> BlockNames:
    """Names that also read this book's coded texts."""
    return known if isinstance(known, BlockNames) else BlockNames(dict(getattr(known, "known", {})))
