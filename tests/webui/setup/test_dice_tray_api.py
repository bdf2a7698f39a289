"""The answers of the set-up about the dice tray."""

from pathlib import Path

import pytest
from whole import whole

from tablecam.sensing.camera.synthetic.drawn_tray import DrawnTray


@pytest.mark.slow
def test_the_tray_is_added_shown_and_removed(tmp_path: Path) -> None:
    everything = whole(tmp_path)
    client, tray = everything.app.test_client(), everything.parts.tray_camera

    def post(path: str, number: int, **body: str) -> int:
        payload = {"id": f"{number:024x}", **body}
        return client.post(path, json=payload, headers={"X-Tablecam": "page"}).status_code

    assert client.get("/api/setup/dice-tray").json["there"] is False
    assert client.get("/api/setup/dice-tray/picture.jpg").status_code == 503
    assert post("/api/setup/dice-tray", 1, source="no such camera") == 400
    with tray:
        tray.choose("drawn", lambda _source: DrawnTray())
        assert tray.frames.wait(-1, 30) is not None
        shown = client.get("/api/setup/dice-tray").json
        assert (shown["there"], shown["name"], shown["trouble"]) == (True, "drawn dice tray", "")
        assert client.get("/api/setup/dice-tray/picture.jpg").mimetype == "image/jpeg"
        assert post("/api/setup/dice-tray/remove", 2) == 200
        assert client.get("/api/setup/dice-tray").json["there"] is False
    assert client.get("/api/setup/dice-tray/sheet-a4.pdf").data.startswith(b"%PDF")
    assert client.get("/api/setup/dice-tray/sheet-a9.pdf").status_code == 404
