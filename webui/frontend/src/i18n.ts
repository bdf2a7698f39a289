// Texts in the language of the page. English is the source and stands in the code; for any other language, the server
// names it in <html lang> and has its catalogue. `speak` comes before the first text, so `t` may stand anywhere.

export interface Catalogue {
  language: string;
  /** Which form goes with 0, 1, 2 ...: a digit each, for as many numbers as it takes to repeat. */
  plural: string;
  /** A text, or its forms; a context stands before its message, with \u0004 between. */
  messages: Record<string, string | string[]>;
}

export type Values = Record<string, string | number>;

const SOURCE = "en";
// as gettext joins a context and its message
const BETWEEN = "\u0004";
// the rules of all languages look at a number's last two digits, once it has more
const REPEATS = 100;
const NAME = /\{(\w+)\}/;
const POINT = ".";
// a number with decimals and nothing else; an address or a date has more than one point
const FIGURES = /^[+\-−]?\d+\.\d+$/;

let spoken: Catalogue | null = null;

/** Fetches the catalogue of a language, by default of the document; where there is none, texts stay English. */
export async function speak(language = document.documentElement.lang): Promise<void> {
  spoken = null;
  if (language === SOURCE || language === "") return;
  try {
    const answer = await fetch(`/i18n/${encodeURIComponent(language)}.json`);
    if (answer.ok) spoken = (await answer.json()) as Catalogue;
  } catch {
    // English is better than no page
  }
}

/** Takes a catalogue that came with the page. */
export function speakFrom(catalogue: Catalogue): void {
  spoken = catalogue;
}

/** A text: t("There is no {thing}.", { thing }). */
export function t(message: string, values?: Values): string {
  return fillIn(findText(message), message, values);
}

/** A text with a number: tn("{n} model", "{n} models", n). */
export function tn(singular: string, plural: string, n: number, values?: Values): string {
  const english = n === 1 ? singular : plural;
  return fillIn(findForm(spoken?.messages[singular], n), english, { n, ...values });
}

/** A short word with two meanings: tp("of a die", "face"). */
export function tp(context: string, message: string, values?: Values): string {
  return fillIn(findText(context + BETWEEN + message), message, values);
}

/** A text with elements in it: tx("{model} sees {other}", { model: <b>Lund</b>, other }). To be put between tags. */
export function tx<Part>(message: string, values: Record<string, Part>): (string | Part)[] {
  const translated = findText(message);
  const template = translated !== null && hasValuesFor(translated, values) ? translated : message;
  return template.split(NAME).map((part, index) => (index % 2 ? written(values[part] ?? `{${part}}`) : part));
}

/** The items in one phrase: "a, b and c", as tablecam/base/i18n.py joins them. */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  if (items.length < 2) return last;
  const before = items.slice(0, -1).reduce((some, item) => tp("list", "{items}, {item}", { items: some, item }));
  return tp("list", "{items} and {last}", { items: before, last });
}

/** The language's sign between the whole part of a number and its decimals. */
export function decimalSign(): string {
  // Translators: the sign between the whole part of a number and its decimals, as in 7.5
  return tp("of a number", ".");
}

/** A number's text as the language writes it, 7,5 for 7.5; any other text as it is. */
export function inFigures(text: string): string {
  return spoken !== null && FIGURES.test(text) ? text.replace(POINT, decimalSign()) : text;
}

/** A number with a given count of decimals, as the language writes it. */
export function decimal(value: number, places: number): string {
  return inFigures(value.toFixed(places));
}

/** A moment as it is written where the reader lives. */
export function timeText(at: number | string, look: Intl.DateTimeFormatOptions): string {
  const time = new Date(at);
  const language = document.documentElement.lang;
  // the browser knows the country too
  const place = navigator.languages.find((one) => one.split("-")[0] === language) ?? language;
  return Number.isNaN(time.getTime()) ? String(at) : time.toLocaleString(place || undefined, look);
}

function findText(message: string): string | null {
  const text = spoken?.messages[message];
  return (Array.isArray(text) ? text[0] : text) || null;
}

function findForm(forms: string | string[] | undefined, n: number): string | null {
  const count = Math.abs(Math.trunc(n));
  const rule = spoken?.plural ?? "";
  const place = count < rule.length ? count : REPEATS + (count % REPEATS);
  return (Array.isArray(forms) ? forms[Number(rule[place])] : forms) || null;
}

function fillIn(translated: string | null, english: string, values: Values = {}): string {
  // a translator's slip must not show braces
  const template = translated !== null && hasValuesFor(translated, values) ? translated : english;
  return template.replace(new RegExp(NAME, "g"), (whole, name: string) => inFigures(String(values[name] ?? whole)));
}

function written<Part>(part: Part | string): Part | string {
  return typeof part === "string" ? inFigures(part) : part;
}

/** Whether a template asks for nothing but these values. */
function hasValuesFor(template: string, values: object): boolean {
  return [...template.matchAll(new RegExp(NAME, "g"))].every(([, name]) => Object.hasOwn(values, name!));
}
