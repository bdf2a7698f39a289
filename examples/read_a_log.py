"""Reads the log of a game: how many dice each side rolled, and what they showed on average.

python examples/read_a_log.py FILE    a file that `tablecam replay GAME --export FILE` wrote
python examples/read_a_log.py         a game that this program plays and saves first
"""

import json
import sys
import tempfile
from pathlib import Path
from statistics import mean

import tablecam


def main(file: str = "") -> None:
    with tempfile.TemporaryDirectory() as folder:
        game = tablecam.load_game(file or played(Path(folder) / "game.jsonl"))
    print(f"{game.book}, {' against '.join(game.seats)}, {'finished' if game.over else 'in progress'}")
    lines = [json.loads(line) for line in game.log]
    for seat in game.seats:
        dice: list[int] = []
        for line in lines:
            ask = lines[line["to"] - 1]["ask"] if "answer" in line else {}
            if ask.get("kind") == "Roll" and ask.get("seat") == seat:
                dice += line["answer"]
        print(f"{seat} rolled {len(dice)} dice, {mean(dice):.2f} on average")
    print(game.transcript().splitlines()[-1])


def played(file: Path) -> Path:
    game = tablecam.new_game("urban-war", red="harbour_watch", blue="tunnel_kin", rules={"deployed": True})
    game.play(seed=47)
    game.save(file)
    return file


if __name__ == "__main__":
    main(*sys.argv[1:])
