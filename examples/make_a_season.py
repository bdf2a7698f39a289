"""Makes eight evenings of a season and the next one in games.db, in the folder it is started in, for a league."""

import random
from datetime import UTC, datetime, timedelta
from functools import partial

from tablecam.club.event.entrant_acts import announce, show_name
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.schedule import PlannedRound
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.sign_up_list import SignUpSet
from tablecam.club.tournament.signing_up import sign_up_set
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore

NAMES = ("Ann Archer", "Bob Brook", "Cat Crane", "Dan Drake", "Eve East", "Fay Ford", "Gil Grant", "Hal Hill")
LATER, FACTIONS = ("Ivy Irons", "Jo Jones", "Kim Kane", "Lee Long"), ("junkers", "syntha", "triads", "viridian")
ROUNDS = (PlannedRound(80, 15), PlannedRound(80, 15), PlannedRound(80))
OPEN = SignUpSet(open=True, places=16, check_in=True)


def enter(event: ClubEvent, names: list[str]) -> ClubEvent:
    event = event.set_schedule("18:30", ROUNDS)
    for name in names:
        player, faction = name.split()[0].lower(), FACTIONS[(NAMES + LATER).index(name) % 4]
        event = show_name(event.enter(Entrant(player, name, faction, models=10)), player, name in NAMES[:6])
    return event.set_tables(range(1, len(names)))


def play(club: StoredEvent, chance: random.Random) -> None:
    while not club.state.over:
        club.act("a script", lambda event: event.draft().publish().start_clock())
        begun = now[0]
        for game in club.state.event.open_games:
            lost = [Side(player, lost=chance.randint(0, 10)) for player in game.pair]
            now[0] = begun + timedelta(minutes=chance.randint(35, 80))
            club.act("a script", partial(ClubEvent.report, one=lost[0], other=lost[1]))
        now[0] = begun + timedelta(minutes=95)


def begin(number: int) -> StoredEvent:
    now[0] = datetime(2026, 3, 6, 18, 30, tzinfo=UTC) + timedelta(weeks=number)
    return StoredEvent.begin(store, f"Evening {number}", seed=number, by="a script")


chance, now = random.Random(2026), [datetime.now(UTC)]
store = TournamentStore(open_database("games.db"), lambda: now[0])
for number in range(1, 9):
    club, there = begin(number), [*NAMES, *chance.sample(LATER, chance.randint(0, 4))]
    club.act("a script", partial(enter, names=there))
    play(club, chance)
    print(f"evening {club.id}: {club.state.title}, {len(there)} players")
club, coming = begin(9), (datetime.now(UTC) + timedelta(weeks=1)).date().isoformat()
club.act("a script", lambda event: announce(enter(event, [*NAMES[:4]]), coming, "Town Hall"))
club.act("a script", lambda event: event.sign(lambda state: sign_up_set(state, OPEN)))
print(f"games.db has a season of eight evenings, and the next one on {coming}")
