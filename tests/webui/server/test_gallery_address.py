"""The gallery is a page of the demo alone, and may show itself in frames."""

from flask import Flask
from gallery_pages import gallery_app


def test_the_gallery_frames_its_own_states_and_nothing_else() -> None:
    for path in ("/gallery", "/gallery/no-game"):
        answer = gallery_app().test_client().get(path)
        assert answer.status_code == 200
        policy = answer.headers["Content-Security-Policy"]
        assert "frame-src 'self'" in policy
        assert "frame-ancestors 'self'" in policy
        assert "default-src 'none'" in policy


def test_a_table_with_a_camera_has_no_gallery(app: Flask) -> None:
    assert app.test_client().get("/gallery").status_code == 404
