"""Writes the files beside it with the program of commit 27a760b, whose formats this program must always read.

Run it in a checkout of that commit (the modules that it imports are that program's), with an empty folder as argument:

    git worktree add --detach ../old 27a760b && cd ../old && PYTHONPATH=. python .../tests/golden/old/make.py /tmp/out

The files are kept as they were written: they are never made again with a later program.
"""

import gzip
import json
import os
import random
import shutil
import sqlite3
import sys
from pathlib import Path

from click.testing import CliRunner
from shapely import box
from tablecam.rules.catalogue import rulebook
from tablecam.rules.urban_war.combat_events import Wounded
from tablecam.rules.urban_war.events import Panicked
from tablecam.rules.urban_war.force import setup_of
from tablecam.session.archive import Archive
from tablecam.session.autoplay import one_answer
from tablecam.session.club_event import ClubEvent
from tablecam.session.fold import fold
from tablecam.session.game import Game
from tablecam.session.game_log import AnswerLine, read_log
from tablecam.session.verify import differences
from tablecam.storage.force_toml import find_force, read_force
from tablecam.storage.game_jsonl import read_game, write_game
from tablecam.storage.pieces_toml import write_pieces
from tablecam.storage.tournament_store import TournamentStore
from tablecam.table.pieces import Piece

from tablecam.__main__ import cli
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.storage.table_folder import write_folder
from tablecam.table.terrain import Feature
from tools.bench.tables import folder_of

OUT = Path(sys.argv[1]).resolve()
DEPLOYED = ("--rules", "deployed=true")
SYSTEM = rulebook("urban-war")
DUEL = Path(__file__).parents[2] / "commands" / "small_war.py"


def run(*words: str) -> str:
    result = CliRunner().invoke(cli, list(words))
    if result.exit_code:
        raise SystemExit(f"{words}: {result.output} {result.exception!r}")
    return result.output


class Lines(list):
    def append(self, lines):
        self.extend(lines)


def printed_starters(**rules) -> Game:
    forces = {
        seat: read_force(find_force(name)).force
        for seat, name in zip(("red", "blue"), ("harbour_watch", "tunnel_kin"), strict=True)
    }
    sink = Lines()
    tags = {seat.capitalize(): force.name for seat, force in forces.items()}
    return Game.begin(SYSTEM, setup_of(forces) | {"deployed": True} | rules, sink, tags)


def small(folder: Path) -> list[str]:
    sys.path.insert(0, str(DUEL.parent))
    import small_war

    return list(small_war.written(folder))


def play(game: Game, chance: random.Random, answers: int) -> None:
    for _ in range(answers):
        if game.over:
            return
        one_answer(game, chance.randrange)


def d10s(game: Game) -> list[int]:
    """The lines of rolls of ten-sided dice that count."""
    return [
        n
        for n in game.log.live
        if isinstance(game.log[n], AnswerLine) and game.log.question(n).get("die", {}).get("name") == "d10"
    ]


def disputed() -> Game:
    """A game with everything that people do to one: taken back, done again, overruled, corrected, abandoned."""
    game, chance = printed_starters(shock=True), random.Random(12)
    play(game, chance, 150)
    game.undo()
    game.undo()
    game.redo()
    play(game, chance, 40)
    game.undo()
    play(game, chance, 60)
    shot = d10s(game)[-1]
    game.overrule(shot, [11 - face for face in game.log[shot].answer], "the die was cocked")
    play(game, chance, 25)
    game.undo()
    game.redo()
    alive = [id for id, fighter in game.state.fighters.items() if fighter.alive]
    game.correct(Panicked(model=alive[0], why="forgotten"), "the check was forgotten")
    play(game, chance, 30)
    while not game.half_done:
        play(game, chance, 1)
    game.abandon("the table was pushed", by="umpire")
    play(game, chance, 30)
    alive = [id for id, fighter in game.state.fighters.items() if fighter.alive]
    game.correct(Wounded(model=alive[-1]), "a wound was forgotten")
    game.undo()
    game.undo()
    game.redo()
    number = next(n for n in reversed(game.log.live) if isinstance(game.log[n], AnswerLine))
    game.retract(number, "taken back by its line")
    play(game, chance, 10**6)
    return game


def half_played() -> Game:
    """Left in the middle of an action, after a correction and something taken back that waits to be done again."""
    game, chance = printed_starters(), random.Random(31)
    play(game, chance, 230)
    alive = [id for id, fighter in game.state.fighters.items() if fighter.alive]
    game.correct(Wounded(model=alive[1]), "a wound was forgotten")
    play(game, chance, 30)
    while not game.half_done or not game.acts.undone:
        play(game, chance, 1)
        was = game.half_done
        play(game, chance, 1)
        if was and game.half_done:
            game.undo()
    return game


def write_log(name: str, game: Game) -> None:
    write_game(Path(f"{name}.jsonl"), tuple(game.sink))
    compress(f"{name}.jsonl")


