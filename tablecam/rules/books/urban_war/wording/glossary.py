"""The words of Urban War that its questions, options and counters use, each explained in our own words."""

from tablecam.base.i18n import InContext, Later, Message, join_items
from tablecam.base.lengths import short_in_words
from tablecam.rules.books.glossary import BETWEEN, GlossaryWord
from tablecam.rules.books.urban_war.rules.codes import MATERIALS, row


def _list_cover_forms() -> str:
    covers, names = zip(*((material.cover, material.name) for material in MATERIALS.values()), strict=True)
    return BETWEEN.join(map(str, (*covers, InContext("forms, with | between", "cover"), *names)))


def _list_saves() -> str:
    return join_items(f"{material.cover} {material.save}" for material in MATERIALS.values())


ORDERS = (
    GlossaryWord("overwatch", row(50), InContext("forms, with | between", "overwatch"),
        Message("An order. The model does nothing by itself this turn; it waits for an enemy to act and may then "
                "break in once, with a disruption shot or an intercept charge. It is not ordered in base contact.")),
    GlossaryWord("snap-fire", row(64), InContext("forms, with | between", "snap-fire"),
        Message("An order. When it is its turn, the model takes one action: it rushes, moves and shoots, or "
                "assaults. Both sides activate their models on snap-fire by turns. A model in base contact always "
                "has this order, face up.")),
    GlossaryWord("order", row(44), InContext("forms, with | between", "order|orders"),
        Message("What a model will do this turn: overwatch or snap-fire. It lies face down beside the model until "
                "it is used, and both sides choose at once.")),
    GlossaryWord("activate", row(49),
        InContext("forms, with | between", "activated|activate|activates|activation|activation phase"),
        Message("A model on snap-fire is chosen, its order comes off, and it takes its action. After that it is "
                "spent for the turn, unless it has a follow-up.")),
    GlossaryWord("marker-phase", row(41), InContext("forms, with | between", "marker phase"),
        Message("The beginning of a turn: all counters come off the table, except panic and shock.")),
    GlossaryWord("initiative", row(45), InContext("forms, with | between", "initiative|first turn"),
        Message("Each side rolls a die, and the higher one says who goes first. A side whose Commander is panicked"
                " or dead takes 1 off. Equal dice are rolled again.")),
    GlossaryWord("deploy", row(115),
        InContext("forms, with | between", "deploy|deploys|deployment|table edge|table side|own edge"),
        Message("Before the first turn the sides put down one model at a time, by turns, on the ground and with "
                "the whole base within {far} of their own table edge.", far=short_in_words(6))),
)  # fmt: skip
REACTIONS = (
    GlossaryWord("break-in", row(51), InContext("forms, with | between", "break in|break into"),
        Message("A model on overwatch interrupts an enemy's action: before it, during the move or the shot, or at "
                "its end. One attempt is made on each action, it takes a command check, and it uses the model up "
                "either way.")),
    GlossaryWord("disruption-shot", row(55), InContext("forms, with | between", "disruption shot"),
        Message("A model on overwatch shoots at the enemy that is acting. It must see it in range and pass a "
                "command check, with 1 off for each range band beyond short. Who it shoots at is given, and it "
                "counts as not having moved. An enemy that survives goes on with its action.")),
    GlossaryWord("intercept", row(57),
        InContext("forms, with | between", "intercept charge|intercept|intercepts|intercepted"),
        Message("A model on overwatch charges the enemy that is acting. It must see it within charge reach and "
                "pass a command check. Both then count as charging, and the action of the enemy ends there.")),
    GlossaryWord("evade", row(63), InContext("forms, with | between", "evade|evades|evading"),
        Message("A model that still has its order may run from a shot that falls on an area: it passes a command "
                "check and moves up to its MV. Passed or not, that was its turn.")),
    GlossaryWord("template", row(63), InContext("forms, with | between", "template"),
        Message("The area on which a weapon with indirect fire falls. The players say which models lie under it.")),
)  # fmt: skip
ACTIONS = (
    GlossaryWord("rush", row(65), InContext("forms, with | between", "rush|rushes"),
        Message("An action: the model moves up to twice its MV, and {far} more for each CAL. It does not shoot.",
                far=short_in_words(1))),
    GlossaryWord("move-shoot", row(66), InContext("forms, with | between", "move and shoot|shoot and move"),
        Message("An action: a move of up to MV and a shot. The move may be nothing and the shot may be left out. A"
                " shot after a move is harder: 1 off at short range, then 2, 3 and 4.")),
    GlossaryWord("assault", row(71), InContext("forms, with | between", "assault|assaults"),
        Message("To charge an enemy, or in base contact to fight one or to break off: nothing else is open there.")),
    GlossaryWord("charge", row(69), InContext("forms, with | between", "charge|charges|charging"),
        Message("An action: the model moves up to twice its MV, and {far} more for each CAL, until it touches an "
                "enemy, and fights it at once. Charging adds 3 to first strike and 1 to hit and to damage. A "
                "panicked model may not.", far=short_in_words(1))),
    GlossaryWord("fight", row(88), InContext("forms, with | between", "fight|fights|close combat"),
        Message("Two models in base contact strike at each other, the one with more first strike before the other."
                " Who takes more hits and lives has lost, and checks against panic.")),
    GlossaryWord("fought-back", row(89),
        InContext("forms, with | between", "fought back|fight back|fights back|strikes at"),
        Message("A model strikes back at the first enemy that attacks it in a turn, and at no other one. Once it "
                "has done so, that is used up for the turn.")),
    GlossaryWord("base-contact", row(71), InContext("forms, with | between", "base contact|in contact|touches|touch"),
        Message("Two bases touch. A model in contact with an enemy may only fight or break off, and is ordered to "
                "snap-fire.")),
    GlossaryWord("break-off", row(70), InContext("forms, with | between", "break off|breaks off"),
        Message("An action in contact: with a command check passed, the model moves away, up to its MV and {far} "
                "more for each CAL; failed, it fights instead. Enemies that may still fight back strike at it "
                "either way.", far=short_in_words(1))),
    GlossaryWord("follow-up", row(73), InContext("forms, with | between", "follow-up action|follow-up|follow-ups"),
        Message("A whole second action, at once after the first. A model has as many in the game as its CAL. "
                "Enemies on overwatch may break into it again.")),
)  # fmt: skip
SHOOTING = (
    GlossaryWord("priority-target", row(79),
        InContext("forms, with | between", "priority target|another target|nearest"),
        Message("The nearest enemy in sight that is not in close combat. A model may always shoot at it; to shoot "
                "at another one it must pass a command check first, and a failed check loses the shot.")),
    GlossaryWord("to-hit", row(81), InContext("forms, with | between", "to hit"),
        Message("A shot hits if a die, SH and the weapon come to 10 or more. A blow hits if a die and AS, less the"
                " AS of the enemy, come to 6 or more. A 1 always misses and a 10 always hits.")),
    GlossaryWord("damage", row(83), InContext("forms, with | between", "damage|wound|wounds"),
        Message("Each hit is rolled for: a die and the strength of the weapon, less the T of the target. From 6 on"
                " it takes a wound. A model without wounds left is taken off the table.")),
    GlossaryWord("cover", row(85), Later(_list_cover_forms),
        Message("Terrain that hides part of a target, further than {far} from the shooter. For each wound the "
                "target rolls a die, and the number of its cover or more saves it: {saves}. In close combat there is "
                "none.", far=short_in_words(1), saves=Later(_list_saves))),
    GlossaryWord("heavy-armour", row(35), InContext("forms, with | between", "heavy armour"),
        Message("A special rule with a number: a die and that number, 10 or more, stops a hit before damage is "
                "rolled.")),
    GlossaryWord("battleshield", row(37), InContext("forms, with | between", "battleshield"),
        Message("A special rule: 1 more T against every shot, and in close combat against one enemy, the first "
                "that came into contact. When that one is gone, the shield may be held against another.")),
    GlossaryWord("speculative", row(87), InContext("forms, with | between", "speculatively|speculative fire"),
        Message("A shot at an enemy that is not seen. The players agree how it may be done; 1 is taken off to hit.")),
    GlossaryWord("range-band", row(27),
        InContext("forms, with | between", "short range|medium range|long range|extreme range|out of range"),
        Message("Ranges go by bands: short up to {short}, medium to {medium}, long to {long}, extreme to "
                "{extreme}. A weapon has its own figures in each band, and cannot be used in a band without any.",
                short=short_in_words(12), medium=short_in_words(24), long=short_in_words(36),
                extreme=short_in_words(48))),
    GlossaryWord("portal", row(34), InContext("forms, with | between", "warp portals|warp portal|portals|portal"),
        Message("A marker that some models open for others of their side to appear at, within a reach that grows "
                "with CAL.")),
    GlossaryWord("off-ground", row(59), InContext("forms, with | between", "off the ground|jump trooper|jump troops"),
        Message("Some models jump or fly. While one is off the ground, nobody can intercept it.")),
)  # fmt: skip
MORALE = (
    GlossaryWord("command-check", row(99), InContext("forms, with | between", "command check|command|checks|check"),
        Message("Two dice, CD and CAL come to 15 or more: passed. 5 or less on the dice alone always fails. A "
                "Commander within {far} adds 1.", far=short_in_words(9))),
    GlossaryWord("panicked", row(102), InContext("forms, with | between", "panicked|panic|panics"),
        Message("A model panics if it fails a command check after a friend falls within {far}, after it loses a "
                "close combat, or when half of its wounds are gone. It takes 2 off to hit and may not charge, "
                "until it rallies.", far=short_in_words(9))),
    GlossaryWord("rally", row(108), InContext("forms, with | between", "rally|rallies"),
        Message("A panicked model makes a command check whenever it is about to act. If it passes, the counter "
                "comes off; only with High Morale is it free of the penalties in that same action.")),
    GlossaryWord("shocked", row(111), InContext("forms, with | between", "shocked|shock"),
        Message("A model that survives a hit checks against shock. Shocked, it only makes a single move, or fights"
                " if it is in contact, and has no follow-up and does not fight back.")),
    GlossaryWord("restricted", row(108), InContext("forms, with | between", "restricted"),
        Message("The model has rallied, but the penalties of panic last until its present action is over.")),
    GlossaryWord("half-seen", row(105), InContext("forms, with | between", "half seen"),
        Message("The model has made its check for losing half of its wounds. It is made once in a game.")),
    GlossaryWord("commander", row(110), InContext("forms, with | between", "Commander"),
        Message("Each side has one. Friends within {far} add 1 to their command checks while the Commander is alive"
                " and not panicked; otherwise the side takes 1 off its initiative.", far=short_in_words(9))),
    GlossaryWord("withdraw", row(119), InContext("forms, with | between", "withdraw|withdraws"),
        Message("A side that has lost half of its models or more may have to leave the battle. The players say at "
                "the end of every turn whether it does.")),
)  # fmt: skip
NUMBERS = (
    GlossaryWord("SH", row(7), "SH",
        Message("How well a model shoots. It is added to the die to hit.")),
    GlossaryWord("AS", row(6), "AS",
        Message("How well a model fights hand to hand, and how well it keeps from being hit.")),
    GlossaryWord("ST", row(8), "ST",
        Message("How hard a model or its weapon strikes. It is added to the die for damage.")),
    GlossaryWord("T", row(9), "T",
        Message("How tough a model is. It is taken off the die for damage against it.")),
    GlossaryWord("CD", row(11), "CD",
        Message("How well a model keeps its head. It is added to every command check.")),
    GlossaryWord("CAL", row(30), "CAL",
        Message("How heroic a model is. Each point adds 1 to command checks, {far} to a rush, charge or break-off, "
                "and one follow-up in the game.", far=short_in_words(1))),
    GlossaryWord("FS", row(92), "FS",
        Message("First strike: in close combat the model with more of it strikes first.")),
    GlossaryWord("MV", row(13), "MV",
        Message("How far a model moves, in inches.")),
    GlossaryWord("SZ", row(12), InContext("forms, with | between", "SZ|size"),
        Message("How big a model is. From 4 on it is easier to hit.")),
)  # fmt: skip

GLOSSARY = (*ORDERS, *REACTIONS, *ACTIONS, *SHOOTING, *MORALE, *NUMBERS)
