"""Close combat between two models. Clauses: UW-QS Who can fight, Who strikes first, Determine combat result.

play = Play(state, evolve, answers=[[8], [9]])
fight(play, "ann", "bob")
"""

from tablecam.rules.books.urban_war.rules import checks, codes
from tablecam.rules.books.urban_war.rules.attack_events import Attacked, CombatDecided, FoughtBack, Struck
from tablecam.rules.books.urban_war.rules.cards import BARE_HANDS, Band, Figures, Weapon
from tablecam.rules.books.urban_war.rules.codes import reason
from tablecam.rules.books.urban_war.rules.morale import casualties, panic, wound
from tablecam.rules.books.urban_war.rules.shooting import apply_armour, damage, passing
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_priority import choose_weapon, usable
from tablecam.rules.play import Play
from tablecam.rules.steps import replaceable

# A model without a weapon for close combat strikes with its own ST.

LOST = reason("combat-lost")


@replaceable
def fight(game: Play[State], attacker: str, defender: str) -> None:
    """Play a whole combat and its consequences; no other model joins in."""
    weapons = {attacker: choose_combat_weapon(game, attacker)}
    back = fights_back(game.state, defender, attacker)
    if back:
        weapons[defender] = choose_combat_weapon(game, defender)
    game.tell(Attacked(attacker=attacker, defender=defender, fights_back=back))
    hits = blows(game, weapons, attacker, defender)
    if back and game.state[defender].fought_back is False and defender in hits:
        game.tell(FoughtBack(model=defender, enemy=attacker))
    casualties(game, (defender, attacker))
    decide(game, {model: hits.get(model, 0) for model in (attacker, defender)})


def blows(game: Play[State], weapons: dict[str, Weapon], attacker: str, defender: str) -> dict[str, int]:
    """Play the blows; return the counting hits of each model that struck. Clause: UW-QS Who strikes first."""
    if defender not in weapons:
        return {attacker: play_strike(game, attacker, defender, weapons[attacker])}
    speed = {model: first_strike(game.state, model, weapons[model]) for model in weapons}
    if speed[attacker] == speed[defender]:
        return both_at_once(game, weapons, attacker, defender)
    faster, slower = (attacker, defender) if speed[attacker] > speed[defender] else (defender, attacker)
    hits = {faster: play_strike(game, faster, slower, weapons[faster])}
    if game.state[slower].alive:
        hits[slower] = play_strike(game, slower, faster, weapons[slower])
    return hits


def both_at_once(game: Play[State], weapons: dict[str, Weapon], one: str, two: str) -> dict[str, int]:
    """Equal First Strike: a model that is killed has struck too. Clause: UW-QS Who strikes first (UW-094)."""
    hits_one, wounds_two = strike(game, one, two, weapons[one])
    hits_two, wounds_one = strike(game, two, one, weapons[two])
    wound(game, two, wounds_two)
    wound(game, one, wounds_one)
    return {one: hits_one, two: hits_two}


@replaceable
def play_strike(game: Play[State], striker: str, target: str, weapon: Weapon) -> int:
    """Play a strike whose wounds count at once; return the counting hits."""
    hits, wounds = strike(game, striker, target, weapon)
    wound(game, target, wounds)
    return hits


@replaceable
def strike(game: Play[State], striker: str, target: str, weapon: Weapon) -> tuple[int, int]:
    """Roll a strike; return the hits that count in the end, and the wounds. Close combat has no cover."""
    state = game.state
    side, figures = state[striker].side, weapon.contact or Figures()
    check = checks.blow(state, state[striker], state[target], figures)
    faces = game.roll(side, codes.HIT(striker, target), check=check, count=figures.shots)
    hits = passing(check, faces)
    game.tell(Struck(striker=striker, target=target, weapon=weapon.name, faces=faces, hits=hits))
    unsaved_hits = apply_armour(game, target, hits)
    damage_check = checks.blow_damage(game.state, game.state[striker], game.state[target], figures)
    wounds = damage(game, striker, target, damage_check, unsaved_hits * figures.dice)
    return (hits if state.rules.armoured_hits_count else unsaved_hits), wounds


@replaceable
def decide(game: Play[State], hits: dict[str, int]) -> None:
    """If both live, the model that took more hits loses and checks for panic. Clause: UW-QS Determine combat result."""
    model_a, model_b = hits
    if not (game.state[model_a].alive and game.state[model_b].alive):
        return
    loser = "" if hits[model_a] == hits[model_b] else model_a if hits[model_b] > hits[model_a] else model_b
    game.tell(CombatDecided(loser=loser, hits=hits))
    if loser:
        panic(game, (loser,), LOST)


def first_strike(state: State, model: str, weapon: Weapon) -> int:
    """FS, which includes CAL, the weapon's bonus, and 3 for charging. Clause: UW-QS Who strikes first."""
    fighter = state[model]
    return fighter.profile.FS + weapon.FS + (3 if fighter.charging else 0)


def fights_back(state: State, model: str, enemy: str) -> bool:
    """Check whether it strikes back: only against its first enemy of the turn. Clause: UW-QS Who can fight (UW-089)."""
    fighter = state[model]
    if fighter.shocked or fighter.first_attacker not in ("", enemy):
        return False
    return state.rules.fight_back_same_enemy or not fighter.fought_back


@replaceable
def choose_combat_weapon(game: Play[State], model: str) -> Weapon:
    """The weapon that a model fights with; the player chooses among several."""
    return choose_weapon(game, model, usable(game.state, model, Band.CONTACT) or (BARE_HANDS,))
