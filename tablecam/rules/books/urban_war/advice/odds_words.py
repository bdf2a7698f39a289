"""Chances in the players' words: in per cent, with the sum behind each, line by line.

hit, wound, remove = shot_odds(attack, wounds_left, names)
they_fall, you_fall, nobody_falls = fight_odds_shown(charge_odds(state, "ann", "bob"), names)
gets_away, falls, stays = break_off_shown(break_off_odds(state, "ann"), names)
red, blue = initiative_shown(state, names)
check = check_shown(state_check, names)

`names` only has to call ids by their names; every text is a message, so that one advice serves readers of any language.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from tablecam.base.i18n import Counted, InContext, Message, listing
from tablecam.rules.books.urban_war.rules.chances import Attack
from tablecam.rules.books.urban_war.rules.check_chances import initiative_odds
from tablecam.rules.books.urban_war.rules.combat_chances import BreakOffOdds, FightOdds
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.turn import initiative_modifiers
from tablecam.rules.books.urban_war.wording.wording import CHECKS
from tablecam.rules.books.views import AdviceOdds, Text
from tablecam.rules.check import Check, Modifier, several
from tablecam.rules.coded_text import CodedText
from tablecam.rules.per_cent import per_cent, share_text

Naming = Callable[[str], str]

# no text: an amount and its reason
ADDED = "{amount} {why}"
ADDED_TO = "{line} ({added})"
# the effects of a wound take their own rolls, of models that are named only then
AFTER_SHOT = Message("Not counted: panic of friends who see it, shock, half wounds, and evading a template")
AFTER_FIGHT = Message("Not counted: panic of friends who see somebody fall")


def odds(label: Text, share: Fraction, sums: tuple[Text, ...] = ()) -> AdviceOdds:
    """A chance. The percentage is rounded, but never to certain or impossible where it is neither."""
    return AdviceOdds(label, str(share), per_cent(share), sums)


def check_shown(check: Check, names: Naming) -> AdviceOdds:
    """A check by itself."""
    return odds(CHECKS.get(check.name, check.name), check.odds, (check_line(check, names),))


def check_line(check: Check, names: Naming) -> Message:
    """`To hit: 7+ on d10, 40 % (+4 SH and -1 weapon at long range)`."""
    name, dice, share = CHECKS.get(check.name, check.name), several(check.dice, check.die), share_text(check.odds)
    if check.lowest_pass is None:
        line = Message("{check}: cannot pass", check=name)
    else:
        line = Message(
            "{check}: {needed}+ on {dice}, {share}", check=name, needed=check.lowest_pass, dice=dice, share=share
        )
    added = [_describe_modifier(modifier, names) for modifier in check.modifiers]
    return Message(ADDED_TO, line=line, added=listing(added)) if added else line


def shot_odds(attack: Attack, wounds: int, names: Naming) -> tuple[AdviceOdds, AdviceOdds, AdviceOdds]:
    """The chances to hit, wound and remove a target, given its wounds; each includes all rolls before it."""
    hitting = tuple(_list_hit_lines(attack, names))
    wounding = (*hitting, *_list_wound_lines(attack, names))
    removing = (*wounding, Message("Removed once wounded: {share}", share=share_text(attack.kills_if_wounded(wounds))))
    wounds_left_text = Counted("Removed: {n} wound is left", "Removed: {n} wounds are left", wounds)
    removing = (*removing, wounds_left_text) if wounds > 1 else wounding
    return (
        odds(InContext("a chance", "hit"), attack.hit, hitting),
        odds(InContext("a chance", "wound"), attack.wound, wounding),
        odds(InContext("a chance", "remove"), attack.kills(wounds), (*removing, AFTER_SHOT)),
    )


def shot_lines(attack: Attack, names: Naming) -> tuple[Text, ...]:
    """Every roll of a shot."""
    return (*_list_hit_lines(attack, names), *_list_wound_lines(attack, names))


def fight_odds_shown(fight: FightOdds, names: Naming) -> tuple[AdviceOdds, AdviceOdds, AdviceOdds]:
    """The chances that the defender falls, that the attacker falls, and that neither does; both may fall."""
    sums = (*fight_lines(fight, names), AFTER_FIGHT)
    return (
        odds(model_falls(fight.defender, names), fight.defender_falls, sums),
        odds(model_falls(fight.attacker, names), fight.attacker_falls, sums),
        odds(Message("nobody falls"), fight.neither_falls, (*sums, *_list_panic_lines(fight, names))),
    )


def fight_lines(fight: FightOdds, names: Naming) -> Iterator[Text]:
    """The model that strikes first, and the rolls of each."""
    attacker, defender = names(fight.attacker), names(fight.defender)
    first_striker, (fast, slow) = fight.strikes_first, fight.speed
    if fight.back is None:
        yield Message("{model} does not fight back", model=defender)
    elif not first_striker:
        yield Message("Both strike at once: first strike {speed} each", speed=fast)
    else:
        speeds = (fast, slow) if first_striker == fight.attacker else (slow, fast)
        yield Message(
            "{model} strikes first: {high} against {low}", model=names(first_striker), high=speeds[0], low=speeds[1]
        )
    for model, attack, wounds_left in ((attacker, fight.attack, fight.left[1]), (defender, fight.back, fight.left[0])):
        if attack:
            for line in (*_list_hit_lines(attack, names), *_list_wound_lines(attack, names)):
                yield Message("{model}: {line}", model=model, line=line)
            alone = share_text(attack.kills(wounds_left))
            yield Message("{model}, if it strikes: removes the enemy with {share}", model=model, share=alone)


def break_off_shown(away: BreakOffOdds, names: Naming) -> tuple[AdviceOdds, AdviceOdds, AdviceOdds]:
    """The chances that a model gets away, that it falls, and that it lives but has to fight instead."""
    model = away.fight.attacker
    check = check_line(away.check, names)
    out = tuple(
        Message(
            "{model} strikes at it on its way out: {share} to remove it",
            model=names(striker), share=share_text(attack.kills(away.fight.left[0])),
        )
        for striker, attack in away.strikes.items()
    )  # fmt: skip
    instead = Message(
        "If the check fails, a fight with {model}: {share} to fall",
        model=names(away.fight.defender), share=share_text(away.fight.attacker_falls),
    )  # fmt: skip
    return (
        odds(Message("{model} gets away", model=names(model)), away.gets_away, (check, *out)),
        odds(model_falls(model, names), away.falls, (check, *out, instead, AFTER_FIGHT)),
        odds(Message("{model} fights instead and lives", model=names(model)), away.stays, (check, instead)),
    )


def initiative_shown(state: State, names: Naming) -> tuple[AdviceOdds, ...]:
    """The chance of each side to win, in the sides' order; ties are rolled again."""
    chances = []
    for side, share in initiative_odds(state).items():
        added = tuple(_describe_modifier(modifier, names) for modifier in initiative_modifiers(state, side))
        tied = Message("A tie is rolled again")
        chances.append(odds(Message("{side} wins", side=names(side)), share, (*added, tied)))
    return tuple(chances)


