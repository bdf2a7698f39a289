// The answers behind `?`, with what the words of the rulebook mean where a game is on.

import { useSignal } from "@preact/signals";
import { t, tn } from "../i18n.ts";
import { bookWords, WordList } from "../ui/book_words.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { type HelpPage, type HelpTopic, topicsOf } from "./topics.ts";

export function HelpSheet({ page, step, onClose }: { page: HelpPage; step: string; onClose: () => void }) {
  const sought = useSignal("");
  const fits = (...texts: string[]): boolean =>
    wordsOf(sought.value).every((word) => texts.some((text) => text.toLowerCase().includes(word)));
  const topics = topicsOf(page, step).filter(({ title, text }) => fits(title, text));
  const words = page === "game" ? bookWords.value.filter(({ forms, text }) => fits(...forms, text)) : [];
  return (
    <Sheet title={t("Help for this page")} onClose={onClose} wide>
      <div class="help-sheet" data-help-sheet={page}>
        <label class="help-search">
          {t("Search")}
          <input
            type="search"
            autocomplete="off"
            value={sought.value}
            onInput={(event) => (sought.value = event.currentTarget.value)}
          />
        </label>
        <p role="status">
          {sought.value.trim() === "" ? "" : tn("{n} answer", "{n} answers", topics.length + words.length)}
        </p>
        <Topics topics={topics} />
        {words.length > 0 && (
          <section>
            <h2>{t("Words of the rulebook")}</h2>
            <WordList words={words} />
          </section>
        )}
      </div>
    </Sheet>
  );
}

function Topics({ topics }: { topics: HelpTopic[] }) {
  return (
    <dl class="help-topics">
      {topics.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
