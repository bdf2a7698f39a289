// The table in sentences, in place of the board: a list that is walked by keys. The arrows go from row to row, letters to
// the row that begins with them, Page Down to the next group, Enter to the details, and Escape back.

import { effect, signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import { modelById, wantsFocus } from "../net/table_store.ts";
import { Press } from "../ui/press.tsx";
import { speakNow } from "../ui/voice.ts";
import "./in_words.css";
import {
  leaveRow,
  openRow,
  startWords,
  tableText,
  type WordsRow,
  wordsModel,
  wordsOther,
  wordsRows,
} from "./in_words_store.ts";

const TYPED_MS = 700;

/** The key of the row that has the focus, or gets it; by list, so that the way back leads to the same row. */
const currentKeys = signal<Record<string, string>>({});

effect(() => {
  // every new list is gone on with where the old one was left
  void [wordsModel.value, wordsOther.value];
  if (document.activeElement?.closest("[data-words]")) wantsFocus.value = true;
});

export function InWords() {
  const list = useRef<HTMLUListElement>(null);
  useEffect(startWords, []);
  const rows = wordsRows.value;
  const current = findCurrent(rows ?? []);
  useFocus(list, rows, current, wantsFocus.value);
  return (
    <section class="in-words" aria-label={t("The table in sentences")} data-words>
      <header class="head">
        <h1>{listTitle()}</h1>
        {wordsModel.value !== null ? (
          <Press data-words-back onPress={() => leaveRow()}>
            {t("Back")}
          </Press>
        ) : (
          <p>{tableText.value}</p>
        )}
      </header>
      <ul
        ref={list}
        role="listbox"
        tabIndex={-1}
        class="rows"
        aria-label={listTitle()}
        aria-busy={!rows}
        onKeyDown={walk}
      >
        {(rows ?? []).map((row) => (
          <li
            key={row.key}
            role="option"
            class={row.id === null ? "row" : "row leads-on"}
            aria-selected={row.key === current}
            tabIndex={row.key === current ? 0 : -1}
            data-row={row.key}
            data-group={row.group}
            onFocus={() => {
              setCurrent(row.key);
              speakNow(row.text);
            }}
            onClick={() => enterRow(row)}
          >
            {row.text}
          </li>
        ))}
      </ul>
      <p class="foot">
        {t("Arrow keys: next row. Letters: a name. Page Down: next group. Enter: details. Escape: back. F6: the game.")}
      </p>
    </section>
  );
}

function listTitle(): string {
  const [model, other] = [wordsModel.value, wordsOther.value].map((id) => modelById.value.get(id ?? "")?.name ?? "");
  if (other) return t("{model} and {other}", { model: model!, other });
  return model ? t("Around {model}", { model }) : t("Models on the table");
}

function listName(): string {
  return `${wordsModel.value ?? ""} ${wordsOther.value ?? ""}`;
}

/** Goes to the list to which a row leads, from its beginning. */
function enterRow(row: WordsRow): void {
  openRow(row);
  const { [listName()]: _left, ...kept } = currentKeys.value;
  if (row.id !== null) currentKeys.value = kept;
}

function findCurrent(rows: WordsRow[]): string | null {
  const kept = currentKeys.value[listName()];
  return rows.some(({ key }) => key === kept) ? kept! : (rows[0]?.key ?? null);
}

function setCurrent(key: string): void {
  currentKeys.value = { ...currentKeys.value, [listName()]: key };
}

/** Brings the focus to the current row; to the list while its rows are on their way, so that Escape leads back. */
function useFocus(
  list: RefObject<HTMLUListElement | null>,
  rows: WordsRow[] | null,
  current: string | null,
  wanted: boolean,
): void {
  useEffect(() => {
    if (!wanted) return;
    if (!rows || current === null) return list.current?.focus();
    wantsFocus.value = false;
    typed = "";
    list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(current)}"]`)?.focus();
  });
}

let typed = "";
let typedAt = 0;

function walk(event: KeyboardEvent & { currentTarget: HTMLUListElement }): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=option]")];
  const at = options.indexOf(document.activeElement as HTMLElement);
  if (event.key.length > 1) typed = "";
  const next = findNext(event, options, at);
  const isLeft = event.key === "Escape" && leaveRow();
  if (event.key === "Enter") options[at]?.click();
  if (!next && !isLeft && event.key !== "Enter") return;
  event.preventDefault();
  next?.focus();
}

function findNext(event: KeyboardEvent, options: HTMLElement[], at: number): HTMLElement | undefined {
  const group = (option: HTMLElement | undefined) => option?.dataset.group;
  switch (event.key) {
    case "ArrowDown":
      return options[Math.min(at + 1, options.length - 1)];
    case "ArrowUp":
      return options[Math.max(at - 1, 0)];
    case "Home":
      return options[0];
    case "End":
      return options.at(-1);
    case "PageDown":
      return options.slice(at).find((option) => group(option) !== group(options[at]));
    case "PageUp": {
      const above = options.slice(0, at).findLast((option) => group(option) !== group(options[at]));
      return above && options.find((option) => group(option) === group(above));
    }
    default:
      return event.key.length === 1 ? findTyped(event, options, at) : undefined;
  }
}

/** The next row with a name that begins with the letters that were typed in one go; one letter again goes on. */
function findTyped(event: KeyboardEvent, options: HTMLElement[], at: number): HTMLElement | undefined {
  typed = event.timeStamp - typedAt < TYPED_MS ? typed + event.key.toLocaleLowerCase() : event.key.toLocaleLowerCase();
  typedAt = event.timeStamp;
  if (new Set(typed).size === 1) typed = typed.slice(0, 1);
  const from = typed.length > 1 ? at : at + 1;
  return [...options.slice(from), ...options.slice(0, from)].find((option) => namesOf(option).some(isTyped));
}

function isTyped(name: string): boolean {
  return name.startsWith(typed);
}

/** The words of a row before its first comma. */
function namesOf(option: HTMLElement): string[] {
  return option.textContent.split(",")[0]!.toLocaleLowerCase().split(/\s+/);
}
