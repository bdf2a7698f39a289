"""One log read in two languages, and logs from before questions and reasons had codes."""

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hosting import STANDING, answers, hosted

from tablecam.base.i18n import speaking
from tablecam.game.game import Game
from tablecam.game.hosting.commands import undo
from tablecam.game.log import GameLog, InMemory, read_log, record
from tablecam.game.playthrough import autoplay
from tablecam.game.transcript import transcript
from tablecam.game.verify import verify
from tablecam.rules.books.urban_war.force_files import find_force, read_force
from tablecam.rules.books.urban_war.rulebook import URBAN_WAR_BOOK
from tablecam.rules.books.urban_war.rules.cards import build_setup
from tablecam.rules.books.urban_war.rules.rulebook import URBAN_WAR, new_game
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.wording.names import Names
from tablecam.rules.books.urban_war.wording.questions import find_topic
from tablecam.rules.books.urban_war.wording.wording import UrbanWarPhrases
from tablecam.rules.step_name import get_step_name
from tablecam.table.measure.facts import Verdict
from tablecam.table.miniature import Roster
from webui.game.feed import GameTexts

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = ROOT / "tests" / "golden" / "logs"

OLD = json.loads((GOLDEN / "asks_before_codes.json").read_text("utf-8"))
# what names a question, a step, a check or a choice: codes, which no screen shows; and weapons, as the card has them
CODES = ("purpose", "about", "boundary", "name", "kind", "id", "answer", "clause", "material", "action", "weapon")
# of a contact, by the model's id
TOO_CLOSE = Verdict.TOO_CLOSE.value
WORDS = re.compile(r"\b[a-z]{2,} [a-z]{2,}")
SIDES = {"red": "harbour_watch", "blue": "tunnel_kin"}
GAME = {
    **build_setup({side: read_force(find_force(name)).force for side, name in SIDES.items()}),
    "profile": "reference", "tournament": True,
}  # fmt: skip


@cache
def played(seed: int) -> GameLog:
    game = Game.begin(URBAN_WAR, GAME, InMemory(), {})
    for _turn in autoplay(game, random.Random(seed).randrange):
        pass
    return game.log


SEEDS = (3, 8)


def shown(log: GameLog) -> Iterator[str]:
    """All that a reader sees of a log: headings, questions, options, answers and events."""
    phrases = UrbanWarPhrases()
    known = phrases.build_names(new_game(log.header.setup), {})
    for line in map(record, log.lines):
        if "boundary" in line:
            yield phrases.title_step(get_step_name(line), known)
        if "event" in line:
            yield str(phrases.describe_event(URBAN_WAR.event(line["event"]), known))
        if "ask" in line:
            ask = phrases.spell_question(line["ask"], known)
            yield phrases.describe_question(line["ask"], known)
            yield from (
                str(option[key]) for option in ask.get("options", ()) for key in ("label", "why_not") if key in option
            )
            checks = [*ask.get("modifiers", ()), *ask.get("check", {}).get("modifiers", ())]
            yield from (modifier["why"] for modifier in checks)
        if "answer" in line:
            yield phrases.describe_answer(record(log.lines[line["to"] - 1])["ask"], line["answer"], line["by"], known)


def own_words(state: State) -> set[str]:
    """Names of sides, models, weapons and random terrain, which no language changes."""
    weapons = [weapon.name for fighter in state.fighters.values() for weapon in fighter.profile.weapons]
    return set(re.findall(r"[a-z]+", " ".join([*state.sides, *state.fighters, *weapons, "piece"]).lower()))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [SEEDS[0], pytest.param(SEEDS[1], marks=pytest.mark.long)], ids=["one", "another"])
def test_a_whole_game_is_read_in_another_language_without_english(seed: int, foreign_language: Any) -> None:
    log = played(seed)
    own = own_words(new_game(GAME))
    english = list(shown(log))
    with speaking(foreign_language):
        foreign = list(shown(log))
    assert len(english) == len(foreign)
    left = {(word, text) for text in foreign for word in re.findall(r"[^\W\d_]+", text) if word.isascii()}
    # a word without vowels and so without accents is made longer all the same
    assert {(word, text) for word, text in left if word.lower() not in own} == set()


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS, ids=["one", "another"])
def test_no_line_of_a_new_log_holds_a_sentence(seed: int) -> None:
    for line in map(record, played(seed).lines[1:]):
        assert list(sentences(line)) == []


