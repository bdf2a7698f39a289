"""Stories that a person writes and the rulebook completes."""

from pathlib import Path

import pytest
from duel import DUEL
from playing import WALK_AND_WAIT, begun, played
from stories import rewritten

from tablecam.base.errors import BadFile
from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.game.transcript import transcript

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "duel"
HEADING = 'game duel\nsetup red ["ann"]\nsetup blue ["bob"]\n'


def test_a_story_of_everything_that_can_be_typed(golden) -> None:
    story = (GOLDEN / "cocked-die.txt").read_text(encoding="utf-8")
    golden("duel/cocked-die.txt", rewritten(story, lambda name: DUEL))


def test_a_transcript_is_one_line_an_activation(golden) -> None:
    game = played(3)
    golden("duel/transcript.txt", transcript(DUEL, game.log))


def test_a_story_written_again_stays_as_it_is() -> None:
    once = rewritten(HEADING + "# who goes first\n> red assign ann=walk\n", lambda name: DUEL)
    assert rewritten(once, lambda name: DUEL) == once
    assert "# who goes first\n> red assign ann=walk\n? blue assign orders of bob: walk | wait\n" in once


def test_what_the_machine_wrote_wrongly_is_written_anew() -> None:
    story = rewritten(HEADING + "> red assign ann=walk\nOrdersGiven seat=nobody\n", lambda name: DUEL)
    assert "nobody" not in story


def test_a_story_without_a_typed_line_shows_what_is_asked() -> None:
    assert rewritten(HEADING, lambda name: DUEL).endswith("? blue assign orders of bob: walk | wait\n")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("> assign *=walk", "! 'assign *=walk' could be meant for red assign or blue assign"),
        ("> roll 6", "! nobody asks for 'roll 6'; what is asked is red assign, blue assign"),
        ("> red assign bob=walk", "! the answer must name each of ann once, and nothing else"),
        ("> undo", "! there is nothing to take back"),
        ("> overrule roll [6] because why not", "! no answer to 'roll' counts"),
    ],
)
def test_what_cannot_be_done_is_refused_in_the_story(typed: str, sentence: str) -> None:
    assert sentence in rewritten(HEADING + typed + "\n", lambda name: DUEL).splitlines()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("game duel\nsetup red ann\n", "cocked.txt, line 2: "),
        (HEADING + "> correct {} because why not\n", "cocked.txt, line 4: "),
        (HEADING + "# play\nsetup blue []\n", "cocked.txt, line 5: 'setup' belongs to the heading"),
        (HEADING + "> correct {\n", "cocked.txt, line 4: "),
    ],
)
def test_a_story_that_cannot_be_read_names_its_line(text: str, sentence: str) -> None:
    with pytest.raises(BadFile, match=sentence):
        rewritten(text, lambda name: DUEL, "cocked.txt")


def test_a_transcript_has_its_tags_and_says_what_the_umpire_did() -> None:
    game = Game.begin(DUEL, {"red": ["ann"], "blue": ["bob"]}, InMemory(), tags={"Red": "Anna"})
    assert transcript(DUEL, game.log).startswith('[Game "duel"]\n[Red "Anna"]\n\n1. orders of turn 1: -\n')
    game = begun(
        *WALK_AND_WAIT, "choose ann", "blue choose bob", "halted 3", "roll 6", "roll 9 9", "abandon it is late"
    )
    shot = next(n for n in game.log.live if getattr(game.log[n], "answer", None) == [6])
    game.overrule(shot, [2], "cocked")
    text = transcript(DUEL, game.log)
    assert "umpire overrules: [2] (cocked); Missed model=ann faces=(2,)" in text
    assert "Wounded" not in text
