// A club event as the server sends it to everybody and to a player.

/** As webui sends it; times in seconds of the server's clock. */
export interface RoundClock {
  number: number;
  length_s: number;
  started: number | null;
  paused: number | null;
  stood_s: number;
  added_s: number;
  by_table: Record<string, number>;
  signals_min: number[];
  /** How far the server's own clock was set in this round, until the organiser has read of it. */
  jumped_s: number;
}

/** When a round starts and ends by the plan, as `18:30`. pause: the break after it in minutes. */
export interface RoundTimes {
  round: number;
  starts: string;
  ends: string;
  pause: number;
}

/** For everybody: whether players may sign up, how many have, and whether phones check in. places: 0 for any number. */
export interface Places {
  open: boolean;
  places: number;
  taken: number;
  waiting: number;
  check_in: boolean;
  /** Whether everybody who signs up waits until the organiser gives them a place. */
  approval: boolean;
}

export type Presence = "" | "here" | "late" | "absent";

export interface Arrival {
  presence: Presence;
  paid: boolean;
  list_approved: boolean;
}

/** The sign-up page. own: who has signed up on this phone. place: in the row of those who wait, from 1. */
export interface SignUpView {
  id: number;
  sequence: number;
  title: string;
  limit: number;
  round: number;
  /** Teams of two sign up. */
  doubles: boolean;
  times: RoundTimes[];
  factions: string[];
  sign_up: Places;
  own:
    | (Arrival & {
        player: string;
        name: string;
        faction: string;
        models: number;
        force: PlayerForce | null;
        stands: "in" | "waiting" | "left";
        place: number;
        code: string;
      })
    | null;
}

/** A card or points less, with the reason. */
export interface Penalty {
  card: "" | "yellow" | "red";
  points: number;
  reason: string;
  says: string;
}

/** What a captain nominates; empty once all games of a match stand. */
export type NominationKind = "defender" | "attackers" | "choice";

/** Two teams whose captains pair their players. done: who has nominated in this step, which stays hidden. */
export interface TeamMatch {
  teams: [string, string];
  step: number;
  kind: NominationKind | "";
  done: [boolean, boolean];
  pairs: [string, string][];
  /** The players for whom the other team has nobody. */
  spare: string[];
  defenders: string[];
  attackers: string[][];
  /** For each team, whom its captain may nominate; count: how many of them. */
  options: [string[], string[]];
  count: number;
}

/** size: 0 for an event of single players. round: the one that captains pair now, 0 for none. */
export interface TeamsView {
  size: number;
  lineups: { team: string; players: string[] }[];
  standings: { team: string; points: number; scored: number; rank: number }[];
  results: { round: number; teams: [string, string]; scored: [number, number]; over: boolean }[];
  round: number;
  byes: string[];
  matches: TeamMatch[];
}

/** A captain's turn. own: the captain's hidden nomination. */
export interface CaptainTurn {
  team: string;
  round: number;
  step: number;
  kind: NominationKind | "";
  count: number;
  options: string[];
  own: string[];
}

/** A field of a score card, as the rulebook of the event declares it (tablecam/rules/event_scoring.py). */
export interface ScoreField {
  key: string;
  title: string;
  kind: "number" | "mark";
  most: number;
  /** Whether the largest number is that of the models in the force. */
  of_force: boolean;
  worth: number;
  levels: { title: string; per_cent: number }[];
  /** The field that counts at its worst if this mark is set. */
  tops: string;
  alone: boolean;
}

/** title: of the rulebook, empty for the usual one. steps: lead, points of who leads, points of the other. */
export interface Scoring {
  book: string;
  title: string;
  fields: ScoreField[];
  steps: [number, number, number][];
  bye: number;
  concession: number;
}

/** A prize for a place, money for instance. winners: all who share the place, once the event is over. */
export interface PlacePrize {
  place: number;
  prize: string;
  winners: string[];
}

/** A player's own choices, and of each own game that a table has followed, those of both. */
export interface OwnChoices {
  shown: boolean;
  hall: boolean;
  /** The number under which everybody may know the player. */
  number: number;
  games: { round: number; opponent: string; own: boolean; theirs: boolean }[];
}

