// The help for each page: short answers, the most usual first.

import { t } from "../i18n.ts";

export type HelpPage =
  | "table"
  | "game"
  | "front-door"
  | "setup"
  | "join"
  | "events"
  | "desk"
  | "card"
  | "projector"
  | "signup"
  | "replay"
  | "games"
  | "statistics"
  | "print";

export interface HelpTopic {
  title: string;
  text: string;
}

/** The topics of a page; of the set-up, those of the open step come first. */
export function topicsOf(page: HelpPage, step = ""): HelpTopic[] {
  const own = page === "setup" ? (STEPS[step]?.() ?? []) : [];
  return [
    ...own,
    ...PAGES[page](),
    {
      title: t("Keyboard"),
      text: t(
        "Tab goes from button to button and Enter presses it. " +
          "Escape closes what lies over the page. ? opens this help.",
      ),
    },
  ];
}

const PAGES: Record<HelpPage, () => HelpTopic[]> = {
  table: () => [
    {
      title: t("Measure from a model"),
      text: t(
        "Tap a model on the board or in the list. " +
          "You see its range to every other model and what it sees; tap a row to see why.",
      ),
    },
    {
      title: t("Measure anything"),
      text: t("Drag from any place on the board to any other: the tape shows the distance between the two ends."),
    },
    {
      title: t("Try a place without moving"),
      text: t(
        "Tap a model, then What if …, and drag its shadow, or draw its path in one stroke. " +
          "Nobody else sees it, and nothing moves.",
      ),
    },
    {
      title: t("A model stands on another floor"),
      text: t("Tap the model, then its floor: choose where it stands. That holds until it moves."),
    },
    {
      title: t("See the camera’s picture"),
      text: t(
        "Camera, at the top or on a phone in the menu, shows what the camera sees; Table goes back to the drawn board.",
      ),
    },
    {
      title: t("Start a game"),
      text: t("The table’s own screen has the button Start a game. Other devices join with the codes from the menu."),
    },
    { title: t("Join with a phone"), text: t("Menu, then Join: scan the code of your seat. Spectators need no code.") },
  ],
  game: () => [
    {
      title: t("Answer a question"),
      text: t(
        "The panel asks one thing at a time. Roll your own dice and tap what they show, " +
          "or tap an answer; what the camera measures is taken by itself.",
      ),
    },
    {
      title: t("A word that you do not know"),
      text: t("Underlined words explain themselves at a tap. What lies beside a model is explained on its card."),
    },
    {
      title: t("Take something back"),
      text: t("Undo, at the bottom, takes back the last thing. For an older one open the Log and tap the line."),
    },
    {
      title: t("A measurement looks wrong"),
      text: t(
        "As measured lists what the table has measured for this action. " +
          "Tap a row to put it right; both sides must agree.",
      ),
    },
    {
      title: t("What lies face down"),
      text: t(
        "What is yours shows only while you hold the button. The other player looks away, or you use your own phone.",
      ),
    },
    {
      title: t("Break into the other side’s action"),
      text: t(
        "The button at the bottom is always there for the side that waits. " +
          "It says nothing about whether there is a chance.",
      ),
    },
    {
      title: t("Say what you intend"),
      text: t(
        "Tap a model, What if …, and then Say what you intend: " +
          "it stands on every board and in the log, and binds nobody.",
      ),
    },
    {
      title: t("Ranges and sight during the game"),
      text: t("Tap a model on the board at any time; ← Game goes back to the question."),
    },
    {
      title: t("Agree that something else happened"),
      text: t(
        "Menu, then Umpire: record what happened. Break off ends the action in progress; what has happened stands.",
      ),
    },
    {
      title: t("End the game"),
      text: t(
        "Menu, then Concede. When a game is over, each side confirms the result; then it can be replayed by everybody.",
      ),
    },
  ],
  "front-door": () => [
    {
      title: t("Set up the table"),
      text: t(
        "The camera needs its lens, the place of the table and the models once. " +
          "The button leads through it; you can stop and go on later.",
      ),
    },
    {
      title: t("Look around first"),
      text: t(
        "The camera’s picture is at Camera, at the top or on a phone in the menu. " +
          "Games played and club events are in the menu; they need no set-up.",
      ),
    },
    { title: t("Join with a phone"), text: t("Menu, then Join: scan the code of your seat. Spectators need no code.") },
  ],
  setup: () => [
    {
      title: t("Which step comes next"),
      text: t(
        "The list shows each step with its state: a tick is done, " +
          "! needs a look, a dash was skipped. Tap any step at any time.",
      ),
    },
    {
      title: t("Leave a step for later"),
      text: t("Every step can be skipped or done again. What you have done stays when the page is closed."),
    },
    {
      title: t("The picture stands still"),
      text: t("The camera was unplugged or another program uses it. Plug it in again: the page goes on by itself."),
    },
    { title: t("Go and play"), text: t("Back to the table leaves the set-up. Nothing is lost.") },
  ],
  join: () => [
    {
      title: t("Where the code is"),
      text: t("On the table’s own screen: menu, then Join. Each seat has letters and a picture to scan."),
    },
    { title: t("Only watch"), text: t("Watch without a code shows the board and all that everybody may know.") },
    { title: t("Change the seat"), text: t("Enter the code of another seat, or leave this one first.") },
  ],
  events: () => [
    {
      title: t("Open an event"),
      text: t("Tap it in the list. The organiser sees the desk, everybody else the pairings and standings."),
    },
    {
      title: t("Begin an event"),
      text: t("On the organiser’s device: name, minutes per round and points per force, then Begin."),
    },
    {
      title: t("Move an event to another computer"),
      text: t("Export the whole event at the desk’s menu, and choose that file here."),
    },
    { title: t("I am the organiser"), text: t("Join with the code of the table or of the umpire.") },
  ],
  desk: () => [
    {
      title: t("Enter players"),
      text: t("Players, at the top: type them in, or paste a list. Each gets a code for their score card."),
    },
    {
      title: t("Open sign-up"),
      text: t(
        "Players, then Sign-up: open it, set the places, and let players scan the code. " +
          "Who comes after the last place waits.",
      ),
    },
    {
      title: t("Check players in"),
      text: t(
        "Players, then Check in: a tap on everybody who comes. " +
          "Late and absent are on the player’s sheet; they are not drawn.",
      ),
    },
    {
      title: t("Begin a round"),
      text: t("Round: let the pairings be drawn, look at the draft, change what must be changed, and publish it."),
    },
    {
      title: t("Enter a score"),
      text: t(
        "Scores: players report by phone and both close the game. " +
          "Tap a game to enter it from paper or to settle a dispute.",
      ),
    },
    { title: t("The clock"), text: t("Clock: start, pause, add minutes, also for one table alone.") },
    { title: t("Somebody leaves or comes late"), text: t("Players: tap the name. What was played stays.") },
    {
      title: t("Something went wrong"),
      text: t(
        "Undo, at the bottom, shows what it takes back before it does so. The log has everything with who did it.",
      ),
    },
    {
      title: t("Show it to everybody"),
      text: t("Menu, then Projector, on a second screen. Print has score cards, slips, pairings and standings."),
    },
  ],
  card: () => [
    { title: t("Find my table"), text: t("Table and opponent stand at the top as soon as the round is published.") },
    {
      title: t("Report the result"),
      text: t(
        "After the game enter what your opponent has lost and what you have lost, " +
          "and look at it once more before you send it.",
      ),
    },
    {
      title: t("Close the game"),
      text: t("When both reports agree, both of you close the game. Until then a report can be taken back."),
    },
    {
      title: t("We disagree"),
      text: t("The card shows where the two reports differ. Take yours back and enter it again, or ask the organiser."),
    },
    {
      title: t("No connection"),
      text: t("What you enter is kept on this phone and sent when the connection is back."),
    },
  ],
  signup: () => [
    {
      title: t("Sign up"),
      text: t(
        "Give your name and your force list, as files or typed. " +
          "Without a list yet, give the number of its models and hand the list in later.",
      ),
    },
    {
      title: t("All places are taken"),
      text: t(
        "You wait in the order of sign-up. Whoever drops before round 1 lets the first in; this page shows your place.",
      ),
    },
    {
      title: t("Come back with another phone"),
      text: t(
        "The code of your card opens it on any phone, at /card. A phone with your card can change your sign-up too.",
      ),
    },
    { title: t("I cannot come"), text: t("Sign off here, so that somebody else can play.") },
  ],
  projector: () => [
    {
      title: t("What is shown"),
      text: t(
        "Pairings, the clock and the standings turn by themselves, " +
          "a page every twelve seconds. Nothing has to be done here.",
      ),
    },
    {
      title: t("Make it fill the screen"),
      text: t("F11 makes most browsers fill the screen. The page keeps the screen awake."),
    },
    { title: t("Change something"), text: t("The organiser does that at the desk; this page follows at once.") },
  ],
  replay: () => [
    {
      title: t("Go through the game"),
      text: t("Drag the slider, or step by line and by turn with the buttons. The board shows the table as it was."),
    },
    { title: t("Let it play"), text: t("The large button plays the game, a line at a time, and stops it again.") },
    {
      title: t("Find a moment"),
      text: t("Tap a line in the list. The address of the page names it, so it can be sent to somebody."),
    },
    {
      title: t("Why a ruling came out so"),
      text: t("A line with a roll has its sum, and each number its clause. What was measured is drawn on the board."),
    },
    {
      title: t("Result, dice and report"),
      text: t("Result and dice has the table of the result, the luck of the dice, and the battle report as one file."),
    },
  ],
  games: () => [
    {
      title: t("Open a game"),
      text: t("Tap it in the list. A game that is not closed shows each side only its own share."),
    },
    { title: t("Start a new game"), text: t("Go back to the table: Start a game is there.") },
  ],
  statistics: () => [
    {
      title: t("What is counted"),
      text: t(
        "Games that are closed count, and nothing of a game that goes on. " +
          "Each picture has its numbers in a table below it.",
      ),
    },
  ],
  print: () => [
    {
      title: t("Print"),
      text: t("Choose what to print and use the browser’s own print command. The buttons are not printed."),
    },
  ],
};

