// A game in a folder of files, without a server: each file is a script that hands its data over by a call, since a page
// that was opened from a disk may run scripts and may fetch nothing.
//
//   tablecamReplay("game", "{ .. }")      the game, its lines and charts, and the first line of each of the other files
//   tablecamReplay("3", "{ .. }")         the moments of some lines, with what several of them share
//
// webui/replay/folder.py makes them.

import { t } from "../i18n.ts";
import type { FolderGame, FolderMoments, GamePosition } from "../types/replay.ts";
import { positionTrouble } from "./position_store.ts";
import type { ReplaySource } from "./source.ts";

declare global {
  /** Called by each file of data. */
  var tablecamReplay: (name: string, json: string) => void;
}

const LINE = /^#line=(\d+)$/;

const arrived = new Map<string, string>();
const asked = new Map<string, Promise<unknown>>();
globalThis.tablecamReplay = (name, json) => arrived.set(name, json);

/** The address of a line, from the page itself. */
export function lineAddress(line: number): string {
  return `#line=${line}`;
}

/** The data of a file; the same for whoever asks again. */
function read<Data>(name: string): Promise<Data> {
  const before = asked.get(name);
  if (before) return before as Promise<Data>;
  const reading = runScript(name).then(() => JSON.parse(arrived.get(name)!) as Data);
  asked.set(name, reading);
  // a file that could not be had may be there at the next try
  reading.catch(() => asked.delete(name));
  return reading;
}

function runScript(name: string): Promise<void> {
  const path = `${document.documentElement.dataset.files}/${name}.js`;
  return new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = path;
    script.onload = () => (arrived.has(name) ? done() : fail(missing(path)));
    script.onerror = () => fail(missing(path));
    document.head.append(script);
  });
}

function missing(path: string): Error {
  return new Error(
    t(
      "A part of this replay could not be loaded: {file}. If the connection is good, the file is missing " +
        "from the folder.",
      { file: path },
    ),
  );
}

/** The game of the folder that the page lies in. */
export function folderSource(): ReplaySource {
  let latest = 0;
  const found = async (line: number, target: string): Promise<GamePosition> => {
    const { starts } = await read<FolderGame>("game");
    const part = starts.findLastIndex((start) => start <= line);
    return whole(await read<FolderMoments>(String(part + 1)), line, target);
  };
  return {
    open: () => read<FolderGame>("game"),
    moment: async (line, target) => {
      const mine = ++latest;
      try {
        const moment = await found(line, target);
        positionTrouble.value = "";
        return mine === latest ? moment : null;
      } catch (error) {
        positionTrouble.value = (error as Error).message;
        return null;
      }
    },
    charts: async () => (await read<FolderGame>("game")).charts,
    addressedLine: () => lineOf(location.hash),
    addressLine,
    followAddress,
  };
}

/** A moment with all that it shares with others. */
function whole({ moments, shared }: FolderMoments, line: number, target: string): GamePosition {
  const { ground, table, state, sights, ...own } = moments[line]!;
  const seen = sights[target] ?? sights[own.targets[0] ?? ""];
  return {
    ...own,
    ground: shared[ground] as GamePosition["ground"],
    table: shared[table] as GamePosition["table"],
    state: shared[state] as GamePosition["state"],
    sight: seen === undefined ? null : (shared[seen] as GamePosition["sight"]),
    crops: [],
  };
}

function lineOf(hash: string): number | null {
  const line = LINE.exec(hash)?.[1];
  return line === undefined ? null : Number(line);
}

function addressLine(line: number): void {
  try {
    history.replaceState(null, "", lineAddress(line));
  } catch {
    // some browsers limit the changes in a time: the next line that is shown is named again
  }
}

function followAddress(go: (line: number) => void): () => void {
  const follow = (): void => {
    const line = lineOf(location.hash);
    if (line !== null) go(line);
  };
  addEventListener("hashchange", follow);
  return () => removeEventListener("hashchange", follow);
}
