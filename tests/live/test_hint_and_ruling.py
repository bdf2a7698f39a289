"""What a hint promises is what the ruling asks: models anywhere, and every answer that was advised on is tried."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from shapely import Point
from shapely.ops import unary_union
from table_game import TERRAIN, Player, begun

from tablecam.game.game import Question
from tablecam.game.log import AnswerLine, AskLine, EventLine
from tablecam.rules.ask import Choose, IllegalAnswer, Roll
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.urban_war.advice.questions import question_advice
from tablecam.rules.books.urban_war.board import BANDS
from tablecam.rules.books.urban_war.measurements import MeasuredTable, table_answer
from tablecam.rules.books.views import AdviceRow, AdviceView
from tablecam.rules.check import Check
from tablecam.rules.facts import Move
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore

pytestmark = pytest.mark.slow

SHOT, CHARGE, CHECK = "shoot.target", "charge.target", "check.another-target"
# bases are an inch wide
CLEAR_IN = 1.3
# the action that leads to a question, and how far from the middle of the table models stand then
WANTED = {SHOT: ("move+shoot", 22.0), CHARGE: ("charge", 9.0)}
# of each game: so many questions of a kind, and no more answers than that on the way
QUESTIONS, MOST = 5, 400


@pytest.fixture
def player(tmp_path: Any, seed: int) -> Player:
    return begun(GameStore(open_database(str(tmp_path / "games.db"))), seed=seed)


def advised(player: Player, question: Question) -> AdviceView:
    state = player.game.state
    # as it comes from a log
    ask = json.loads(json.dumps(question.ask.record()))
    found = question_advice(player.snapshot, state, ask, BOOKS.usual.phrases.build_names(state, {}))
    assert found
    return found


def questions(player: Player, action: str) -> Iterator[Question]:
    """Questions of that action in a game whose models stand elsewhere each time that one of them acts."""
    found, (wanted, far_in) = 0, WANTED[action]
    for _ in range(MOST):
        asked = {question.ask.action: question for question in player.game.open}
        if action in asked:
            yield asked[action]
            found += 1
        if found == QUESTIONS or player.game.over:
            return
        if "action" in asked:
            scatter(player, far_in)
        acting = asked.get("action")
        options = [option.id for option in getattr(acting.ask, "options", ()) if option.open] if acting else []
        if acting and wanted in options:
            player.game.answer(wanted, question=acting.line, by=str(acting.ask.seat))
        else:
            player.one_answer()


def scatter(player: Player, far_in: float) -> None:
    """All models stand somewhere, clear of each other and of the terrain."""
    taken = unary_union([feature.polygon for feature in TERRAIN.features]).buffer(CLEAR_IN / 2)
    for model, placed in player.placed.items():
        here = Point(0, 0)
        while here.equals(Point(0, 0)) or taken.covers(here):
            here = Point(*(24 + player.chance.uniform(-far_in, far_in) for _ in range(2)))
        taken = taken.union(here.buffer(CLEAR_IN))
        player.placed[model] = replace(placed, x_in=here.x, y_in=here.y)


def fact(row: AdviceRow, key: str) -> str:
    text = next((str(one.text) for one in row.facts if one.key == key), "")
    return text.replace("\N{NO-BREAK SPACE}", " ")


def measured(player: Player, kind: str, of: str, target: str) -> Any:
    """What was last measured for a question of that kind, as the log has it."""
    game = player.game
    for line in reversed(range(1, game.log.last + 1)):
        said = game.log[line]
        if game.log.counts(line) and isinstance(said, AnswerLine):
            asked = game.log[said.to]
            assert isinstance(asked, AskLine)
            if asked.ask["kind"] == kind and of in asked.ask.values() and target in said.answer:
                return said.answer[target]
    raise AssertionError(f"nothing was measured for {kind} from {of} to {target}")


class Ruling:
    """What the rules ask once an answer is given, as far as the dice for cover, and what they tell.

    All dice show their highest, so that all of it comes up, but those of armour. Afterwards all of it is taken back.
    """

    def __init__(self, player: Player, question: Question, row: AdviceRow) -> None:
        self.rolled: dict[str, Roll] = {}
        self.player, self.others = player, [str(one.label).rpartition(" with ")[2] for one in row.odds]
        game = player.game
        before = game.log.last
        game.answer(row.option, question=question.line, by=str(question.ask.seat))
        while (asked := self._asked()) is not None:
            game.answer(self._raw(asked), question=asked.line, by=asked.ask.seat or "table")
        lines = [game.log[line] for line in range(before + 1, game.log.last + 1) if game.log.counts(line)]
        self.events = [line.event for line in lines if isinstance(line, EventLine)]
        while question.line not in [each.line for each in game.open]:
            game.undo()

    def _asked(self) -> Question | None:
        """The next question of the shot; None where it has come to an end."""
        if "damage" in self.rolled or (CHECK in self.rolled and not self._check(CHECK).lowest_pass):
            wanted = [each for each in self.player.game.open if each.ask.action.startswith("cover.")]
        else:
            wanted = [each for each in self.player.game.open if each.ask.verb != "react"]
        return wanted[0] if wanted else None

    def _raw(self, asked: Question) -> Any:
        ask = asked.ask
        if isinstance(ask, Roll):
            self.rolled.setdefault(ask.action, ask)
            return [ask.die.first if ask.action == "armour" else ask.die.last] * ask.count
        if isinstance(ask, Choose):
            # the best weapon is the one that is not named beside it
            return next(option.id for option in ask.options if option.open and option.id not in self.others)
        return table_answer(ask, MeasuredTable(self.player.snapshot, self.player.game.state))

    def _check(self, action: str) -> Check:
        check = self.rolled[action].check
        assert isinstance(check, Check)
        return check

    @property
    def says(self) -> dict[str, str]:
        """The same in the words of the row's facts."""
        found = {"check": "", "need": "", "range": "", "cover": "none"}
        if CHECK in self.rolled:
            check = self._check(CHECK)
            found["check"] = f"{check.lowest_pass}+ on {check.dice}d10"
        if "hit" in self.rolled:
            needed = self._check("hit").lowest_pass
            found["need"] = f"{needed}+" if needed else "cannot hit"
        for event in self.events:
            if event["name"] == "TargetNamed":
                found["range"] = str(BANDS[event["band"]])
        for action in self.rolled:
            if action.startswith("cover."):
                found["cover"] = f"{action.removeprefix('cover.')}, saves on {self._check(action).lowest_pass}+"
        return found

    @property
    def chance_of_check(self) -> int | None:
        """Of the check that comes before the shot, in per cent; None without one."""
        return round(100 * float(self._check(CHECK).odds)) if CHECK in self.rolled else None

    def wounded(self) -> bool:
        """Whether there was anything to be saved by cover."""
        return any(event["name"] == "DamageRolled" and event["wounds"] for event in self.events)


