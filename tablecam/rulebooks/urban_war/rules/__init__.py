"""Urban War, second edition: the quick-start rules and the reference sheet, row by row of our inventory.

Read `events.py` first, then `turn.py`, `actions.py`, `overwatch.py`, `shooting.py`, `close_combat.py`.
Procedures run alone: `play = Play(state, evolve, answers=[..])`, then `shoot(play, ..)`, `fight`, `react`, `casualty`.

row     done  file             note
UW-001  done  setup.py         6 to 20 models are remarked on, never refused
UW-002  done  overwatch.py     a way or a place beyond the edge is refused; a table under 4 ft is remarked on
UW-003  done  lengths.py       1 in is 2.5 cm, for display alone
UW-004  done  checks.py        faces 1 to 10, asked for and never rolled here
UW-005  done  state.py         orders, panic, shock, markers
UW-006  done  card.py          AS
UW-007  done  card.py          SH
UW-008  done  card.py          ST
UW-009  done  card.py          T
UW-010  done  card.py          W
UW-011  done  card.py          CD
UW-012  done  card.py          SZ
UW-013  done  card.py          MV
UW-014  done  card.py          CAL
UW-015  done  card.py          FS as printed, with CAL in it; a weapon adds its own
UW-016  done  setup.py         the pair that is ticked; another CAL is refused
UW-017  done  state.py         followups_used against CAL, over the whole game
UW-018  done  target_priority.py  figures by band, a dash is None
UW-019  done  target_priority.py  the player names one of several weapons
UW-020  done  shooting.py      shots and blows, a die each
UW-021  done  shooting.py      damage dice for every hit
UW-022  done  card.py          marks and texts of tags
UW-023  done  visibility.py    tags that are not in our documents are shown with their text and never worked out
UW-024  done  setup.py         points of card, CAL and options
UW-025  done  facts.py         asked of the table: straight, between nearest base edges
UW-026  done  facts.py         the table says how far an obstruction is from the shooter's base edge
UW-027  done  facts.py         the upper end belongs to the band
UW-028  done  target_priority.py  views and priority are pure, for the screen at any time
UW-029  done  facts.py         a quarter in view is enough (switch); doubts are settled by the players; friends within 2
                               in do not block
UW-030  done  checks.py        on every command check
UW-031  done  state.py         on rush, charge, break-off; not on normal moves and evades
UW-032  done  close_combat.py  FS has it already
UW-033  done  actions.py       one follow-up for every point
UW-034  part  portal.py        reach and marker; when a portal may be opened is on the faction sheet, so no action
                               offers it
UW-035  done  shooting.py      after to-hit and before damage, in both kinds of fight
UW-036  done  morale.py        free at once after a rally
UW-037  done  checks.py        T+1 against all shooting
UW-038  done  evolve.py        held against the first enemy that came into contact
UW-039  done  morale.py        aimed again when that one dies or breaks off
UW-040  done  rulebook.py      markers, orders, activation
UW-041  done  evolve.py        all counters but panic and shock; portals and lingering effects go too
UW-042  done  evolve.py        overwatch and shock both go
UW-043  done  turn.py          in contact: snap-fire, face up
UW-044  done  turn.py          all others face down; both sides at once (switch)
UW-045  done  deployment.py    a die each, ties again; the winner goes first or second
UW-046  done  turn.py          -1 while the Commander is panicked or dead
UW-047  done  turn.py          one snap-fire model after the other
UW-048  done  turn.py          who has run out is left out
UW-049  done  evolve.py        the counter comes off first
UW-050  done  turn.py          overwatch models are never activated
UW-051  done  overwatch.py     beside every question of the active side, before, in and after move and shot; never
                               beside dice
UW-052  done  overwatch.py     one attempt an action (switch); what the table shows to be impossible is no attempt
UW-053  done  overwatch.py     reactions ask without offers
UW-054  done  overwatch.py     spent as soon as the check is made
UW-055  done  overwatch.py     0 to -3 by band, no target check, no penalty for moving
UW-056  done  overwatch.py     the same question is asked again
UW-057  done  overwatch.py     reach, sight, check without penalty, move, fight
UW-058  done  overwatch.py     both count as charging
UW-059  done  overwatch.py     the table says whether a jump trooper is off the ground just then
UW-060  done  overwatch.py     only those in contact
UW-061  done  overwatch.py     the action is over where it was caught
UW-062  done  turn.py          in contact there is no choice of order
UW-063  part  evade.py         check, move and cost; the template's own procedure is not in our documents, so the table
                               says who lies under it and the shot is worked out against its target alone
UW-064  done  actions.py       with the reason for all that are closed; evade answers a template and is not taken by
                               itself
UW-065  done  actions.py       not in contact
UW-066  done  actions.py       the move may be nothing, the shot may be left out
UW-067  done  checks.py        -1 to -4 by band
UW-068  done  actions.py       one enemy in contact
UW-069  done  actions.py       into contact, then the fight
UW-070  done  actions.py       check, strikes, move or fight
UW-071  done  actions.py       nothing else is open in contact
UW-072  done  actions.py       neither charges nor intercepts
UW-073  done  actions.py       a procedure of its own
UW-074  done  actions.py       as long as boxes last
UW-075  done  evolve.py        a new action, a new attempt
UW-076  done  actions.py       every action begins with the rally
UW-077  done  evolve.py        flags are cleared
UW-078  done  shooting.py      range and sight, target, to hit, armour, damage, cover
UW-079  done  target_priority.py  the nearest not in close combat, in sight (switch); the players settle who is nearest
UW-080  done  targeting.py     +2 if the priority target has cover; a failure loses the shot
UW-081  done  checks.py        to hit by shooting
UW-082  done  checks.py        1 fails and 10 passes on to-hit and damage dice; not on saves (switch)
UW-083  done  checks.py        damage by shooting
UW-084  done  facts.py         terrain further than 1 in from the shooter
UW-085  done  checks.py        solid 6+, flimsy 8+, a die for every wound
UW-086  done  morale.py        none left: removed, its place remembered
UW-087  part  checks.py        -1; offered against enemies out of sight, and how it may be done is for the players
UW-088  done  close_combat.py  one against one, the attacker picks
UW-089  done  close_combat.py  against the first attacker of the turn alone
UW-090  done  evolve.py        spent once it has struck back
UW-091  done  evolve.py        keeps its counter
UW-092  done  close_combat.py  FS, weapon, 3 for charging
UW-093  done  close_combat.py  no strike
UW-094  done  close_combat.py  both strike, then wounds count
UW-095  done  checks.py        to hit in close combat
UW-096  done  checks.py        damage in close combat
UW-097  done  close_combat.py  cover is not asked about
UW-098  done  close_combat.py  hits that armour stops do not count (switch)
UW-099  done  command_check.py  2d10 and 15
UW-100  done  checks.py        2 to 5 on the dice
UW-101  done  command_check.py  the kind is in the log
UW-102  done  morale.py        the counter
UW-103  done  close_combat.py  in contact or not
UW-104  done  morale.py        friends within 9 in and not in contact
UW-105  done  morale.py        once, and not in contact
UW-106  done  morale.py        measured before it is taken away
UW-107  done  checks.py        -2 to hit, no charge
UW-108  done  morale.py        at every activation, reactions and evasions among them
UW-109  done  setup.py         remarked on where a team has not exactly one
UW-110  done  command_check.py  +1 within 9 in, not the Commander itself
UW-111  done  morale.py        after a hit that armour did not stop
UW-112  done  actions.py       a single move, or fight in contact; evade by the template's rule; no follow-up, no
                               fighting back
UW-113  done  deployment.py    names from the setup, in turn
UW-114  done  deployment.py    near, far, left or right
UW-115  done  deployment.py    one model at a time
UW-116  done  facts.py         the whole base within 6 in (switch), on the ground
UW-117  done  deployment.py    replaces initiative in turn 1 (switch)
UW-118  done  ending.py        both at once is a draw (switch)
UW-119  part  ending.py        the players are asked at the end of every turn from half losses on; the check itself is
                               not in our documents
"""
