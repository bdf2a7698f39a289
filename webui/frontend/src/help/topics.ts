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
      title: t("A model is on the wrong floor"),
      text: t("Tap the model, then its floor: choose where it stands. That holds until it moves."),
    },
    {
      title: t("See the camera’s image"),
      text: t(
        "Camera shows the camera’s image; Table goes back to the drawn board. Both are at the top, or in " +
          "the menu on a phone.",
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
        "The panel asks one thing at a time. Roll your own dice and tap what they show, or tap an " +
          "answer. The page enters the camera’s measurements by itself.",
      ),
    },
    {
      title: t("A word you do not know"),
      text: t("Tap an underlined word to see what it means. A model’s card explains the counters beside the model."),
    },
    {
      title: t("Take something back"),
      text: t(
        "Undo, at the bottom, takes back the last action. To take back an older one, open the Log and tap its line.",
      ),
    },
    {
      title: t("A measurement looks wrong"),
      text: t(
        "The list “As measured” shows what the table measured for this action. Tap a row to correct it. " +
          "Both sides must agree.",
      ),
    },
    {
      title: t("Hidden information"),
      text: t(
        "Your hidden information is visible only while you hold the button. Ask the other player to look " +
          "away, or use your own phone.",
      ),
    },
    {
      title: t("Interrupt the other side’s action"),
      text: t(
        "The side that waits always has the button at the bottom. The button does not show whether there " +
          "is a chance to interrupt.",
      ),
    },
    {
      title: t("Say what you intend"),
      text: t(
        "Tap a model, What if …, and then Say what you intend: it appears on every board and in the log, " +
          "and is not binding.",
      ),
    },
    {
      title: t("Ranges and sight during the game"),
      text: t("Tap a model on the board at any time; ← Game goes back to the question."),
    },
    {
      title: t("Agree that something else happened"),
      text: t(
        "Menu, then Record what happened. Stop or concede ends the action in progress; what has happened stands.",
      ),
    },
    {
      title: t("End the game"),
      text: t(
        "Menu, then Stop or concede. When a game is over, each side confirms the result. Then everybody can watch the replay.",
      ),
    },
  ],
  "front-door": () => [
    {
      title: t("Set up the table"),
      text: t(
        "The camera has to learn its lens, the position of the table and the models once. The button " +
          "guides you through it. You can stop and continue later.",
      ),
    },
    {
      title: t("Look around first"),
      text: t(
        "Tap the camera beside the board to see its image; on a phone it is in the menu. Games played " +
          "and club events are in the menu; they need no set-up.",
      ),
    },
    { title: t("Join with a phone"), text: t("Menu, then Join: scan the code of your seat. Spectators need no code.") },
  ],
  setup: () => [
    {
      title: t("The next step"),
      text: t(
        "The list shows each step with its state: a tick is done, " +
          "! needs a look, a dash was skipped. Tap any step at any time.",
      ),
    },
    {
      title: t("Leave a step for later"),
      text: t("You can skip or repeat every step. What you have done stays when you close the page."),
    },
    {
      title: t("The image is frozen"),
      text: t("The camera was unplugged, or another program uses it. Plug it in again: the page continues by itself."),
    },
    { title: t("Go and play"), text: t("Back to the table leaves the set-up. Nothing is lost.") },
  ],
  join: () => [
    {
      title: t("Finding the code"),
      text: t("On the table’s own screen: menu, then Join. Each seat has letters and a code to scan."),
    },
    { title: t("Only watch"), text: t("“Watch without a code” shows the board and all public information.") },
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
      text: t("Export the whole event from the desk’s menu, and choose that file here."),
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
        "Players, then Sign-up: open it, set the places, and let players scan the code. Players who sign " +
          "up after the last place go on the waiting list.",
      ),
    },
    {
      title: t("Check players in"),
      text: t(
        "Players, then Check in: tap everybody who comes. Mark late and absent players on the player’s " +
          "sheet; they are not in the draw.",
      ),
    },
    {
      title: t("Begin a round"),
      text: t("Round: draw the pairings, check the draft, change it where necessary, and publish it."),
    },
    {
      title: t("Enter a score"),
      text: t(
        "Scores: players report by phone and both close the game. " +
          "Tap a game to enter it from paper or to settle a dispute.",
      ),
    },
    { title: t("The clock"), text: t("Clock: start it, pause it or add minutes, for all tables or for one.") },
    { title: t("Somebody leaves or comes late"), text: t("Players: tap the name. The games they have played stay.") },
    {
      title: t("Something went wrong"),
      text: t(
        "Undo, at the bottom, shows what it will take back before it does so. The log records every " +
          "action and who did it.",
      ),
    },
    {
      title: t("Show it to everybody"),
      text: t("Menu, then Projector, on a second screen. Print has score cards, slips, pairings and standings."),
    },
  ],
  card: () => [
    {
      title: t("Find my table"),
      text: t("Your table and your opponent are at the top as soon as the round is published."),
    },
    {
      title: t("Report the result"),
      text: t("After the game, enter your opponent’s losses and your own. Check them once more before you send them."),
    },
    {
      title: t("Close the game"),
      text: t("When both reports agree, both of you close the game. Until then, you can take back your report."),
    },
    {
      title: t("We disagree"),
      text: t("The card shows where the two reports differ. Take yours back and enter it again, or ask the organiser."),
    },
    {
      title: t("No connection"),
      text: t("This phone keeps your entries and sends them when the connection is back."),
    },
  ],
  signup: () => [
    {
      title: t("Sign up"),
      text: t(
        "Enter your name and your force list, as files or as text. If you have no list yet, enter the " +
          "number of models and hand the list in later.",
      ),
    },
    {
      title: t("All places are taken"),
      text: t(
        "The waiting list follows the order of sign-up. If somebody drops out before round 1, the first " +
          "player on it gets the place. This page shows your position.",
      ),
    },
    {
      title: t("Come back with another phone"),
      text: t(
        "The code of your card opens it on any phone, at /card. A phone with your card can change your sign-up too.",
      ),
    },
    { title: t("I cannot come"), text: t("Cancel your sign-up here, so that somebody else can play.") },
  ],
  projector: () => [
    {
      title: t("Displayed content"),
      text: t(
        "Pairings, the clock and the standings change by themselves, one page every twelve seconds. You " +
          "need not do anything here.",
      ),
    },
    {
      title: t("Make it fill the screen"),
      text: t("F11 makes most browsers fill the screen. The page keeps the screen awake."),
    },
    { title: t("Change something"), text: t("The organiser does that at the desk; this page updates at once.") },
  ],
  replay: () => [
    {
      title: t("Go through the game"),
      text: t("Drag the slider, or step by line and by turn with the buttons. The board shows the table as it was."),
    },
    { title: t("Let it play"), text: t("The large button plays the game, a line at a time, and stops it again.") },
    {
      title: t("Find a moment"),
      text: t("Tap a line in the list. The page’s address then points to that line, so you can send it to somebody."),
    },
    {
      title: t("Reasons for a ruling"),
      text: t(
        "A line with a roll shows the sum, and the clause of each number. The board shows what the camera measured.",
      ),
    },
    {
      title: t("Result, dice and report"),
      text: t("Result and dice has the table of the result, the luck of the dice, and the battle report as one file."),
    },
  ],
  games: () => [
    {
      title: t("Open a game"),
      text: t("Tap it in the list. A game that is not closed shows each side only its own part."),
    },
    { title: t("Start a new game"), text: t("Go back to the table and tap Start a game.") },
  ],
  statistics: () => [
    {
      title: t("Games that count"),
      text: t("Only closed games count. Each chart has its numbers in a table below it."),
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
        "The image must be sharp and show the whole table. Turn the focus until the number is high, then leave it.",
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
        "Hold the printed board where the image is still dark, tilted a little. Keep it still until the " +
          "camera takes the view.",
      ),
    },
  ],
  place: () => [
    {
      title: t("This step: the table"),
      text: t(
        "Enter the size of the table and tap the corner that the page asks for. The reference tags lie " +
          "flat and stay where they are.",
      ),
    },
    {
      title: t("Another camera"),
      text: t(
        "Once the first camera has its position, “Several cameras, and a dice tray” adds another camera. " +
          "Choose it by its image, calibrate its lens or use a known one, and let it find its position. It " +
          "sees what an arm or a ruin hides from the first camera.",
      ),
    },
  ],
  gauge: () => [
    {
      title: t("This step: check"),
      text: t(
        "Lay the gauge card on the table in several places: the page shows how accurate the readings " +
          "are. Then confirm a length independent of the printer: a printer that fits pages to the paper " +
          "makes all lengths wrong by the same factor.",
      ),
    },
    {
      title: t("True scale by the mat’s edge"),
      text: t(
        "The image shows a line around the mat. If it runs along the edge, tap Yes. If not, drag each " +
          "corner to the corner of the mat, or tap a corner and then the place where it belongs.",
      ),
    },
    {
      title: t("True scale by a bank card"),
      text: t(
        "Lay any bank card flat on the table. The camera finds it and outlines it. Tap Yes to base all lengths on it.",
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
        "The page shows both lengths. Check that the line lies on the edge and that the card lies flat, " +
          "and confirm the length that you trust. To undo that, tap Do not use it.",
      ),
    },
  ],
  terrain: () => [
    {
      title: t("This step: terrain"),
      text: t(
        "Find outlines in the image, and tap the corners of any piece that is missing. You can also use " +
          "a ready-made shape or import a file. Next saves everything.",
      ),
    },
    {
      title: t("Proposed outlines"),
      text: t(
        "“Find outlines in the image” marks everything that differs from the mat. Choose the usual " +
          "height, accept terrain one by one or all at once, and dismiss the rest. An outline counts only " +
          "once you accept it.",
      ),
    },
    {
      title: t("An outline does not fit"),
      text: t(
        "Accept it, tap it in the image and drag its corners. Beside the image, set its height, its " +
          "material and whether models can stand on it.",
      ),
    },
    {
      title: t("A piece is not found"),
      text: t(
        "The camera does not find pieces that have the mat’s colour or are thinner than its pattern. Tap " +
          "Trace a piece, then tap the corners of the piece.",
      ),
    },
    { title: t("Heights without a ruler"), text: t("A printed tag on top of a piece shows its height.") },
  ],
  roster: () => [
    {
      title: t("This step: models"),
      text: t(
        "Put the models on the table: the camera recognises each by its printed tag. If a tag has no " +
          "name, put the model down and tap its card.",
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
