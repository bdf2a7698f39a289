"""A replay has models where the sides accepted them, from that line on, and an undo shows them where they were."""

from pathlib import Path

from hosting import accept_positions, choose, game, initiative, watched

from tablecam.game.hosting import commands
from tablecam.game.replay.game_statistics import chapters, ways
from tablecam.game.replay.recorded_game import RecordedGame
from tablecam.rules.books.catalogue import BOOKS


def test_a_replay_and_its_report_have_an_accepted_position(tmp_path: Path) -> None:
    host, table, follower = watched(tmp_path)
    initiative(host)
    for answer in ("ida", "move+shoot"):
        choose(host, "red", answer)
    follower.look(host, table.view)
    choose(host, "red", None, source="table")
    follower.look(host, table.view)
    table.put("pit", x_in=27.0)
    follower.look(host, table.view)
    accept_positions(host, "pit")
    host.do(commands.undo, "red", {"line": game(host, "red")["last"]["line"]})
    with host.reading() as open_game:
        assert open_game
        lines = open_game.kept.lines
    past = RecordedGame.read(lines, {}, BOOKS).view_as("spectator")
    last = past.log_view.count
    stood = [snapshot.model("pit").x_in for number in (last - 2, last - 1, last) if (snapshot := past.snapshot(number))]
    assert stood == [14.0, 27.0, 14.0]
    # what was taken back is in no report; without the undo it is
    kept = RecordedGame.read(lines[:-1], {}, BOOKS).view_as("spectator")
    moved = [ways(known, chapters(known)[-1]).get("pit") for known in (past, kept)]
    assert moved == [None, [(14.0, 30.0), (27.0, 30.0)]]
