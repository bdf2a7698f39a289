"""The tablet for its players: its delay, its response times, its download size, and the effect of a crowd.

Server, browser and the synthetic camera share one machine and one clock; a real tablet has its own processor, and a
real camera draws nothing.
"""

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tablecam.bench.figure import BenchResult, Figure, Target
from tablecam.bench.tablet_gone import measure_cuts
from tablecam.bench.tablet_load import Growth, measure_burdens, measure_growth, quiet_bytes_per_s
from tablecam.bench.tablet_page import (
    SETTLED,
    Server,
    browser,
    moves_drawn,
    opened,
    paint_ms,
    server,
    tap_on_a_die,
    tap_on_a_model,
    why_not,
)
from tablecam.bench.tablet_times import late_ms, median_ms, ratio, stage_medians
from tablecam.bench.tablet_weight import MANIFEST, weight
from webui.page import BUILT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# the targets of docs/ and the requirements
FRESH_MS, ANSWERED_MS, CONFIRMED_MS, PAINTED_MS, SCRIPT_KB = 250.0, 100.0, 300.0, 1500.0, 200.0
SAID_MS, BACK_MS = 3000.0, 2000.0
# the effect of a crowd on the players stays within the noise of a busy machine
NO_MORE_THAN = 1.25
# runs without and with a crowd, and answers in each: a median of fewer follows other load on the machine
TURNS, ANSWERED = 4, 30
# a game of two hours has between 700 and this many answers
TWO_HOURS = 2400
# a game's log stays in memory, for every role, until the next begins: some 10 MB for a whole one; nothing else may grow
MOST_SERVER_MB, MOST_PAGE_MB = 20.0, 4.0
SLOWER = 4
STREAMS = 50
CAMERAS = (("4k", "drawn"), ("4k", "filmed"))
TAPPED = ("lund", "gruff", "brandt", "mother", "ida", "moss")
# how long hands move models before measuring starts
SETTLING_S = 2.0
POLLED_HZ = 15
# the size of the whole state, summed over the events of the stream
TOLD = "() => ['ground', 'table', 'news', 'game'].reduce((all, name) => all + (bench.told[name] ?? 0), 0)"


