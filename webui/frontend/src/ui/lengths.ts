// The lengths of a game, which logs and the server's data have in inches: in the unit that this device was given.

import { decimalSign, inFigures, t } from "../i18n.ts";

export type Unit = "in" | "cm";

// the rate of the rulebooks, as tablecam/base/lengths.py has it
const CENTIMETRES_PER_INCH = 2.5;

/** The unit of this device, see this_device.tsx; or that of a page whose texts were made once for everybody. */
export const unit: Unit =
  (document.documentElement.dataset.unit as Unit | undefined) ??
  (/(^|; )unit=cm(;|$)/.test(document.cookie) ? "cm" : "in");

const SIZE = unit === "cm" ? CENTIMETRES_PER_INCH : 1;

/** The number alone, with a given count of decimals: for columns whose header has the unit. */
export function lengthFigures(length_in: number, places = 2): string {
  return inFigures((length_in * SIZE).toFixed(places));
}

/** A length with a given count of decimals: 12.30″. */
export function lengthText(length_in: number, places = 2): string {
  return marked(lengthFigures(length_in, places));
}

/** A length with as few decimals as possible, up to a limit: 3″ or 1.5″. */
export function shortLength(length_in: number, places = unit === "cm" ? 2 : 1): string {
  return marked(shortFigures(length_in, places));
}

export function shortFigures(length_in: number, places = unit === "cm" ? 2 : 1): string {
  return inFigures(String(Number((length_in * SIZE).toFixed(places))));
}

/** Figures as they were typed or made, with the sign of the unit. */
export function marked(figures: string): string {
  return unit === "cm" ? t("{length} cm", { length: figures }) : `${figures}″`;
}

/** The inches of figures that were typed in the unit and with the decimal sign of this device. */
export function typedInches(figures: string): number {
  return Number(figures.replace(decimalSign(), ".")) / SIZE;
}
