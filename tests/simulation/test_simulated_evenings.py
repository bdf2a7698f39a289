"""Evenings of a club by chance, each with kills, faults of the disk and of the network: no law is broken in any.

The same seeds each time, so the day's round never fails by chance; `evenings.py` plays others.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import laws
import pytest
from play_evenings import read_played, split_seeds
from shrink import describe, shrink
from simulated_evening import Evening, find_failures, plan, play
from simulated_server import Asked

from tablecam.club.event import public_view
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.state import TournamentState
from tablecam.rules.event_scoring import EventScoring
from tablecam.storage.database_fault import DatabaseFault
from tablecam.storage.line_store import LineStore

# seeds until a broken law is found: each mutation below shows within a few
PATIENCE = 60


@pytest.fixture(autouse=True)
def silent() -> Iterator[None]:
    """Faults of the disk are logged, as they should be, and here they are many."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.slow
@pytest.mark.parametrize("first", [100, 200])
def test_no_law_is_broken_in_any_evening(first: int) -> None:
    failed = [*find_failures(range(first, first + 100))]
    assert not failed, describe(failed[0])


def test_an_evening_is_the_same_each_time() -> None:
    stories = []
    for _ in range(2):
        played = Evening(plan(11)[0].seed)
        for step in plan(11):
            played.take(step)
        stories.append((played.story, played.club.state))
    assert stories[0] == stories[1]


@pytest.mark.slow
def test_the_evenings_are_full_of_what_happens_in_one(monkeypatch) -> None:
    """A simulation that only knocks at closed doors would find nothing."""
    answers: Counter[tuple[str, int]] = Counter()
    note, restart = Evening.note, Evening.restart

    def noted(self: Evening, asked: Asked, answer: Any) -> None:
        answers[(asked.body or {}).get("command", asked.path.rpartition("/")[2]), answer.status_code] += 1
        note(self, asked, answer)

    def restarted(self: Evening) -> None:
        answers["kill", 0] += 1
        restart(self)

    monkeypatch.setattr(Evening, "note", noted)
    monkeypatch.setattr(Evening, "restart", restarted)
    failed = [*find_failures(range(100))]
    assert not failed, describe(failed[0])
    for name in ("draft", "publish", "start", "report", "confirm", "undo", "card", "enter"):
        assert answers[name, 200] > 2, name
    assert sum(number for (_name, status), number in answers.items() if status == 503) > 5
    assert answers["kill", 0] > 60


def find_broken(law: str) -> None:
    """Some evening breaks the law, and the shortest one that does is short and the same each time."""
    for seed in find_failures(range(PATIENCE)):
        failure = play(plan(seed))
        assert failure
        if law in failure.what:
            steps = shrink(plan(seed))
            again = play(steps)
            assert again
            assert law in again.what
            assert len(steps) <= failure.step + 1
            assert f"evening {seed}:" in describe(seed)
            return
    raise AssertionError(f"no evening breaks it: {law}")


def acknowledge_early(patch: pytest.MonkeyPatch) -> None:
    """An act counts although the disk has not taken it."""
    append = LineStore.append

    def careless(self: LineStore, *given: Any, **more: Any) -> Any:
        try:
            return append(self, *given, **more)
        except DatabaseFault:
            return given[0], "no sum"

    patch.setattr(LineStore, "append", careless)


def show_every_list(patch: pytest.MonkeyPatch) -> None:
    """Opponents see lists that they may not see."""
    patch.setattr(ClubState, "sees_force", lambda *_given: True)
    describe_player = public_view._describe_player

    def described(known: public_view.KnownNames, player: str) -> dict[str, Any]:
        return {**describe_player(known, player), "force": str(known.state.forces.get(player))}

    patch.setattr(public_view, "_describe_player", described)


def forget_points_of_byes(patch: pytest.MonkeyPatch) -> None:
    """A bye gives no points."""
    patch.setattr(EventScoring, "bye_points", 12)


def forget_who_has_met(patch: pytest.MonkeyPatch) -> None:
    """Anybody may be anybody's next opponent."""
    cards = TournamentState.cards

    def forgetful(self: TournamentState) -> Any:
        return {player: replace(card, met=frozenset()) for player, card in cards(self).items()}

    patch.setattr(TournamentState, "cards", forgetful)


def refuse_without_words(patch: pytest.MonkeyPatch) -> None:
    """A refusal with the innards of the program."""
    patch.setattr("webui.server.refusals.sentence", lambda _text: "KeyError: 'players'")


def keep_undone_lines(patch: pytest.MonkeyPatch) -> None:
    """What the program remembers is not what the disk has."""
    apply_lines = StoredEvent._apply_lines

    def doubled(self: StoredEvent, texts: Any) -> None:
        apply_lines(self, texts)
        if len(self._texts) == 9:
            self._texts[-1] = self._texts[-1].replace('"by":"', '"by":"not ')

    patch.setattr(StoredEvent, "_apply_lines", doubled)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("break_it", "law"),
    [
        (acknowledge_early, "the disk does not have"),
        (show_every_list, "reads the list of"),
        (forget_points_of_byes, "A5, B6"),
        pytest.param(forget_who_has_met, "P2: a rematch", marks=pytest.mark.long),
        (refuse_without_words, "sentence"),
        (keep_undone_lines, "the disk does not have"),
    ],
)
def test_a_program_that_breaks_a_law_is_found_and_its_evening_is_shrunk(
    break_it: Callable[[pytest.MonkeyPatch], None], law: str, monkeypatch
) -> None:
    break_it(monkeypatch)
    find_broken(law)


def test_a_long_round_goes_on_where_it_was(tmp_path) -> None:
    log = tmp_path / "played.txt"
    assert [*split_seeds(50, 250, read_played(log))] == [(50, 100), (100, 200), (200, 250)]
    log.write_text("50 100\n100 130 117\n130 140 1")
    assert [*split_seeds(50, 250, read_played(log))] == [(130, 200), (200, 250)]


def test_points_by_hand_follow_the_table_of_the_guide() -> None:
    side = type("Side", (), {"withdrew": False, "conceded": False, "lost": 0})
    assert [laws.level(type("Side", (side,), {"lost": lost})(), 10) for lost in (2, 3, 5, 8)] == [0, 1, 2, 3]