@pytest.mark.parametrize("seed", range(2))
def test_a_target_that_is_chosen_is_shot_at_as_its_row_has_promised(player: Player) -> None:
    tried: list[str] = []
    for question in questions(player, SHOT):
        shooter = question.ask.subject[0]
        for row in advised(player, question).rows:
            if row.closed:
                with pytest.raises(IllegalAnswer):
                    player.game.answer(row.option, question=question.line, by=str(question.ask.seat))
                continue
            ruling = Ruling(player, question, row)
            promised = {key: fact(row, key) for key in ("check", "need", "cover")}
            far, _, band = fact(row, "range").partition(" in, ")
            found = ruling.says
            if not ruling.wounded():
                promised["cover"] = found["cover"] = ""
            assert promised | {"range": band} == found, (row.target, row.facts)
            assert ruling.chance_of_check in {None, *(one.per_cent for one in row.odds)}
            # what the ruling has measured
            assert far == f"{measured(player, 'Ranges', shooter, row.target)[0]:.1f}"
            share = measured(player, "Look", shooter, row.target)["visible"]
            assert fact(row, "sight").startswith(f"you see {100 * share:.0f} % of them")
            tried.append(row.style)
    assert {"first", "checked"} <= set(tried)


@pytest.mark.parametrize("seed", range(2))
def test_a_charge_goes_as_far_as_its_row_has_promised(player: Player, seed: int) -> None:
    tried: list[str] = []
    for question in questions(player, CHARGE):
        for row in advised(player, question).rows:
            if row.closed:
                with pytest.raises(IllegalAnswer):
                    player.game.answer(row.option, question=question.line, by=str(question.ask.seat))
                continue
            tried.append(row.style)
            if row.line is None:
                # no way is looked for where even the straight line is too long
                assert row.number is None or row.number.ok == "no"
                continue
            assert row.number is None or charged(player, question, row) == (row.number.ok == "yes"), row
    assert "plain" in tried
    assert seed > 0 or "too_far" in tried


def charged(player: Player, question: Question, row: AdviceRow) -> bool:
    """Whether the model comes into contact by the way of its row, as the ruling finds; then all is as it was."""
    game, stood, mover = player.game, dict(player.placed), str(question.ask.subject[0])
    before = game.log.last
    game.answer(row.option, question=question.line, by=str(question.ask.seat))
    asked = next(each for each in game.open if isinstance(each.ask, Move))
    assert row.number
    assert row.number.limit == asked.ask.allowance_in
    x, y = row.line[-1]  # type: ignore[index]
    player.placed[mover] = replace(player.placed[mover], x_in=x, y_in=y)
    try:
        gone = {"length_in": row.number.value, "sigma_in": 0.0, "end": [x, y, 0.0]}
        game.answer(gone, question=asked.line, by="table")
        for each in [each for each in game.open if each.ask.verb == "touch"]:
            raw = table_answer(each.ask, MeasuredTable(player.snapshot, game.state))
            game.answer(raw, question=each.line, by="table")
        lines = [game.log[line] for line in range(before + 1, game.log.last + 1) if game.log.counts(line)]
        return any(isinstance(line, EventLine) and line.event["name"] == "Charged" for line in lines)
    except IllegalAnswer:
        return False
    finally:
        player.placed = stood
        while question.line not in [each.line for each in game.open]:
            game.undo()
