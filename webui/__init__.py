"""The web skin: parse, call, present. `create_app` is the factory; one blueprint a page."""

from flask import Flask, Response

from webui import access, events, floors, icon, page, picture, ranges, refusals, stage
from webui.entrance import door
from webui.game import deeds, foresight
from webui.game.feed import GameTexts
from webui.parts import Parts
from webui.replay import pages as replay_pages
from webui.setup import pages as setup_pages

# The page is ours alone: no other host is ever asked for anything. Pictures arrive as blobs.
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def create_app(parts: Parts) -> Flask:
    """The web application over a live table; it reads what `parts.live` publishes."""
    app = Flask("webui", static_folder=None)
    door.install(app, parts.access or access.alone())
    app.register_blueprint(page.blueprint(parts.built_page))
    app.register_blueprint(icon.blueprint())
    texts = GameTexts(parts.host, parts.roster) if parts.host else None
    app.register_blueprint(events.blueprint(parts.live, parts.roster, texts))
    app.register_blueprint(picture.blueprint(parts.live))
    app.register_blueprint(ranges.blueprint(parts.live))
    if parts.stage is not None:
        app.register_blueprint(stage.blueprint(parts.stage))
    app.register_blueprint(foresight.blueprint(parts.live, parts.host))
    if parts.host and texts:
        parts.host.changed = parts.live.wake
        app.register_blueprint(deeds.blueprint(parts.host, texts))
    if parts.stand_on is not None:
        app.register_blueprint(floors.blueprint(parts.live, parts.stand_on))
    if parts.archive is not None:
        app.register_blueprint(replay_pages.blueprint(parts.archive, parts.host, parts.roster))
    if parts.setup is not None:
        for each in setup_pages.blueprints(parts.setup, parts.live):
            app.register_blueprint(each)
    refusals.shape(app)
    app.after_request(_guard)
    return app


def _guard(response: Response) -> Response:
    # a report that is a page of its own brings its own, stricter where it counts
    response.headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers.setdefault("Cache-Control", "no-store")
    return response
