import pytest
from flask import Flask

from tablecam.errors import BadFile, TablecamError
from tablecam.rules.ask import IllegalAnswer
from tablecam.tournament.refusal import TournamentRefusal
from webui import refusals


def answer_to(error: Exception):
    app = Flask("refusing")
    refusals.shape(app)

    def fail() -> None:
        raise error

    app.get("/")(fail)
    return app.test_client().get("/")


@pytest.mark.parametrize(
    "refused", [IllegalAnswer("bob is 9.1 inches away"), TournamentRefusal("bob is 9.1 inches away", "P6")]
)
def test_what_the_rules_refuse_is_a_conflict(refused: TablecamError) -> None:
    response = answer_to(refused)
    assert response.status_code == 409
    assert "bob is 9.1 inches away" in response.json["error"]["says"].lower()


def test_any_other_refusal_of_ours_is_a_bad_request_in_a_whole_sentence() -> None:
    response = answer_to(BadFile("models.toml has no models: add one"))
    assert response.status_code == 400
    assert response.json == {"error": {"status": 400, "says": "Models.toml has no models: add one.", "code": ""}}


def test_a_fault_of_ours_has_the_same_shape_and_tells_nothing_of_the_inside() -> None:
    response = answer_to(RuntimeError("secret"))
    assert response.status_code == 500
    assert response.json["error"]["status"] == 500
    assert "secret" not in response.text


@pytest.mark.parametrize(("text", "said"), [("a b", "A b."), ("Done.", "Done."), ("why?", "Why?"), ("", "")])
def test_a_sentence_begins_and_ends_like_one(text: str, said: str) -> None:
    assert refusals.sentence(text) == said
