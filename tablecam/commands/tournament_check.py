"""`tablecam tournament generate` and `check`: random events, and a second opinion on the rounds of any event."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecam.commands.club_events import write_or_print
from tablecam.storage.text_file import read_text

if TYPE_CHECKING:
    from tablecam.club.tournament.pairing_check import PairingCheck, PairingDifference


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same event.")
@click.option("--players", type=click.IntRange(2, 128), help="How many at the start; by default the seed chooses.")
def generate(file: Path, seed: int, players: int | None) -> None:
    """Plays a random event with late players, wishes and remedies, and writes it to FILE (-), as `export` does."""
    from tablecam.club.event.export import as_json
    from tablecam.club.event.log import read_club_log
    from tablecam.club.event.random_event import play_random_event

    lines = play_random_event(seed, players)
    write_or_print(file, as_json(lines, read_club_log(lines).state()), f"a random event, {len(lines)} lines")


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--random", "count", type=click.IntRange(1), help="Play this many random events, and check them.")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the first random event.")
def check(files: tuple[Path, ...], count: int | None, seed: int) -> None:
    """Compares each drawn round of exported events with the guide's best one, found another way.

    The exit status is 1 if a round differs. FILES may come from any program that writes the same log.
    """
    if not files and count is None:
        raise click.UsageError("give the files of exported events, or --random NUMBER")
    checks = [*_check_files(files), *_check_random(range(seed, seed + (count or 0)))]
    for name, checked in checks:
        for difference in checked.differences:
            click.echo(f"{name}: {_describe_difference(difference)}")
    rounds, others = sum(checked.rounds for _, checked in checks), sum(checked.others for _, checked in checks)
    faults = sum(len(checked.differences) for _, checked in checks)
    click.echo(f"{len(checks)} events, {rounds} drawn rounds compared, {others} others left out, {faults} differences")
    sys.exit(1 if faults else 0)


def _check_files(files: Iterable[Path]) -> Iterator[tuple[str, PairingCheck]]:
    from tablecam.club.event.export import log_of

    for file in files:
        yield str(file), _check_lines(log_of(read_text(file, "an exported event")))


def _check_random(seeds: Iterable[int]) -> Iterator[tuple[str, PairingCheck]]:
    from tablecam.club.event.random_event import play_random_event

    for seed in seeds:
        yield f"random event {seed}", _check_lines(play_random_event(seed))


def _check_lines(lines: Iterable[str]) -> PairingCheck:
    from tablecam.club.event.log import read_club_log
    from tablecam.club.tournament.pairing_check import check_pairings

    log = read_club_log(lines)
    return check_pairings(log_event for number in log.live for log_event in log.lines[number - 1].did)


def _describe_difference(difference: PairingDifference) -> str:
    drawn, expected = (", ".join(map(_name_part, part)) for part in (difference.drawn, difference.expected))
    return f"round {difference.number} ({difference.row}): drawn {drawn or 'nothing'}; expected {expected or 'nothing'}"


def _name_part(part: object) -> str:
    return " - ".join(part) if isinstance(part, tuple) else str(part)


COMMANDS = (generate, check)
