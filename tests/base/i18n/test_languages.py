import json
from gettext import NullTranslations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tablecam.base.i18n import CORE, Language, current_language, gettext, speaking
from tablecam.base.languages import Languages
from webui.server import request_values


def test_english_is_always_there_and_needs_no_catalogue(tmp_path) -> None:
    empty = Languages(tmp_path)
    assert empty.available() == ("en",)
    assert type(empty.translations("en")) is type(empty.translations("pl")) is NullTranslations
    with pytest.raises(KeyError):
        empty.for_page("en")


def test_a_rulebook_brings_its_own_texts_and_the_core_has_none_of_them(languages: Languages) -> None:
    assert languages.available() == ("en", "pl")
    polish = languages.translations("pl")
    assert isinstance(polish, Language)
    toy, core = polish.get_catalogue("tablecam.rules.books.toy"), polish.get_catalogue(CORE)
    assert (toy.gettext("The goblin sleeps."), core.gettext("The goblin sleeps.")) == (
        "THE GOBLIN SLEEPS.", "The goblin sleeps.",
    )  # fmt: skip
    assert toy.gettext("There is no {thing}.") == "THERE IS NO {THING}."
    assert toy.ngettext("{n} model", "{n} models", 1) == core.ngettext("{n} model", "{n} models", 1) == "{n} módéløø"
    with speaking(polish):
        assert current_language() == "pl"
        assert gettext("The goblin sleeps.") == "The goblin sleeps."
        assert gettext("There is no {thing}.", thing="wall") == "Théréøø ísø ñóø wall."
        assert gettext("No translator came by.") == "No translator came by."


@pytest.mark.parametrize(
    ("header", "choice", "expected"),
    [
        ("", "", "en"),
        ("pl", "", "pl"),
        ("pl-PL,pl;q=0.9,en;q=0.8", "", "pl"),
        ("de,en;q=0.8,pl;q=0.5", "", "en"),
        ("de", "", "en"),
        ("pl", "en", "en"),
        ("en", "pl", "pl"),
        ("pl", "../../x", "pl"),
        ("*", "", "en"),
        ("pl;q=0, ;;q=x,", "", "en"),
    ],
)
def test_a_device_gets_what_it_chose_or_its_browser_asks_for(languages, header, choice, expected) -> None:
    assert languages.choose_language(header, choice) == expected


def test_the_page_gets_its_own_texts_only(languages: Languages) -> None:
    catalogue = languages.for_page("pl")
    assert set(catalogue["messages"]) == {"There is no {thing}.", "{n} model", "of a die\x04face"}
    assert catalogue["messages"]["{n} model"] == ["{n} módéløø", "{n} módélsøø", "{n} módélsøø"]
    # Polish: one, few, many
    assert [catalogue["plural"][n] for n in (0, 1, 2, 5, 12, 22, 112)] == [*"2012212"]


@pytest.fixture
def client(languages: Languages) -> FlaskClient:
    app = Flask("spoken")
    request_values.install(app, languages)

    @app.get("/said")
    def said() -> str:
        return gettext("There is no {thing}.", thing="wall")

    @app.get("/stream")
    def stream():
        def pieces():
            yield current_language()
            yield "|" + gettext("There is no {thing}.", thing="wall")

        return pieces()

    return app.test_client()


def test_a_request_and_its_stream_are_answered_in_the_language_of_the_device(client: FlaskClient) -> None:
    assert client.get("/said").text == "There is no wall."
    assert client.get("/said", headers={"Accept-Language": "pl"}).text == "Théréøø ísø ñóø wall."
    assert client.get("/stream", headers={"Accept-Language": "pl"}).text == "pl|Théréøø ísø ñóø wall."
    client.set_cookie("language", "en")
    assert client.get("/stream", headers={"Accept-Language": "pl"}).text == "en|There is no wall."


def test_the_folders_of_languages_are_searched_once_for_all_requests(client: FlaskClient, monkeypatch) -> None:
    client.get("/said", headers={"Accept-Language": "pl"})
    monkeypatch.delattr("pathlib.Path.glob")
    assert client.get("/said", headers={"Accept-Language": "pl, en;q=0.5"}).text == "Théréøø ísø ñóø wall."


def test_two_streams_in_one_thread_do_not_hear_each_other(client: FlaskClient) -> None:
    polish = client.get("/stream", headers={"Accept-Language": "pl"}, buffered=False)
    english = client.get("/stream", buffered=False)
    pairs = list(zip(polish.iter_encoded(), english.iter_encoded(), strict=True))
    assert pairs == [(b"pl", b"en"), ("|Théréøø ísø ñóø wall.".encode(), b"|There is no wall.")]
    assert current_language() == "en"


def test_the_catalogue_is_sent_once_until_it_changes(client: FlaskClient, languages: Languages) -> None:
    answer = client.get("/i18n/pl.json")
    assert json.loads(answer.text) == languages.for_page("pl")
    again = client.get("/i18n/pl.json", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get("/i18n/en.json").status_code == client.get("/i18n/xx.json").status_code == 404
    assert client.get("/api/languages").json == {"languages": ["en", "pl"]}
