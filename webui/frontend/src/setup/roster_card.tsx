// One model: its base and tray, its tag, and what to do if the tag is wrong.

import { useSignal } from "@preact/signals";
import { decimal, t } from "../i18n.ts";
import type { RosterCard, RosterStatus } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";
import { Sheet, TwoTaps } from "../ui/sheet.tsx";
import { Says, Stepper } from "./frame.tsx";
import { otherOf } from "./in_order.ts";
import type { Polled } from "../ui/polled.ts";
// the looks of a sheet
import "../ui/game.css";

// Bases are drawn to one scale.
const MM_PX = 0.62;
const HEIGHT_STEP = 0.05;

/** The tag of a model, or both tags of its tray. */
export function tagsText(tag: number, second: number | null): string {
  return second === null ? t("tag {tag}", { tag }) : t("tags {tag} and {second}", { tag, second });
}

export function CardSheet({
  card,
  told,
  polled,
  tag,
  onClose,
}: {
  card: RosterCard;
  told: RosterStatus;
  polled: Polled<RosterStatus>;
  tag: number | null;
  onClose: () => void;
}) {
  const seen = told.tags.find((one) => one.tag === tag);
  const base = useSignal(card.base);
  const tagMm = useSignal(card.tag_mm ?? seen?.printed_mm ?? told.usual_tag_mm);
  const height = useSignal(card.height_in);
  const taking = useSignal(false);
  const swapping = useSignal(false);
  const tagged = card.tag !== null;
  const sizes = [...new Set([...told.tag_sizes, tagMm.value])].sort((a, b) => a - b);
  const changed =
    tagged && (base.value !== card.base || tagMm.value !== card.tag_mm || height.value !== card.height_in);

  const other = otherOf(told, seen?.tag ?? null);
  const beside = told.pairs.find((one) => one.model === card.id)?.tags.find((one) => one !== card.tag) ?? null;

  async function act(command: string, body: object): Promise<void> {
    if (await polled.act(`/api/setup/roster/${command}`, body)) onClose();
  }
  const give = (number: number, second?: number) =>
    void act("assign", {
      model: card.id,
      tag: number,
      base: base.value,
      tag_mm: tagMm.value,
      height_in: height.value,
      ...(second === undefined ? {} : { second }),
    });

  if (swapping.value) {
    return (
      <Sheet title={t("Which model is it?")} onClose={() => (swapping.value = false)} wide>
        <Says says={polled.says.value} />
        <p class="soft">{t("The model with tag {tag}", { tag: card.tag! })}</p>
        <ul class="part-list">
          {told.cards
            .filter((one) => one.id !== card.id)
            .map((one) => (
              <li key={one.id}>
                <Press
                  class="card-row"
                  data-swap={one.id}
                  disabled={polled.busy.value}
                  onPress={() => void act("swap", { model: card.id, with: one.id })}
                >
                  <span>{one.name}</span>
                  <b>{one.tag === null ? t("no tag") : t("tag {tag}: they swap tags", { tag: one.tag })}</b>
                </Press>
              </li>
            ))}
        </ul>
      </Sheet>
    );
  }
  return (
    <Sheet title={card.name} onClose={onClose} wide>
      <div class="card-sheet">
        <Says says={polled.says.value} />
        {tagged && card.second !== null && (
          <p class="soft" data-both>
            {t("Its tray has tags {tag} and {second}: either is enough.", { tag: card.tag!, second: card.second })}
          </p>
        )}
        {tagged && card.second === null && (
          <p class="soft">
            {card.there
              ? t("The camera sees it, with tag {tag}.", { tag: card.tag! })
              : t("The camera does not see it. Its tag is {tag}.", { tag: card.tag! })}
          </p>
        )}
        {!tagged && seen && other !== null && (
          <Press
            class="big-go"
            data-give-both={seen.tag}
            disabled={polled.busy.value}
            onPress={() => give(seen.tag, other)}
          >
            {t("The new model is {model}", { model: card.name })} <small>{tagsText(seen.tag, other)}</small>
          </Press>
        )}
        {!tagged && seen && (
          <Press
            class={other === null ? "big-go" : ""}
            data-give={seen.tag}
            disabled={polled.busy.value}
            onPress={() => give(seen.tag)}
          >
            {other === null ? (
              <>
                {t("The new model is {model}", { model: card.name })} <small>{tagsText(seen.tag, null)}</small>
              </>
            ) : (
              t("Only tag {tag} is {model}", { tag: seen.tag, model: card.name })
            )}
          </Press>
        )}
        {tagged && beside !== null && (
          <Press
            class="big-go"
            data-second={beside}
            disabled={polled.busy.value}
            onPress={() => void act("second", { model: card.id, tag: beside })}
          >
            {t("Tag {tag} is on its tray too", { tag: beside })}
          </Press>
        )}
        {!tagged && !seen && <p class="do-next">{t("Put the model on the table: its tag appears here.")}</p>}
        {changed && (
          <Press class="big-go" data-alter disabled={polled.busy.value} onPress={() => give(card.tag!)}>
            {t("Keep these sizes")}
          </Press>
        )}
        <h2>{t("Base")}</h2>
        <div class="bases" role="group" aria-label={t("Base")}>
          {told.bases.map((one) => (
            <Press
              key={one.base}
              class="base-choice"
              data-base={one.base}
              aria-pressed={base.value === one.base}
              onPress={() => (base.value = one.base)}
            >
              <svg viewBox={`${-42} ${-42} 84 84`} aria-hidden="true">
                {one.shape === "round" ? (
                  <ellipse rx={(one.width_mm / 2) * MM_PX} ry={(one.length_mm / 2) * MM_PX} />
                ) : (
                  <rect
                    x={(-one.width_mm / 2) * MM_PX}
                    y={(-one.length_mm / 2) * MM_PX}
                    width={one.width_mm * MM_PX}
                    height={one.length_mm * MM_PX}
                  />
                )}
              </svg>
              <span>{one.label.replace(" mm", "") /* no text */}</span>
            </Press>
          ))}
        </div>
        <h2>{t("Tag on the tray, with its white ring")}</h2>
        <div class="choice" role="group" aria-label={t("Size of the tag")}>
          {sizes.map((one) => (
            <Press key={one} aria-pressed={tagMm.value === one} onPress={() => (tagMm.value = one)}>
              {seen?.printed_mm === one && !tagged ? t("{mm} mm, as seen", { mm: one }) : t("{mm} mm", { mm: one })}
            </Press>
          ))}
        </div>
        <Stepper
          label={t("Height of the model")}
          value={height.value}
          says={`${decimal(height.value, 2)}″`}
          step={HEIGHT_STEP}
          onChange={(to) => to > 0.2 && (height.value = to)}
        />
        {tagged && (
          <div class="wrong">
            {card.second !== null && (
              <Press data-single disabled={polled.busy.value} onPress={() => void act("single", { model: card.id })}>
                {t("Tag {tag} is not on its tray", { tag: card.second })}
              </Press>
            )}
            <Press data-wrong onPress={() => (swapping.value = true)}>
              {t("It is another model")}
            </Press>
            {seen && (
              <Press disabled={polled.busy.value} data-regive={seen.tag} onPress={() => give(seen.tag)}>
                {t("It has tag {tag} now", { tag: seen.tag })}
              </Press>
            )}
            <TwoTaps
              first={t("Remove its tag")}
              second={t("Yes, remove it")}
              armed={taking.value}
              arm={(on) => (taking.value = on)}
              disabled={polled.busy.value}
              onDo={() => void act("take", { model: card.id })}
            />
          </div>
        )}
      </div>
    </Sheet>
  );
}
