"""The card of a table without a page: that of the newest game in its database."""

from pathlib import Path

from evenings import begun, played

from tablecam.commands.hub import SentShow
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore


def test_the_card_is_that_of_the_newest_game_and_grows_with_it(tmp_path: Path) -> None:
    store = GameStore(open_database(str(tmp_path / "games.db")))
    show = SentShow(store, BOOKS)
    assert show.card().sides == ()
    with store.new() as kept:
        game = played(begun(kept), 1, 20)
        card = show.card()
        assert [(side.name, side.score) for side in card.sides] == [("Harbour Watch", "6/6"), ("Tunnel Kin", "6/6")]
        assert (card.round, card.over) == (None, False)
        assert card.begun > 0
        first = card.said
        played(game, 2, 20)
    assert first != show.card().said != ""
