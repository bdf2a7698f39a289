"""Urban War as a rulebook: all events, the first state, and the next procedure; it delegates everything else."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablecam.base.i18n import Counted, Message, listing
from tablecam.rules.ask import Below, IllegalAnswer
from tablecam.rules.books.urban_war.rules import (
    action_events,
    actions,
    attack_events,
    close_combat,
    morale,
    overwatch,
    shooting,
    step_names,
    targeting,
    turn,
    turn_events,
)
from tablecam.rules.books.urban_war.rules.action_events import ActionEnded
from tablecam.rules.books.urban_war.rules.cards import Member, StatCard
from tablecam.rules.books.urban_war.rules.codes import row
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.books.urban_war.rules.morale import casualties
from tablecam.rules.books.urban_war.rules.state import HIDDEN, Fighter, Order, Phase, Profile, State
from tablecam.rules.event import collect_events
from tablecam.rules.plain import BadRecord, Json, from_plain, to_plain
from tablecam.rules.play import Play
from tablecam.rules.steps import collect_steps
from tablecam.rules.system import EventSystem, Step

EVENTS = collect_events(turn_events, action_events, attack_events)
STEPS = collect_steps(actions, close_combat, morale, overwatch, shooting, targeting)


# A game before anything has happened, from plain data.
#
# {"cards": {"rifle": {"SH": 5, "weapons": [..]}}, "sides": {"red": [{"id": "ann", "card": "rifle"}], "blue": [..]},
#  "deployed": true, "shock": true}
#
# deployed: the models stand already, and the game begins with its first marker phase. terrain: names of pieces that
# the players put down in turn. table_in: the two sides of the battlefield. doubts_wait, portals: see `state.State`;
# old logs do not have them. All other keys are house rules; old logs may have the retired ones.

OWN_KEYS = ("cards", "sides", "deployed", "terrain", "table_in", "doubts_wait", "portals")
# without effect: each device shows its own unit, and each measurement knows how near a limit is too near
RETIRED_RULES = ("unit", "range_tolerance")
SIDES = 2
TEAM = range(6, 21)
LEAST_TABLE_IN = 48.0
# steps of the share of overwatch among counters that are drawn
SHARES_OF_OVERWATCH = 20


def new_game(setup: Mapping[str, Json]) -> State:
    """The state before the first question; IllegalAnswer for a setup that cannot be played."""
    try:
        return _build_state(setup)
    except BadRecord as error:
        raise IllegalAnswer(Message("the setup cannot be played: {fault}", fault=error), code="setup") from error


def _build_state(setup: Mapping[str, Json]) -> State:
    chosen = {key: value for key, value in setup.items() if key not in (*OWN_KEYS, *RETIRED_RULES)}
    rules = from_plain(HouseRules, chosen, "house rules")
    cards = {name: _read_card(name, card) for name, card in setup.get("cards", {}).items()}
    sides = setup.get("sides", {})
    if len(sides) != SIDES or not all(sides.values()):
        raise IllegalAnswer(Message("the setup must name two sides with at least one model each"), code="two-sides")
    deployed = bool(setup.get("deployed", False))
    terrain = tuple(setup.get("terrain", ()))
    table = setup.get("table_in", (LEAST_TABLE_IN, LEAST_TABLE_IN))
    fighters = [_build_fighter(side, member, cards, deployed) for side, members in sides.items() for member in members]
    by_id = {fighter.id: fighter for fighter in fighters}
    if len(by_id) != len(fighters):
        raise IllegalAnswer(Message("two models share an id; give each its own"), code="same-id")
    return State(
        fighters=by_id, sides=tuple(sides), rules=rules, terrain=terrain, table_in=(float(table[0]), float(table[1])),
        doubts_wait=bool(setup.get("doubts_wait", False)), portals=bool(setup.get("portals", False)),
        phase=Phase.TERRAIN if terrain else Phase.MARKERS if deployed else Phase.SIDES,
    )  # fmt: skip


def _read_card(name: str, record: Json) -> StatCard:
    card: StatCard = from_plain(StatCard, {"name": name, **record}, f"card {name}")
    return card


def _build_fighter(side: str, record: Json, cards: Mapping[str, StatCard], deployed: bool) -> Fighter:
    member: Member = from_plain(Member, record, f"a model of {side}")
    if member.card not in cards:
        raise IllegalAnswer(
            Message("{model} has the card '{card}', which the setup lacks", model=member.id, card=member.card),
            code="no-such-card",
        )
    profile = build_profile(side, member, cards[member.card])
    return Fighter(profile, wounds=profile.W, deployed=deployed)


def build_profile(side: str, member: Member, card: StatCard) -> Profile:
    """The card with the options that the member has ticked. Clause: UW-QS Stat Line (UW-016)."""
    ticked = next((calibre for calibre in card.calibres if calibre.CAL == member.CAL), None)
    if ticked is None:
        listed_cals = listing(pair.CAL for pair in card.calibres)
        raise IllegalAnswer(
            Message(
                "{model} has CAL {CAL}, but its card lists {known}", model=member.id, CAL=member.CAL, known=listed_cals
            ),
            row(16), "no-such-CAL",
        )  # fmt: skip
    extras = [extra for extra in card.extras if extra.name in member.extras]
    if missing := set(member.extras) - {extra.name for extra in extras}:
        raise IllegalAnswer(
            Message(
                "{model} has the option '{option}', which its card does not list", model=member.id, option=min(missing)
            ),
            row(24), "no-such-extra",
        )  # fmt: skip
    stats: dict[str, Any] = {name: getattr(card, name) for name in ("AS", "SH", "ST", "T", "W", "CD", "SZ", "MV")}
    return Profile(
        id=member.id, side=side, name=card.name, **stats, CAL=ticked.CAL, FS=ticked.FS, commander=member.commander,
        weapons=(*card.weapons, *(weapon for extra in extras for weapon in extra.weapons)),
        tags=(*card.tags, *(tag for extra in extras for tag in extra.tags)),
        points=card.points + ticked.points + sum(extra.points for extra in extras),
    )  # fmt: skip


def remarks(state: State) -> tuple[Message, ...]:
    """Deviations from the book that do not stop the game. Clauses: UW-001, UW-002, UW-109."""
    deviations: list[Message] = []
    for side in state.sides:
        team = [fighter for fighter in state.fighters.values() if fighter.side == side]
        if len(team) not in TEAM:
            deviations.append(
                Counted(
                    "{side} has {n} model, but a strike team has {fewest} to {most} [UW-001]",
                    "{side} has {n} models, but a strike team has {fewest} to {most} [UW-001]",
                    len(team), side=side, fewest=TEAM.start, most=TEAM.stop - 1,
                )
            )  # fmt: skip
        commanders = [fighter.id for fighter in team if fighter.profile.commander]
        if len(commanders) != 1:
            deviations.append(
                Counted(
                    "{side} has {n} Commander, but a team has one [UW-109]",
                    "{side} has {n} Commanders, but a team has one [UW-109]",
                    len(commanders),
                    side=side,
                )
            )
    if min(state.table_in) < LEAST_TABLE_IN:
        deviations.append(Message("the battlefield is smaller than 4 by 4 feet [UW-002]"))
    return tuple(deviations)


@dataclass(frozen=True)
class UrbanWar(EventSystem):
    """The rulebook of Urban War, second edition: quick-start rules and reference sheet."""

    events = EVENTS
    name: str = "urban-war"

    def new_game(self, setup: Mapping[str, Json]) -> State:
        """The state before the first question."""
        return new_game(setup)

    def seats(self, state: State) -> tuple[str, ...]:
        """The two sides."""
        return state.sides

    def next_procedure(self, state: State) -> Step | None:
        """The next procedure, from the state alone."""
        return next_step(state)

    def get_visible_state(self, state: State, seat: str) -> Json:
        """The state as a seat may see it."""
        return build_visible_state(state, seat)

    def sample_hidden(self, state: State, seat: str, below: Below) -> State:
        """The state with the orders drawn that a seat does not know."""
        return sample_orders(state, seat, below)


def sample_orders(state: State, seat: str, below: Below) -> State:
    """Draw the counters that a seat cannot read; how many are overwatch is as likely for each number."""
    alive = [model for side in state.sides for model in state.alive(side)]
    hidden = [model for model in alive if _visible_order(state[model], seat) == HIDDEN]
    share = below(SHARES_OF_OVERWATCH + 1)
    for model in hidden:
        order = Order.OVERWATCH if below(SHARES_OF_OVERWATCH) < share else Order.SNAP_FIRE
        state = state.replace_model(model, order=order)
    return state


def next_step(state: State) -> Step | None:
    """The next procedure by phase; a decided game ends first."""
    if state.phase is Phase.OVER:
        return None
    if fallen := state.list_fallen():
        return Step(step_names.CASUALTIES(models=tuple(fallen)), remove_fallen)
    if state.action:
        return Step(step_names.ACTION_END(model=state.action.model), end_action)
    if turn.is_decided(state):
        return Step(step_names.GAME_END(), turn.end)
    if state.phase is Phase.ACTIVATION:
        return activation_step(state)
    if side := turn.withdrawing(state):
        return Step(step_names.WITHDRAWAL(side=side), turn.withdrawal)
    if state.phase is Phase.DEPLOYMENT and turn.is_deployed(state):
        return Step(step_names.GAME_START(), turn.start)
    if state.phase is Phase.DEPLOYMENT and not state.next_side:
        return Step(step_names.DEPLOYMENT_ORDER(), turn.order_deployment)
    return PHASE_STEPS[state.phase](state)


# the procedures of phases that have one
PHASE_STEPS: Mapping[Phase, Callable[[State], Step]] = {
    Phase.TERRAIN: lambda _state: Step(step_names.TERRAIN(), turn.place_terrain),
    Phase.SIDES: lambda _state: Step(step_names.TABLE_SIDES(), turn.choose_sides),
    Phase.DEPLOYMENT: lambda _state: Step(step_names.DEPLOYMENT(), turn.deploy),
    Phase.START: lambda _state: Step(step_names.GAME_START(), turn.start),
    Phase.MARKERS: lambda state: Step(step_names.MARKERS(turn=state.turn + 1), turn.markers),
    Phase.ORDERS: lambda state: Step(step_names.ORDERS(turn=state.turn), turn.orders),
    Phase.INITIATIVE: lambda state: Step(step_names.INITIATIVE(turn=state.turn), turn.initiative),
}


def remove_fallen(game: Play[State]) -> None:
    """Remove casualties left by an interrupted action or an umpire's correction."""
    casualties(game, game.state.list_fallen())


