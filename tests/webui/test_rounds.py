"""Onlookers told in rounds: the fault of one ends one stream, and a large crowd looks less often."""

import asyncio
import itertools
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from webui.server.asgi.recipient import LatestResults, Recipient
from webui.server.asgi.shell import LONGEST_GAP_S, MOST_LOOKS, MOST_WOKEN, Delivery, Rounds
from webui.server.stream import ONLOOKERS_GAP_S, HandOver, Share, StreamEvent

# they wait for rounds
pytestmark = pytest.mark.slow

Found = TypeVar("Found")
TRIES = 1000


class Counted:
    """Is told a number at each look, up to the one at which it fails."""

    bell, over = None, False

    def __init__(self, fails_at: int = -1) -> None:
        self.looks, self._fails_at = 0, fails_at

    def rest(self, now: float) -> float:
        return 0.0

    def wait(self, now: float) -> None:
        raise AssertionError("no thread waits for a client")

    def needs(self, now: float) -> Sequence[Share]:
        return (Share(("number", self.looks), lambda: self.looks),)

    def events(self, now: float, made: Sequence[Any]) -> Iterator[StreamEvent]:
        self.looks += 1
        if self.looks == self._fails_at:
            raise ValueError("of this one")
        yield StreamEvent("number", str(made[0]), str(self.looks))


@pytest.fixture(scope="module")
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as threads:
        yield threads


def in_a_loop_of_its_own(following: Coroutine[Any, Any, Found]) -> Found:
    """Runs it in another thread: that of the tests may have the loop of a browser."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, following).result()


def recipient_of(follower: Counted, sent: list[bytes], threads: ThreadPoolExecutor) -> Recipient:
    async def send(piece: dict[str, Any]) -> None:
        sent.append(piece["body"])

    client = SimpleNamespace(gone=False, flow=SimpleNamespace(write_paused=False), transport=None)
    return Recipient(HandOver(follower=follower), client, send, LatestResults(threads))


def test_a_fault_ends_the_stream_of_one_and_the_others_are_told_on(threads: ThreadPoolExecutor) -> None:
    async def follow() -> tuple[int, list[bytes]]:
        rounds, sent = Rounds(), []
        well, ill = Counted(), Counted(fails_at=3)
        following = asyncio.create_task(rounds.follow(recipient_of(well, sent, threads)))
        with pytest.raises(ValueError, match="of this one"):
            await rounds.follow(recipient_of(ill, [], threads))
        at_fault = well.looks
        while well.looks < at_fault + 3:
            await asyncio.sleep(0.01)
        rounds.end()
        await following
        return well.looks, sent

    looks, sent = in_a_loop_of_its_own(follow())
    assert len(sent) == looks
    assert [piece.split(b"data: ")[1].strip() for piece in sent] == [str(each).encode() for each in range(looks)]


def test_who_may_not_follow_any_more_is_told_nothing_more(threads: ThreadPoolExecutor) -> None:
    async def follow() -> tuple[int, list[bytes]]:
        sent: list[bytes] = []
        follower, may = Counted(), itertools.chain([True, True], itertools.repeat(False))
        recipient = recipient_of(follower, sent, threads)
        recipient.hand_over.counts = lambda: next(may)
        await Rounds().follow(recipient)
        return follower.looks, sent

    looks, sent = in_a_loop_of_its_own(follow())
    assert (looks, len(sent)) == (3, 2)


@pytest.mark.parametrize(
    ("crowd", "gap_s"), [(0, ONLOOKERS_GAP_S), (50, ONLOOKERS_GAP_S), (1000, 1000 / MOST_LOOKS), (1600, LONGEST_GAP_S)]
)
def test_a_large_crowd_looks_less_often(threads: ThreadPoolExecutor, crowd: int, gap_s: float) -> None:
    async def follow() -> float:
        rounds = Rounds()
        all_of_them = [Counted() for _ in range(crowd)]
        following = [asyncio.create_task(rounds.follow(recipient_of(one, [], threads))) for one in all_of_them]
        while not all(one.looks for one in all_of_them):
            await asyncio.sleep(0.01)
        found = rounds.gap_s
        for one in following:
            one.cancel()
        return found

    assert in_a_loop_of_its_own(follow()) == pytest.approx(gap_s)


class OpenClient:
    """Takes in everything."""

    gone, flow, transport = False, SimpleNamespace(write_paused=False), None


class SilentBell:
    """Never rings; knows whether anybody has waited for it."""

    def __init__(self) -> None:
        self.awaited = False

    def next_ring(self) -> None:
        return None

    async def wait(self, ring: None, seconds: float) -> None:
        self.awaited = True
        await asyncio.Event().wait()


def test_a_crowd_of_players_is_told_in_rounds_and_the_first_are_woken(threads: ThreadPoolExecutor) -> None:
    async def follow() -> tuple[list[bool], list[int]]:
        delivery, followers = Delivery(threads), [Counted() for _ in range(MOST_WOKEN + 2)]
        for follower in followers:
            follower.bell = SilentBell()  # type: ignore[assignment]

        async def send(_piece: dict[str, Any]) -> None:
            pass

        following = []
        for follower in followers:
            hand_over = HandOver(follower=follower)
            following.append(asyncio.create_task(delivery.deliver(hand_over, OpenClient(), send)))  # type: ignore[arg-type]
            await asyncio.sleep(0)
        for _ in range(TRIES):
            if all(follower.looks > 2 for follower in followers[MOST_WOKEN:]):
                break
            await asyncio.sleep(0.01)
        for task in following:
            task.cancel()
        return [follower.bell.awaited for follower in followers], [follower.looks for follower in followers]  # type: ignore[attr-defined]

    awaited, looks = in_a_loop_of_its_own(follow())
    assert awaited == [True] * MOST_WOKEN + [False] * 2
    assert set(looks[:MOST_WOKEN]) == {1}
    assert min(looks[MOST_WOKEN:]) > 2
