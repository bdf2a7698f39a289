"""Facts that a rulebook asks the table for: a rule gets yes or no, never "too close".

The answer carries the measured value and its sigma as plain floats, so that a log replays without a camera. A question
names the limits that the rule compares the value with; if one of them lies within two sigma, the players decide, and
their verdict stays with the value.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from tablecam.rules.ask import Ask, AskAgain, Below, Confirm, Topic, make_refusal
from tablecam.rules.frozen import copy_with
from tablecam.rules.plain import BadRecord, Json, from_plain
from tablecam.rules.random_facts import draw_contacts, draw_path, draw_range, draw_sighting
from tablecam.rules.standing import BESIDE_IN, Standing, Standings
from tablecam.table.measure.facts import is_too_close

__all__ = [
    "BESIDE_IN", "Contact", "Contacts", "Fact", "Halted", "Move", "ObstructionFact", "PathFact", "Point", "Ranges",
    "Settle", "Sight", "SightingFact", "Standing", "Standings", "check_obstruction", "decimal", "fact", "number",
    "point", "settle",
]  # fmt: skip

# Further than any table reaches; a value with a larger sigma was not measured.
FARTHEST_IN = 10_000.0
MOST_SIGMA_IN = 3.0
# Errors of computed shares and places, up to which they count as exact.
SHARE_ROUNDING = 1e-9
BELOW_TABLE_IN = 0.01


@dataclass(frozen=True)
class Fact:
    """A measured number that answers yes or no. settled: the limits that the players have decided."""

    value: float
    sigma: float = 0.0
    settled: tuple[tuple[float, bool], ...] = ()

    def is_at_most(self, limit: float) -> bool:
        """Whether it is `limit` or less, by the players' verdict if there is one, else as measured."""
        is_less = self.value <= limit
        return dict(self.settled).get(limit, is_less) if self.settled else is_less

    def more_than(self, limit: float) -> bool:
        """Whether it is over `limit`."""
        return not self.is_at_most(limit)

    def find_doubtful_limits(self, limits: Sequence[float]) -> tuple[float, ...]:
        """The limits that are too close to the value to call."""
        if not self.sigma:
            return ()
        return tuple([limit for limit in limits if is_too_close(self.value, self.sigma, limit)])

    def decide_limit(self, limit: float, at_most: bool) -> "Fact":
        """The fact with the players' verdict on a limit."""
        return copy_with(self, settled=(*self.settled, (limit, at_most)))


@dataclass(frozen=True, kw_only=True)
class Settle(Confirm):
    """A question too close to measure: is it `limit` or less? Any player answers, all see it."""

    purpose: str = "at most"  # no text
    about: str
    value: float
    sigma: float
    limit: float

    def __str__(self) -> str:
        """The question, with the measured value."""
        # no text: for the command line
        return f"{self.about}: measured {self.value:.2f} ± {self.sigma:.2f}, at most {self.limit:g}?"


