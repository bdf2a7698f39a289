// The words of the rulebook: found in texts, underlined there, and explained at a tap.

import { computed, effect, signal } from "@preact/signals";
import { t } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { game } from "../net/game_store.ts";
import { connected } from "../net/table_store.ts";
import type { BookWord } from "../types/glossary.ts";
import "./book_words.css";
import { Sheet } from "./sheet.tsx";

export const bookWords = signal<BookWord[]>([]);
/** The words that are being explained. */
const openWords = signal<BookWord[]>([]);

let known = "";

// once for each book; a server that was away is asked again when it is back
effect(() => {
  const book = game.value?.name ?? "";
  if (book === "" || book === known || !connected.value) return;
  known = book;
  bookWords.value = [];
  ask<{ words: BookWord[] }>(`/api/glossary?book=${encodeURIComponent(book)}`).then(
    ({ words }) => (bookWords.value = words),
    () => (known = ""),
  );
});

interface Finder {
  pattern: RegExp;
  byForm: Map<string, BookWord>;
}

// whole words in any case, the longest form first
const finder = computed<Finder | null>(() => {
  const forms = bookWords.value.flatMap((word) => word.forms.map((form) => [form, word] as const));
  if (forms.length === 0) return null;
  const longest = forms
    .map(([form]) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .sort((a, b) => b.length - a.length);
  return {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}_])(?:${longest.join("|")})(?![\\p{L}\\p{N}_])`, "giu"),
    byForm: new Map(forms.map(([form, word]) => [inCapitals(form) ? form : form.toLowerCase(), word])),
  };
});

function inCapitals(form: string): boolean {
  return form === form.toUpperCase() && form !== form.toLowerCase();
}

/** A text in pieces: every second one is a word of the book, each word where it comes first. */
function piecesOf(text: string): { text: string; word?: BookWord }[] {
  const found = finder.value;
  if (!found) return [{ text }];
  const pieces: { text: string; word?: BookWord }[] = [];
  const met = new Set<string>();
  let done = 0;
  for (const match of text.matchAll(found.pattern)) {
    // such as SH, which is met only as it is written
    const word = found.byForm.get(match[0]) ?? found.byForm.get(match[0].toLowerCase());
    if (!word || met.has(word.id)) continue;
    met.add(word.id);
    pieces.push({ text: text.slice(done, match.index) }, { text: match[0], word });
    done = match.index + match[0].length;
  }
  return [...pieces, { text: text.slice(done) }];
}

/** The words of the book in these texts, each once. */
export function wordsIn(texts: readonly string[]): BookWord[] {
  const found = texts.flatMap((text) => piecesOf(text).flatMap(({ word }) => word ?? []));
  return [...new Set(found)];
}

/** A text with its words of the book as links to what they mean. */
export function MarkedText({ text }: { text: string }) {
  return (
    <>
      {piecesOf(text).map(({ text: piece, word }) =>
        word ? (
          <a
            key={word.id}
            class="book-word"
            data-word={word.id}
            href={`#${word.id}`}
            aria-haspopup="dialog"
            onClick={(event) => open(event, [word])}
          >
            {piece}
          </a>
        ) : (
          piece
        ),
      )}
    </>
  );
}

/** The meaning of the words in these texts, at a tap, if there are any. besides: a text that marks its own. */
export function WordsButton({ texts, besides }: { texts: readonly string[]; besides: string }) {
  const marked = new Set(wordsIn([besides]));
  const words = wordsIn(texts).filter((word) => !marked.has(word));
  if (words.length === 0) return null;
  return (
    <a class="book-words" data-words href="#words" aria-haspopup="dialog" onClick={(event) => open(event, words)}>
      {t("Meaning of these words")}
    </a>
  );
}

function open(event: Event, words: BookWord[]): void {
  event.preventDefault();
  openWords.value = words;
}

export function WordList({ words }: { words: BookWord[] }) {
  return (
    <dl class="word-list">
      {words.map((word) => (
        <div key={word.id} data-explained={word.id}>
          <dt>{headingOf(word)}</dt>
          <dd>
            {word.text} <small>[{word.clause}]</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The words that are being explained, over the page; to be drawn once. */
export function WordSheet() {
  const words = openWords.value;
  if (words.length === 0) return null;
  const title = words.length === 1 ? headingOf(words[0]!) : t("Meaning of these words");
  return (
    <Sheet title={title} onClose={() => (openWords.value = [])}>
      {words.length === 1 ? (
        <div class="word-list" data-explained={words[0]!.id}>
          <p>{words[0]!.text}</p>
          <p>
            <small>[{words[0]!.clause}]</small>
          </p>
        </div>
      ) : (
        <WordList words={words} />
      )}
    </Sheet>
  );
}

function headingOf({ forms: [first = ""] }: BookWord): string {
  return first.charAt(0).toUpperCase() + first.slice(1);
}
