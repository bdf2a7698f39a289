"""Stat cards, shots with their weapons, and forces: members, options, and reasons why a force cannot be played."""

import enum
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from tablecam.base.clause import Clause
from tablecam.base.i18n import Counted, Message, listing
from tablecam.rules.ask import WITH_CLAUSE, IllegalAnswer
from tablecam.rules.plain import Json, to_plain

# The special rules that the documents define; every other tag is only shown to the players.
HEAVY_ARMOUR = "heavy armour"  # no text
HIGH_MORALE = "high morale"  # no text
BATTLESHIELD = "battleshield"
JUMP_TROOPER = "jump trooper"  # no text
WARP_PORTAL = "warp portal"  # no text
KNOWN_TAGS = (HEAVY_ARMOUR, HIGH_MORALE, BATTLESHIELD, JUMP_TROOPER, WARP_PORTAL)

# A weapon that shoots by template, over obstacles that hide the target: models with an order may evade it.
INDIRECT = "indirect"


class Band(enum.Enum):
    """The range bands. Clause: UW-QS Ranges."""

    CONTACT = "contact"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"
    EXTREME = "extreme"

    @property
    def beyond_contact(self) -> int:
        """The number of bands beyond base contact: 0 for contact, 1 for short .. 4 for extreme."""
        return tuple(Band).index(self)


@dataclass(frozen=True)
class Figures:
    """A weapon's row in one range band.

    strength: of the weapon, or with `adds` the amount added to the model's own ST (printed "+1").
    shots: xN beside the to-hit modifier, the number of shots or blows. dice: xN beside the Strength, the number of
    damage
    dice for every hit. Clause: UW-QS Other information.
    """

    to_hit: int = 0
    strength: int = 0
    adds: bool = False
    shots: int = 1
    dice: int = 1


@dataclass(frozen=True)
class Tag:
    """A special rule. value: the N of `heavy armour (+N)`. text, mark: from the card."""

    name: str
    value: int = 0
    text: str = ""
    mark: str = ""

    @property
    def known(self) -> bool:
        """True if the rulebook applies it; the players apply all others by the text."""
        return self.name in (*KNOWN_TAGS, INDIRECT)

    def __str__(self) -> str:
        """The tag as printed: `heavy armour (+2)`."""
        return f"{self.name} (+{self.value})" if self.value else self.name


@dataclass(frozen=True)
class Weapon:
    """A weapon or set of weapons; a band without figures is a dash: the weapon cannot be used in it.

    FS: its bonus to First Strike in close combat.
    """

    name: str
    contact: Figures | None = None
    short: Figures | None = None
    medium: Figures | None = None
    long: Figures | None = None
    extreme: Figures | None = None
    FS: int = 0
    tags: tuple[Tag, ...] = ()

    def get_figures(self, band: Band | None) -> Figures | None:
        """The row of a band; None for a dash, and out of range."""
        return getattr(self, band.value) if band else None

    def has(self, name: str) -> bool:
        """Check whether it has a tag of that name."""
        return any(tag.name == name for tag in self.tags)

    @cached_property
    def shoots(self) -> bool:
        """True if it reaches further than base contact."""
        return any(self.get_figures(band) for band in Band if band is not Band.CONTACT)


@dataclass(frozen=True)
class Calibre:
    """One CAL with the FS linked to it, and its points; FS contains CAL already. Clause: UW-QS Stat Line."""

    CAL: int
    FS: int
    points: int = 0


@dataclass(frozen=True)
class Extra:
    """An option of the card: weaponry or abilities that may be added, for points."""

    name: str
    points: int = 0
    weapons: tuple[Weapon, ...] = ()
    tags: tuple[Tag, ...] = ()


