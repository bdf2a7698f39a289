"""The bench part of the club night at a small size: that it measures what it says."""

import pytest

from tools.bench.tournament import PEER, tournament

pytestmark = pytest.mark.long


def test_events_are_paired_beside_the_peer_and_one_is_kept() -> None:
    result = tournament(players=(8, 16), repetitions=2, shown=(8,))
    assert [figure.what for figure in result.figures] == [
        "pairing 8 players",
        "pairing 7 players and a bye",
        "pairing 16 players",
        "pairing 15 players and a bye",
        "draft and publish, 8 players",
        "desk page, 8 players",
        "public page, 8 players",
        "standings, 8 players",
        "desk page as sent, 8 players",
        "one result as sent to the desk, 8 players",
        "memory of the event, 8 players",
        "pairing 16 players, 10 of them softly kept apart",
        "acts of a club night, on disk",
        "going on with it",
    ]
    assert all(figure.value > 0 for figure in result.figures)
    assert [name for figure in result.figures for name, _ in figure.peers] == [PEER, PEER]
