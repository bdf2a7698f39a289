// The page's address: it never changes, because it names halls and tables by their ids.
//
// index.html                     all tables of the hall
// index.html?table=HALL/TABLE    one table and nothing else, as for a frame on another site
// index.html?table=...&overlay    that table over nothing, for streaming software; layout and hide as for /overlay
// index.html?hall=HALL           the tables of a hall, where the broker has several
// index.html?turn=30             another table is large every 30 seconds; 0: it stays
// index.html#key=SECRET          the organiser's: what is chosen here, every wall of the hall shows

export interface WallAddress {
  hall: string;
  table: string;
  overlay: boolean;
  turn_s: number;
  key: string;
}

const TURN_S = 20;
const ID = /^[a-z0-9]{1,32}$/;

export function wallAddress(): WallAddress {
  const asked = new URLSearchParams(location.search);
  const [hallOfTable = "", table = ""] = (asked.get("table") ?? "").split("/");
  const both = ID.test(hallOfTable) && ID.test(table);
  const hall = both ? hallOfTable : (asked.get("hall") ?? document.documentElement.dataset.hall ?? "");
  const turn_s = Number(asked.get("turn") ?? TURN_S);
  return {
    hall: ID.test(hall) ? hall : "",
    table: both ? `${hallOfTable}/${table}` : "",
    overlay: asked.has("overlay"),
    turn_s: Number.isFinite(turn_s) ? Math.max(0, turn_s) : TURN_S,
    key: new URLSearchParams(location.hash.slice(1)).get("key") ?? "",
  };
}

/** The address of one table. */
export function tableAddress(key: string): string {
  return `?table=${key}`;
}