def end_action(game: Play[State]) -> None:
    """End an action that was interrupted or that the umpire reported: no action goes on into another procedure."""
    if game.state.action:
        game.tell(ActionEnded(model=game.state.action.model))


def activation_step(state: State) -> Step:
    """A follow-up that has been declared, the next activation, or the end of the turn."""
    if state.following and state.following in state.fighters and state[state.following].alive:
        return Step(step_names.FOLLOW_UP(model=state.following), turn.follow_up)
    if side := turn.to_activate(state):
        return Step(step_names.ACTIVATION(side=side), turn.activation)
    return Step(step_names.TURN_END(turn=state.turn), turn.end_of_turn)


URBAN_WAR = UrbanWar()


def build_visible_state(state: State, seat: str) -> Json:
    """The state for a seat's screen. It never depends on the other side's hidden orders."""
    return {
        "phase": state.phase.value,
        "turn": state.turn,
        "sides": list(state.sides),
        "edges": to_plain(state.edges),
        "first": state.first,
        "terrain": list(state.terrain),
        "action": to_plain(state.action),
        "following": state.following,
        "markers": list(map(str, state.markers)),
        "withdrawn": state.withdrawn,
        "winner": state.winner,
        "ending": str(state.ending),
        "remarks": list(map(str, remarks(state))),
        "rules": to_plain(state.rules),
        "models": {name: _model_to_json(fighter, seat) for name, fighter in state.fighters.items()},
    }


def _model_to_json(fighter: Fighter, seat: str) -> Json:
    written = to_plain(replace(fighter, order=Order.NONE))
    return {**written, "order": _visible_order(fighter, seat), "alive": fighter.alive, "tags": _list_tags(fighter)}


def _visible_order(fighter: Fighter, seat: str) -> str:
    if fighter.order is Order.NONE or fighter.side == seat or fighter.shown:
        return fighter.order.value
    return HIDDEN


def _list_tags(fighter: Fighter) -> Json:
    """List special rules with their text; the players apply those that the documents do not define.

    Clause: UW-QS Special And Weapon Rules (UW-023).
    """
    card_tags = [(str(tag), tag) for tag in fighter.profile.tags]
    armed = [(f"{weapon.name}: {tag}", tag) for weapon in fighter.profile.weapons for tag in weapon.tags]
    return [{"name": name, "text": tag.text, "mark": tag.mark, "known": tag.known} for name, tag in card_tags + armed]