@dataclass(frozen=True)
class StatCard:
    """A stat card as printed. The stats' defaults are the averages that the book names. Clause: UW-QS Stat Line.

    calibres: the CAL/FS pairs of which one is ticked. points: of the model with its basic equipment, without CAL.
    """

    name: str
    faction: str = ""
    AS: int = 4
    SH: int = 4
    ST: int = 4
    T: int = 4
    W: int = 1
    CD: int = 4
    SZ: int = 2
    MV: int = 4
    calibres: tuple[Calibre, ...] = (Calibre(0, 4),)
    weapons: tuple[Weapon, ...] = ()
    tags: tuple[Tag, ...] = ()
    extras: tuple[Extra, ...] = ()
    points: int = 0
    invented: bool = False


@dataclass(frozen=True)
class Member:
    """A model of a force: its id on the table and the options ticked on its card.

    card: the name of its stat card. CAL: of the ticked pair. extras: the names of those bought.
    """

    id: str
    card: str
    CAL: int = 0
    commander: bool = False
    extras: tuple[str, ...] = ()


BARE_HANDS = Weapon("bare hands", contact=Figures(0, 0, adds=True))  # no text


TEAM_SIZE = Clause("UW-QS", "Introduction", "UW-001")
CAL_OPTIONS = Clause("UW-QS", "Stat Line", "UW-016")
COST = Clause("UW-QS", "Cost", "UW-024")
COMMANDERS = Clause("UW-QS", "Commanders", "UW-109")

# Clause: UW-QS Introduction.
FEWEST, MOST = 6, 20


@dataclass(frozen=True)
class Problem:
    """A fault of a force. member: its index, from 0; None: the force as a whole. key: the field to correct.

    serious: false for a fault that the players may ignore.
    """

    text: str | Message
    clause: Clause
    member: int | None = None
    key: str = ""
    serious: bool = True

    def __str__(self) -> str:
        """The sentence and the clause."""
        return str(Message(WITH_CLAUSE, says=self.text, clause=self.clause))


@dataclass(frozen=True)
class Force:
    """A strike team. limit: the most points that it may cost, None for no limit."""

    name: str
    members: tuple[Member, ...]
    cards: tuple[StatCard, ...]
    limit: int | None = None

    def card(self, member: Member) -> StatCard | None:
        """The stat card of a member; None where the force has none of that name."""
        return next((card for card in self.cards if card.name == member.card), None)

    def calibre(self, member: Member) -> Calibre | None:
        """The CAL/FS pair that is ticked; None where the card has no such CAL."""
        card = self.card(member)
        return next((pair for pair in card.calibres if pair.CAL == member.CAL), None) if card else None

    def extras(self, member: Member) -> tuple[Extra, ...]:
        """The options of the card that the member has bought."""
        card = self.card(member)
        return tuple(extra for extra in card.extras if extra.name in member.extras) if card else ()

    def cost(self, member: Member) -> int:
        """The points of a member: basic model, CAL and extras. Clause: UW-QS Cost, Options."""
        card, calibre = self.card(member), self.calibre(member)
        ticked = sum(extra.points for extra in self.extras(member))
        return (card.points if card else 0) + (calibre.points if calibre else 0) + ticked

    @property
    def points(self) -> int:
        """The cost of the whole force."""
        return sum(map(self.cost, self.members))

    @property
    def commander(self) -> Member | None:
        """The Commander; None where there is none, or more than one."""
        named = [member for member in self.members if member.commander]
        return named[0] if len(named) == 1 else None

    def problems(self) -> tuple[Problem, ...]:
        """Every fault, in the order of the members, the force as a whole last."""
        return (*self._check_members(), *self._check_ids(), *self._check_team())

    def _check_members(self) -> Iterator[Problem]:
        for number, member in enumerate(self.members):
            card = self.card(member)
            if card is None:
                yield Problem(no_card(member, self.cards), COST, number, "card")
                continue
            if self.calibre(member) is None:
                text = Message(
                    "{model} has CAL {CAL} ticked; the card {card} has {known}",
                    model=member.id, CAL=member.CAL, card=card.name, known=listing(pair.CAL for pair in card.calibres),
                )  # fmt: skip
                yield Problem(text, CAL_OPTIONS, number, "CAL")
            yield from self._check_extras(number, member, card)

    def _check_extras(self, number: int, member: Member, card: StatCard) -> Iterator[Problem]:
        option_names = [extra.name for extra in card.extras]
        for name, times in Counter(member.extras).items():
            if name not in option_names:
                yield Problem(no_extra(member, name, card), COST, number, "extras")
            elif times > 1:
                text = Message(
                    "{model} has {option} {times} times; once is enough", model=member.id, option=name, times=times
                )
                yield Problem(text, COST, number, "extras")

    def _check_ids(self) -> Iterator[Problem]:
        for number, member in enumerate(self.members):
            if any(member.id == earlier_member.id for earlier_member in self.members[:number]):
                text = Message("{model} is in the force twice; give each model its own id", model=member.id)
                yield Problem(text, TEAM_SIZE, number, "id")

    def _check_team(self) -> Iterator[Problem]:
        named = [(number, member.id) for number, member in enumerate(self.members) if member.commander]
        if not named:
            yield Problem(Message("no model is the Commander; mark one with commander = true"), COMMANDERS)
        for number, name in named[1:]:
            text = Message("{model} is Commander and so is {other}; a force has one", model=name, other=named[0][1])
            yield Problem(text, COMMANDERS, number, "commander")
        if self.limit is not None and self.points > self.limit:
            text = Message(
                "the force costs {points} points, {over} over its limit of {limit}",
                points=self.points, over=self.points - self.limit, limit=self.limit,
            )  # fmt: skip
            yield Problem(text, COST, key="limit")
        if not self.members:
            yield Problem(Message("the force has no models; add some"), TEAM_SIZE)
        elif not FEWEST <= len(self.members) <= MOST:
            text = Counted(
                "the force has {n} model; the game is made for {fewest} to {most}",
                "the force has {n} models; the game is made for {fewest} to {most}",
                len(self.members), fewest=FEWEST, most=MOST,
            )  # fmt: skip
            yield Problem(text, TEAM_SIZE, serious=False)


