"""The acts of the organiser on the evening as a whole, and on names: rename, cancel, archive, scenarios, prizes, seats.

Each shows its form by itself on a page of the desk (`Form.room`), or on the sheet of a player.

Clause: House Evening (N9), UW-TG Force Lists (LIST).
"""

from tablecam.base.i18n import Message
from tablecam.club.act import ActTable, Field, Form, reason
from tablecam.club.tournament import evening_changes
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.evening_changes import LONGEST_NAME, LONGEST_TEXT, LONGEST_TITLE, MOST_PLACES
from tablecam.club.tournament.evening_settings import EveningArchived
from tablecam.club.tournament.schedule import MOST_ROUNDS
from tablecam.club.tournament.scoring import MOST_MODELS
from tablecam.club.tournament.tie_breaks import TITLES, choose_tie_breaks

EVENING_ACTS: ActTable[ClubEvent] = ActTable()
act = EVENING_ACTS.act

# names

NAME = Field(argument="NAME", label=Message("Name"), longest=LONGEST_NAME, needed=True)
TITLE = Field(argument="TITLE", label=Message("Name of the event"), longest=LONGEST_TITLE, needed=True)
RENAME_EVENT_FORM = Form(Message("Rename the event"), submit=Message("Rename the event"), room="log")
RENAME_PLAYER_FORM = Form(
    Message("Rename"), hint=Message("The ID and the code of the card stay the same."), submit=Message("Rename")
)
RENAME_FORCE_FORM = Form(Message("Rename the force"), submit=Message("Rename the force"))


@act(command="rename", form=RENAME_EVENT_FORM, title=TITLE)
def rename_event(event: ClubEvent, title: str) -> ClubEvent:
    """Gives the event the name TITLE."""
    return event.after(evening_changes.event_renamed(title))


@act(command="rename-player", form=RENAME_PLAYER_FORM, name=NAME)
def rename_player(event: ClubEvent, player: str, name: str) -> ClubEvent:
    """Gives PLAYER the name NAME; the ID and the score card stay."""
    return event.after(evening_changes.player_renamed(event.state, player, name))


@act(command="rename-force", form=RENAME_FORCE_FORM, name=NAME)
def rename_force(event: ClubEvent, player: str, name: str) -> ClubEvent:
    """Gives the force list of PLAYER the name NAME."""
    return event.after(evening_changes.force_renamed(event.state, player, name))


COUNT_FORM = Form(
    Message("Number of models"),
    hint=Message("Casualty levels follow from it. A list that is handed in later replaces it."),
    submit=Message("Save"),
)
MODELS = Field(argument="MODELS", label=Message("Models"), least=1, most=MOST_MODELS)
FACTION = Field(option="--faction", argument="TEXT", help="The faction.", label=Message("Faction"), longest=60)


@act(command="models", form=COUNT_FORM, models=MODELS, faction=FACTION, reason=reason(Message("a slip of the pen")))
def count_models(event: ClubEvent, player: str, models: int, faction: str = "", reason: str = "") -> ClubEvent:
    """Says how many MODELS the force of PLAYER has, without a list."""
    return event.after(evening_changes.force_counted(event.state, player, models, faction, reason))


# the evening

TIE_BREAK_FORM = Form(
    Message("Tie-breaks"),
    lead=Message("Of players with the same points, the first tie-break decides, then the second, then the third."),
    hint=Message("Without a first one, the guide’s tie-break holds: the points of all opponents."),
    submit=Message("Save"),
    room="standings",
)
CHOICES = {"": Message("none"), **TITLES}
FIRST, SECOND, THIRD = (
    Field(argument=f"[{word}]", kind="tie-break", label=label, choices=CHOICES)
    for word, label in (("FIRST", Message("First")), ("SECOND", Message("Second")), ("THIRD", Message("Third")))
)


