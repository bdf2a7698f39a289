"""Makes eight evenings of a season in games.db, in the folder it is started in, for `tablecam league` to count."""

import random
from datetime import UTC, datetime, timedelta

from tablecam.club.event_store import StoredEvent
from tablecam.storage.database import open_database
from tablecam.storage.tournament_store import TournamentStore
from tablecam.tournament.club_event import ClubEvent
from tablecam.tournament.entrant import Entrant
from tablecam.tournament.scoring import Side

NAMES = ("Ann Archer", "Bob Brook", "Cat Crane", "Dan Drake", "Eve East", "Fay Ford", "Gil Grant", "Hal Hill")
LATER, FACTIONS = ("Ivy Irons", "Jo Jones", "Kim Kane", "Lee Long"), ("junkers", "syntha", "triads")


def evening(event: ClubEvent, names: list[str], chance: random.Random) -> ClubEvent:
    for name in names:
        event = event.enter(Entrant(name.split()[0].lower(), name, FACTIONS[len(name) % 3], models=10))
    event = event.set_tables(range(1, len(names)))
    while not event.state.over:
        event = event.draft().publish()
        for game in event.state.event.open_games:
            event = event.report(*(Side(player, lost=chance.randint(0, 10)) for player in game.pair))
    return event


def make(number: int) -> None:
    day = datetime(2026, 3, 6, 18, tzinfo=UTC) + timedelta(weeks=number)
    club = StoredEvent.begin(TournamentStore(engine, lambda: day), f"Evening {number}", seed=number, by="a script")
    there = [*NAMES, *chance.sample(LATER, chance.randint(0, 4))]
    club.act("a script", lambda event: evening(event, there, chance))
    print(f"evening {club.id}: {club.state.title}, {len(there)} players")


chance, engine = random.Random(2026), open_database("games.db")
for number in range(1, 9):
    make(number)
print("games.db has a season of eight evenings")
