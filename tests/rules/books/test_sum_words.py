"""Rolls in one line with all their numbers, and where such a line stands in a transcript."""

from typing import Any

import pytest

from tablecam.game.log import AnswerLine, AskLine, GameLine, GameLog
from tablecam.game.transcript import SumsInWords
from tablecam.rules.ask import Roll
from tablecam.rules.books.plain_words import PlainNames
from tablecam.rules.books.sum_words import describe_sum
from tablecam.rules.books.urban_war.rules.codes import reason
from tablecam.rules.books.urban_war.wording.names import Names
from tablecam.rules.books.urban_war.wording.wording import SUMS, describe_answer
from tablecam.rules.check import Check, Duel, DuelSide, Ladder, Modifier, Natural
from tablecam.rules.dice import D6, D10, Die
from tablecam.rules.sentence import Rolled, Sentence

NAMES = PlainNames({"red": "Red", "blue": "Blue"})
AUTOMATIC = (Natural(1, 1, False), Natural(10, 10, True))
SHOT = (Modifier(4, reason("SH")), Modifier(-1, reason("moved")))


def roll(check: Check | Ladder | Duel | None, die: Die = D10, **more: Any) -> dict[str, Any]:
    record: dict[str, Any] = Roll(purpose="x", check=check, die=die, seat="red", **more).record()
    return record


def plain(check: Check | Ladder | Duel | None, *faces: int, die: Die = D10, **more: Any) -> str:
    return describe_sum(roll(check, die, **more), list(faces), NAMES)


@pytest.mark.parametrize(
    ("check", "faces", "text"),
    [
        (Check(name="x", target=6), (5,), "6+: rolled 5, fails"),
        (
            Check(name="x", target=6, modifiers=(Modifier(2, "near"),)),
            (4,),
            "4+ (near +2, against 6): rolled 4, passes",
        ),
        (Check(name="x", target=6, modifiers=(Modifier(0, "calm"),)), (4,), "6+: rolled 4, fails"),
        (Check(name="x", target=6), (5, 6, 7), "6+: rolled 5, 6 and 7, 2 pass"),
        (Check(name="x", target=6), (5, 5), "6+: rolled 5 and 5, none passes"),
        (
            Check(name="x", target=10, modifiers=(Modifier(9, "luck"),), naturals=AUTOMATIC),
            (1,),
            "2+ (luck +9, against 10, a 1 always fails): rolled 1, fails",
        ),
        (
            Check(name="x", target=10, modifiers=(Modifier(-3, "fog"),), naturals=AUTOMATIC),
            (10,),
            "10+ (fog −3, against 10, a 10 always passes): rolled 10, passes",
        ),
        (
            Check(name="x", target=10, modifiers=(Modifier(-3, "fog"),)),
            (10,),
            "out of reach (fog −3, against 10): rolled 10, fails",
        ),
        (
            Check(name="x", target=15, modifiers=(Modifier(5, "nerve"), Modifier(-1, "dark")), dice=2),
            (7, 2),
            "2d10 7+2 + nerve 5 − dark 1 = 13, needs 15: fails",
        ),
        (
            Check(name="x", target=15, modifiers=(Modifier(11, "nerve"),), naturals=(Natural(2, 5, False),), dice=2),
            (3, 2),
            "2d10 3+2 + nerve 11 = 16, needs 15, 2 to 5 always fails: fails",
        ),
        (
            Check(name="x", target=15, modifiers=(Modifier(11, "nerve"),), naturals=(Natural(2, 5, False),), dice=2),
            (3, 4),
            "2d10 3+4 + nerve 11 = 18, needs 15: passes",
        ),
        (
            Ladder(name="x", steps=(6, 10, 14), modifiers=(Modifier(4, "bows"),)),
            (7,),
            "7 + bows 4 = 11 against 6/10/14: 2 hits",
        ),
        (
            Ladder(name="x", steps=(6, 10, 14), modifiers=(Modifier(1, "bows"),)),
            (7, 3),
            "7 + bows 1 = 8 and 3 + bows 1 = 4 against 6/10/14: 1 hit",
        ),
        (Ladder(name="x", steps=(6, 10)), (3,), "3 against 6/10: no hit"),
        (Duel(name="x", sides=(DuelSide("red", (Modifier(3, "cover"),)), DuelSide("blue"))), (4,), "4 + cover 3 = 7"),
        (Duel(name="x", sides=(DuelSide("blue", (Modifier(3, "cover"),)), DuelSide("red"))), (4,), "4"),
        (None, (4,), ""),
    ],
)
def test_a_sum_in_plain_words_has_every_number_and_no_zero(check: Any, faces: tuple[int, ...], text: str) -> None:
    assert plain(check, *faces) == text


