// What a side that waits may do while the other one acts, and what it looks at before.

export const BREAK_IN = "Break in";
export const OWN_ORDERS = "Own orders …";
export const NAME_OR_LOOK = "Name a model, or look first";

/** A watcher whom a move would let act. share: how much of the mover it sees. */
export function breakInText(model: string, kind: string, share: number | undefined): string {
  return `${model} could break in: ${kind}${share === undefined ? "" : `, sees ${Math.round(100 * share)} %`}`;
}