@act(command="tie-breaks", form=TIE_BREAK_FORM, first=FIRST, second=SECOND, third=THIRD)
def set_tie_breaks(event: ClubEvent, first: str = "", second: str = "", third: str = "") -> ClubEvent:
    """Chooses up to three tie-breaks before round 1, such as wins and opponents; none for the guide's (S5)."""
    chosen = tuple(name for name in (first, second, third) if name)
    return event.decide(lambda state, by: choose_tie_breaks(state, chosen, by))


CANCEL_FORM = Form(
    Message("Cancel the evening"),
    lead=Message("The club’s pages and the calendar say that it is cancelled. You can take this back."),
    submit=Message("Save"),
    room="clock",
)
CANCELLED = Field(option="--back", negative=True, help="It takes place.", label=Message("The evening is cancelled"))
WHY_CANCELLED = reason(Message("too few players"), Message("the hall is closed"), Message("illness"))
ARCHIVE_FORM = Form(
    Message("Archive the event"),
    lead=Message("The list of events shows it at the end. Nothing is lost, and you can take this back."),
    submit=Message("Save"),
    room="log",
)
ARCHIVED = Field(option="--back", negative=True, help="It is in use.", label=Message("The event is archived"))


@act(command="cancel", form=CANCEL_FORM, cancelled=CANCELLED, reason=WHY_CANCELLED)
def cancel(event: ClubEvent, cancelled: bool, reason: str = "") -> ClubEvent:
    """Cancels the evening; the calendar says so. Possible until round 1 is published."""
    return event.after(evening_changes.evening_cancelled(event.state, cancelled, reason))


@act(command="archive", form=ARCHIVE_FORM, archived=ARCHIVED)
def archive(event: ClubEvent, archived: bool) -> ClubEvent:
    """Puts the event away, at the end of the list of events."""
    return event.after(EveningArchived(archived=archived))


SCENARIO_FORM = Form(
    Message("Scenario of a round"),
    lead=Message("Players read it on their phones and on the projector. Without a text, the round has none."),
    submit=Message("Save"),
    room="round",
)
ROUND = Field(key="round", argument="ROUND", label=Message("Round"), least=1, most=MOST_ROUNDS)
SCENARIO = Field(argument="[SCENARIO]", label=Message("Scenario"), longest=LONGEST_TEXT)
PRIZE_FORM = Form(
    Message("Prize for a place"),
    lead=Message("Money, for instance. The standings show it. Without a text, the place has no prize."),
    submit=Message("Save"),
    room="standings",
)
PLACE = Field(argument="PLACE", label=Message("Place"), least=1, most=MOST_PLACES)
PRIZE = Field(argument="[PRIZE]", label=Message("Prize"), longest=LONGEST_TEXT)
SEAT_FORM = Form(
    Message("Reserve a place"),
    lead=Message("The place stays free until somebody enters under this name, even if others wait."),
    submit=Message("Save"),
    room="entrants",
)
RESERVED = Field(option="--back", negative=True, help="It is free for everybody.", label=Message("Keep the place free"))


@act(command="scenario", form=SCENARIO_FORM, number=ROUND, scenario=SCENARIO)
def set_scenario(event: ClubEvent, number: int, scenario: str = "") -> ClubEvent:
    """Says that everybody plays SCENARIO in ROUND; without one, the round has none."""
    return event.after(evening_changes.scenario_set(number, scenario))


@act(command="place-prize", form=PRIZE_FORM, place=PLACE, prize=PRIZE)
def set_place_prize(event: ClubEvent, place: int, prize: str = "") -> ClubEvent:
    """Sets the PRIZE for PLACE, such as '50 pounds'; without one, the place has none."""
    return event.after(evening_changes.place_prize_set(place, prize))


@act(command="reserve", form=SEAT_FORM, name=NAME, reserved=RESERVED)
def reserve_seat(event: ClubEvent, name: str, reserved: bool) -> ClubEvent:
    """Keeps a place for NAME, who enters later; nobody else gets it."""
    return event.sign(lambda state: (evening_changes.seat_reserved(state, name, reserved),))
