"""Which dice of a roll in the tray answer a question: by their number, their kind, and the colour of a side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablecam.base.i18n import Counted, Message
from tablecam.rules.ask import Roll
from tablecam.rules.dice import Die
from tablecam.sensing.dice.reading import DieReading
from tablecam.sensing.tray.roll_watch import TrayRoll

# the dice that can be read, by the number of their faces
KINDS = {6: "d6", 10: "d10"}
# the game, and the line of the question in its log
QuestionKey = tuple[int, int]
# a printed 0
ZERO = 0


@dataclass(frozen=True)
class AskedRoll:
    """An open question for dice. key: its game, and its line in the log. seat: the side that rolls, None for any."""

    key: QuestionKey
    ask: Roll
    seat: str | None


@dataclass(frozen=True)
class FittingDice:
    """The dice of a roll for a question. places: of the dice in the roll; faces: None where the reading is not sure.

    refusal: why the roll does not answer the question, and then a hand has to.
    """

    places: tuple[int, ...] = ()
    faces: tuple[int | None, ...] = ()
    refusal: Message | None = None

    @property
    def is_lawful(self) -> bool:
        """Whether the roll counts: the right dice, all of them flat."""
        return self.refusal is None

    @property
    def is_sure(self) -> bool:
        """Whether it may confirm itself: every face is read without doubt."""
        return self.is_lawful and None not in self.faces


def match_roll(roll: TrayRoll, asked: AskedRoll, colours: Mapping[str, str]) -> FittingDice:
    """Return the dice that answer a question. colours: of the seats' dice, as far as they are known."""
    die = asked.ask.die
    kind = KINDS.get(len(die.faces))
    if kind is None:
        return FittingDice(refusal=Message("the tray reads d6 and d10: enter the {die} on the pad", die=die))
    places = _choose_places(roll, kind, asked.seat, colours)
    dice = [roll.dice[place] for place in places]
    faces = tuple(to_face(die, reading) for reading in dice)
    return FittingDice(places, faces, _find_refusal(roll, dice, asked.ask, kind))


def _choose_places(roll: TrayRoll, kind: str, seat: str | None, colours: Mapping[str, str]) -> tuple[int, ...]:
    """The rolled dice, of the seat's own colour where dice of another side's colour lie there too."""
    places = tuple(place for place in roll.fresh if _may_be(roll.dice[place], kind))
    own = colours.get(seat or "")
    others = {colour for other, colour in colours.items() if other != seat}
    if not own or not others & {roll.dice[place].colour for place in places}:
        return places
    return tuple(place for place in places if roll.dice[place].colour not in others)


def _may_be(reading: DieReading, kind: str) -> bool:
    """Whether a die counts as one of this kind: of a die that could not be read, its kind is a guess too."""
    return reading.kind == kind or reading.value is None


def _find_refusal(roll: TrayRoll, dice: Sequence[DieReading], ask: Roll, kind: str) -> Message | None:
    if trouble := next((die.trouble for die in dice if die.trouble), None):
        return trouble
    if len(dice) == ask.count:
        return None
    if not dice and roll.fresh:
        return Message("{die} are asked for: other dice were rolled", die=kind)
    return Counted(
        "{n} die is asked for; dice rolled: {given}", "{n} dice are asked for; dice rolled: {given}", ask.count,
        given=len(dice),
    )  # fmt: skip


def to_face(die: Die, reading: DieReading) -> int | None:
    """Convert a reading to a face of a die; a printed 0 is 10 where its faces run from 1 to 10."""
    is_ten = reading.kind == KINDS[10] and reading.value == ZERO and die.first == 1
    value = die.last if is_ten else reading.value
    return value if value in die.faces else None


def to_printed(kind: str, face: int) -> int:
    """Convert the face of an answer to the number on the die: a 10 is printed as 0."""
    return face % 10 if kind == KINDS[10] else face
