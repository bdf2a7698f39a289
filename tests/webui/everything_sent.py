"""Every page of a server as a role gets it, with the beginning of its stream: nothing that is hidden may be in it."""

from collections.abc import Sequence
from itertools import islice

from flask import Flask
from flask.testing import FlaskClient

from tablecam.game.hosting.game_host import GameHost

# no page of a game, or one that would need a file or an operator's rights
OTHER_PAGES = ("/static", "/api/setup", "/join", "/host")
# at least these are asked, whatever else there is
ASKED = {
    "/api/game", "/api/game/log", "/api/game/line", "/api/game/setups", "/api/ranges", "/api/why", "/api/whatif",
    "/api/advice", "/api/games", "/api/games/1", "/api/games/1/log", "/api/games/1/at", "/api/games/1/report.html",
    "/api/games/1/log.jsonl", "/api/games/1/board.svg", "/api/board.svg", "/api/events",
    "/api/games/1/statistics", "/api/games/1/highlights", "/api/games/1/film", "/api/statistics",
    "/api/v1/live", "/api/v1/position", "/api/v1/range", "/api/v1/sight", "/api/v1/ranges",
    "/api/v1/sights", "/api/sentences", "/api/sentences/model", "/api/sentences/pair",
}  # fmt: skip
OF_A_MODEL = (
    "/api/ranges", "/api/advice", "/api/foresight", "/api/whatif", "/api/reach", "/api/model/floors",
    "/api/sentences/model",
)  # fmt: skip
OF_A_PAIR = ("/api/why", "/api/tape", "/api/v1/range", "/api/v1/sight", "/api/sentences/pair")
# how many events of each stream are read
STREAMS = {"/api/events": 7, "/api/v1/live": 3}


def everything_sent(app: Flask, browser: FlaskClient, host: GameHost, models: Sequence[str]) -> dict[str, str]:
    """By address. models: about whom the pages are asked that take a model."""
    found = {}
    for address in addresses(app, host, models):
        response = browser.get(address)
        found[address] = f"{dict(response.headers)} {response.get_data(as_text=True)}"
    for address, events in STREAMS.items():
        stream = browser.get(address, buffered=False)
        found[address] = "".join(
            part.decode() if isinstance(part, bytes) else part for part in islice(stream.response, events)
        )
        stream.close()
    assert {address.partition("?")[0] for address in found} >= ASKED
    return found


def addresses(app: Flask, host: GameHost, models: Sequence[str]) -> list[str]:
    """Every GET of the server, with models and lines of the game where it takes one."""
    lines = range(1, host.view_for("table")["game"]["number"] + 1, 3)
    pairs = [*zip(models, reversed(models), strict=True)]
    found = []
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.rule.startswith(OTHER_PAGES) or rule.rule in STREAMS:
            continue
        # pixels are made of the drawing of the same name, which is read
        if "<int:line>" in rule.rule or "<path" in rule.rule or rule.rule.endswith("board.png"):
            continue
        path = rule.rule.replace("<int:game>", "1")
        if "<" in path:
            continue
        found.append(path)
        if path in OF_A_MODEL:
            found += [f"{path}?model={model}&x_in=20&y_in=20&inches=4" for model in models]
        if path in OF_A_PAIR:
            found += [f"{path}?viewer={a}&target={b}&from={a}&to={b}&a={a}&b={b}" for a, b in pairs]
        if path.endswith(("/line", "/at", "/1/board.svg")):
            found += [f"{path}?line={line}" for line in lines]
    return found