const STEPS: Record<string, () => HelpTopic[]> = {
  camera: () => [
    {
      title: t("This step: the camera"),
      text: t(
        "The picture must be sharp and show the whole table. Turn the focus until the number is high, then leave it.",
      ),
    },
  ],
  print: () => [
    {
      title: t("This step: print"),
      text: t(
        "Choose the forces first: the sheet then has a tag for each model. Print the sheets at actual size, " +
          "without fitting them to the page, and measure the scale that is printed on them.",
      ),
    },
  ],
  lens: () => [
    {
      title: t("This step: the lens"),
      text: t(
        "Hold the printed board where the picture is still dark, tilted a little, and keep still until it is taken.",
      ),
    },
  ],
  place: () => [
    {
      title: t("This step: the table"),
      text: t(
        "Tell the size of the table and tap the corner that is asked for. " +
          "The reference tags lie flat and stay where they are.",
      ),
    },
    {
      title: t("Another camera"),
      text: t(
        "Once the first camera has its place, Several cameras over the table adds another: " +
          "choose it by its picture, calibrate its lens or take a known one, " +
          "and let it find its place. It sees what an arm or a ruin hides from the first.",
      ),
    },
  ],
  gauge: () => [
    {
      title: t("This step: check"),
      text: t(
        "Lay the gauge card on the table in several places: the page says how exact the readings are. Then " +
          "confirm a length that no printer made: a printer that fits pages to paper makes all lengths wrong alike.",
      ),
    },
    {
      title: t("True scale by the mat’s edge"),
      text: t(
        "A line around the mat is offered in the picture. If it runs along the edge, tap Yes. " +
          "If not, drag a corner to the mat’s own, or tap the corner and then its place.",
      ),
    },
    {
      title: t("True scale by a bank card"),
      text: t(
        "Lay any bank card flat on the table: it is found by itself and outlined. Tap Yes, and all lengths follow it.",
      ),
    },
    {
      title: t("True scale by a ruler"),
      text: t(
        "Measure the gauge card from tick 1 to tick 11, set what the ruler shows, and tap My ruler shows exactly this.",
      ),
    },
    {
      title: t("Two lengths contradict each other"),
      text: t(
        "The page tells both. Look whether the line lies on the edge and the card lies flat, " +
          "and confirm the one that you trust; Do not use it takes that back.",
      ),
    },
  ],
  terrain: () => [
    {
      title: t("This step: terrain"),
      text: t(
        "Let outlines be found in the picture, and trace with taps what is missing. " +
          "You can also use a ready-made shape, or read a file. Next saves it all.",
      ),
    },
    {
      title: t("Outlines that are proposed"),
      text: t(
        "Find outlines in the picture marks what differs from the mat. Choose the usual height, " +
          "accept what is terrain, one by one or all, and dismiss the rest. None counts before it is accepted.",
      ),
    },
    {
      title: t("An outline does not fit"),
      text: t(
        "Accept it, tap it in the picture, and drag its corners. " +
          "Its height, its material and whether models stand on it are set beside the picture.",
      ),
    },
    {
      title: t("A piece is not found"),
      text: t(
        "What has the mat’s colour, or is thinner than its pattern, is not found. " +
          "Tap Trace a piece, and then its corners.",
      ),
    },
    { title: t("Heights without a ruler"), text: t("A printed tag that lies on top of a piece tells its height.") },
  ],
  roster: () => [
    {
      title: t("This step: models"),
      text: t(
        "Put the models on the table: each is known by its printed tag. " +
          "If its tag has no name, tap the model’s card after you have put it down.",
      ),
    },
  ],
  play: () => [
    {
      title: t("This step: play"),
      text: t("The list says what is ready and what was skipped. Begin a game from the table."),
    },
  ],
};