def _list_hit_lines(attack: Attack, names: Naming) -> Iterator[Text]:
    if attack.command:
        yield check_line(attack.command, names)
    yield check_line(attack.to_hit, names)
    if attack.shots > 1:
        share = share_text(attack.hit_if_allowed)
        yield Counted("{n} die: {share} that one hits", "{n} dice: {share} that one hits", attack.shots, share=share)


def _list_wound_lines(attack: Attack, names: Naming) -> Iterator[Text]:
    if attack.armour:
        yield check_line(attack.armour, names)
    yield check_line(attack.damage, names)
    if attack.dice > 1:
        yield Counted("{n} damage die a hit", "{n} damage dice a hit", attack.dice)
    if attack.cover:
        yield check_line(attack.cover, names)
    yield Message("Wounded once hit: {share}", share=share_text(attack.wound_if_hit))


def _list_panic_lines(fight: FightOdds, names: Naming) -> Iterator[Text]:
    for model in (fight.attacker, fight.defender):
        if share := fight.loses(model):
            lost = share_text(share)
            yield Message("{model} loses and checks for panic: {share}", model=names(model), share=lost)


def model_falls(model: str, names: Naming) -> Message:
    """The label of the chance that a model is removed."""
    return Message("{model} falls", model=names(model))


def _describe_modifier(modifier: Modifier, names: Naming) -> Message:
    why = modifier.why.message(names) if isinstance(modifier.why, CodedText) else modifier.why
    amount = f"{modifier.amount:+d}".replace("-", "−")
    return Message(ADDED, amount=amount, why=why)
