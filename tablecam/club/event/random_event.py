"""Whole events played at random from a seed, with everything that troubles a draw, for checks of pairings.

    lines = play_random_event(seed=7)       # the log of an event, as `tablecam tournament export` writes it

Players concede, leave, come back, arrive late and are absent; some are kept apart, by hard and by soft wishes. Tables
are kept for players, described and wished for; results are corrected, penalties given, and a round that cannot be drawn
follows a remedy. The same seed gives the same log on every machine.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

from tablecam.club.event import entrant_acts
from tablecam.club.event.log import ClubLine, write
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.drawing import HERE
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import DRAW, Side
from tablecam.club.tournament.state import ABSENT, LATE

ORGANISER = "organiser"  # no text: an author in the log
FACTIONS = ("junkers", "syntha", "triads", "viridian")
TERRAIN = ("ruins", "forest", "open")
# sizes of events; most are small, where rounds run out of lawful pairs
SIZES = (*range(2, 17), *range(2, 13), *range(17, 33))
FIRST_ACT = datetime(2026, 1, 2, 18, tzinfo=UTC)

Command = Callable[[ClubEvent], ClubEvent]


def play_random_event(seed: int, players: int | None = None) -> tuple[str, ...]:
    """The lines of the log of an event. players: at the start; by default the seed chooses."""
    evening = RandomEvening(seed, players)
    evening.play()
    return tuple(map(write, evening.lines))


class RandomEvening:
    """An event under way. refusals: the event each time that it had no lawful next round."""

    def __init__(self, seed: int, players: int | None = None) -> None:
        self.chance = random.Random(seed)
        self.players = players or self.chance.choice(SIZES)
        # how often something out of the ordinary happens
        self.trouble = self.chance.choice((0.0, 0.03, 0.1))
        self.event = ClubEvent(by=ORGANISER)
        self.lines: list[ClubLine] = []
        self.refusals: list[ClubEvent] = []
        self.act(lambda event: event.open(f"Random event {seed}", seed))  # no text: a title

    def act(self, command: Command) -> bool:
        """Do an act, and write its line; false where the event refuses it."""
        try:
            after = command(replace(self.event, log_events=()))
        except TournamentRefusal:
            return False
        at = FIRST_ACT + timedelta(seconds=len(self.lines))
        self.lines.append(ClubLine(ORGANISER, at.isoformat(timespec="milliseconds"), after.log_events))
        self.event = after
        return True

    def play(self) -> None:
        """Enter everybody, and play all rounds."""
        for _player in range(self.players):
            self.enter_player()
        self.prepare_hall()
        while self.play_round():
            self.meet_trouble()

    def enter_player(self) -> None:
        """Enter one player more; a late one with points for the rounds missed."""
        number = len(self.event.state.event.entrants) + 1
        # no text: a name of the generator
        name = f"Player {number}"
        entrant = Entrant(f"p{number:02}", name, self.chance.choice(FACTIONS), self.chance.randint(1, 14))
        granted = [self.chance.choice((0, DRAW)) for _round in range(self.event.state.event.number)]
        self.act(lambda event: event.enter(entrant, granted))

    def prepare_hall(self) -> None:
        """Set tables, keep some for players, and take wishes."""
        tables = range(1, self.players // 2 + self.chance.randint(1, 4) + 1)
        pinned = {player: self.chance.choice(tables) for player in self.pick(0.5)}
        self.act(lambda event: event.set_tables(tables, pinned))
        for table in tables:
            if self.happens(3):
                terrain, camera = self.chance.choice(TERRAIN), self.happens(5)
                self.act(partial(entrant_acts.describe_table, table=table, terrain=terrain, camera=camera))
        for player in self.pick(1):
            wish = partial(entrant_acts.wish_table, player=player, terrain=self.chance.choice(TERRAIN))
            self.act(wish)
        for _wish in range(self.chance.randint(0, 3) if self.trouble else 0):
            self.keep_apart()

    def keep_apart(self) -> None:
        """Keep some players apart, for the whole event or for its first rounds."""
        everybody = [*self.event.state.event.entrants]
        chosen = tuple(self.chance.sample(everybody, min(len(everybody), self.chance.randint(2, 5))))
        soft, last_round = self.chance.random() < 0.6, self.chance.choice((0, 0, 1, 2))
        self.act(partial(entrant_acts.keep_apart, players=chosen, soft=soft, last_round=last_round))

    def play_round(self) -> bool:
        """Draw a round, or follow a remedy, and report all games; false where the event is over."""
        state = self.event.state.event
        if state.number >= (state.rounds or 1):
            return False
        if not self.act(ClubEvent.draft) and not self.follow_remedy():
            return False
        self.act(ClubEvent.publish)
        for game in self.event.state.event.open_games:
            first_side, second_side = (self.play_side(player, concedes=self.happens(0.5)) for player in game.pair)
            self.act(partial(ClubEvent.report, one=first_side, other=second_side))
        return True

    def follow_remedy(self) -> bool:
        """Draft a remedy that the event offers, or keep no table for anybody; false where the event can only end."""
        offered = self.event.remedies()
        if not offered:
            self.act(lambda event: event.set_tables(event.state.event.tables))
            return self.act(ClubEvent.draft)
        self.refusals.append(self.event)
        remedies = [number for number, remedy in enumerate(offered, 1) if remedy.layout]
        if not remedies:
            return False
        number = self.chance.choice(remedies)
        return self.act(lambda event: event.draft_remedy(number, "no lawful round"))  # no text: kept in the log

    def play_side(self, player: str, concedes: bool = False) -> Side:
        """The points that a player loses in a game."""
        models = self.event.state.event.entrants[player].models
        return Side(player, self.chance.randint(0, models), self.chance.random() < 0.1, concedes)

    def meet_trouble(self) -> None:
        """Let random things happen between two rounds."""
        for player in self.pick(1):
            self.act(partial(ClubEvent.drop, player=player))
        for player in sorted(self.event.state.event.dropped):
            if self.chance.random() < 0.3:
                self.act(partial(ClubEvent.reinstate, player=player))
        for player in self.pick(1):
            self.act(partial(entrant_acts.presence, player=player, presence=self.chance.choice((HERE, LATE, ABSENT))))
        for player in self.pick(0.5):
            penalty = partial(entrant_acts.penalise_player, player=player, points=4, reason="slow play")  # no text
            self.act(penalty)
        if self.happens(3):
            self.enter_player()
        if self.happens(3):
            self.correct_result()
        if self.happens(1):
            self.keep_apart()

    def correct_result(self) -> None:
        """Correct a game of any round."""
        games = [game for game in self.event.state.event.games if game.sides]
        if games:
            game = self.chance.choice(games)
            host, guest = (self.play_side(player) for player in game.pair)
            self.act(lambda event: event.correct(game.number, (host, guest), "misread"))  # no text: kept in the log

    def happens(self, times: float) -> bool:
        """Whether something happens that is this many times as likely as trouble."""
        return self.chance.random() < times * self.trouble

    def pick(self, times: float) -> list[str]:
        """The players to whom something happens."""
        return [player for player in self.event.state.event.active if self.happens(times)]
