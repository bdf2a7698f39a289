// Recent events: the newest in the bar, the others in the list of all models.

import { t } from "../i18n.ts";
import { news, pulse } from "../net/table_store.ts";
import { ago } from "../ui/words.ts";

// Older events are not shown in the bar.
const FRESH_S = 60;
const MOST = 8;

export function Latest() {
  const last = news.value.at(-1);
  const fresh = last && pulse.value && pulse.value.time - last.time < FRESH_S;
  return (
    <p class="latest" role="status">
      {fresh && last.says}
    </p>
  );
}

export function Lately() {
  if (news.value.length === 0) return null;
  const now = pulse.value?.time ?? 0;
  return (
    <section class="notes lately">
      <h2>{t("Recent events")}</h2>
      <ul>
        {news.value
          .slice(-MOST)
          .reverse()
          .map((one) => (
            <li key={`${one.time} ${one.says}`}>
              <span>{one.says}</span> <small>{ago(one, now)}</small>
            </li>
          ))}
      </ul>
    </section>
  );
}
