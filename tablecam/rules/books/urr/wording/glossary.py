"""The words in Urr's questions, options and markers, each explained in our words."""

from tablecam.base.i18n import InContext, Message
from tablecam.rules.books.glossary import GlossaryWord
from tablecam.rules.books.urr.rules.codes import row

COMBAT = (
    GlossaryWord("step", row(1), InContext("forms, with | between", "step|steps"),
        Message("The strength of a unit or a wall. Each hit takes one; a unit without steps is out, a wall is "
                "breached.")),
    GlossaryWord("hit", row(4), InContext("forms, with | between", "hit|hits"),
        Message("A die with score and modifiers: 6 is one hit, 10 are two and 14 three. They fall evenly on the "
                "units.")),
    GlossaryWord("round", row(2), InContext("forms, with | between", "round|rounds|ranged phase|melee phase"),
        Message("First all shoot, then all fight hand to hand; in each all dice are rolled before anybody takes a "
                "hit.")),
    GlossaryWord("stance", row(6), InContext("forms, with | between", "stance|attacks|attack|defends|defend|defence"),
        Message("Each side says in secret whether it attacks or defends, and rolls on that table. Who defends only"
                " rolls if somebody attacks.")),
    GlossaryWord("score", row(3), InContext("forms, with | between", "melee score|ranged score|score|melee|ranged"),
        Message("The number of a unit that is added to its die: one to shoot, one to fight. A star is asked of the"
                " table.")),
    GlossaryWord("fight-on", row(40), InContext("forms, with | between", "fight on|fights on|fight|fights"),
        Message("Units of both sides at one place fight in rounds. After each round a side may break the combat off.")),
    GlossaryWord("in-combat", row(8),
        InContext("forms, with | between", "in combat|has fought|muster|musters|combat|combats"),
        Message("Who fights at a place is named before the combat: 8 units in the open, 4 at a wall, 2 in a siege "
                "tower.")),
    GlossaryWord("raiders", row(9), InContext("forms, with | between", "raiders|raids|raid"),
        Message("A small band that goes with a unit into a fight and helps it. What they do by themselves belongs "
                "to rules that this page only mentions, so the table says it.")),
    GlossaryWord("armour", row(20), InContext("forms, with | between", "armour"),
        Message("Steps that are lost before those of the unit itself, while it defends.")),
    GlossaryWord("weapons", row(16),
        InContext("forms, with | between", "good weapons|excellent weapons|excellent bows|bows"),
        Message("Better weapons add to the die; excellent bows add 2 to shooting, except for elves.")),
    GlossaryWord("undead", row(21), InContext("forms, with | between", "undead|berserk"),
        Message("The dead that walk. They keep to their own company, and without the Grand Necromancer they go "
                "berserk: they attack the nearest living unit, whosever it is.")),
    GlossaryWord("necromancer", row(21), InContext("forms, with | between", "Grand Necromancer"),
        Message("Who commands the undead. When the Necromancer is dead, they go berserk.")),
    GlossaryWord("magic", row(37), InContext("forms, with | between", "magic"),
        Message("What magic adds and restores is asked of the table each time.")),
    GlossaryWord("ground", row(18),
        InContext("forms, with | between", "wood, city, bog or hill|dwarf hill|dwarf tunnel"),
        Message("Rough ground makes the attack harder, and the ground of dwarves helps whoever defends it.")),
)  # fmt: skip
SIEGE = (
    GlossaryWord("turns", row(39),
        InContext("forms, with | between", "tactical turn|strategic turn|trebuchet phase|week|weeks"),
        Message("A week: the strategic turn with its works, the trebuchets, and a tactical turn in which combats "
                "are fought.")),
    GlossaryWord("wall", row(22),
        InContext("forms, with | between", "strength of the wall|section|sections|wall|walls|storm|storming"),
        Message("It is in sections, each with a strength that helps who stands on it and hinders who storms it.")),
    GlossaryWord("breach", row(25), InContext("forms, with | between", "breach|breached"),
        Message("A section whose strength has come down to 1: one unit a round gets through, and suffers on the way.")),
    GlossaryWord("sapping", row(24), InContext("forms, with | between", "sapped|sappers|sapping"),
        Message("Digging under a wall takes steps off it. How many, the table says.")),
    GlossaryWord("engine", row(24), InContext("forms, with | between", "engine|engines|stones"),
        Message("A machine that shoots at walls: its die and its score come to steps off the section.")),
    GlossaryWord("hurl", row(34), InContext("forms, with | between", "hurl|hurled|hurls"),
        Message("A trebuchet can throw an undead unit into the city. It arrives with three steps at most, and "
                "fights.")),
    GlossaryWord("fire", row(36), InContext("forms, with | between", "fights a fire|fight the fire|fire"),
        Message("A burning quarter takes two units for a whole tactical turn, or magic; otherwise it is lost with "
                "5 % of the stocks.")),
    GlossaryWord("food", row(35), InContext("forms, with | between", "food|gold|stocks"),
        Message("What a side has in store. Fire is shot with one token of food, and burnt quarters take from it.")),
    GlossaryWord("engineers", row(26),
        InContext("forms, with | between", "engineers|project|projects|build|builds|repair"),
        Message("Units that build and repair in the strategic turn, as many works as their counter says.")),
    GlossaryWord("palisade", row(27), InContext("forms, with | between", "palisade"),
        Message("A fence of stakes: 2 more in defence, and 1 more from the next week on.")),
    GlossaryWord("horse", row(29), InContext("forms, with | between", "hollow horse|hollow rabbit"),
        Message("A hollow gift, in which others may hide. Who does is a matter of raids, so the table says it.")),
    GlossaryWord("rafts", row(30), InContext("forms, with | between", "pontoon bridge|rafts"),
        Message("A way across water. Rafts are used up by one crossing, a bridge stays.")),
    GlossaryWord("flood", row(31), InContext("forms, with | between", "flood repair|flooded|flood|floods"),
        Message("The table says which place is flooded. Unless engineers repair it, the place is lost.")),
    GlossaryWord("crane", row(32), InContext("forms, with | between", "crane|short tunnel"),
        Message("Ways out of the city and into it, for raids.")),
    GlossaryWord("siege-tower", row(33), InContext("forms, with | between", "siege tower|ramp|crew|shields|tower"),
        Message("First shields, then a ramp of three weeks that is built under fire, then the tower. A crew of "
                "two, one that shoots and one that fights, meets the wall without its strength.")),
)  # fmt: skip

GLOSSARY = (*COMBAT, *SIEGE)
