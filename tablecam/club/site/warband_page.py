"""The pages of a campaign: all warbands of an event, and one of them with its models and its games.

A name appears as on the club's other pages: a player who has not agreed to it is a guest with a number.
"""

from collections.abc import Iterator

from tablecam.base.i18n import gettext as _
from tablecam.club.event.public_view import KnownNames
from tablecam.club.league.page_frame import Cell, Ways, framed, heading, paragraph, table
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.scoring import source_in_words
from tablecam.club.tournament.warbands import GameCarried, WarbandModel
from tablecam.rules.campaign import CampaignCounter, read_counter_title

CAMPAIGN = "/campaign/"


def campaign_page(id: int, state: ClubState) -> str:
    """All warbands of an event, each with the sums of its counters."""
    title = _("Campaign: {event}", event=state.title)
    columns = [Cell(_("Warband"), kind="person"), Cell(_("Models")), Cell(_("Games")), *_head(state)]
    rows = [_overview_row(id, state, player) for player in state.event.entrants if state.warbands.of(player)]
    body = [heading(title, 1), paragraph(_("Each name leads to the models of that warband."), "soft")]
    body += [table(columns, rows) if rows else paragraph(_("No game of this campaign is entered yet."))]
    return framed(title, Ways([(_("Campaign"), ""), (_("The club"), "/club")], []), body)


def warband_page(id: int, state: ClubState, player: str) -> str:
    """A warband: its models with their counters, and what each of its games has brought."""
    name = KnownNames(state).name(player)
    title = _("The warband of {player}", player=name)
    models = state.warbands.of(player)
    body = [heading(title, 1)]
    if models:
        columns = [Cell(_("Model"), kind="person"), *_head(state)]
        body.append(table(columns, [_model_row(state, model) for model in models.values()]))
    else:
        body.append(paragraph(_("No game of this warband is entered yet.")))
    games = list(_game_rows(state, player))
    if games:
        body += [
            heading(_("Games")),
            table([Cell(_("Round")), Cell(_("Against"), kind="person"), *_head(state)], games),
        ]
    ways = Ways([(_("Campaign"), f"{CAMPAIGN}{id}"), (name, ""), (_("The club"), "/club")], [])
    return framed(title, ways, body)


def _head(state: ClubState) -> list[Cell]:
    return [Cell(read_counter_title(counter)) for counter in state.event.counters]


def _overview_row(id: int, state: ClubState, player: str) -> list[Cell]:
    models = state.warbands.of(player)
    sums = [sum(model.counters.get(counter.key, 0) for model in models.values()) for counter in state.event.counters]
    name = Cell(KnownNames(state).name(player), f"{CAMPAIGN}{id}/{state.number(player)}", kind="person")
    games = len(state.warbands.games_of(player))
    return [name, *(Cell(str(number)) for number in (len(models), games, *sums))]


def _model_row(state: ClubState, model: WarbandModel) -> list[Cell]:
    values = [model.counters.get(counter.key, 0) for counter in state.event.counters]
    return [Cell(model.name, kind="person"), *(Cell(str(value)) for value in values)]


def _game_rows(state: ClubState, player: str) -> Iterator[list[Cell]]:
    for entry in state.warbands.games_of(player):
        game = state.game_of(player, entry.number)
        opponent = KnownNames(state).name(game.other(player)) if game else "–"
        source = str(source_in_words(entry.source))
        sums = [Cell(f"{_sum_gains(entry, counter):+d}") for counter in state.event.counters]
        yield [Cell(str(entry.number)), Cell(opponent, kind="person", says=source), *sums]


def _sum_gains(entry: GameCarried, counter: CampaignCounter) -> int:
    return sum(gain.amount for gain in entry.gains if gain.counter == counter.key)