def sentences(value: Any, key: str = "") -> Iterator[str]:
    """Strings of two or more words, beside codes and what people type."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from sentences(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from sentences(part, key)
    elif isinstance(value, str) and key not in CODES and value != TOO_CLOSE and WORDS.search(value):
        yield f"{key}: {value}"


def test_what_looks_for_sentences_finds_one() -> None:
    assert list(sentences({"event": {"why": "a friend was lost"}})) == ["why: a friend was lost"]
    assert list(sentences({"event": {"why": {"code": "friend-lost"}}})) == []


@pytest.mark.slow
def test_a_log_from_before_codes_is_verified_and_told() -> None:
    log = read_log((GOLDEN / "before_codes.jsonl").read_text("utf-8").splitlines())
    assert verify(URBAN_WAR, log) is None
    text = transcript(URBAN_WAR, log, URBAN_WAR_BOOK.wording(URBAN_WAR.new_game(log.header.setup)))
    assert "panics: a friend was lost" in text or "cannot: " in text
    phrases = UrbanWarPhrases()
    assert any(phrases.find_ending(record(line)["ask"]) for line in log.lines if "ask" in record(line))


def test_a_game_begun_before_codes_is_resumed_and_played_on() -> None:
    lines = (GOLDEN / "before_codes.jsonl").read_text("utf-8").splitlines()
    for cut in (120, 333, 512):
        game = Game.resume(URBAN_WAR, lines[:cut], InMemory())
        assert [line for line in map(record, game.log.lines) if "struck" in line] == []
        played_on = autoplay(game, random.Random(1).randrange)
        assert next(played_on, None) is not None


@pytest.mark.parametrize("old", OLD["asks"], ids=lambda old: str(old["text"]))
def test_every_question_of_an_old_log_is_found_by_its_purpose(old: dict[str, Any]) -> None:
    ask = old["ask"]
    named = {*re.findall(r"[\w-]+", str(ask.get("purpose", "")) + " " + str(ask.get("about", "")))}
    action, subject = find_topic(ask)
    assert action or ask["kind"] not in ("Roll", "Choose", "React", "Assign", "Confirm", "Settle", "Move", "Deploy")
    assert set(subject) <= named | {ask.get("model")}


@pytest.mark.parametrize("old", OLD["events"], ids=lambda old: str(old["text"]))
def test_every_reason_of_an_old_log_is_told_as_it_was(old: dict[str, Any]) -> None:
    words = set(re.findall(r"\w+", old["text"]))
    ids = set(re.findall(r"[a-z]+", json.dumps(old["event"])))
    known = Names({one: one.capitalize() for one in ids if one.capitalize() in words})
    told = str(UrbanWarPhrases().describe_event(URBAN_WAR.event(old["event"]), known))
    assert told == old["text"]


def words_of(texts: list[str]) -> set[str]:
    return {word for text in texts for word in re.findall(r"[^\W\d_]+", text)}


@pytest.mark.slow
def test_two_devices_at_one_table_read_one_game_in_two_languages(tmp_path: Path, foreign_language: Any) -> None:
    host = hosted(tmp_path)
    host.begin(STANDING)
    answers(host, 4, 40)
    host.do(undo, "table", {"line": host.view_for("table")["game"]["last"]["line"]})
    answers(host, 5, 10)
    texts = GameTexts(host, lambda: Roster(()))

    def read() -> tuple[list[str], list[str], dict[str, Any], str]:
        told, logged = host.view_for("table")["game"], host.log("table", None, 0)
        assert logged is not None
        lines = [line["text"] for line in logged["lines"]]
        return lines, [question["text"] for question in told["questions"]], told["last"], texts.game("table")[1]

    english = read()
    with speaking(foreign_language):
        foreign = read()
    assert read() == english
    lines, foreign_lines = english[0], foreign[0]
    assert len(foreign_lines) == len(lines)
    assert any(line.startswith("Taken back: ") for line in lines)
    # the first line has the names of two forces, and nothing else but "against"
    left = {word.lower() for word in words_of(foreign_lines[1:] + foreign[1]) if word.isascii()}
    assert left - own_words(new_game(GAME)) == set()
    assert foreign[2]["line"] == english[2]["line"]
    assert foreign[2]["text"] == foreign_lines[foreign[2]["line"] - 1] != english[2]["text"]
    assert foreign[3] != english[3]
