"""Whatever the courier loses, doubles or shuffles, and whoever begins again: the record ends with the table's lines."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paper_record import PaperRecord

from tablecam.doors.hub.anti_entropy import (
    AHEAD,
    LONGEST_WAIT_S,
    SETTLES_S,
    UNDER_WAY,
    WAIT_S,
    Debt,
    select_lines,
)
from tablecam.doors.hub.message import MOST_BYTES, MOST_LINES, OPEN, WHOLE, Batch, Have, read_batch, read_have
from tablecam.storage.database_file import line_sum


def lines(count: int, word: str = "line") -> list[str]:
    return [f'{{"{word}":{number}}}' for number in range(1, count + 1)]


def owing(texts: list[str], ended: bool = True) -> Debt:
    debt = Debt()
    debt.grow(texts, ended=ended)
    return debt


def settle(debt: Debt, record: PaperRecord, now: float = 0.0) -> None:
    """A courier that loses nothing, for as long as it takes."""
    debt.begin_connection(now)
    for _ in range(100):
        now += WAIT_S
        for batch in debt.due(now):
            debt.take_word(record.take(read_batch(batch.encode())), now)
        if debt.whole or debt.forked:
            return


def test_a_log_arrives_whole() -> None:
    record, debt = PaperRecord(), owing(lines(450))
    settle(debt, record)
    assert (record.kept, debt.whole, debt.behind) == (lines(450), True, 0)
    assert record.have.state == WHOLE


# what may befall: a batch or a word is lost, doubled or late; either side begins again
BEFALLS = st.sampled_from(["goes", "lost", "doubled", "late", "word lost", "word late", "table again", "away", "waits"])


@pytest.mark.slow
@settings(max_examples=150)
@given(
    st.lists(st.integers(1, 400), min_size=1, max_size=6),
    st.lists(BEFALLS, max_size=60),
    st.randoms(use_true_random=False),
)
def test_nothing_is_lost_and_nothing_is_doubled(grown: list[int], befalls: list[str], chance: random.Random) -> None:
    texts = lines(sum(grown))
    record, debt, given_so_far, now = PaperRecord(), owing([], ended=False), 0, 0.0
    batches: list[Batch] = []
    words: list[Have] = []
    debt.begin_connection(now)
    for befall in befalls:
        now += chance.choice([0.1, 0.5, 3.0])
        if grown:
            given_so_far += grown.pop()
            debt.grow(texts[debt.last : given_so_far], ended=given_so_far == len(texts))
        if befall == "table again":
            debt = owing(texts[:given_so_far], ended=given_so_far == len(texts))
            debt.begin_connection(now)
            debt.take_word(record.have, now)
        elif befall == "away":
            debt.end_connection()
            debt.begin_connection(now)
        batches += debt.due(now)
        chance.shuffle(batches)
        late = batches.pop() if batches and befall == "late" else None
        for batch in batches if befall != "lost" else ():
            words += [record.take(batch) for _ in range(2 if befall == "doubled" else 1)]
        batches = [late] if late else []
        if befall == "word late":
            continue
        chance.shuffle(words)
        for word in words if befall != "word lost" else ():
            debt.take_word(word, now)
        words = []
    debt.grow(texts[debt.last :], ended=True)
    settle(debt, record, now)
    assert record.kept == texts
    assert (debt.whole, debt.forked, record.have.state) == (True, False, WHOLE)
    assert record.waiting == {}


@pytest.mark.slow
@given(st.integers(1, 300), st.integers(1, 300), st.integers(0, 300), st.booleans())
def test_a_fork_is_found_and_the_first_version_stays(first: int, second: int, common: int, told: bool) -> None:
    before = lines(min(common, first, second))
    old, new = before + lines(first, "old"), before + lines(second, "new")
    record = PaperRecord()
    settle(owing(old), record)
    debt = owing(new)
    if told:
        debt.begin_connection(0.0)
        debt.take_word(record.have, 0.0)
    else:
        settle(debt, record)
    assert debt.forked
    assert list(debt.due(1000.0)) == []
    assert record.kept == old


def test_a_restored_backup_has_fewer_lines_than_the_record() -> None:
    record = PaperRecord()
    settle(owing(lines(300), ended=False), record)
    debt = owing(lines(200), ended=False)
    debt.begin_connection(0.0)
    debt.take_word(record.have, 0.0)
    assert debt.forked


def test_a_record_that_was_restored_from_an_older_backup_gets_the_lines_again() -> None:
    record, debt = PaperRecord(), owing(lines(900), ended=False)
    settle(debt, record)
    assert debt.behind == 0
    older = PaperRecord()
    older.take(next(owing_now(lines(200))))
    debt.take_word(older.have, 10.0)
    for step in range(10):
        for batch in debt.due(20.0 + step * LONGEST_WAIT_S):
            debt.take_word(older.take(batch), 20.0 + step * LONGEST_WAIT_S)
    assert older.kept == lines(900)


def owing_now(texts: list[str]):
    debt = owing(texts, ended=False)
    debt.begin_connection(0.0)
    return debt.due(SETTLES_S)


def test_what_is_under_way_has_a_limit_and_batches_behind_it_are_full() -> None:
    debt = owing(lines(10_000), ended=False)
    debt.begin_connection(0.0)
    assert list(debt.due(0.0)) == []
    sent = list(debt.due(SETTLES_S))
    assert {len(batch.lines) for batch in sent} == {MOST_LINES}
    assert sent[-1].last == UNDER_WAY
    debt.take_word(Have(100, sent[0].sums[99]), 1.0)
    # a hundred more may go, which is no full batch
    assert list(debt.due(1.0)) == []
    debt.take_word(Have(200, sent[0].sums[199]), 1.0)
    assert [(batch.first, batch.last) for batch in debt.due(1.0)] == [(3001, 3200)]


def test_a_batch_is_small_whatever_its_lines_are() -> None:
    for batch in owing_now(["x" * 30_000] * 5 + ["y" * 100_000, "z"]):
        assert len(batch.lines) == 1 or sum(map(len, batch.lines)) <= MOST_BYTES


def test_the_wait_doubles_up_to_its_longest_and_starts_over_with_progress() -> None:
    debt = owing(lines(10), ended=False)
    debt.begin_connection(0.0)
    now, waits, since = SETTLES_S, [], SETTLES_S
    while len(waits) < 6:
        if list(debt.due(now)):
            waits.append(round(now - since))
            since = now
        now += 0.25
    assert waits == [0, 2, 4, 8, 16, 30]
    debt.grow(lines(20)[10:])
    list(debt.due(now))
    debt.take_word(Have(5, line_sums(lines(5))), now)
    assert list(debt.due(now + WAIT_S - 0.5)) == []
    assert [batch.first for batch in debt.due(now + WAIT_S)] == [6]


def line_sums(texts: list[str]) -> str:
    before = ""
    for text in texts:
        before = line_sum(before, text)
    return before


def test_lines_that_do_not_follow_are_asked_for_again() -> None:
    batch = next(owing_now(lines(20)))
    spoilt = Batch(1, (*batch.lines[:9], "spoilt", *batch.lines[10:]), batch.sums)
    record = PaperRecord()
    assert record.take(spoilt) == Have(9, batch.sums[8], OPEN)
    assert record.waiting == {}
    assert record.take(batch).upto == 20


def test_lines_far_ahead_of_the_word_are_not_kept() -> None:
    far = Batch(AHEAD, ("a", "b"), ("0" * 12, "0" * 12))
    assert [number for number, *_ in select_lines(far, 0, None)] == [AHEAD]
    assert list(select_lines(far, 0, end=10)) == []


def test_nothing_is_sent_while_the_broker_is_away() -> None:
    debt = owing(lines(10))
    assert list(debt.due(100.0)) == []
    debt.begin_connection(100.0)
    debt.end_connection()
    assert list(debt.due(200.0)) == []


def test_the_game_after_a_fork_names_its_parent_with_its_first_line() -> None:
    parent = "6a2f41a3-c54c-4b3d-9d6e-0f5a4d1c2b3a"
    debt = Debt(parent)
    debt.grow(lines(300))
    debt.begin_connection(0.0)
    assert [batch.parent for batch in debt.due(1.0)] == [parent, ""]


@pytest.mark.parametrize("state", [OPEN, WHOLE])
def test_a_word_is_read_as_it_was_said(state: str) -> None:
    have = Have(440, "1ab4a1b69e6c", state)
    assert read_have(have.encode()) == have
