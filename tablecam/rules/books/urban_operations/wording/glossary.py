"""The words of Urban Operations' questions, options and markers, each with an explanation of our own."""

from tablecam.base.i18n import InContext, Message
from tablecam.rules.books.glossary import GlossaryWord
from tablecam.rules.books.urban_operations.rules.codes import row

TURN = (
    GlossaryWord("block", row(1), InContext("forms, with | between", "block|blocks"),
        Message("A unit on the map: foot, a vehicle or a tank. It lies face down until something gives it away.")),
    GlossaryWord("class", row(1),
        InContext("forms, with | between", "main battle tank|unarmoured|armoured|foot|class|classes|vehicles|vehicle"),
        Message("Blocks are foot, unarmoured or armoured vehicles, or tanks: how far they move and what hurts them.")),
    GlossaryWord("face-down", row(11), InContext("forms, with | between", "face down|face up|turn back|hidden"),
        Message("Nobody but its own side knows who a block is while it lies face down. Contact, scouting, fire and"
                " losses turn it up. At the beginning of a turn it turns back, unless an enemy within 3 EP sees "
                "it.")),
    GlossaryWord("impulse", row(22), InContext("forms, with | between", "impulse|impulses"),
        Message("The blocks of a side are in groups. The sides play one group at a time by turns, each group once "
                "a turn; how many of its blocks may act depends on the leaders on the map.")),
    GlossaryWord("initiative", row(21), InContext("forms, with | between", "initiative"),
        Message(
            "The side with the initiative plays its first impulse before the other side. The scenario says how "
            "to determine it."
        )),
    GlossaryWord("event", row(14), InContext("forms, with | between", "event|event table|event card"),
        Message("Each side draws a card in the initial phase, or rolls on the table of the scenario. A red title "
                "is played at once, a black one when its owner likes.")),
    GlossaryWord("activated", row(24), InContext("forms, with | between", "activated"),
        Message("The block has acted this turn and does not act again. The marker comes off in the final phase.")),
    GlossaryWord("reaction", row(67), InContext("forms, with | between", "reaction|reacted|react|reacts"),
        Message("Once a turn a block may answer what an enemy does in its sight: it withdraws, or it fires with "
                "opportunity fire, and scouts without cost as it does.")),
)  # fmt: skip
NUMBERS = (
    GlossaryWord("EP", row(5), "EP",
        Message("The measure of distance: the hexes between two blocks.")),
    GlossaryWord("MP", row(30), "MP",
        Message("What a block spends to move. On foot it has 3 with an action, 6 without one and 9 where no enemy "
                "sees it; a vehicle has 6, 12 and 18. The ground says what a step costs.")),
    GlossaryWord("OSL", row(65), "OSL",
        Message("The strength of a block. Losses take from it, and at 0 the block is gone.")),
    GlossaryWord("firepower", row(57), InContext("forms, with | between", "firepower"),
        Message("How hard a block hits at a distance, by its unit card. In a fight both totals are compared, each "
                "with what its die adds and with bonuses for place, leaders and help.")),
    GlossaryWord("weapons", row(3), InContext("forms, with | between", "light weapons|heavy weapons|weapons|weapon"),
        Message("A unit card has firepower for light and for heavy weapons. Each kind has classes that it suits.")),
    GlossaryWord("position", row(58), InContext("forms, with | between", "dominating spot|roof|opening|room"),
        Message("A good place, such as a roof, an opening or the sewers, adds 1 to the firepower, once.")),
    GlossaryWord("quality", row(65), InContext("forms, with | between", "quality|elite|veteran|recruit"),
        Message("Elite blocks may lose less in a loss, recruits more: a die says so. Veterans lose what they lose.")),
    GlossaryWord("randomness-table", row(54), InContext("forms, with | between", "randomness table|critical"),
        Message("Both sides roll a die. The higher die gives its side a total, the lower one a bonus; some faces "
                "with some weapons are critical and decide the fight by themselves.")),
)  # fmt: skip
ACTIONS = (
    GlossaryWord("fire", row(50), InContext("forms, with | between", "fire at|fires at|fires|fire"),
        Message("The block shoots at an enemy in sight and range. The lower total loses 1 OSL, equal totals 1 each.")),
    GlossaryWord("opportunity-fire", row(59), InContext("forms, with | between", "opportunity fire"),
        Message("Fire as a reaction to what an enemy does. It adds 2 to the firepower.")),
    GlossaryWord("suppress", row(91), InContext("forms, with | between", "suppressing fire|suppress|suppressed"),
        Message("Fire that is to keep a target down: it has its own row on the randomness table, and its own "
                "targets.")),
    GlossaryWord("assault", row(38), InContext("forms, with | between", "assault"),
        Message("The block attacks at close quarters. The lower total loses 2 OSL and withdraws; a winner may take"
                " the place. Against a building a leader must be near.")),
    GlossaryWord("withdraw", row(51), InContext("forms, with | between", "withdraw|withdraws|withdrawal"),
        Message("The target leaves rather than fight. A die says whether it loses OSL on the way; it still suffers"
                " effects.")),
    GlossaryWord("cover-fire", row(53), InContext("forms, with | between", "cover fire"),
        Message("A friend within 3 EP steps into a fight as its reaction. What it does there, the table has agreed"
                " on.")),
    GlossaryWord("supporting-fire", row(90), InContext("forms, with | between", "supporting fire|supports the fire"),
        Message("A second block of the same impulse adds 2 to the firepower. Both have acted then.")),
    GlossaryWord("support", row(31), InContext("forms, with | between", "support|work with"),
        Message("Two blocks side by side, of one impulse, act one after the other: one of the two gains 1 OSL.")),
    GlossaryWord("scout", row(34), InContext("forms, with | between", "scouted|scouts|scout"),
        Message("The block looks at what lies face down in its sight, within 5 EP, or 10 for some units, and turns"
                " it up.")),
    GlossaryWord("scatter", row(35), InContext("forms, with | between", "scatter"),
        Message("Population beside the block is driven away, up to 6 MP, and not into contact with any block.")),
    GlossaryWord("mount", row(33),
        InContext("forms, with | between", "mount|gets off|get off|rides outside|ride on|passenger"),
        Message("A block on foot gets on a vehicle or off it. Passenger and vehicle both act for that.")),
    GlossaryWord("pair", row(92), InContext("forms, with | between", "take cover with a vehicle|shared hex|pair"),
        Message("A block on foot and a vehicle share a hex, and the vehicle covers it.")),
    GlossaryWord("three-d", row(16),
        InContext("forms, with | between", "3D action|3D actions|air action|ground-based|request|mortar|flare"),
        Message("Fire from outside the map: mortars, artillery, aircraft, smoke or flares. Leaders and observers "
                "ask for it, and the card says when it comes.")),
    GlossaryWord("intercept", row(17), InContext("forms, with | between", "intercept|interception"),
        Message("An air action can be met by one of the other side; both then count as used.")),
    GlossaryWord("exchange", row(98),
        InContext("forms, with | between", "exchange two blocks|exchange blocks|exchange|change impulse"),
        Message("A block goes to another impulse, or two change places; that is done before the turn or as an "
                "action.")),
    GlossaryWord("leader", row(57), InContext("forms, with | between", "platoon leader|commander|leader"),
        Message("Leaders let more blocks of an impulse act, and add 1 to the firepower of blocks less than 6 EP "
                "away.")),
    GlossaryWord("sniper", row(87), InContext("forms, with | between", "sniper|counter-sniper"),
        Message("A marksman, by its unit card, with targets, replies and limits of its own.")),
    GlossaryWord("ambush", row(95), InContext("forms, with | between", "ambush|ambushed"),
        Message("Some blocks on foot may fall upon vehicles that come close, with an advantage.")),
    GlossaryWord("contact", row(86), InContext("forms, with | between", "contact|at contact"),
        Message("A block meets what is close to where it goes: enemies near it or in its room, and tokens it "
                "touches.")),
    GlossaryWord("weapons-effect", row(64), InContext("forms, with | between", "weapons effect"),
        Message("What a fight does to those around it, friends and population too. It must be played.")),
    GlossaryWord("back-blast", row(82), InContext("forms, with | between", "back blast"),
        Message("Some weapons hurt whoever is within 2 EP behind the block that fires them.")),
)  # fmt: skip
TOKENS = (
    GlossaryWord("token", row(71), InContext("forms, with | between", "token|tokens"),
        Message("What lies on the map beside blocks: traps, barricades, people, smoke. Some lie face down at first.")),
    GlossaryWord("no-mans-land", row(71), InContext("forms, with | between", "no man's land"),
        Message("Tokens that belong to neither side: traps, wrecks, barricades, mines, clouds and people.")),
    GlossaryWord("explosive", row(13), InContext("forms, with | between", "explosive|explodes|explosion"),
        Message("A trap or a dud. Once it has come to light it is tested every turn: on 0 to 3 it goes off within "
                "2 EP.")),
    GlossaryWord("wreck", row(72), InContext("forms, with | between", "burning wreck|wreck"),
        Message("What a lost vehicle leaves. It burns, is tested every turn, and is never removed.")),
    GlossaryWord("barricade", row(73), InContext("forms, with | between", "barricade"),
        Message("An obstacle that engineers place and remove. It stops some classes of blocks.")),
    GlossaryWord("mine", row(74), InContext("forms, with | between", "anti-tank mine|antipersonnel mine|mine"),
        Message("It goes off under whoever sets it off, and hurts those around.")),
    GlossaryWord("toxic", row(75), InContext("forms, with | between", "toxic cloud"),
        Message("A block that comes into contact with it loses 1 OSL.")),
    GlossaryWord("population", row(76), InContext("forms, with | between", "population"),
        Message("People who live there. They are never a target; they run from contact and are moved by the other "
                "side.")),
    GlossaryWord("low-cover", row(77), InContext("forms, with | between", "low cover"),
        Message("Low walls and the like: what they hide from sight and fire the table judges.")),
    GlossaryWord("breach", row(36), InContext("forms, with | between", "breach|breaches|arc"),
        Message("A hole in a wall, made with a weapon that can, at contact or from a distance. Who stands behind "
                "it gains 1.")),
    GlossaryWord("fortification", row(79),
        InContext("forms, with | between", "fortification|fortified building|fortified"),
        Message("It stops the effect of weapons on 0 to 7, and 1 OSL of a 3D action. Who fights from it gains 1.")),
    GlossaryWord("smoke", row(80), InContext("forms, with | between", "smoke grenades|smoke"),
        Message("It takes the sight across it for this turn, and costs 3D actions 1 OSL of what they do.")),
    GlossaryWord("tunnel", row(101), InContext("forms, with | between", "tunnel entrance|tunnel|sewers|underground"),
        Message("A way below the ground. Some units close an entrance, and those beneath it are cut off.")),
    GlossaryWord("rubble", row(103), InContext("forms, with | between", "rubble"),
        Message("A building that a 3D action brings down leaves a barricade or a fortification; a die says which.")),
    GlossaryWord("outer-wall", row(97), InContext("forms, with | between", "outer wall"),
        Message("A block that crosses one without a breach is an easy target: 3 instead of 2 for opportunity fire.")),
)  # fmt: skip

GLOSSARY = (*TURN, *NUMBERS, *ACTIONS, *TOKENS)
