"""Which roll in the tray counts: the first lawful one for a question, unless the sides agree to take a later one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tablecam.base.i18n import Message
from tablecam.live.tray_match import AskedRoll, FittingDice, QuestionKey, match_roll
from tablecam.rules.ask import IllegalAnswer
from tablecam.sensing.dice.reading import DieReading
from tablecam.sensing.tray.roll_watch import TrayRoll, find_rolled

NOBODY_ASKED = Message("nobody was asked to roll: these dice do not count")
NO_SUCH_ROLL = Message("that roll is no longer in the tray: check the dice that lie there now")


@dataclass(frozen=True)
class TakenRoll:
    """The roll that counts for a question. later: one after it that the sides may agree to; agreed: those that do."""

    roll: TrayRoll
    fit: FittingDice
    later: TrayRoll | None = None
    agreed: tuple[str, ...] = ()


class TrayLedger:
    """The rolls that count for the open questions. colours: of the seats' dice. The caller synchronises.

    asked: returns the open questions for dice.
    """

    def __init__(self, asked: Callable[[], Sequence[AskedRoll]]) -> None:
        self._list_asked = asked
        self.number = 0
        self.roll: TrayRoll | None = None
        self.ignored: Message | None = None
        self.taken: dict[QuestionKey, TakenRoll] = {}
        self.colours: dict[str, str] = {}
        # dice that were rolled for a question which they could not answer yet, such as a die that fell cocked
        self._waiting: TrayRoll | None = None

    def note_dice(self, dice: Sequence[DieReading]) -> bool:
        """Take in the dice that lie in the tray now; return whether it is a new roll."""
        before = self.roll.dice if self.roll else ()
        rolled = find_rolled(before, dice)
        if not any(rolled):
            # dice that are taken out, or that a hand passed over, are no roll
            self._keep_lying(dice)
            return False
        self.number += 1
        self.roll = TrayRoll(self.number, tuple(dice), self._carry_over(dice, rolled))
        self._judge(self.roll)
        return True

    def agree(self, key: QuestionKey, number: int, seats: Sequence[str], everybody: Sequence[str]) -> None:
        """Note that seats agree to take a later roll, which counts once everybody does. IllegalAnswer if it is gone."""
        taken = self.taken.get(key)
        asked = next((asked for asked in self._list_asked() if asked.key == key), None)
        if asked is None or taken is None or taken.later is None or taken.later.number != number:
            raise IllegalAnswer(NO_SUCH_ROLL)
        agreed = tuple(seat for seat in everybody if seat in (*taken.agreed, *seats))
        self.taken[key] = replace(taken, agreed=agreed)
        if agreed == tuple(everybody):
            self.taken[key] = TakenRoll(taken.later, match_roll(taken.later, asked, self.colours))

    def settle(self) -> dict[QuestionKey, TakenRoll]:
        """Drop the rolls of questions that are no longer open, and return them."""
        open_keys = {asked.key for asked in self._list_asked()}
        settled = {key: taken for key, taken in self.taken.items() if key not in open_keys}
        self.taken = {key: taken for key, taken in self.taken.items() if key in open_keys}
        return settled

    def is_contested(self, key: QuestionKey) -> bool:
        """Whether the dice that answer a question answer another one too: the sides have to say whose they are."""
        taken = self.taken[key]
        return any(other != key and _shares_dice(taken, rival) for other, rival in self.taken.items())

    def use_up(self, used: TakenRoll) -> None:
        """Take the dice of a roll that answered its question away from all others."""
        self.taken = {key: taken for key, taken in self.taken.items() if not _shares_dice(taken, used)}

    def learn_colour(self, seat: str, taken: TakenRoll) -> None:
        """Note the colour of a seat's dice by a roll that it confirmed, unless another side has dice of that colour."""
        colours = {taken.roll.dice[place].colour for place in taken.fit.places}
        if len(colours) == 1 and not colours & {colour for other, colour in self.colours.items() if other != seat}:
            self.colours[seat] = colours.pop()

    def _judge(self, roll: TrayRoll) -> None:
        """Give the roll to the questions that it answers, and say why if it answers none."""
        asked = self._list_asked()
        self.ignored = None if asked else NOBODY_ASKED
        fits = {question: match_roll(roll, question, self.colours) for question in asked}
        for question, fit in fits.items():
            self._judge_for(roll, question.key, fit)
        refusals = [fit.refusal for fit in fits.values()]
        if asked and all(refusals):
            self.ignored = refusals[0]
        is_troubled = any(die.trouble for die in roll.dice)
        self._waiting = roll if asked and all(refusals) and is_troubled else None

    def _judge_for(self, roll: TrayRoll, key: QuestionKey, fit: FittingDice) -> None:
        if fit.is_lawful:
            first = self.taken.get(key)
            self.taken[key] = replace(first, later=roll, agreed=()) if first else TakenRoll(roll, fit)

    def _carry_over(self, dice: Sequence[DieReading], rolled: Sequence[bool]) -> tuple[bool, ...]:
        """Count dice of the waiting roll as rolled too: the cocked die alone is thrown again."""
        if self._waiting is None:
            return tuple(rolled)
        waiting = [self._waiting.dice[place] for place in self._waiting.fresh]
        lay_before = find_rolled(waiting, dice)
        return tuple(now or not was_new for now, was_new in zip(rolled, lay_before, strict=True))

    def _keep_lying(self, dice: Sequence[DieReading]) -> None:
        """Remember the dice that are left, so that they are not taken for rolled ones when they come back moved."""
        if self.roll is not None and len(dice) != len(self.roll.dice):
            self.roll = replace(self.roll, dice=tuple(dice), rolled=(False,) * len(dice)) if dice else None


def _shares_dice(taken: TakenRoll, other: TakenRoll) -> bool:
    return taken.roll.number == other.roll.number and bool({*taken.fit.places} & {*other.fit.places})
