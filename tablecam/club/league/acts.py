"""The acts of a league's organiser that name people by number or name.

league = rename(league, "Ann Archer", "Ann Arrow")
"""

from tablecam.club.act import ActTable, Field
from tablecam.club.season.league import League
from tablecam.club.season.state import SHOWABLE

LEAGUE_ACTS: ActTable[League] = ActTable()
act, add = LEAGUE_ACTS.act, LEAGUE_ACTS.add
LOWEST = Field(argument="NAME", help="The lowest by default.")

add(
    "enter",
    League.add_person,
    command="enter",
    help="Enters NAME; whoever plays on an evening that is added is entered with it.",
    division=LOWEST,
)


@act(command="rename")
def rename(league: League, person: str, name: str) -> League:
    """PERSON (a number or a name) is called NAME from now on; the old name is still understood."""
    return league.give_name(league.find(person), name)


@act(command="merge")
def merge(league: League, gone: str, into: str) -> League:
    """GONE and INTO are one person: all that GONE has played, INTO has played."""
    return league.merge(league.find(gone), league.find(into))


@act(command="leave", back=Field(help="PERSON is back."))
def leave(league: League, person: str, back: bool = False) -> League:
    """PERSON leaves the league: without a place from now on, and with every game."""
    return (league.come_back if back else league.leave)(league.find(person))


@act(command="show", what=Field(argument="[WHAT]", words=SHOWABLE))
def show(league: League, person: str, what: tuple[str, ...] = ()) -> League:
    """PERSON lets WHAT be published: the name, a page of the own games, the rating; nothing where none is given."""
    return league.show(league.find(person), what)


@act(command="division")
def division(league: League, person: str, name: str) -> League:
    """PERSON plays in the division NAME this season."""
    return league.place_in(league.find(person), name)


@act(command="agree")
def agree(league: League, number: int, person: str) -> League:
    """PERSON agrees that the single game NUMBER of the season counts; it does once both have agreed."""
    return league.agree(number, league.find(person))


@act(command="roll-off")
def roll_off(league: League, people: tuple[str, ...]) -> League:
    """Settles a shared place of the season: all who share it, the winner of the roll first."""
    return league.roll_off([league.find(person) for person in people])
