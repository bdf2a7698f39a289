// What lies in the dice tray, from the server (webui/game/dice_tray.py).

/** A die as it was read. outline: shares of the picture's width and height. shown: null if it could not be read. */
export interface TrayDie {
  outline: [number, number][];
  kind: string;
  shown: number | null;
  colour: string;
  trouble: string;
}

/** The roll that counts for a question. places: of the dice that answer it; faces: null where a person has to look.
 * later: a roll after it, which counts once both sides agree; agreed: the seats that do. */
export interface TakenRoll {
  roll: number;
  dice: TrayDie[];
  places: number[];
  faces: (number | null)[];
  sure: boolean;
  later: number | null;
  agreed: string[];
}

export interface Tray {
  number: number;
  resting: boolean;
  trouble: string;
  /** Why the last roll answers no question. */
  ignored: string;
  roll: { number: number; dice: TrayDie[] } | null;
  /** By the keys of the open questions. */
  rolls: Record<string, TakenRoll>;
  /** Whether the page may throw drawn dice. */
  throws: boolean;
}
