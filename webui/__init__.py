"""The web skin: parse, call, present. `create_app` is the factory; one blueprint a page."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask, Response

    from tablecam.live.live_loop import LiveLoop
    from webui.entrance.access import Access
    from webui.game.commands import TableSide
    from webui.server.dependencies import Dependencies

# The page loads nothing from other hosts. Images arrive as blobs.
CONTENT_POLICY = (
    # no text
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def create_app(parts: "Dependencies") -> "Flask":
    """The web application over a live table; it reads what `parts.live` publishes.

    Pages are imported here, so that a fault in one of them takes no command with it.
    """
    from flask import Flask, redirect

    from webui.entrance import entrance
    from webui.game import glossary
    from webui.server import crowds, page, refusals, request_values
    from webui.server.events import build_notice_blueprint, notice

    app = Flask("webui", static_folder=None)
    entrance.install(app, _make_access(parts))
    crowds.install(app)
    if parts.live is None:
        # without a camera the club events are the first page
        app.add_url_rule("/", "first", lambda: redirect("/club"))
    app.register_blueprint(page.blueprint(parts.built_page))
    app.register_blueprint(page.icon_blueprint())
    app.register_blueprint(glossary.blueprint(parts.books))
    if parts.live is not None:
        _add_table_pages(app, parts, parts.live)
    if parts.archive is not None:
        from webui.replay import pages as replay_pages

        shown = replay_pages.blueprint(parts.archive, parts.host, parts.roster, parts.recorder, parts.dice_counts)
        app.register_blueprint(shown)
    if parts.club is not None:
        from webui.club import campaign as club_campaign
        from webui.club import desk as club_desk
        from webui.club import feed as club_feed
        from webui.club import public as club_public
        from webui.club import sign_up as club_sign_up
        from webui.club import site as club_site

        app.extensions[crowds.CLUB] = parts.club
        app.register_blueprint(club_desk.blueprint(parts.club, parts.books, parts.desk.driving if parts.desk else ""))
        app.register_blueprint(club_feed.blueprint(parts.club, notice(parts.custody)))
        app.register_blueprint(club_public.blueprint(parts.club, parts.seconds))
        app.register_blueprint(club_campaign.blueprint(parts.club))
        app.register_blueprint(club_sign_up.blueprint(parts.club, parts.books, parts.seconds))
        live_site = club_site.LiveSite(parts.club, parts.books, replays=parts.archive is not None)
        app.register_blueprint(club_site.blueprint(live_site, partial(page.index_page, parts.built_page)))
        if parts.host is not None:
            from webui.club import table_call

            app.register_blueprint(table_call.blueprint(parts.club, parts.host))
    if parts.custody is not None:
        app.register_blueprint(build_notice_blueprint(parts.custody))
    refusals.shape(app, parts.built_page)
    request_values.install(app, parts.languages)
    app.after_request(_add_security_headers)
    return app


def _make_access(parts: "Dependencies") -> "Access":
    """The rules by which browsers get their roles, with the seats of the game in progress."""
    from webui.entrance import access

    base_access = parts.access or access.alone()
    usual = parts.books.usual.seats
    if parts.host is None:
        return replace(base_access, usual=usual)
    return replace(base_access, usual=usual, playing=parts.host.seats, side_name=parts.host.side_name)


def _add_table_pages(app: "Flask", parts: "Dependencies", live: "LiveLoop") -> None:
    """Adds the pages of a table with a camera."""
    from tablecam.live.portraits import PortraitKeeper
    from tablecam.live.projector import ProjectorKeeper
    from webui.club import hall_event
    from webui.game import commands, dice_tray, foresight
    from webui.game.feed import GameTexts
    from webui.server import events, gallery
    from webui.server.events import notice
    from webui.setup import books
    from webui.setup import pages as setup_pages
    from webui.table import beam, demo_control, live_api, picture, portraits, ranges, sentences, surface_override
    from webui.table.board_names import choose_hidden_names
    from webui.wall.hub_show import hub_notice, together

    texts = GameTexts(parts.host, parts.roster) if parts.host else None
    projector = parts.projector or ProjectorKeeper(live)
    in_tray = dice_tray.tray_notice(parts.tray, parts.tray_camera)
    notices = together(notice(parts.custody), hub_notice(parts.courier), beam.beam_notice(projector), in_tray)
    app.register_blueprint(events.blueprint(live, parts.roster, parts.books, texts, notices))
    app.register_blueprint(picture.blueprint(live))
    app.register_blueprint(beam.blueprint(projector, parts.roster))
    keeper = parts.portraits or PortraitKeeper(live)
    app.register_blueprint(portraits.blueprint(keeper, choose_hidden_names(parts.host), parts.roster))
    app.register_blueprint(picture.board_blueprint(live, parts.host, parts.roster))
    app.register_blueprint(ranges.blueprint(live, parts.host, parts.books.usual))
    app.register_blueprint(sentences.blueprint(live, parts.host, parts.books.usual))
    app.register_blueprint(live_api.blueprint(live, parts.host, parts.books.usual))
    if parts.stage is not None:
        app.register_blueprint(gallery.blueprint(parts.built_page))
        app.register_blueprint(demo_control.blueprint(parts.stage, choose_hidden_names(parts.host)))
    app.register_blueprint(foresight.blueprint(live, parts.host, parts.books.usual))
    if parts.host and texts:
        parts.host.changed = live.wake
        app.register_blueprint(commands.blueprint(parts.host, texts, _make_table_side(parts, live)))
        if parts.tray is not None:
            app.register_blueprint(dice_tray.blueprint(parts.tray, parts.host, parts.throw))
    app.register_blueprint(hall_event.blueprint(parts.courier))
    if parts.stand_on is not None:
        app.register_blueprint(surface_override.blueprint(live, parts.stand_on))
    if parts.table_books is not None:
        app.register_blueprint(books.blueprint(parts.table_books))
    if parts.setup is not None:
        for blueprint in setup_pages.blueprints(parts.setup, live, parts.tray_camera):
            app.register_blueprint(blueprint)


def _make_table_side(parts: "Dependencies", live: "LiveLoop") -> "TableSide":
    """The table's part in starting a game: its set-up must be complete, and the demo's hands stop."""
    from webui.game.commands import TableSide

    stage = parts.stage
    return TableSide(
        lambda: live.view.snapshot is None and live.view.missing is not None,
        (lambda: stage.hands(False)) if stage else (lambda: None),
        takes_books=parts.table_books is not None,
    )


def _add_security_headers(response: "Response") -> "Response":
    # a report that is a page of its own has its own policy, stricter where it counts
    response.headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers.setdefault("Cache-Control", "no-store")
    return response
