"""`tablecam balance`: games of the machine against itself, and how often each force wins."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from tablecam.base.errors import BadFile
from tablecam.commands.options import house_rules, is_folder, read_or_list_faults
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json
from tablecam.storage.text_file import write_bytes, write_text

if TYPE_CHECKING:
    from tablecam.game.opponent.balance import BalanceGame, BalanceSetup, ForceShare
    from tablecam.rules.books.book import Book
    from tablecam.rules.books.setup_views import Scenario

COLUMNS = ("game", "winner", "turns", "games_of", "luck", "removals", "left_out")
FULL = 100
LUCK_DIGITS = 3
# the columns that are JSON, each with its value in a file of an earlier version
JSON_COLUMNS = {"luck": "{}", "removals": "{}", "left_out": "[]"}
REPORTS = ("svg_path", "cards_path", "cards_svg")
YIELD_COLUMNS = ("force", "card", "weapon", "points", "removed_per_point", "low", "high")


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
@click.option("--cards", "cards_path", type=click.Path(path_type=Path), help="The yield of cards and weapons as CSV.")
@click.option("--cards-svg", type=click.Path(path_type=Path), help="The yield of cards as a drawing.")
@click.option(
    "--worth", is_flag=True, help="Leave out models by chance, and report the points that each card is worth."
)
@click.option(
    "--rules", multiple=True, metavar="KEY=VALUE", callback=house_rules, help="A house rule; may be repeated."
)
def balance(book: str, games: int, jobs: int | None, csv_path: Path | None, worth: bool, **chosen: object) -> None:
    """Plays games between two forces on invented tables, each force in each seat, and reports how often each wins."""
    from tablecam.game.opponent.balance import compute_mean_turns, count_wins

    svg_path, *card_paths = (cast("Path | None", chosen.pop(name)) for name in REPORTS)
    setup = build_balance_setup(load_book(book), **chosen)  # type: ignore[arg-type]
    if worth:
        setup = leave_models_out(setup)
    label = f"{book}, level {setup.level}, seed {setup.seed}: {' / '.join(setup.forces[0].values())}"
    label += f", {chosen['scenario']}" if chosen["scenario"] else ""
    label += ", models left out" if setup.leaves_out else ""
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
    if any(card_paths):
        _report_yields(setup, counted, *card_paths)
    if setup.leaves_out:
        _report_worths(setup, counted)


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
    from tablecam.rules.books.game_setups import find_force

    demo, played_scenario = book.demo(), _find_scenario(book, scenario)
    named = dict(played_scenario.forces if played_scenario else {}) or dict(demo.forces)
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
    models = {name: force.models for name, force in read.items()}
    return BalanceSetup(tuple(setups), tuple(seatings), level, seed, models)


def _find_scenario(book: Book, name: str | None) -> Scenario | None:
    """The scenario of a name; without one that of the forces that the demonstration plays, otherwise the first."""
    from tablecam.rules.books.game_setups import find_scenario, usual_scenarios

    forces = dict(book.demo().forces)
    fitting = [it for it in usual_scenarios(book) if name is None and forces and dict(it.forces) == forces]
    return fitting[0] if fitting else find_scenario(book, name)


def leave_models_out(setup: BalanceSetup) -> BalanceSetup:
    """The same games without some of the models; UsageError unless two forces have points."""
    if len(setup.models) != 2 or not all(any(model.points for model in force) for force in setup.models.values()):
        raise click.UsageError("--worth takes two different forces whose models have points")
    return replace(setup, leaves_out=True)


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

    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        try:
            rows = [(_read_game(row), row["games_of"]) for row in csv.DictReader(file)]
        except (KeyError, TypeError, ValueError) as fault:
            raise BadFile(f"{path} does not hold games of this command: name another file") from fault
    if others := sorted({of for _game, of in rows} - {label}):
        raise BadFile(f"{path} holds games of '{others[0]}', not of '{label}': name another file")
    return {game.number: game for game, _of in rows}


def _read_game(row: Mapping[str, str]) -> BalanceGame:
    """The game of a row; a row of an earlier version has neither luck nor removals."""
    from tablecam.game.opponent.balance import BalanceGame

    luck, removals, left_out = (json.loads(row.get(name) or empty) for name, empty in JSON_COLUMNS.items())
    return BalanceGame(int(row["game"]), row["winner"], int(row["turns"]), luck, removals, tuple(left_out))


def _write_games(path: Path, played: Mapping[int, BalanceGame], label: str) -> None:
    rows = [
        (number, game.winner, game.turns, label, *map(_dump, (game.luck, game.removals, game.left_out)))
        for number, game in sorted(played.items())
    ]
    _write_csv(path, COLUMNS, rows)


def _dump(value: object) -> str:
    """A value as JSON whose numbers have few digits."""
    return json.dumps(json.loads(json.dumps(value), parse_float=lambda digits: round(float(digits), LUCK_DIGITS)))


def _write_csv(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(rows)
    write_bytes(path, text.getvalue().encode(), flush=False)


def _report_yields(
    setup: BalanceSetup, games: Sequence[BalanceGame], csv_path: Path | None, svg_path: Path | None
) -> None:
    """Print and write the points of enemies that cards and weapons remove for each point that they cost."""
    from tablecam.game.opponent.card_yield import measure_yields
    from tablecam.game.replay.statistics_charts import Bar, bars_svg

    yields = measure_yields(setup.models, [game.removals for game in games])
    cards = [card for card in yields if not card.weapon]
    for card in cards:
        low, high = card.interval
        click.echo(f"{card.force}, {card.card}: removes {card.per_point:.2f} a point ({low:.2f} to {high:.2f})")
    if csv_path:
        rows = [
            (
                it.force,
                it.card,
                it.weapon,
                it.points,
                *(round(share, LUCK_DIGITS) for share in (it.per_point, *it.interval)),
            )
            for it in yields
        ]
        _write_csv(csv_path, YIELD_COLUMNS, rows)
    if svg_path:
        sides = list(setup.models)
        bars = [Bar(card.card, card.per_point, None, card.interval, sides.index(card.force)) for card in cards]
        write_text(svg_path, bars_svg("Points of enemies removed a game, for each point of the card", bars))


def _report_worths(setup: BalanceSetup, games: Sequence[BalanceGame]) -> None:
    """Print the points at which the forces would win equally often."""
    from tablecam.game.opponent.card_worth import compute_worths

    scores = [game.score_force(next(iter(setup.models))) for game in games]
    for card in compute_worths(setup.models, scores, [game.left_out for game in games]):
        low, high = card.interval
        click.echo(
            f"{card.force}, {card.card} for {card.points} points: is worth {card.worth:.0f} ({low:.0f} to {high:.0f})"
        )


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
