"""`tablecam balance`: games of the machine against itself, and how often each force wins."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecam.base.errors import BadFile
from tablecam.commands.options import house_rules, is_folder, read_or_list_faults
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json
from tablecam.storage.text_file import write_bytes, write_text

if TYPE_CHECKING:
    from tablecam.game.opponent.balance import BalanceGame, BalanceSetup, ForceShare
    from tablecam.rules.books.book import Book

COLUMNS = ("game", "winner", "turns", "games_of", "luck")
FULL = 100
LUCK_DIGITS = 3


@click.command()
@click.argument("book", metavar="BOOK")
@click.option(
    "--forces", nargs=2, metavar="A B", help="Two forces: files, or names of starters; else the demonstration's."
)
@click.option("--scenario", metavar="NAME", help="The scenario, if the rulebook has several.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(min=1), help="The number of games.")
@click.option(
    "--level", default=0, show_default=True, type=click.IntRange(0, 5), help="The machine's level; 0: chance."
)
@click.option("--seed", default=0, show_default=True, help="The same seed plays the same games.")
@click.option("--jobs", type=click.IntRange(min=1), help="Games at a time; all cores if not given.")
@click.option(
    "--csv", "csv_path", type=click.Path(path_type=Path), help="One line a game; a file goes on where it ends."
)
@click.option("--svg", "svg_path", type=click.Path(path_type=Path), help="The shares as a drawing.")
@click.option(
    "--rules", multiple=True, metavar="KEY=VALUE", callback=house_rules, help="A house rule; may be repeated."
)
def balance(
    book: str, games: int, jobs: int | None, csv_path: Path | None, svg_path: Path | None, **chosen: object
) -> None:
    """Plays games between two forces on invented tables, each force in each seat, and reports how often each wins."""
    from tablecam.game.opponent.balance import compute_mean_turns, count_wins

    setup = build_balance_setup(load_book(book), **chosen)  # type: ignore[arg-type]
    label = f"{book}, level {setup.level}, seed {setup.seed}: {' / '.join(setup.forces[0].values())}"
    played = _read_games(csv_path, label) if csv_path else {}
    missing = [number for number in range(games) if number not in played]
    with click.progressbar(length=len(missing), label="games", file=sys.stderr) as bar:
        for game in play_games(book, setup, missing, jobs or os.cpu_count() or 1):
            played[game.number] = game
            if csv_path:
                _write_games(csv_path, played, label)
            bar.update(1)
    counted = [played[number] for number in sorted(played) if number < games]
    shares = count_wins(list(dict.fromkeys(setup.forces[0].values())), counted)
    for share in shares:
        click.echo(describe_share(share))
    click.echo(f"{len(counted)} games, {compute_mean_turns(counted):.1f} turns each")
    if svg_path:
        write_text(svg_path, _draw_shares(shares))


def load_book(word: str) -> Book:
    """The book of a name, or in a folder."""
    from tablecam.rules.books.catalogue import BOOKS
    from tablecam.rules.books.registry import find_books, find_installed_books, list_folder_names

    try:
        if is_folder(word, BOOKS):
            return find_books([Path(word)], BOOKS).book(list_folder_names(Path(word))[0])
        return find_installed_books().book(word)
    except IllegalAnswer as unknown:
        raise click.UsageError(str(unknown)) from unknown


def build_balance_setup(
    book: Book,
    forces: Sequence[str] | None,
    scenario: str | None,
    level: int,
    seed: int,
    rules: Mapping[str, Json],
) -> BalanceSetup:
    """The setups in which each force takes each seat; a book without forces keeps its sides."""
    from tablecam.game.opponent.balance import BalanceSetup
    from tablecam.rules.books.game_setups import find_force, find_scenario

    demo, played_scenario = book.demo(), find_scenario(book, scenario)
    named = dict(demo.forces) or dict(played_scenario.forces if played_scenario else {})
    if forces:
        named = dict(zip(book.seats, forces, strict=False))
    start = demo.setup if not scenario else {}
    if book.forces is None or not named:
        setup = {**book.build_setup({}, played_scenario), **start, **rules}
        seats = book.system.seats(book.system.new_game(setup))
        return BalanceSetup((setup,), (dict(zip(seats, seats, strict=True)),), level, seed)
    read = {name: read_or_list_faults(book.forces.read_force, find_force(book, name)) for name in named.values()}
    seats, names = tuple(named), tuple(named.values())
    seatings = [dict(zip(seats, (*names[turn:], *names[:turn]), strict=True)) for turn in range(len(names))]
    setups = [
        {
            **book.build_setup({seat: read[name].force for seat, name in seating.items()}, played_scenario),
            **start,
            **rules,
        }
        for seating in seatings
    ]
    return BalanceSetup(tuple(setups), tuple(seatings), level, seed)


def play_games(word: str, setup: BalanceSetup, numbers: Sequence[int], jobs: int) -> Iterator[BalanceGame]:
    """The games of these numbers, in their order, several at a time."""
    if jobs == 1:
        book = load_book(word)
        yield from (setup.play(book, number) for number in numbers)
        return
    with ProcessPoolExecutor(jobs, initializer=_prepare, initargs=(word, setup)) as pool:
        yield from pool.map(_play_number, numbers)


# the book and the setups of a process that plays games
PREPARED: list[tuple[Book, BalanceSetup]] = []


def _prepare(word: str, setup: BalanceSetup) -> None:
    PREPARED[:] = [(load_book(word), setup)]


def _play_number(number: int) -> BalanceGame:
    book, setup = PREPARED[0]
    return setup.play(book, number)


def _read_games(path: Path, label: str) -> dict[int, BalanceGame]:
    """The games of a file by number; BadFile if they are games of something else."""
    from tablecam.game.opponent.balance import BalanceGame

    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        try:
            rows = [
                (
                    int(row["game"]),
                    row["winner"],
                    int(row["turns"]),
                    json.loads(row.get("luck") or "{}"),
                    row["games_of"],
                )
                for row in csv.DictReader(file)
            ]
        except (KeyError, TypeError, ValueError) as fault:
            raise BadFile(f"{path} does not hold games of this command: name another file") from fault
    if others := sorted({of for *_row, of in rows} - {label}):
        raise BadFile(f"{path} holds games of '{others[0]}', not of '{label}': name another file")
    return {number: BalanceGame(number, *values) for number, *values, _of in rows}


def _write_games(path: Path, played: Mapping[int, BalanceGame], label: str) -> None:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for number, game in sorted(played.items()):
        luck = {
            force: {kind: round(value, LUCK_DIGITS) for kind, value in kinds.items()}
            for force, kinds in game.luck.items()
        }
        writer.writerow((number, game.winner, game.turns, label, json.dumps(luck)))
    write_bytes(path, text.getvalue().encode(), flush=False)


def describe_share(share: ForceShare) -> str:
    """A force as one line: `harbour_watch wins 9.0 % (4.8 to 16.2 %); with average dice 8.4 % (3.7 to 13.1 %)`."""
    low, high = share.interval
    draws = f", {share.draws} draws" if share.draws else ""
    line = f"{share.force} wins {FULL * share.share:.1f} % ({FULL * low:.1f} to {FULL * high:.1f} %{draws})"
    if share.fair_share is None or share.fair_interval is None:
        return line
    low, high = share.fair_interval
    return f"{line}; with average dice {FULL * share.fair_share[0]:.1f} % ({FULL * low:.1f} to {FULL * high:.1f} %)"


def _draw_shares(shares: Sequence[ForceShare]) -> str:
    from tablecam.game.replay.statistics_charts import Bar, bars_svg

    bars = [
        Bar(
            share.force,
            FULL * share.share,
            FULL / len(shares),
            (FULL * share.interval[0], FULL * share.interval[1]),
            side,
        )
        for side, share in enumerate(shares)
    ]
    return bars_svg("Share of games won, with its 95 % interval", bars, lambda number: f"{number} %")
