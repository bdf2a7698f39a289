// The card of a model: its numbers, its tables and its special rules.

import { Who } from "../board/seat_marks.tsx";
import { t } from "../i18n.ts";
import { game } from "../net/game_store.ts";
import { selectModel } from "../net/table_store.ts";
import { WordList, wordsIn } from "../ui/book_words.tsx";
import { nameOf } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { leftOf, ModelMarks } from "./counters.tsx";
import { openCard } from "./strip.tsx";
import type { Counter, ModelCard } from "../types/views.ts";

export function CardSheet() {
  const id = openCard.value;
  const model = id === null ? undefined : game.value?.state.models?.[id];
  if (id === null || !model) return null;
  const { card, left, of, unit } = model;
  return (
    <Sheet title={nameOf(id)} wide onClose={() => (openCard.value = null)}>
      <div class="model-card" data-card={id}>
        <p class="lead">
          <Who id={id} label={nameOf(id)} /> {card?.title}
          {card?.badges.map((badge) => (
            <em key={badge}>{badge}</em>
          ))}
        </p>
        <p class="marks">
          {left !== null && <b>{of === null ? leftOf(model) : t("{left} of {of} {unit} left", { left, of, unit })}</b>}
          <ModelMarks model={model} />
        </p>
        <WordList words={wordsIn([...model.counters.flatMap(textsOfCounter), ...model.markers])} />
        {card && <CardFigures card={card} />}
        <Press
          class="big"
          onPress={() => {
            selectModel(id);
            openCard.value = null;
          }}
        >
          {t("Show on the board")}
        </Press>
      </div>
    </Sheet>
  );
}

function textsOfCounter({ label, value }: Counter): string[] {
  return [label, String(value ?? "")];
}

function CardFigures({ card: { numbers, tables, rules } }: { card: ModelCard }) {
  return (
    <>
      <dl class="numbers-of">
        {numbers.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {tables.map(({ title, rows }) => (
        <section key={title} class="card-table">
          <h2>{title}</h2>
          <ul>
            {rows.map(({ label, text }) => (
              <li key={label}>
                <small>{label}</small>
                <b>{text}</b>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {rules.length > 0 && (
        <dl class="card-rules">
          {rules.map((rule) => (
            <div key={rule.name}>
              <dt>
                {rule.name}
                {rule.by_players && <em>{t("the players apply it")}</em>}
              </dt>
              <dd>{rule.text}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
