"""What is said aloud of a model: it stands in the log and changes nothing of the game."""

import pytest
from duel import DUEL
from playing import WALK_AND_WAIT, begun, counting, lines, played, resumed

from tablecam.game.game import Game
from tablecam.game.intentions import compute_path_length, intention_text, standing
from tablecam.game.log import IntendsLine
from tablecam.game.playthrough import do_typed
from tablecam.game.transcript import transcript
from tablecam.game.verify import verify
from tablecam.rules.ask import IllegalAnswer

WAY = ((3.0, 4.0), (6.0, 8.0), (6.0, 8.2))
ANN = IntendsLine(intends="ann", by="red", way=WAY, length_in=5.2)
SAID = "red intends: ann to 6.0, 8.2, 5.2 in"


def declared() -> Game:
    game = begun(*WALK_AND_WAIT)
    game.declare(ANN)
    return game


def stands(game: Game) -> dict[str, IntendsLine]:
    return standing(game.visible_lines("blue"))


def test_what_is_intended_changes_nothing_of_the_game() -> None:
    game, plain = declared(), begun(*WALK_AND_WAIT)
    assert counting(game) == counting(plain)
    assert (game.state, game.open) == (plain.state, plain.open)
    assert (game.acts.done, game.acts.undone) == (plain.acts.done, plain.acts.undone)


def test_a_game_with_intentions_is_read_back_and_verified_as_if_there_were_none() -> None:
    game = declared()
    again = resumed(lines(game))
    assert stands(again) == {"ann": ANN}
    assert again.difference is None
    assert verify(DUEL, game.log) is None


def test_both_sides_read_it_and_the_transcript_tells_it_where_it_was_said() -> None:
    game = declared()
    assert game.visible_lines("red")[-1] == game.visible_lines("blue")[-1]
    assert SAID in transcript(DUEL, game.log)
    assert SAID.replace("ann", "Ann") == intention_text(ANN, {"red": "red", "ann": "Ann"}.__getitem__)


def test_it_stands_until_it_is_withdrawn_or_another_takes_its_place() -> None:
    game = declared()
    other = IntendsLine(intends="ann", by="red", way=((0.0, 0.0), (1.0, 0.0)), length_in=1.0)
    game.declare(other)
    assert stands(game) == {"ann": other}
    game.declare(IntendsLine(intends="ann", by="red", withdrawn=True))
    assert stands(game) == {}
    assert "red withdraws the intention for ann" in transcript(DUEL, game.log)


def test_what_is_undone_takes_along_only_what_was_said_after_it() -> None:
    game = begun(*WALK_AND_WAIT)
    last = game.acts.done[-1]
    game.declare(ANN)
    game.undo()
    assert not game.log.counts(last)
    assert stands(game) == {}
    assert SAID not in transcript(DUEL, game.log)
    game.redo()
    game.declare(ANN)
    assert game.acts.undone == []
    assert stands(game) == {"ann": ANN}


def test_what_can_be_done_again_still_can_after_something_was_said() -> None:
    game = begun(*WALK_AND_WAIT)
    game.undo()
    game.declare(ANN)
    game.redo()
    assert counting(game)[-1] == counting(begun(*WALK_AND_WAIT))[-1]
    assert stands(game) == {"ann": ANN}


def test_it_ends_with_the_procedure_in_which_the_model_has_acted() -> None:
    acted = [{"event": {"name": "Moved", "model": "ann"}}, {"boundary": "next"}]
    other = [{"event": {"name": "Moved", "model": "bob"}}, {"boundary": "next"}]
    said = {"intends": "ann", "by": "red", "way": [[3, 4], [6, 8]], "length_in": 5}
    begins = {"boundary": "first"}
    assert set(standing([begins, said, *other])) == {"ann"}
    assert set(standing([begins, said, acted[0]])) == {"ann"}
    assert standing([begins, said, *acted]) == {}
    assert standing([begins, {"event": {"model": "ann"}}, said, begins]) == {}
    # the move is taken back: what was said before it stands again
    assert set(standing([begins, said, *acted, {"struck": [3, 4]}])) == {"ann"}


def test_when_the_game_is_over_nothing_is_intended() -> None:
    game = played(3)
    with pytest.raises(IllegalAnswer, match="the game is over"):
        game.declare(ANN)


def test_play_goes_on_after_it() -> None:
    game, plain = declared(), begun(*WALK_AND_WAIT)
    for each in (game, plain):
        do_typed(each, "red choose ann")
    assert counting(game) == counting(plain)


def test_a_way_is_as_long_as_its_parts_together() -> None:
    assert compute_path_length(WAY) == 5.2
    assert compute_path_length(WAY[:1]) == 0.0