def settle(question: Ask[Any], topic: Topic, measured: Fact, limit: float) -> Settle:
    """The question to the players about one limit; only seats that know of the measurement see it."""
    return Settle(
        seen_by=question.seen_by, about=topic.purpose, action=topic.action, subject=topic.subject,
        value=measured.value, sigma=measured.sigma, limit=limit,
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Ranges(Ask[Mapping[str, Fact]]):
    """Ranges from one model to several, between nearest base edges, in inches: {"bob": [12.3, 0.05]} or {"bob": 12.3}.

    limits: the limits in inches that the rule uses.
    """

    model: str
    others: tuple[str, ...]
    limits: tuple[float, ...] = ()

    def __str__(self) -> str:
        """The model, and the models that it is measured to."""
        return f"from {self.model} to {', '.join(self.others)}"  # no text: for the command line

    def parse_json(self, raw: Json) -> Mapping[str, Fact]:
        """The range by model, in the order asked."""
        if not isinstance(raw, Mapping) or set(raw) != set(self.others):
            raise make_refusal("not-these-ranges", model=self.model, others=self.others)
        return {model: fact(raw[model], "range", model=self.model, other=model) for model in self.others}

    def parse_text(self, text: str) -> Json:
        """Parse `bob=12.3 cat=4`; with a sigma: `bob=12.3~0.05`."""
        return {name: number(value) for name, _, value in (word.partition("=") for word in text.split())}

    def draw_answer(self, below: Below) -> Json:
        """Random ranges, some at a limit."""
        return {model: draw_range(self.limits, below) for model in self.others}

    def list_doubts(self, answer: Mapping[str, Fact]) -> tuple[Ask[bool], ...]:
        """One question for each range and limit."""
        return tuple(
            # no text: as logs name it
            settle(self, Topic(f"{self.model} to {model}", "range", (self.model, model)), answer[model], limit)
            for model, limit in self._list_doubts(answer)
        )

    def settle_doubts(self, answer: Mapping[str, Fact], verdicts: tuple[bool, ...]) -> Mapping[str, Fact]:
        """Each range with the verdicts about it."""
        decided = dict(answer)
        for (model, limit), verdict in zip(self._list_doubts(answer), verdicts, strict=True):
            decided[model] = decided[model].decide_limit(limit, verdict)
        return decided

    def _list_doubts(self, answer: Mapping[str, Fact]) -> list[tuple[str, float]]:
        return [(model, limit) for model in self.others for limit in answer[model].find_doubtful_limits(self.limits)]


@dataclass(frozen=True)
class Contacts:
    """The models that one touches, in the order asked; unsure: the models too close to call, until settled."""

    touching: tuple[str, ...]
    unsure: tuple[str, ...] = ()

    @property
    def models(self) -> tuple[str, ...]:
        """The same models, for questions that are about no touch: those under a template, or apart from their unit."""
        return self.touching


@dataclass(frozen=True, kw_only=True)
class Contact(Ask[Contacts]):
    """A question for contacts of a model: ["bob"], or {"bob": "yes", "cat": "too close"}; not named is no."""

    model: str
    others: tuple[str, ...]

    def __str__(self) -> str:
        """The model, and the models that it might touch."""
        return f"of {self.model} with {', '.join(self.others)}"  # no text: for the command line

    def parse_json(self, raw: Json) -> Contacts:
        """The models touched, and those too close to call."""
        named = isinstance(raw, list) and all(isinstance(model, str) for model in raw)
        contacts = dict.fromkeys(raw, "yes") if named else raw
        if not isinstance(contacts, Mapping) or not set(contacts) <= set(self.others):
            raise make_refusal("not-these-contacts", model=self.model, others=self.others)
        if wrong := [word for word in contacts.values() if word not in ("yes", "no", "too close")]:  # no text
            raise make_refusal("no-such-contact", model=self.model, given=str(wrong[0]))
        by_verdict = {
            word: tuple(model for model in self.others if contacts.get(model) == word) for word in contacts.values()
        }
        return Contacts(by_verdict.get("yes", ()), by_verdict.get("too close", ()))  # no text

    def parse_text(self, text: str) -> Json:
        """Parse `bob cat`, or `none`; a contact too close to call: `bob=?`."""
        words = [] if text.strip() in ("", "none") else text.split()
        return {word.removesuffix("=?"): "too close" if word.endswith("=?") else "yes" for word in words}  # no text

    def draw_answer(self, below: Below) -> Json:
        """Random contacts; few models are touched."""
        return draw_contacts(self.others, below)

    def list_doubts(self, answer: Contacts) -> tuple[Ask[bool], ...]:
        """One question for each contact that is too close to call."""
        topics = map(self.get_doubt_topic, answer.unsure)
        return tuple(Confirm(seen_by=self.seen_by, **topic._asdict()) for topic in topics)

    def settle_doubts(self, answer: Contacts, verdicts: tuple[bool, ...]) -> Contacts:
        """The contacts without doubts."""
        agreed = {
            *answer.touching,
            *(model for model, is_touched in zip(answer.unsure, verdicts, strict=True) if is_touched),
        }
        return Contacts(tuple(model for model in self.others if model in agreed))

    def get_doubt_topic(self, model: str) -> Topic:
        """The topic of the question whether a model is touched."""
        return Topic(f"{self.model} touches {model}", "touches", (self.model, model))  # no text: as logs name it


@dataclass(frozen=True)
class ObstructionFact:
    """An obstruction: its distance from the viewer's base edge, and the share of the target that it hides alone."""

    name: str
    kind: str
    distance_in: float
    hidden: float
    material: str = ""


@dataclass(frozen=True)
class SightingFact:
    """A viewer's sight of a target: shares of its silhouette between 0 and 1, and what hides the rest."""

    visible: float
    visible_past_terrain: float = 1.0
    obstructions: tuple[ObstructionFact, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Sight(Ask[Mapping[str, SightingFact]]):
    """Sight of one model: {"bob": {"visible": 0.8, "obstructions": [..]}}, or {"bob": 0.8}.

    transparent: models that do not block by the rules; viewer and target never do.
    materials: the materials of terrain that a book distinguishes.
    """

    materials: ClassVar[tuple[str, ...]] = ("",)
    viewer: str
    targets: tuple[str, ...]
    transparent: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The viewer and its targets."""
        return f"from {self.viewer} to {', '.join(self.targets)}"  # no text: for the command line

    def parse_json(self, raw: Json) -> Mapping[str, SightingFact]:
        """The sighting by target, in the order asked."""
        if not isinstance(raw, Mapping) or set(raw) != set(self.targets):
            raise make_refusal("not-these-targets", model=self.viewer, others=self.targets)
        return {target: self._read_sighting(target, raw[target]) for target in self.targets}

    def parse_text(self, text: str) -> Json:
        """Parse `bob=0.8 cat=0`; obstructions are written as JSON."""
        if text.lstrip().startswith("{"):
            return super().parse_text(text)
        return {name: decimal(value) for name, _, value in (word.partition("=") for word in text.split())}

    def draw_answer(self, below: Below) -> Json:
        """Random sightings with obstructions, of each material that the book knows."""
        return {
            target: draw_sighting(
                self.materials, [model for model in self.targets if model not in (target, *self.transparent)], below
            )
            for target in self.targets
        }

    def _read_sighting(self, target: str, raw: Json) -> SightingFact:
        record = raw if isinstance(raw, Mapping) else {"visible": raw, "visible_past_terrain": raw}
        try:
            sighting: SightingFact = from_plain(SightingFact, dict(record), "sighting")
        except BadRecord as error:
            raise make_refusal("no-such-sighting", model=self.viewer, other=target, fault=str(error)) from error
        if not all(0 <= share <= 1 for share in (sighting.visible, sighting.visible_past_terrain)):
            raise make_refusal("not-a-share", model=self.viewer, other=target, given=sighting.visible)
        for obstruction in sighting.obstructions:
            check_obstruction(obstruction)
        return sighting


def check_obstruction(obstruction: ObstructionFact) -> None:
    """Raise IllegalAnswer if an obstruction is nowhere, or hides more than the whole target."""
    if not 0 <= obstruction.distance_in <= FARTHEST_IN:
        raise make_refusal("obstruction-nowhere", piece=obstruction.name, given=obstruction.distance_in)
    if not 0 <= obstruction.hidden <= 1 + SHARE_ROUNDING:
        raise make_refusal("obstruction-share", piece=obstruction.name, given=obstruction.hidden)


Point = tuple[float, float, float]


@dataclass(frozen=True)
class PathFact:
    """The length of a model's path in inches, and its position at the end, (x, y, z), if known."""

    length: Fact
    end: Point | None = None

    @property
    def length_in(self) -> float:
        """The measured length in inches."""
        return self.length.value


@dataclass(frozen=True, kw_only=True)
class Move(Ask[PathFact]):
    """A model's move on the table: 7.9, [7.9, 0.1] or {"length_in": .., "sigma_in": .., "end": [x, y, z]}.

    allowance_in: how far it may go. A longer path is refused. The players settle one too close to call; if they say
    that it was too far, the question is asked again.
    """

    model: str
    allowance_in: float
    purpose: str = "move"

    def __str__(self) -> str:
        """The model and its allowance."""
        return f"{self.model}, up to {round(self.allowance_in, 2):g} in"  # no text: for the command line

    def parse_json(self, raw: Json) -> PathFact:
        """A path within the allowance."""
        record = raw if isinstance(raw, Mapping) else {"length_in": raw}
        length = record.get("length_in")
        value = [length, record["sigma_in"]] if "sigma_in" in record else length
        path = PathFact(fact(value, "path", model=self.model), point(record.get("end")))
        if path.length.more_than(self.allowance_in) and not path.length.find_doubtful_limits((self.allowance_in,)):
            # never report that 6.0 is more than 6.0
            digits = 1 if round(path.length_in, 1) > round(self.allowance_in, 1) else 2
            length, allowance = round(path.length_in, digits), round(self.allowance_in, digits)
            raise make_refusal("too-far", model=self.model, length=length, allowance=allowance)
        return path

    def parse_text(self, text: str) -> Json:
        """Parse `7.9`, with a sigma `7.9~0.1`, with its end `7.9 at 10,20`."""
        length, _, position = text.partition(" at ")
        value = number(length.strip())
        path = {"length_in": value[0], "sigma_in": value[1]} if isinstance(value, list) else {"length_in": value}
        return path | ({"end": [*map(decimal, position.split(","))]} if position else {})

    def draw_answer(self, below: Below) -> Json:
        """A random path within the allowance, some about as long as it."""
        return draw_path(self.allowance_in, below)

    def list_doubts(self, answer: PathFact) -> tuple[Ask[bool], ...]:
        """The question whether the path was within the allowance."""
        # no text: as logs name it
        topic = Topic(f"the way of {self.model}", "path", (self.model,))
        return tuple(
            settle(self, topic, answer.length, limit)
            for limit in answer.length.find_doubtful_limits((self.allowance_in,))
        )

    def settle_doubts(self, answer: PathFact, verdicts: tuple[bool, ...]) -> PathFact:
        """The path unchanged; AskAgain if the players say that it was too far."""
        if not verdicts[0]:
            raise AskAgain
        return replace(answer, length=answer.length.decide_limit(self.allowance_in, True))

    def relocate(self, answer: PathFact, places: Mapping[str, Point]) -> PathFact:
        """The path with the accepted position as its end; its length stays as measured."""
        return replace(answer, end=places.get(self.model, answer.end))


@dataclass(frozen=True, kw_only=True)
class Halted(Move):
    """A question for the length of a model's move when somebody interrupted it."""

    purpose: str = "halted"


def fact(raw: Json, what: str, **of: str) -> Fact:
    """A fact from a number, or a number and its sigma; IllegalAnswer if either is below zero or too large.

    what: "range" or "path"; of: the ids of the models that were measured.
    """
    value, sigma = raw if isinstance(raw, list | tuple) and len(raw) == 2 else (raw, 0.0)
    if not (_is_length(value) and _is_length(sigma)):
        raise make_refusal(f"not-a-{what}", given=str(raw), **of)
    if sigma > MOST_SIGMA_IN:
        raise make_refusal(f"{what}-unsure", limit=MOST_SIGMA_IN, given=float(sigma), **of)
    return Fact(float(value), float(sigma))


def _is_length(number: Json) -> bool:
    return type(number) in (int, float) and 0 <= number <= FARTHEST_IN


def point(raw: Json) -> Point | None:
    """A place (x, y, z) in inches; one without a height lies on the table at 0, and none lies below it."""
    if raw is None:
        return None
    if not isinstance(raw, list | tuple) or len(raw) not in (2, 3) or not all(type(n) in (int, float) for n in raw):
        raise make_refusal("not-a-place", given=str(raw))
    if not all(abs(n) <= FARTHEST_IN for n in raw):
        raise make_refusal("place-off-measure", given=str(raw))
    x, y, *z = map(float, raw)
    height_in = z[0] if z else 0.0
    if height_in < -BELOW_TABLE_IN:
        raise make_refusal("place-below-table", given=-height_in)
    return (x, y, height_in)


def number(text: str) -> Json:
    """A value, or a value with its sigma, from `12.3` or `12.3~0.05`."""
    value, doubt, sigma = text.partition("~")
    return [decimal(value), decimal(sigma)] if doubt else decimal(value)


def decimal(text: str) -> float:
    """A number that a person wrote; IllegalAnswer if it is none."""
    try:
        return float(text)
    except ValueError:
        raise make_refusal("not-a-number", given=text) from None
