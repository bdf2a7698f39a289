"""The power goes in the middle of a club event: whatever the screen had said is kept, and the night goes on."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.export import as_json
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore

# programs that are started and killed: left out of the quick round
pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
# for how much longer than the acts that are waited for, at most
LONGER_S = 0.005

# goes on with the night, or begins it, and says each act once it is kept
CLUB_EVENT = """
import sys
from pathlib import Path
from tablecam.club.event.event_store import StoredEvent
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.scoring import Side

store, kept = TournamentStore(open_database(sys.argv[1])), Path(sys.argv[2])
club = StoredEvent.open(store, 1, kept) if store.list_logs() else StoredEvent.begin(
    store, "Friday", seed=7, by="TO", snapshots=kept)

def act(command):
    club.act("TO", command)
    print(club.audit[-1].sentence, flush=True)

while len(club.state.event.entrants) < 24:
    number = len(club.state.event.entrants) + 1
    act(lambda event: event.enter(Entrant(f"p{number}", f"Player {number}", "", 10)))
while not club.state.over:
    games = club.state.event.open_games
    if games:
        one, other = games[0].pair
        if not club.state.card(games[0]).reports:
            act(lambda event: event.report_side(one, Side(other, int(other[1:]) % 9), Side(one, int(one[1:]) % 9)))
        act(lambda event: event.confirm(other))
    elif club.state.draft:
        act(ClubEvent.publish)
        act(ClubEvent.start_clock)
    else:
        act(ClubEvent.draft)
"""


def once(db: Path, kept: Path, chance: random.Random, errors: Path, acts: int) -> list[str]:
    """Goes on until it is killed at some moment, or to the end; what it said to the end of the line."""
    wanted, seen = chance.randrange(acts), []
    command = [sys.executable, "-c", CLUB_EVENT, str(db), str(kept)]
    with (
        errors.open("w") as stderr,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True, cwd=ROOT) as program,
    ):
        assert program.stdout is not None
        while len(seen) < wanted and (line := program.stdout.readline()):
            seen.append(line)
        time.sleep(chance.uniform(0, LONGER_S))
        program.send_signal(signal.SIGKILL)
        seen += program.stdout.read().splitlines(keepends=True)
    assert program.returncode in {-signal.SIGKILL, 0}, errors.read_text()
    return [line.rstrip("\n") for line in seen if line.endswith("\n")]


def survives(folder: Path, seed: int, acts: int) -> None:
    """Kill a whole night after up to so many acts each time."""
    db, kept, chance = folder / "games.db", folder / "snapshots", random.Random(seed)
    said: list[str] = []
    kills = 0
    while kills < 60:
        kills += 1
        said += once(db, kept, chance, folder / "stderr.txt", acts)
        store = TournamentStore(open_database(str(db)))
        if not store.list_logs():
            continue
        club = StoredEvent.open(store, 1)
        told = [act.sentence for act in club.audit[1:]]
        assert told[: len(said)] == said
        # kept, but killed before the screen could say so
        said = told
        if club.state.over:
            break
    assert kills > 4
    assert club.state.over
    assert sum(club.state.event.scores().values()) == 5 * 12 * 24
    StoredEvent.open(store, 1, kept)
    last = (kept / "tournament-1-round-5.json").read_text()
    assert StoredEvent.take_in(store, last).state.event.drawn == club.state.event.drawn
    assert StoredEvent.take_in(store, as_json(club.lines, club.state)).state == club.state


@pytest.mark.long
@pytest.mark.parametrize("acts", [12, 50])
def test_a_night_killed_again_and_again_keeps_every_act_and_ends(tmp_path: Path, acts: int) -> None:
    survives(tmp_path, seed=1, acts=acts)
