"""An evening for a league, read from the log of its event: one of the database, or an exported file."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from tablecam.base.i18n import Message
from tablecam.club.event.export import log_of
from tablecam.club.event.log import ClubLog, read_club_log
from tablecam.club.league.stored_league import LeagueCommand
from tablecam.club.season.evening import Evening, LuckOf, MinutesOf, evening_of, no_luck
from tablecam.club.season.league import League
from tablecam.club.season.refusal import LeagueRefusal
from tablecam.club.tournament.club_events import ClockStarted
from tablecam.club.tournament.events import GameReported, RoundDrawn
from tablecam.storage.line_sum import line_sum

# reads what the dice of an event's tracked games did; a file has none of them
LuckReader = Callable[[ClubLog], LuckOf]
NO_ANSWERS: Mapping[str, str] = {}


def no_games(_log: ClubLog) -> LuckOf:
    """The luck of an event whose games are not in this database."""
    return no_luck


def taking(texts: Sequence[str], given: Mapping[str, str] = NO_ANSWERS, luck: LuckReader = no_games) -> LeagueCommand:
    """The command that adds the evening of an event's log. given: who a player of the event is, by the player's ID.

    LeagueRefusal where the event is not over, or teams played; BadFile where its log is broken.
    """
    log = read_club_log(texts)
    state = log.state()
    if not state.over:
        reason = Message("{evening} is not over: finish all its rounds first", evening=state.title)
        raise LeagueRefusal(reason, "not-over")
    if state.event.doubles:
        reason = Message("{evening} was for teams, but a league counts single players", evening=state.title)
        raise LeagueRefusal(reason, "doubles")
    head = Evening(line_sum("", texts[0]), state.title, log.day or log.lines[0].at[:10], len(texts), (), ())
    strangers = sorted(set(given) - set(state.event.entrants))
    if strangers:
        reason = Message("nobody at {evening} has the ID {player}", evening=state.title, player=strangers[0])
        raise LeagueRefusal(reason, "nobody")
    players = [(player, entrant.name) for player, entrant in state.event.entrants.items()]

    def add(league: League) -> League:
        league, people = league.people_of(head.source, players, given)
        return league.add_evening(evening_of(head, state.event, state.standings(), people, luck(log), minutes_of(log)))

    return add


def taking_export(text: str, given: Mapping[str, str] = NO_ANSWERS) -> LeagueCommand:
    """The same for the text of an exported event. BadFile where it is none, or was edited."""
    return taking(log_of(text), given)


def minutes_of(log: ClubLog) -> MinutesOf:
    """The minutes that each game took, from the start of its round's clock to the first result that counts."""
    begun, took, number = dict[int, float](), dict[tuple[int, frozenset[str]], int](), 0
    for line in (log.lines[number - 1] for number in log.live):
        for act in line.did:
            match act:
                case RoundDrawn():
                    number = act.number
                case ClockStarted(time=time):
                    begun.setdefault(number, time)
                case GameReported(sides=sides) if act.number in begun:
                    ended = datetime.fromisoformat(line.at).timestamp()
                    pair = frozenset(side.player for side in sides)
                    took.setdefault((act.number, pair), max(1, round((ended - begun[act.number]) / 60)))
    return lambda number, player, other: took.get((number, frozenset((player, other))), 0)
