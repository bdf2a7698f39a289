"""Plays a game of Urban War: a few answers by hand, the rest at random, and prints how it went.

python examples/play_a_game.py [SEED]
"""

import sys

import tablecam


def main(seed: str = "7") -> None:
    game = tablecam.new_game("urban-war", red="harbour_watch", blue="tunnel_kin")
    for answer in ("9", "4"):
        question = game.questions[0]
        print(f"{question.ask.seat} is asked for {question.ask}: {answer}")
        for sentence in game.answer(answer):
            print(f"  {sentence}")
    game.play(seed=int(seed))
    lines = game.transcript().splitlines()
    print("...", *lines[-4:], sep="\n")
    if result := game.result:
        print(result.headline, *(f"{side.seat}: {side.text}" for side in result.sides), sep="\n  ")
    print(f"{len(game.log)} lines of log; every ruling is the same when made again: {game.verify() is None}")


if __name__ == "__main__":
    main(*sys.argv[1:])
