from gettext import NullTranslations

import pytest
from flask import Flask

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import Message, speaking
from tablecam.club.event.event_store import Overtaken
from tablecam.club.tournament.refusal import Remedy, TournamentRefusal
from tablecam.rules.ask import IllegalAnswer
from webui.server import refusals


def answer_to(error: Exception):
    app = Flask("refusing")
    refusals.shape(app)

    def fail() -> None:
        raise error

    app.get("/")(fail)
    return app.test_client().get("/")


@pytest.mark.parametrize(
    "refused", [IllegalAnswer("bob is 9.1 inches away"), TournamentRefusal(Message("bob is 9.1 inches away"), "P6")]
)
def test_what_the_rules_refuse_is_a_conflict(refused: TablecamError) -> None:
    response = answer_to(refused)
    assert response.status_code == 409
    assert "bob is 9.1 inches away" in response.json["error"]["says"].lower()


def test_any_other_refusal_of_ours_is_a_bad_request_in_a_whole_sentence() -> None:
    response = answer_to(BadFile("models.toml has no models: add one"))
    assert response.status_code == 400
    assert response.json == {"error": {"status": 400, "says": "Models.toml has no models: add one."}}


def test_a_refusal_has_the_code_and_the_remedies_that_a_page_decides_by() -> None:
    remedies = (Remedy(Message("an extra bye: {player}", player="Ann")), Remedy(Message("end the event here")))
    refused = TournamentRefusal(Message("there is no round"), "P6", (), remedies, code="only-rematches-left")
    assert answer_to(refused).json == {
        "error": {
            "status": 409,
            "says": "There is no round, under UW-TG Second & Subsequent Round Pairing (P6).",
            "code": "only-rematches-left",
            "remedies": [{"number": 1, "text": "an extra bye: Ann"}, {"number": 2, "text": "end the event here"}],
        }
    }
    assert "; remedies (P6): an extra bye: Ann, or end the event here" in str(refused)


def test_a_refusal_without_a_code_of_its_own_has_that_of_its_clause() -> None:
    error = answer_to(TournamentRefusal(Message("no"), "T6")).json["error"]
    assert (error["code"], "remedies" in error) == ("T6", False)


def test_what_somebody_was_too_late_for_says_so_by_a_code() -> None:
    assert answer_to(Overtaken(Message("somebody was quicker"))).json["error"]["code"] == "overtaken"


def test_a_refusal_is_in_the_language_of_its_reader() -> None:
    class Shouted(NullTranslations):
        def gettext(self, message: str) -> str:
            return "NIX" if message == "there is no round" else message

    with speaking(Shouted()):
        refused = TournamentRefusal(Message("there is no round"), "P6")
        assert answer_to(refused).json["error"]["says"].startswith("NIX, under UW-TG")


def test_a_fault_of_ours_has_the_same_shape_and_tells_nothing_of_the_inside() -> None:
    response = answer_to(RuntimeError("secret"))
    assert response.status_code == 500
    assert response.json["error"]["status"] == 500
    assert "secret" not in response.text


@pytest.mark.parametrize(("text", "said"), [("a b", "A b."), ("Done.", "Done."), ("why?", "Why?"), ("", "")])
def test_a_sentence_begins_and_ends_like_one(text: str, said: str) -> None:
    assert refusals.sentence(text) == said
