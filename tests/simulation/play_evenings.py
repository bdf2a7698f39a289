"""Plays simulated evenings by their seeds, on all processors.

    python tests/simulation/play_evenings.py 0 100000 --log played.txt  # the long round; goes on after a break
    python tests/simulation/play_evenings.py 4711                       # one evening, with its story if it fails

The log has a line for each share of the seeds that was played: its first seed, the seed after its last, and the seeds
that failed.
"""

import argparse
import logging
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARE = 100
# how often the progress is printed where it is no terminal that rewrites the line
AGAIN_S = 30.0


@dataclass(frozen=True)
class PlayedShare:
    """The evenings from seed `first` up to and without seed `end`. failures: what is broken, by the seed."""

    first: int
    end: int
    failures: dict[int, str]

    def to_line(self) -> str:
        """The line of the log."""
        return " ".join(map(str, (self.first, self.end, *self.failures))) + "\n"


def read_played(log: Path | None) -> set[int]:
    """The seeds that earlier runs have played; a line that was cut off counts for nothing."""
    lines = log.read_text().split("\n")[:-1] if log and log.is_file() else []
    return {seed for line in lines for seed in range(*map(int, line.split()[:2]))}


def split_seeds(first: int, end: int, played: set[int]) -> Iterator[tuple[int, int]]:
    """Shares of the seeds that are left; each begins and ends at a multiple of SHARE, or where the seeds do."""
    for start in range(first - first % SHARE, end, SHARE):
        left = [seed for seed in range(max(first, start), min(end, start + SHARE)) if seed not in played]
        if left:
            yield left[0], left[-1] + 1


def play_share(share: tuple[int, int]) -> PlayedShare:
    """Plays a share, and shrinks what fails."""
    from shrink import describe
    from simulated_evening import find_failures

    return PlayedShare(*share, {seed: describe(seed) for seed in find_failures(range(*share))})


@dataclass
class Progress:
    """Prints how many evenings are played, at which speed, and how long the others will take."""

    wanted: int
    played: int = 0
    failed: int = 0
    began_s: float = 0.0
    printed_s: float = 0.0

    def add(self, share: PlayedShare) -> None:
        self.played += share.end - share.first
        self.failed += len(share.failures)
        for story in share.failures.values():
            print(f"\n{story}", flush=True)
        now_s, is_last = time.monotonic(), self.played >= self.wanted
        if sys.stderr.isatty() or is_last or now_s - self.printed_s >= AGAIN_S:
            self.printed_s = now_s
            speed = self.played / (now_s - self.began_s)
            left_min = (self.wanted - self.played) / speed / 60
            text = (
                f"{self.played} of {self.wanted} evenings, {self.failed} failed, {speed:.1f}/s, {left_min:.0f} min left"
            )
            print(text, end="\r" if sys.stderr.isatty() and not is_last else "\n", file=sys.stderr, flush=True)


def play_seeds(shares: Sequence[tuple[int, int]], workers: int, log: Path | None) -> int:
    """Plays shares on some processors; the number of evenings that failed."""
    now_s = time.monotonic()
    progress = Progress(sum(end - first for first, end in shares), began_s=now_s, printed_s=now_s)
    with multiprocessing.Pool(workers, logging.disable, (logging.CRITICAL,)) as pool:
        for share in pool.imap_unordered(play_share, shares):
            if log:
                with log.open("a") as file:
                    file.write(share.to_line())
            progress.add(share)
    return progress.failed


def main(words: Sequence[str]) -> int:
    """Plays evenings; 1 if one of them failed."""
    parser = argparse.ArgumentParser(description="Plays simulated evenings of a club.")
    parser.add_argument("first", type=int)
    parser.add_argument("end", type=int, nargs="?", help="the first seed that is not played; without it, FIRST alone")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="by default one for each processor")
    parser.add_argument("--log", type=Path, metavar="FILE", help="note what was played there, and go on from it")
    given = parser.parse_args(words)
    end = given.first + 1 if given.end is None else given.end
    shares = [*split_seeds(given.first, end, read_played(given.log))]
    return min(1, play_seeds(shares, min(given.workers, len(shares) or 1), given.log))


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]
    sys.exit(main(sys.argv[1:]))