def no_card(member: Member, cards: tuple[StatCard, ...]) -> Message:
    """The fault of a member whose card is missing from the force."""
    if not cards:
        return Message("there is no card {card}; the force has no cards", card=member.card)
    card_names = listing(card.name for card in cards)
    return Message("there is no card {card}; the cards are {known}", card=member.card, known=card_names)


def no_extra(member: Member, name: str, card: StatCard) -> Message:
    """The fault of a member with an option that its card lacks."""
    if not card.extras:
        return Message(
            "{model} cannot have {option}; the card {card} has no options", model=member.id, option=name, card=card.name
        )
    return Message(
        "{model} cannot have {option}; the options of the card {card} are {known}",
        model=member.id, option=name, card=card.name, known=listing(extra.name for extra in card.extras),
    )  # fmt: skip


def build_setup(forces: Mapping[str, Force]) -> dict[str, Json]:
    """The setup of a game between the forces of these sides, without house rules and terrain.

    Cards are keyed by force and name, because both sides may bring a "Trooper". IllegalAnswer where two models share an
    id.
    """
    owner: dict[str, str] = {}
    for force in forces.values():
        for member in force.members:
            if owner.setdefault(member.id, force.name) is not force.name:
                text = Message(
                    "{model} is in both {one} and {other}; give each model its own id",
                    model=member.id, one=owner[member.id], other=force.name,
                )  # fmt: skip
                raise IllegalAnswer(text, TEAM_SIZE, "same-id")
    cards = {_card_key(side, card): to_plain(card) for side, force in forces.items() for card in force.cards}
    sides = {side: [_member_to_json(side, force, member) for member in force.members] for side, force in forces.items()}
    return {"cards": cards, "sides": sides}


def _card_key(side: str, card: StatCard) -> str:
    return f"{side}/{card.name}"


def _member_to_json(side: str, force: Force, member: Member) -> Json:
    card = force.card(member)
    return to_plain(member) | ({"card": _card_key(side, card)} if card else {})


@dataclass(frozen=True)
class Shot:
    """The band, the material of the cover or nothing, and whether the shooter moved or fires speculatively."""

    band: Band
    cover: str = ""
    moved: bool = False
    speculative: bool = False
