"""A club event as its pages are sent it: streams, changes alone, packed, in each viewer's language."""

import json
import re
from gettext import NullTranslations
from pathlib import Path

import pytest
from changed_view import with_changes
from club_desk import Desk, Json, begun, entered
from flask.testing import FlaskClient

from tablecam.base.i18n import speaking
from webui.club.feed import DESK, ClubTexts, Viewer


@pytest.fixture
def five(tmp_path: Path) -> Desk:
    return entered(begun(tmp_path))


def first_events(client: FlaskClient, path: str) -> dict[str, Json]:
    """The events that come at once."""
    answer = client.get(path, buffered=False)
    assert answer.status_code == 200
    found: dict[str, Json] = {}
    for chunk in answer.response:
        name, _, data = str(chunk.decode() if isinstance(chunk, bytes) else chunk).partition("data: ")
        if data:
            found[name.rpartition("event: ")[2].strip()] = json.loads(data)
        if "pulse" in found:
            break
    answer.close()
    return found


def test_the_stream_tells_each_viewer_his_own_view(five: Desk) -> None:
    five.act("draft")
    assert first_events(five.client, "/api/club/1/events")["club"]["draft"] is not None
    for client, path in ((five.client, "/api/club/1/events?view=public"), (five.of("spectator"), "/api/club/1/events")):
        told = first_events(client, path)
        assert "draft" not in told["club"]
        assert told["pulse"]["time"] > 0


class Shouting(NullTranslations):
    """A language in which every text is in capitals, but for its values."""

    def gettext(self, message: str) -> str:
        return re.sub(r"[^{}]+(?![^{]*})", lambda text: text[0].upper(), message)


def test_each_viewer_reads_the_event_in_their_own_language(five: Desk) -> None:
    texts, club = ClubTexts(), five.house.stored_event("1")
    shouting = Shouting()
    shouting._info["language"] = "xx"
    with five.app.test_request_context():
        plain = texts.text_for(club, Viewer(DESK))
        with speaking(shouting):
            loud = texts.text_for(club, Viewer(DESK))
        assert texts.text_for(club, Viewer(DESK)) == plain
    assert '"sentence":"tables 1' in plain.text
    assert '"sentence":"TABLES 1' in loud.text


def test_a_page_is_sent_only_what_has_changed_since_what_it_has(five: Desk) -> None:
    texts, club = ClubTexts(), five.house.stored_event("1")
    with five.app.test_request_context():
        whole = texts.text_for(club, Viewer(DESK), "")
        view = json.loads(whole.text)
        assert (whole.event, view.pop("version")) == ("club", whole.version)
        # one that has it all hears nothing, and one that wants whole views gets them
        assert texts.text_for(club, Viewer(DESK), whole.version).event == ""
        assert texts.text_for(club, Viewer(DESK)) == whole
        five.act("draft")
        club.refresh()
        changed = texts.text_for(club, Viewer(DESK), whole.version)
        now = json.loads(texts.text_for(club, Viewer(DESK)).text)
        assert texts.text_for(club, Viewer(DESK), "of another server").event == "club"
    told = json.loads(changed.text)
    assert (changed.event, told["since"], told["version"]) == ("club_changes", whole.version, now.pop("version"))
    assert with_changes(view, told["changes"]) == now


def test_a_stream_goes_on_from_the_version_that_a_page_has(five: Desk) -> None:
    first = first_events(five.client, "/api/club/1/events?since=")["club"]
    again = first_events(five.client, f"/api/club/1/events?since={first['version']}")
    assert "pulse" in again
    assert "club" not in again


def test_the_desk_is_packed_for_a_browser_that_takes_it(five: Desk) -> None:
    packed = five.client.get("/api/club/1", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < len(five.client.get("/api/club/1").data) / 2
    with five.client.get("/api/club/1/events", headers={"Accept-Encoding": "gzip"}, buffered=False) as stream:
        assert stream.headers["Content-Encoding"] == "gzip"
