"""The form of a data book: its tables and keys, each with its meaning.

The reader (`reader_toml.py`), the JSON schema (`schema.py`), the template of a catalogue and `docs/data_book.md` derive
from these classes. A key without a default is required. `Words` is a text for players, which a catalogue translates.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, NewType

from tablecam.rules.books.data_book.rules.amounts_toml import Amount

ZERO, ONE = Amount(), Amount.plain(1)
Words = NewType("Words", str)
Says = str


@dataclass(frozen=True)
class Ref:
    """A value that is a name from another table of the book."""

    table: str


@dataclass(frozen=True)
class Bounds:
    """The least and the greatest number that a key takes."""

    least: float
    most: float = 10_000


@dataclass(frozen=True)
class OneOrMore:
    """A list whose only entry may stand without brackets."""


CONDITION, MARKER, CHECK, ATTACK, ACTION = (
    Ref(table) for table in ("conditions", "markers", "checks", "attacks", "actions")
)
KEYWORD, BAND, PROFILE, WEAPON, FORCE = (Ref(table) for table in ("keywords", "bands", "profiles", "weapons", "forces"))
NUMBER, ORDER = Ref("numbers"), Ref("orders")
COUNT, ONE_UP, SHARE, INCHES = Bounds(0), Bounds(1, 100), Bounds(0, 1), Bounds(0, 500)
DieName = Literal["d3", "d4", "d6", "d8", "d10", "d12", "d20", "d100"]
Who = Literal["actor", "target"]

Conditions = tuple[Annotated[str, CONDITION], ...]
Markers = tuple[Annotated[str, MARKER], ...]
Title = Annotated[Words, "Its name, as players read it."]
Clause = Annotated[str, "The heading of your written rules that a player looks up."]


@dataclass(frozen=True)
class NumberForm:
    """A number on the cards of profiles or weapons: skill, armour, strength."""

    title: Title
    of: Annotated[Literal["profile", "weapon"], "The cards that it is on."] = "profile"
    usual: Annotated[int | None, "Its value on a card that does not give it; without it every card must."] = None


@dataclass(frozen=True)
class MarkerForm:
    """A marker beside a model: moved, pinned, shaken."""

    title: Title
    until: Annotated[
        Literal["activation", "next", "turn", "game"],
        "When it goes: at the end of the model's activation, when its next activation begins, at the end of the turn,"
        " or never by itself.",
    ] = "game"
    actions: Annotated[int, Bounds(-10, 10), "Actions that the model has more (less: below 0) in an activation."] = 0
    says: Annotated[Words, "A paragraph for the glossary."] = Words("")


@dataclass(frozen=True)
class ConditionForm:
    """Something that is so or not; every test that is given must hold. `of` says which model it is about."""

    title: Title
    of: Annotated[Who, "The model that marker, keyword, order, height and friends are about."] = "actor"
    band: Annotated[str | None, BAND, "The target is in this range band of the weapon."] = None
    hidden: Annotated[float | None, SHARE, "Terrain hides at least this share of the target from the actor."] = None
    higher_in: Annotated[float | None, INCHES, "The model stands at least this much higher than the other one."] = None
    marked: Annotated[str | None, MARKER, "The model has this marker."] = None
    keyword: Annotated[str | None, KEYWORD, "The model's profile has this keyword."] = None
    order: Annotated[str | None, ORDER, "The model has this order."] = None
    friend: Annotated[str | None, KEYWORD, "A friend with this keyword is within `friend_in` of the model."] = None
    friend_in: Annotated[float, INCHES, "See `friend`."] = 6.0
    negated: Annotated[bool, "Whether it holds when the tests do not."] = False


@dataclass(frozen=True)
class EffectForm:
    """Something that a success or a failure leads to."""

    next: Annotated[str | None, CHECK, "The next check: one roll for each success or failure."] = None
    damage: Annotated[Amount | None, "Wounds that the model loses for each success or failure."] = None
    heal: Annotated[Amount | None, "Wounds that the model gets back for each success or failure."] = None
    mark: Annotated[str | None, MARKER, "A marker that the model gets."] = None
    unmark: Annotated[str | None, MARKER, "A marker that the model loses."] = None
    out: Annotated[Literal["killed", "flees"] | None, "The model is out of the game: why."] = None
    to: Annotated[Who | None, "The model; else the target, or the actor where there is no target."] = None


Effects = Annotated[tuple[EffectForm, ...], OneOrMore()]


@dataclass(frozen=True)
class CheckForm:
    """The keys that checks of every kind have."""

    title: Annotated[Words, "What is rolled for, as in “Ida rolls: to hit”."]
    roller: Annotated[Who, "The model whose side rolls."] = "actor"
    die: Annotated[DieName | None, "The kind of die, if not the book's."] = None
    add: Annotated[Amount, "Added to the dice; names show on the screen as modifiers."] = ZERO
    modifiers: Annotated[Mapping[Annotated[str, CONDITION], int], "Added to the dice while a condition holds."] = field(
        default_factory=dict
    )
    success: Annotated[Effects, "What a success leads to."] = ()
    failure: Annotated[Effects, "What a failure leads to."] = ()
    clause: Clause = ""


@dataclass(frozen=True)
class AttackForm:
    """A way to attack: how far, what must be seen, and the first of its checks."""

    title: Title
    first: Annotated[str, CHECK, "The check that it begins with."]
    rolls: Annotated[Amount, "How often the first check is rolled."] = ONE
    contact: Annotated[bool, "Whether attacker and target must touch; otherwise the weapon's bands count."] = False
    sees: Annotated[float, SHARE, "The share of the target that must be visible; 0: no sight is needed."] = 0.0
    clause: Clause = ""


@dataclass(frozen=True)
class WeaponForm:
    """A weapon. A weapon for attacks by contact has no bands."""

    title: Title
    attack: Annotated[str, ATTACK, "The attack that it is used in."]
    bands: Annotated[
        Mapping[Annotated[str, BAND], float], "The inches up to which each range band reaches, the nearest first."
    ] = field(default_factory=dict)
    numbers: Annotated[Mapping[Annotated[str, NUMBER], int], "Its numbers."] = field(default_factory=dict)


@dataclass(frozen=True)
class ProfileForm:
    """A kind of model: its card."""

    title: Title
    wounds: Annotated[int, ONE_UP, "The wounds that it can lose before it is out."] = 1
    points: Annotated[int, COUNT, "Its price."] = 0
    numbers: Annotated[Mapping[Annotated[str, NUMBER], int], "Its numbers."] = field(default_factory=dict)
    weapons: Annotated[tuple[Annotated[str, WEAPON], ...], "Its weapons."] = ()
    keywords: Annotated[tuple[Annotated[str, KEYWORD], ...], "Its keywords."] = ()
    base_mm: Annotated[float, Bounds(5, 300), "The diameter of its base, in millimetres."] = 28.5
    height_in: Annotated[float, Bounds(0.1, 20), "Its height, in inches."] = 1.25
    says: Annotated[Words, "A special rule that the players apply."] = Words("")


@dataclass(frozen=True)
class ActionForm:
    """An action of an activation. Given several parts, it takes them in this order: move, markers, attack, check."""

    title: Title
    inches: Annotated[Amount | None, "A move of up to so many inches."] = None
    mark: Annotated[Markers, "Markers that the model gets."] = ()
    unmark: Annotated[Markers, "Markers that the model loses."] = ()
    attack: Annotated[str | None, ATTACK, "An attack."] = None
    check: Annotated[str | None, CHECK, "A check of the model alone."] = None
    cost: Annotated[int, Bounds(1, 10), "The actions that it takes."] = 1
    often: Annotated[bool, "Whether it may be repeated in an activation."] = False
    needs: Annotated[Conditions, "Conditions that must hold; of the model alone, without facts of the table."] = ()
    unless: Annotated[Conditions, "Conditions that must not hold; likewise."] = ()


@dataclass(frozen=True)
class OrderForm:
    """An order that every model gets at the start of a turn."""

    title: Title
    actions: Annotated[tuple[Annotated[str, ACTION], ...], "The actions that it allows."]
    count: Annotated[int | None, ONE_UP, "The number of actions, if not that of the turn."] = None


@dataclass(frozen=True)
class TurnForm:
    """The turn: one side activates models, then the next, until all models have acted."""

    actions: Annotated[int, Bounds(1, 10), "Actions of an activation."] = 2
    models: Annotated[int, Bounds(1, 20), "Models that a side activates before the next side does."] = 1
    first: Annotated[Literal["roll", "alternate"], "The side that begins: by a roll of dice each turn, or in turn."] = (
        "roll"
    )
    orders: Annotated[
        Literal["none", "open", "secret"], "Whether models get orders: no, openly, or hidden until they act."
    ] = "none"
    may_pass: Annotated[bool, "Whether a side with fewer models left to act may pass."] = False


@dataclass(frozen=True)
class MoraleForm:
    """A check that models roll because of something."""

    when: Annotated[
        Literal["death", "wound", "losses"],
        "death: friends near a model that dies; wound: a model that loses wounds and lives; losses: at the end of a"
        " turn every model of a side that has lost `share` of its models.",
    ]
    check: Annotated[str, CHECK, "The check."]
    within_in: Annotated[float, INCHES, "How near friends must be, for `death`."] = 6.0
    share: Annotated[float, SHARE, "The share of lost models, for `losses`."] = 0.5
    unless: Annotated[Conditions, "Conditions under which a model does not roll; of the model alone."] = ()


@dataclass(frozen=True)
class ScoreForm:
    """A way to score."""

    by: Annotated[
        Literal["kill", "price", "hold", "alive"],
        "kill: an enemy model is out; price: the same, times its points; hold: more models than any other side at an"
        " objective of the scenario; alive: a model of one's own at the end.",
    ]
    gives: Annotated[int, Bounds(-100, 100), "Victory points."] = 1
    at: Annotated[Literal["turn", "end"], "When `hold` counts: at the end of each turn, or of the game."] = "turn"
    within_in: Annotated[float, Bounds(0, 24), "How near to an objective a model holds it."] = 3.0


@dataclass(frozen=True)
class VictoryForm:
    """The end of the game. The most victory points win, else the most models left."""

    turns: Annotated[int, Bounds(1, 100), "Turns after which it ends."] = 6
    breaks_at: Annotated[float, SHARE, "A side that has lost this share of its models at the end of a turn loses."] = (
        1.0
    )
    scores: Annotated[tuple[ScoreForm, ...], "The ways to score."] = ()


@dataclass(frozen=True)
class ForceForm:
    """A force."""

    title: Title
    models: Annotated[Mapping[str, Annotated[str, PROFILE]], "The profile of each model, by its id."]
    names: Annotated[Mapping[str, str], "Names of models, where the id with a capital letter does not do."] = field(
        default_factory=dict
    )


@dataclass(frozen=True)
class ScenarioForm:
    """A way to begin."""

    title: Title
    forces: Annotated[Mapping[str, Annotated[str, FORCE]], "The usual force of each side."]
    says: Annotated[Words, "What it is about."] = Words("")
    turns: Annotated[int | None, ONE_UP, "Turns after which it ends, if not those of the book."] = None
    objectives: Annotated[tuple[str, ...], "Pieces of terrain to be held, as the terrain of the table names them."] = ()
    deployment: Annotated[Mapping[str, Words], "Where each side deploys, as a question: “Red is on the left edge”."] = (
        field(default_factory=dict)
    )


@dataclass(frozen=True)
class PieceForm:
    """A piece of terrain on the drawn table of the demonstration."""

    name: Annotated[str, "Its name."]
    box: Annotated[tuple[float, ...], "Left, near, right and far edge in inches, on a table of 48 x 48."]
    top_in: Annotated[float, Bounds(0.1, 20), "Its height in inches."] = 2.0
    paint: Annotated[Literal["brick", "concrete", "grass", "wood", "metal"], "Its look."] = "concrete"


@dataclass(frozen=True)
class DemoForm:
    """The table of `tablecam demo --book NAME`. Without places the models stand in rows on two sides."""

    pieces: Annotated[tuple[PieceForm, ...], "Its terrain."] = ()
    places: Annotated[Mapping[str, tuple[float, ...]], "Where models stand, by id: [x, y] in inches."] = field(
        default_factory=dict
    )