def test_dice_that_are_held_against_nothing_have_a_sum_where_something_is_added() -> None:
    assert plain(None, 4, modifiers=(Modifier(-1, "no leader"),)) == "4 − no leader 1 = 3"
    assert describe_sum({"kind": "Confirm", "purpose": "x"}, True, NAMES) == ""
    assert describe_sum(roll(Check(name="x", target=6)), None, NAMES) == ""
    assert plain(Check(name="x", target=3, die=D6), 2, die=D6) == "3+: rolled 2, fails"


def test_urban_war_tells_a_shot_a_command_check_and_initiative_as_players_argue() -> None:
    known = Names({"ann": "Ann", "bob": "Bob", "red": "Red", "vale": "Vale"})
    shot = roll(
        Check(name="to hit", target=10, modifiers=SHOT, naturals=AUTOMATIC), action="hit", subject=("ann", "bob")
    )
    assert describe_sum(shot, [6], known, SUMS) == "to hit 7+ (SH 4, moved −1, against 10): rolled 6, a miss"
    assert describe_answer(shot, [6], "red", known) == (
        "Ann against Bob, to hit 7+ (SH 4, moved −1, against 10): rolled 6, a miss"
    )
    added = (Modifier(5, reason("CD")), Modifier(1, reason("commander-near", reach=9, model="vale")))
    command = Check(name="rally", target=15, modifiers=added, naturals=(Natural(2, 5, False),), dice=2)
    asked = roll(command, count=2, action="check.rally", subject=("ann",))
    assert describe_answer(asked, [3, 5], "red", known) == (
        "Ann tries to rally, command 2d10 3+5 + CD 5 + aura 1 = 14, needs 15: fails"
    )
    dead = (Modifier(-1, reason("commander-dead", model="vale")),)
    initiative = roll(None, modifiers=dead, action="roll-off.initiative")
    assert describe_answer(initiative, [5], "red", known) == "Red rolls 5 − Commander dead 1 = 4 for initiative"
    save = roll(Check(name="solid cover", target=6), count=2, action="cover.solid", subject=("bob",))
    assert describe_answer(save, [6, 3], "blue", known) == "Bob, solid cover 6+: rolled 6 and 3, 1 wound saved"


def log_of(*rolls: tuple[dict[str, Any], list[int]]) -> GameLog:
    """All questions first, as of dice that are thrown at once, then the answers, the last one first."""
    log = GameLog()
    log.append(GameLine(game="dice", setup={}, seats=("red", "blue")))
    asked = []
    for ask, faces in rolls:
        log.append(AskLine(ask=ask))
        asked.append((log.last, faces))
    for to, faces in reversed(asked):
        log.append(AnswerLine(answer=faces, to=to, by="red"))
    return log


def tell(ask: Any, raw: Any, by: str) -> Rolled | None:
    text = describe_sum(ask, raw, NAMES)
    return Rolled(f"{ask['purpose']}, {text}", text) if text else None


def sums_of(log: GameLog) -> SumsInWords:
    sums = SumsInWords(log, tell)
    for line in log.lines:
        sums.keep_roll(line)
    return sums


def result(who: str) -> Sentence:
    return Sentence(who, "rolls", summed=lambda rolled: Sentence(who, f"rolls {rolled.sum}", closes=True))


def test_dice_thrown_at_once_are_told_in_the_order_of_their_questions() -> None:
    check = roll(Check(name="x", target=6))
    sums = sums_of(log_of((check, [3]), (check, [7])))
    told = [str(sentence) for who in ("Ann", "Bob", "Cat") for sentence in sums.describe_event(result(who))]
    assert told == ["Ann rolls 6+: rolled 3, fails", "Bob rolls 6+: rolled 7, passes", "Cat rolls"]


def test_a_roll_that_no_event_tells_of_is_told_before_what_comes_of_it() -> None:
    sums = sums_of(log_of((roll(Check(name="x", target=6)), [3])))
    assert [str(sentence) for sentence in sums.describe_event(Sentence("Ann", "falls"))] == [
        "x, 6+: rolled 3, fails",
        "Ann falls",
    ]
    assert sums.left() == []


def test_both_dice_of_a_duel_are_in_one_clause() -> None:
    duel = Duel(name="x", sides=(DuelSide("red", (Modifier(3, "cover"),)), DuelSide("blue", (Modifier(1, "hill"),))))
    red, blue = roll(duel), {**roll(duel), "seat": "blue"}
    sums = sums_of(log_of((red, [4]), (blue, [9])))
    assert [str(each) for each in sums.describe_event(result("Fight:"))] == [
        "Fight: rolls 4 + cover 3 = 7; 9 + hill 1 = 10"
    ]
