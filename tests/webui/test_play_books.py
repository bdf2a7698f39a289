"""The pages of `play` have the rulebooks that the command is handed: for new games, the present one and old ones."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from duel_book import WITH_DUEL
from flask import Flask

import webui
from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.books.game_setups import GameSetups
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from webui import command, create_app
from webui.server.dependencies import Dependencies

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.slow
def test_play_goes_on_with_a_game_of_the_catalogue_that_it_is_handed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = str(tmp_path / "games.db")
    kept = GameHost(GameStore(open_database(db)), GameSetups(WITH_DUEL), dict)
    kept.begin({"book": "duel", "scenario": "street"})
    # a game is gone on with only if no other program plays it
    kept.close()
    found = {}

    def looked_at(parts: Dependencies) -> Flask:
        app = create_app(parts)
        browser = app.test_client()
        for path in ("/api/game", "/api/game/setups", "/api/games/1"):
            found[path] = browser.get(path, base_url="http://127.0.0.1").get_json()
        return app

    monkeypatch.setattr(webui, "create_app", looked_at)
    monkeypatch.chdir(tmp_path)
    words = ["--table", str(EXAMPLES / "table"), "--camera", str(EXAMPLES / "photo.jpg"), "--db", db]
    said = CliRunner().invoke(
        command.play, [*words, "--no-browser", "--port", "0", "--seconds", "0.1"], obj=WITH_DUEL, catch_exceptions=False
    )
    assert said.exit_code == 0, said.output
    assert found["/api/game"]["game"]["heading"] == "Orders of turn 1"
    assert "duel" in [each["name"] for each in found["/api/game/setups"]["books"]]
    assert found["/api/games/1"]["result"]["headline"] == "Nobody wins"