export interface ClubPlayer {
  id: string;
  name: string;
  /** Under which everybody may know the player. */
  number: number;
  faction: string;
}

export interface PublicPairing {
  table: number;
  pair: [string, string];
  /** Empty during the game. */
  points: number[];
}

export interface PublicStanding {
  rank: number | null;
  player: string;
  points: number;
  tiebreak: number;
  faced: { player: string; points: number }[];
  rolled_off: boolean;
  penalty: number;
  cards: string[];
}

export interface PublicView {
  id: number;
  sequence: number;
  title: string;
  round: number;
  rounds: number;
  over: boolean;
  /** Whether the round is one of a top cut. */
  knockout: boolean;
  /** Who loses is out, or who loses twice. */
  elimination: boolean;
  doubles: boolean;
  teams: TeamsView;
  /** winners: who has most votes, once the vote is closed. */
  prizes: { prize: string; open: boolean; winners: string[] }[];
  clock: RoundClock;
  times: RoundTimes[];
  sign_up: Places;
  players: Record<string, ClubPlayer>;
  pairings: PublicPairing[];
  byes: string[];
  sitting_out: string[];
  standings: { after: number; lines: PublicStanding[] };
  /** Of the round; empty without one. */
  scenario: string;
  place_prizes: PlacePrize[];
  /** The rulebook, and the points of a bye. */
  book: string;
  bye_points: number;
  /** Whether the rulebook has a campaign. */
  campaign: boolean;
  /** The server's time, in an answer to a request; the stream has its own. */
  time?: number;
}

/** The data of an event for a table; the id of an event of its hall begins with the hall. */
export type SeatedEvent = Pick<PublicView, "title" | "round" | "players" | "pairings"> &
  Partial<Pick<PublicView, "book" | "campaign">> & { id: number | string };

export interface CardHalf {
  lost: number;
  withdrew: boolean;
  conceded: boolean;
  bonus?: number;
  /** The fields of the rulebook besides lost and withdrew; a mark is 1. */
  values?: Record<string, number>;
  level?: string;
  points?: number;
}

export interface MatchReport {
  own: CardHalf | null;
  theirs: CardHalf | null;
}

export interface PlayerForce {
  name: string;
  faction: string;
  models: number;
  points: number;
  lines: { name: string; models: number; points: number }[];
}

export interface PlayedMatch {
  round: number;
  table: number;
  opponent: string;
  own?: CardHalf;
  theirs?: CardHalf;
}

export interface Match {
  round: number;
  table: number;
  /** The terrain and the camera of the table. */
  traits: { terrain: string; camera: boolean };
  opponent: string;
  opponent_models: number;
  opponent_force: PlayerForce | null;
  /** The report of this player. */
  said: MatchReport | null;
  /** The entry of the opponent or a tracked game on the card. */
  stands: MatchReport | null;
  source: string;
  disputes: string[];
  /** The person who has to act before the game is closed. */
  waits_for: "organiser" | "you" | "opponent" | "both" | "nobody";
  /** Whether the organiser has cleared the card, so that both report again. */
  cleared: boolean;
  /** Whether the table waits for a judge. */
  judge_called: boolean;
  result: PlayedMatch | null;
}

export interface ScoreCard extends PublicView {
  player: string;
  models: number;
  scoring: Scoring;
  /** Of a captain whose team has a match to pair. */
  captain: CaptainTurn | null;
  left: boolean;
  arrival: Arrival;
  penalties: Penalty[];
  /** For whom the player has voted, by the prize. */
  voted: Record<string, string>;
  publicity: OwnChoices;
  force: PlayerForce | null;
  game: Match | null;
  played: PlayedMatch[];
}

export interface PaperCard {
  player: string;
  models: number;
  force: PlayerForce | null;
  played: PlayedMatch[];
  byes: number[];
  code: string;
}

export interface Paper extends PublicView {
  limit: number;
  tables: number[];
  scoring: Scoring;
  cards: PaperCard[];
}