def compress(name: str) -> None:
    (OUT / f"{name}.gz").write_bytes(gzip.compress(Path(name).read_bytes(), 9, mtime=0))


def auto() -> None:
    """A game by the command itself: umpire --auto --seed 101, as players leave it."""
    db = "auto.db"
    run("umpire", "--forces", "harbour_watch", "tunnel_kin", *DEPLOYED, "--auto", "--seed", "101", "--db", db)
    run("replay", "1", "--db", db, "--export", "finished.jsonl")
    compress("finished.jsonl")


def database() -> None:
    db = "games.db"
    forces = small(Path())
    run("umpire", "--forces", *forces, "--rules", "deployed=true", "--auto", "--seed", "2", "--db", db)
    # in progress: answered by hand until the input ends
    store = GameStore(open_database(db))
    with store.new() as kept:
        read = {seat: read_force(Path(name)).force for seat, name in zip(("red", "blue"), forces, strict=True)}
        game = Game.begin(SYSTEM, setup_of(read) | {"deployed": True}, kept, {"Red": "Ferry", "Blue": "Kin"})
        kept.set("ask facts", "yes")
        chance = random.Random(8)
        play(game, chance, 12)
        game.undo()
        play(game, chance, 2)
    Archive(store, dict).summaries()
    tournament(db)
    del store
    with sqlite3.connect(db) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    compress(db)


def tournament(db: str) -> None:
    def do(*words: str) -> str:
        return run("tournament", *words, "--db", db)

    do("new", "Autumn at the harbour", "--seed", "13")
    for id, name in zip("abcde", ("Ada", "Bert", "Cleo", "Dora", "Emil"), strict=True):
        do("enter", id, name, "--models", "10", "--faction", "Harbour Watch")
    do("force", "a", "harbour_watch")
    chance = random.Random(5)
    store = TournamentStore(open_database(db))
    for number in (1, 2, 3):
        do("round", "--publish")
        do("clock", "start")
        club = ClubEvent.open(store, store.list_logs()[-1].id, Path("snapshots"))
        pairs = club.state.event.drawn[-1].pairs
        for one, other in pairs:
            lost = [str(chance.randint(0, 10)) for _ in "ab"]
            if number == 2 and (one, other) == pairs[0]:
                do("report", other, lost[1], "--as", one)
                do("report", one, lost[0], "--as", other)
            else:
                do("report", one, lost[0], other, lost[1])
        if number == 1:
            do("undo")
            do("redo")
        if number == 2:
            one, other = pairs[-1]
            do("correct", "2", one, "1", other, "9", "--reason", "misread")
            do("correct", "2", one, "1", other, "8", "--reason", "misread again")
            do("undo")
    do("export", "event.json")
    do("export", "standings.csv", "--csv", "standings")
    shutil.copy("standings.csv", OUT / "standings.csv")


def table() -> None:
    folder = Path("table")
    demo = folder_of(two_forces(1920, 1080))
    write_folder(folder, demo)
    ruin = Piece(
        id="ruin",
        tag=300,
        tag_size_mm=24.0,
        tag_offset_mm=(10.0, -5.0),
        tag_height_mm=76.2,
        features=(Feature("wall", "solid", 0.0, 3.0, False, box(-2, -2, 2, 2)),),
    )
    write_pieces(folder / "pieces.toml", (ruin,))
    spots = two_forces(1920, 1080).spots
    models = [
        {"id": id, "x_in": round(s.x_in, 3), "y_in": round(s.y_in, 3), "z_in": round(s.z_in, 3), "sigma_in": 0.01}
        for id, s in spots.items()
    ]
    (folder / "position.json").write_text(json.dumps({"models": models}, indent=1) + "\n")
    said = run("measure", "--table", str(folder), "--position", str(folder / "position.json"), "--json")
    (folder / "measured.json").write_text(said)
    for file in folder.iterdir():
        target = OUT / "table" / file.name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(file.read_bytes())


def expected() -> dict:
    """What the old program says of its own files: folded states and where verify of itself stands."""
    found = {}
    for name in ("finished", "disputed", "half_played"):
        log = read_log(read_game(Path(f"{name}.jsonl")))
        state = fold(SYSTEM, log)
        found[name] = {
            "lines": log.last,
            "counting": len(list(log.live)),
            "turn": state.turn,
            "phase": str(state.phase),
            "winner": state.winner,
            "ending": state.ending,
            "wounds": {id: fighter.wounds for id, fighter in state.fighters.items()},
            "panicked": sorted(id for id, fighter in state.fighters.items() if fighter.panicked),
            "differences": [each.line for each in differences(SYSTEM, log)],
        }
    return found


if __name__ == "__main__":
    work = OUT / "work"
    work.mkdir(parents=True, exist_ok=True)
    os.chdir(work)
    auto()
    write_log("disputed", disputed())
    write_log("half_played", half_played())
    database()
    table()
    (OUT / "expected.json").write_text(json.dumps(expected(), indent=1) + "\n")
