"""Random events through the database: gone on with at any moment, by any program, they are the same events."""

import random
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played_event import PRINTED, entrant, side
from test_tournament_properties import check_round

from tablecam.club.event.event_store import NothingToUndo, StoredEvent
from tablecam.club.event.export import as_json, pairing_rows
from tablecam.club.event.log import read_club_log
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.event import Tournament
from tablecam.club.tournament.events import TournamentEvent
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.state import TournamentGame
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore

SEEDS = st.integers(0, 2**32)


class Evening:
    """A club event played at random, now by this program, now by one that has just opened it."""

    def __init__(self, store: TournamentStore, players: int, seed: int, phones: bool = True) -> None:
        self.store, self.chance, self.phones = store, random.Random(seed), phones
        self.club = StoredEvent.begin(store, "Friday", seed=seed, by="TO")
        self.entered = players
        self.resumed = 0
        for number in range(1, players + 1):
            who = entrant(number, self.chance)
            self.act(lambda night, who=who: night.enter(who))
        self.act(lambda night: night.set_tables(range(1, (players + 1) // 2 + 3)))

    @property
    def state(self) -> ClubState:
        return self.club.state

    def act(self, command, by: str = "TO") -> None:
        """Does it, sometimes takes it back and does it again, and sometimes goes on in another program."""
        before = self.club.state
        after = self.club.act(by, command)
        if by == "TO" and self.chance.random() < 0.1:
            assert without_numbers(self.club.undo("TO")) == without_numbers(before)
            assert self.club.redo("TO") == after
        if self.chance.random() < 0.15:
            again = StoredEvent.open(self.store, self.club.id)
            assert again.seen == self.club.seen
            self.club, self.resumed = again, self.resumed + 1

    def play(self) -> None:
        """To the end, with concessions, drops, late entries and corrections."""
        while self.state.event.number < (self.state.event.rounds or 1):
            if not self.drawn():
                return
            self.check_round()
            for game in self.chance.sample(self.state.event.open_games, len(self.state.event.open_games)):
                self.report(game)
            self.between_rounds()

    def drawn(self) -> bool:
        """A round is published, by a remedy where there is no lawful one; false where none is left."""
        before = Tournament.replay(self.happened())
        try:
            self.act(ClubEvent.draft)
        except TournamentRefusal as refused:
            choices = [number for number, each in enumerate(refused.remedies, 1) if each.layout]
            if not choices:
                return False
            number = self.chance.choice(choices)
            self.act(lambda night: night.draft_remedy(number, "no legal round"))
        self.act(ClubEvent.publish)
        if not self.state.event.drawn[-1].edited:
            check_round(before, self.state.event.drawn[-1])
        return True

    def report(self, game: TournamentGame) -> None:
        """By the organiser, or by both players, who may not agree."""
        event = Tournament(state=self.state.event)
        one, other = (side(event, player, self.chance, concedes=0.03) for player in game.pair)
        if self.chance.random() < 0.5 or not self.phones:
            self.act(lambda night: night.report(one, other))
            return
        self.act(lambda night: night.report_side(one.player, other, one), one.player)
        wrong = Side(one.player, one.lost, one.withdrew, one.conceded, one.bonus + 1)
        if self.chance.random() < 0.2:
            self.act(lambda night: night.report_side(other.player, wrong, other), other.player)
            assert game in self.state.disputed
            self.act(lambda night: night.report(one, other))
        else:
            self.act(lambda night: night.confirm(other.player), other.player)
        closed = self.state.game_of(one.player)
        assert closed is not None
        assert closed.sides == (one, other)

    def between_rounds(self) -> None:
        trouble, state = 0.04, self.state.event
        for player in state.active:
            if self.chance.random() < trouble:
                self.act(lambda night, player=player: night.drop(player))
        for player in sorted(self.state.event.dropped - self.state.event.conceded):
            if self.chance.random() < 0.3:
                self.act(lambda night, player=player: night.reinstate(player))
        if self.chance.random() < 3 * trouble:
            self.entered += 1
            who = entrant(self.entered, self.chance)
            granted = [self.chance.choice((0, 12)) for _ in range(self.state.event.number)]
            self.act(lambda night: night.enter(who, granted))
        if self.chance.random() < 3 * trouble and self.state.event.games:
            game, event = self.chance.choice(self.state.event.games), Tournament(state=self.state.event)
            one, other = (side(event, player, self.chance) for player in game.pair)
            self.act(lambda night: night.correct(game.number, (one, other), "misread"))

    def check_round(self) -> None:
        """Everybody who is in sits once, by hand as well."""
        event, drawn = self.state.event, self.state.event.drawn[-1]
        seated = [player for pair in drawn.pairs for player in pair]
        assert sorted([*seated, *drawn.byes, *drawn.sitting_out]) == sorted(event.active)
        assert len(set(drawn.tables)) == len(drawn.pairs)

    def check_end(self) -> None:
        again = StoredEvent.open(self.store, self.club.id)
        assert again.seen == self.club.seen
        assert Tournament.replay(self.happened()).state == self.state.event, "the fold of its own happenings"
        assert StoredEvent.take_in(self.store, as_json(self.club.lines, self.state)).state == self.state
        assert points_of_rows(self.state) == {
            player: total - self.state.event.granted[player] for player, total in self.state.event.scores().items()
        }
        table = [line for line in self.state.standings() if line.rank is not None]
        assert table == sorted(table, key=lambda line: (-line.points, -line.tiebreak, line.player))

    def happened(self) -> list[TournamentEvent]:
        """What has happened to the event itself, read from the log."""
        log, core = read_club_log(self.club.lines), get_args(TournamentEvent)
        return [each for number in log.live for each in log.lines[number - 1].did if isinstance(each, core)]


def without_numbers(state: ClubState) -> ClubState:
    """The state that undo gives back: all but the numbers of players, none of which is given twice."""
    return replace(state, sign_up=replace(state.sign_up, numbers={}))


def points_of_rows(state: ClubState) -> dict[str, int]:
    """Points from the exported rows alone, by the printed table."""
    levels = ("light", "moderate", "heavy", "severe")
    totals = dict.fromkeys(state.event.entrants, 0)
    rows = [row for row in pairing_rows(state) if row[9] or row[-1] != "game"]
    by_game = {(row[0], row[2]): row for row in rows}
    for row in rows:
        other = by_game.get((row[0], row[4]))
        if other is None:
            totals[row[2]] += 24 if row[-1] == "bye" else 0
        else:
            totals[row[2]] += PRINTED[levels.index(row[9])][levels.index(other[9])] + row[10]
    return totals


def check_evening(players: int, seed: int) -> Evening:
    with tempfile.TemporaryDirectory() as folder:
        store = TournamentStore(open_database(str(Path(folder) / "games.db")))
        evening = Evening(store, players, seed)
        evening.play()
        evening.check_end()
        store.engine.dispose()
    return evening


@pytest.mark.slow
@settings(max_examples=4)
@given(st.integers(5, 12), SEEDS)
def test_a_small_event_is_the_same_wherever_it_is_gone_on_with(players: int, seed: int) -> None:
    check_evening(players, seed)


@pytest.mark.long
@settings(max_examples=12)
@given(st.integers(5, 40), SEEDS)
def test_any_event_is_the_same_wherever_it_is_gone_on_with(players: int, seed: int) -> None:
    check_evening(players, seed)


@pytest.mark.slow
def test_an_event_can_be_taken_back_to_its_opening_and_done_again(tmp_path: Path) -> None:
    evening = Evening(TournamentStore(open_database(str(tmp_path / "games.db"))), 9, 3, phones=False)
    evening.play()
    end, taken_back = evening.state, 0
    try:
        while evening.club.undo("TO"):
            taken_back += 1
    except NothingToUndo:
        assert evening.state.event.entrants == {}
    for _ in range(taken_back):
        evening.club.redo("TO")
    assert evening.state == end
    assert taken_back > 30