def tablet(
    seconds: float = 10.0,
    repeats: int = 18,
    streams: int = STREAMS,
    answers: int = 2 * TWO_HOURS,
    cameras: Sequence[tuple[str, str]] = CAMERAS,
) -> BenchResult:
    """seconds: of moves measured for each camera. repeats: of taps. answers: of the random games. cameras: besides
    one of 1080p that draws as it goes."""
    figures = list(_weights())
    missing = why_not()
    if not missing:
        with browser() as chromium:
            for size, how in cameras:
                with server(size, how) as served, opened(chromium, served.address) as page:
                    figures += _fresh(page, served, f"{size}, {how}", seconds)
            with server("1080p", "drawn") as served:
                figures += _at_1080p(chromium, served, seconds, repeats)
                figures += _under_load(chromium, served, seconds, streams, answers)
            figures += _outage_figures(chromium, max(1, repeats // 6))
    return BenchResult("tablet", "the page in a real browser on the machine that serves it", tuple(figures), missing)


def _weights() -> Iterator[Figure]:
    if not (BUILT / MANIFEST).is_file():
        return
    found = weight(BUILT)
    note = f"{found.at_once / 1000:.0f} kB of it before the table shows; styles {found.styles / 1000:.0f} kB"
    yield Figure(
        "script of table and game, packed", found.script / 1000, " kB", (), Target(at_most=SCRIPT_KB), note=note
    )


def _fresh(page: "Page", served: Server, what: str, seconds: float) -> Iterator[Figure]:
    """The delay of the page while two models are carried."""
    page.wait_for_function(SETTLED)
    served.tell("carry")
    time.sleep(SETTLING_S)
    moves = moves_drawn(page, served, seconds)
    yield median_ms(f"{what}: camera frame to tablet", late_ms(moves, "came"), FRESH_MS, stage_medians(moves))
    if whole := late_ms(moves, "begun"):
        yield median_ms(f"{what}: the same from before it was drawn", whole, FRESH_MS)


def _at_1080p(chromium: "Browser", served: Server, seconds: float, repeats: int) -> Iterator[Figure]:
    with opened(chromium, served.address) as page:
        page.wait_for_function(SETTLED)
        time.sleep(SETTLING_S)
        models = [tap_on_a_model(page, TAPPED[number % len(TAPPED)]) for number in range(repeats)]
        yield median_ms("a tap on a model to its ranges", models, ANSWERED_MS)
        served.tell("begin")
        dice = [tap_on_a_die(page, served.tell("to a roll"), 7) for _ in range(repeats)]
        yield median_ms("a tap on a die to the page's answer", [seen for seen, _ in dice], ANSWERED_MS)
        yield median_ms("a tap on a die to what came of it", [confirmed for _, confirmed in dice], CONFIRMED_MS)
    paints = [paint_ms(chromium, served.address, SLOWER) for _ in range(max(1, repeats // 3))]
    yield median_ms(f"an address to the board, {SLOWER} times slower", paints, PAINTED_MS)
    with opened(chromium, served.address) as page:
        yield from _fresh(page, served, "1080p, drawn", seconds)


def _under_load(chromium: "Browser", served: Server, seconds: float, streams: int, answers: int) -> Iterator[Figure]:
    with opened(chromium, served.address) as page:
        page.wait_for_function(SETTLED)
        alone, crowded = measure_burdens(page, served, streams, TURNS, seconds / TURNS, min(ANSWERED, answers // 10))
        yield _times_more(f"frame to tablet with {streams} spectators", crowded.late_ms, alone.late_ms)
        yield _times_more(f"an answer with {streams} spectators", crowded.posts_ms, alone.posts_ms)
        yield Figure("threads of the server", crowded.threads, note=f"{alone.threads} without them")
        more = crowded.memory_mb - alone.memory_mb
        yield Figure(f"memory for {streams} spectators", more, " MB", note=f"{crowded.memory_mb:.0f} MB in all")
        yield _bytes("a table with moves", sum(crowded.bytes_per_s) / len(crowded.bytes_per_s), page)
        served.tell("rest")
        time.sleep(SETTLING_S)
        yield _bytes("a table at rest", quiet_bytes_per_s(served, seconds / 2), page)
        yield from _grown(measure_growth(page, served, streams, answers))


def _outage_figures(chromium: "Browser", repeats: int) -> Iterator[Figure]:
    """What players notice of a power cut, or of a sleeping radio."""
    for server_is, found in zip(("killed", "silent"), measure_cuts(chromium, repeats), strict=True):
        yield median_ms(
            f"a server that is {server_is}, to the page's saying so", [outage.said_ms for outage in found], SAID_MS
        )
        yield median_ms("its being there again to the page's going on", [outage.back_ms for outage in found], BACK_MS)


def _times_more(what: str, with_them: list[float], without: list[float]) -> Figure:
    note = f"{median_ms('', without).value:.0f} ms without them, {median_ms('', with_them).value:.0f} ms with them"
    return Figure(what, ratio(with_them, without), "x", (), Target(at_most=NO_MORE_THAN), len(with_them), note=note)


def _bytes(what: str, per_s: float, page: "Page") -> Figure:
    """The traffic of a spectator's stream, compared with polling."""
    polled = 60 * POLLED_HZ * page.evaluate(TOLD) / 1000
    return Figure(
        f"{what}, a stream", 60 * per_s / 1000, " kB a minute", ((f"asked for {POLLED_HZ} times a second", polled),)
    )


def _grown(found: Growth) -> Iterator[Figure]:
    """Growth over the second half of the answers: loading, caching and queueing at the beginning is no leak."""
    for what, mb, most in (("server", found.server_mb, MOST_SERVER_MB), ("page", found.page_mb, MOST_PAGE_MB)):
        name = f"memory of the {what}, {found.answers} answers as --auto gives them: second half"
        ended = f"{found.ended} games came to their end, a two-hour one has at most {TWO_HOURS} answers"
        note = f"{ended}; MB after each tenth: {' '.join(f'{each:.0f}' for each in mb)}"
        more = mb[-1] - mb[len(mb) // 2 - 1]
        yield Figure(name, more, " MB", (), Target(at_most=most), note=note)
