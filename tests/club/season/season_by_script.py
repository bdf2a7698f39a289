"""A season of evenings, made by script in a database: the same for the same seed."""

import random
from pathlib import Path

from tablecam.club.event.event_store import StoredEvent
from tablecam.club.league.stored_league import StoredLeague, read_rules
from tablecam.club.league.umpired_friendlies import taking
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant, free_id
from tablecam.club.tournament.scoring import Side
from tablecam.storage.database import open_database
from tablecam.storage.line_store import LeagueStore, TournamentStore

RULES = Path(__file__).resolve().parents[3] / "examples" / "league.toml"
NAMES = (
    "Ann Archer", "Bob Brook", "Cat Crane", "Dan Drake", "Eve East", "Fay Ford", "Gil Grant", "Hal Hill", "Ivy Irons",
    "Jo Jones", "Kim Kane", "Lee Long", "Max Moor", "Nell North",
)  # fmt: skip
FACTIONS = ("junkers", "syntha", "triads", "viridian")
EVENINGS = 8


def evening_by_script(event: ClubEvent, chance: random.Random, names: list[str]) -> ClubEvent:
    """A whole evening as one act: who comes, every round, every result; now and then somebody concedes."""
    for name in names:
        taken = event.state.event.entrants
        models = chance.randint(6, 12)
        event = event.enter(Entrant(free_id(name, taken), name, FACTIONS[NAMES.index(name) % 4], models))
    event = event.set_tables(range(1, len(names) // 2 + 4))
    while not event.state.over:
        event = event.draft().publish()
        for game in event.state.event.open_games:
            event = event.report(*(_side(event, player, chance) for player in game.pair))
    return event


def _side(event: ClubEvent, player: str, chance: random.Random) -> Side:
    lost = chance.randint(0, event.state.event.entrants[player].models)
    return Side(player, lost, chance.random() < 0.1, chance.random() < 0.02, chance.choice((0, 0, 0, 2)))


def evenings(store: TournamentStore, seed: int, number: int = EVENINGS) -> list[StoredEvent]:
    """Evenings with eight to twelve of the fourteen."""
    chance, made = random.Random(seed), []
    for each in range(1, number + 1):
        club = StoredEvent.begin(store, f"Evening {each}", seed=seed + each, by="TO")
        there = chance.sample(NAMES, chance.randint(8, 12))
        club.act("TO", lambda event, there=there: evening_by_script(event, chance, there))
        made.append(club)
    return made


def season(folder: Path, seed: int = 7, number: int = EVENINGS) -> tuple[StoredLeague, list[StoredEvent]]:
    """A league with every evening added, in a new database."""
    engine = open_database(str(folder / "games.db"))
    league = StoredLeague.begin(LeagueStore(engine), "City League", read_rules(RULES), "TO")
    made = evenings(TournamentStore(engine), seed, number)
    for club in made:
        league.act("TO", taking(club.lines))
    return league, made
