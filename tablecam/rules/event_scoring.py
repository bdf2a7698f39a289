"""A rulebook's declaration for club events: the fields of a score card, and the points that they give.

    SCORING = EventScoring(
        fields=(ScoreField(key="lanterns", title=Message("Lanterns held"), most=5, worth=2),
                ScoreField(key="lost", title=Message("Models lost"), of_force=True, worth=-1)),
        steps=(ScoreStep(0, 10, 10), ScoreStep(1, 14, 6), ScoreStep(4, 20, 0)),
    )

Each field is worth something to the player whom it is about; the difference of the two sums is the lead, and the last
step that the lead reaches gives the points of both. The forms of desk, phone and terminal, the printed card, the
standings and the sentences of the log follow from this declaration. An event keeps it in its log (`pin`), so that an
event can be read without the rulebook, and a later edition of the rulebook changes no result.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from tablecam.base.i18n import ENGLISH, SOURCE, Message, current_language, speaking

Text = str | Message
# more is a slip of the finger
MOST = 999
# the fields that the log of an event keeps under names of their own
LOST, WITHDREW = "lost", "withdrew"
# columns of an exported table, which no field can be called
RESERVED = frozenset({"round", "table", "player", "name", "opponent", "conceded", "level", "bonus", "points", "kind"})


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreLevel:
    """A level of a field: it begins at this percentage of the force, fractions up. said: the title by language."""

    title: Text
    per_cent: int
    said: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreField:
    """A field of a score card, about one player: a number from 0 to `most`, or a mark.

    of_force: the largest number is that of the models in the player's force. worth: of one, or of one level; negative
    if it counts against the player. levels: the lightest first; the field then counts by its level. tops: the field
    that counts at its worst if this mark is set. alone: only one of the two players can have the mark.
    tie_break: whether an event may break ties by the sum of what a player's cards say.
    """

    key: str
    title: Text
    kind: Literal["number", "mark"] = "number"
    most: int = MOST
    of_force: bool = False
    worth: int = 0
    levels: tuple[ScoreLevel, ...] = ()
    tops: str = ""
    alone: bool = False
    tie_break: bool = False
    said: Mapping[str, str] = field(default_factory=dict, hash=False)

    def find_most(self, models: int) -> int:
        """The largest value. models: in the player's force."""
        return 1 if self.kind == "mark" else models if self.of_force else self.most

    def find_level(self, value: int, models: int) -> int:
        """The number of the level that a value reaches, from 0; tested from the last, since a small force skips some.

        A force of unknown size is at the first level.
        """
        first_losses = [-(-models * level.per_cent // 100) for level in self.levels]
        return max((at for at, first in enumerate(first_losses) if models and value >= first), default=0)


@dataclass(frozen=True, slots=True)
class ScoreStep:
    """From this lead on, the player who leads gets `ahead` points and the other one `behind`; lead 0 is a draw."""

    lead: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class ScoredHalf:
    """One player's half of a score card. values: by the key of the field. models: of the force; 0 if unknown."""

    values: Mapping[str, int]
    conceded: bool = False
    models: int = 0


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A seat's half of a card as the umpired game has it. models: with which it began, 0 if the book counts none."""

    values: Mapping[str, int]
    models: int = 0
    conceded: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class EventScoring:
    """The fields of a score card in their order, and the steps of the lead, a draw first.

    bye: the points of a bye, by default the best of all. concession: the lead that a concession gives at least; a
    player who concedes also counts as having the worst of every field.
    """

    fields: tuple[ScoreField, ...]
    steps: tuple[ScoreStep, ...]
    bye: int | None = None
    concession: int = 0

    @property
    def draw_points(self) -> int:
        """The points of each player in a draw."""
        return self.steps[0].ahead

    @property
    def bye_points(self) -> int:
        """The points of a bye."""
        return self.bye if self.bye is not None else max(step.ahead for step in self.steps)

    @property
    def counts_models(self) -> bool:
        """Whether a score needs to know how many models a force has."""
        return any(entry.of_force or entry.levels for entry in self.fields)

    def find_field(self, key: str) -> ScoreField | None:
        """The field of a key; None where there is none."""
        return next((entry for entry in self.fields if entry.key == key), None)

    def rate_half(self, half: ScoredHalf) -> int:
        """The sum of what the fields of a half are worth."""
        return sum(entry.worth * self.count_field(entry, half) for entry in self.fields)

    def count_field(self, entry: ScoreField, half: ScoredHalf) -> int:
        """The number that a field counts with: its value, or its level."""
        if half.conceded or any(field.tops == entry.key and half.values.get(field.key) for field in self.fields):
            return _find_worst(entry, half.models)
        value = half.values.get(entry.key, 0)
        return entry.find_level(value, half.models) if entry.levels else value

    def compute_lead(self, one: ScoredHalf, other: ScoredHalf) -> int:
        """The lead of the first half; negative if the other one leads."""
        lead = self.rate_half(one) - self.rate_half(other)
        if one.conceded == other.conceded:
            return lead
        return max(lead, self.concession) if other.conceded else min(lead, -self.concession)

    def compute_points(self, one: ScoredHalf, other: ScoredHalf) -> tuple[int, int]:
        """The points of both halves."""
        lead = self.compute_lead(one, other)
        step = next(step for step in reversed(self.steps) if step.lead <= abs(lead))
        return (step.ahead, step.behind) if lead >= 0 else (step.behind, step.ahead)


def _find_worst(entry: ScoreField, models: int) -> int:
    """The number that counts least for the player."""
    if entry.worth >= 0:
        return 0
    return len(entry.levels) - 1 if entry.levels else entry.find_most(models)


def find_scoring_fault(scoring: EventScoring) -> Message | None:
    """The reason why a declaration cannot be used, in one sentence; None if it can."""
    keys = [entry.key for entry in scoring.fields]
    leads = [step.lead for step in scoring.steps]
    if not keys or len(set(keys)) != len(keys) or not all(key.isidentifier() for key in keys):
        return Message("each field of a score card needs a name of its own: letters, digits and _")
    if reserved := sorted(RESERVED.intersection(keys)):
        return Message("a field cannot be called {name}", name=reserved[0])
    if unknown := [entry.tops for entry in scoring.fields if entry.tops and entry.tops not in keys]:
        return Message("there is no field {name} that a mark could put at its worst", name=unknown[0])
    if any(entry.kind == "number" and not 0 < entry.most <= MOST for entry in scoring.fields):
        return Message("the largest value of a field is a number from 1 to {most}", most=MOST)
    if not leads or leads[0] != 0 or leads != sorted(set(leads)) or scoring.steps[0].ahead != scoring.steps[0].behind:
        return Message("the steps begin with a draw at a lead of 0, and each next one has a larger lead")
    if any(points < 0 for step in scoring.steps for points in (step.ahead, step.behind)):
        return Message("a game gives no negative points")
    return None


# the book of an event says nothing else: who has won
WON = ScoreField(key="won", title=Message("Won the game"), kind="mark", worth=1, alone=True)
WIN_DRAW_LOSS = EventScoring(fields=(WON,), steps=(ScoreStep(0, 1, 1), ScoreStep(1, 3, 0)), concession=1)


# The texts of a declaration in every language, as the log of an event keeps them.
def pin(scoring: EventScoring, languages: Mapping[str, object]) -> EventScoring:
    """The declaration as plain data. languages: the translations of each language, by its code."""
    return replace(scoring, fields=tuple(_pin_field(entry, languages) for entry in scoring.fields))


def _pin_field(entry: ScoreField, languages: Mapping[str, object]) -> ScoreField:
    levels = tuple(
        replace(level, title=_say(level.title), said=translate_text(level.title, languages)) for level in entry.levels
    )
    said = translate_text(entry.title, languages)
    return replace(entry, title=_say(entry.title), said=said, levels=levels)


def _say(text: Text) -> str:
    with speaking(ENGLISH):
        return str(text)


def translate_text(text: Text, languages: Mapping[str, object]) -> dict[str, str]:
    """The text in each language that has it."""
    english, said = _say(text), {}
    for code, translations in languages.items():
        if code != SOURCE:
            with speaking(translations):  # type: ignore[arg-type]
                said[code] = str(text)
    return {code: translated for code, translated in said.items() if translated != english}


def read_title(entry: ScoreField | ScoreLevel) -> str:
    """The title of a field or a level, in the reader's language."""
    return entry.said.get(current_language()) or str(entry.title)


def describe_scoring(scoring: EventScoring) -> dict[str, object]:
    """The declaration for a page, in the reader's language."""
    return {
        "fields": [
            {
                "key": entry.key,
                "title": read_title(entry),
                "kind": entry.kind,
                "most": entry.most,
                "of_force": entry.of_force,
                "worth": entry.worth,
                "levels": [{"title": read_title(level), "per_cent": level.per_cent} for level in entry.levels],
                "tops": entry.tops,
                "alone": entry.alone,
            }
            for entry in scoring.fields
        ],
        "steps": [[step.lead, step.ahead, step.behind] for step in scoring.steps],
        "bye": scoring.bye_points,
        "concession": scoring.concession,
    }
