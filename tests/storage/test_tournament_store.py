"""Tournaments in a database beside its games: the same on SQLite and on a real PostgreSQL, with several who write."""

import itertools
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.exc import SQLAlchemyError

from tablecam.base.errors import BadFile
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.scoring import Side
from tablecam.storage.database import TABLES, TOURNAMENT_LINES, open_database
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import BrokenLog, LogTaken, NoLog, TournamentStore

HEAD, NEXT, LAST = '{"did":[]}', '{"did":[1]}', '{"did":["ä ☠ \\n"]}'


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path: Path) -> Iterator[str]:
    """A database without any tournament yet."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.db'}"
        return
    where = request.getfixturevalue("postgresql")
    TABLES.drop_all(open_database(where))
    yield where


@pytest.fixture
def store(url: str) -> TournamentStore:
    return TournamentStore(open_database(url))


def begun(store: TournamentStore, *lines: str) -> tuple[int, str]:
    return store.append(None, 0, "", lines or (HEAD, NEXT))


@pytest.mark.slow
def test_what_was_appended_is_read_back_by_the_next_program(url: str) -> None:
    id, sum_ = begun(TournamentStore(open_database(url)), HEAD, NEXT, LAST)
    again = TournamentStore(open_database(url))
    assert again.read(id) == (HEAD, NEXT, LAST)
    assert again.since(id, 3, sum_) == ((), sum_)


@pytest.mark.slow
def test_only_what_is_new_is_read(store: TournamentStore) -> None:
    id, before = begun(store)
    _, after = store.append(id, 2, before, [LAST])
    assert store.since(id, 2, before) == ((LAST,), after)


@pytest.mark.slow
def test_of_two_who_write_the_same_line_the_later_is_refused_and_nothing_of_his_is_kept(url: str) -> None:
    ours, theirs = TournamentStore(open_database(url)), TournamentStore(open_database(url))
    id, before = begun(ours)
    ours.append(id, 2, before, [LAST])
    with pytest.raises(LogTaken, match=f"tournament {id} of .* was written to by another program just now"):
        theirs.append(id, 2, before, [NEXT, NEXT])
    assert theirs.read(id) == (HEAD, NEXT, LAST)


@pytest.mark.slow
def test_tournaments_and_games_are_counted_apart(store: TournamentStore) -> None:
    begun(store)
    games = GameStore(store.engine)
    assert games.list_logs() == ()
    assert [(each.lines, each.header) for each in store.list_logs()] == [(2, HEAD)]
    with pytest.raises(BadFile, match="has no game 1; it has none yet"):
        games.read(1)


@pytest.mark.slow
@pytest.mark.parametrize("change", [delete(TOURNAMENT_LINES), update(TOURNAMENT_LINES).values(text=NEXT)])
def test_a_line_once_written_can_be_neither_changed_nor_removed(store: TournamentStore, change) -> None:
    id, _ = begun(store)
    with store.engine.connect() as connection, pytest.raises(SQLAlchemyError, match="only ever appended to"):
        connection.execute(change)
    assert store.read(id) == (HEAD, NEXT)


@pytest.mark.slow
def test_a_deleted_log_is_gone_and_the_lines_of_others_still_cannot_be_removed(store: TournamentStore) -> None:
    first, second = begun(store)[0], begun(store)[0]
    store.delete(first)
    assert [each.id for each in store.list_logs()] == [second]
    with store.engine.connect() as connection:
        assert connection.execute(select(TOURNAMENT_LINES.c.tournament).distinct()).scalars().all() == [second]
    with store.engine.connect() as connection, pytest.raises(SQLAlchemyError, match="only ever appended to"):
        connection.execute(delete(TOURNAMENT_LINES))
    with pytest.raises(NoLog):
        store.delete(first)
    assert begun(store)[0] > second


@pytest.mark.slow
def test_a_wrong_sum_is_found_at_the_line_that_follows(store: TournamentStore) -> None:
    id, _ = begun(store)
    with pytest.raises(BrokenLog, match=f"tournament {id}: line 2 of the log is not what was written"):
        store.since(id, 1, "of another log")


@pytest.mark.slow
def test_a_whole_event_is_written_by_several_programs_and_gone_on_with(url: str) -> None:
    club = StoredEvent.begin(TournamentStore(open_database(url)), "Friday", seed=7, by="TO")
    clubs = [club, *(StoredEvent.open(TournamentStore(open_database(url)), club.id) for _ in range(2))]
    with ThreadPoolExecutor(6) as threads:

        def enter(number: int, which: StoredEvent) -> None:
            which.act("TO", lambda night: night.enter(Entrant(f"p{number}", f"Player {number}", "", 10)))

        list(threads.map(enter, range(9), itertools.cycle(clubs)))
        for which in itertools.islice(itertools.cycle(clubs), 4):
            which.act("TO", ClubEvent.draft)
            state = which.act("TO", ClubEvent.publish)

            def tell(pair: tuple[str, str], where: StoredEvent) -> None:
                where.act(pair[0], lambda night: night.report_side(pair[0], Side(pair[1], 3)))

            pairs = [pair for game in state.event.open_games for pair in (game.pair, game.pair[::-1])]
            list(threads.map(tell, pairs, itertools.cycle(clubs)))
            which.refresh()
    again = StoredEvent.open(TournamentStore(open_database(url)), club.id)
    assert again.state.over
    assert sum(again.state.event.scores().values()) == 4 * 4 * 24 + 4 * 24
    for which in clubs:
        which.refresh()
        assert which.seen == again.seen
