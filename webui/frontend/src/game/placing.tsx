// A template to be placed: by a tap on the board, by numbers, or where the camera sees its tag.

import { useSignal } from "@preact/signals";
import { DraftTemplate } from "../board/scenery.tsx";
import { t } from "../i18n.ts";
import type { Fields, Json } from "../types/game.ts";
import { lengthFigures, shortLength, typedInches, unit } from "../ui/lengths.ts";
import { Press } from "../ui/press.tsx";
import { changeDraft, draftOf, isRound, outlineOf, placingQuestion } from "./placing_store.ts";

/** The place of a piece by hand; the board shows it. */
export function PlacingByHand({ ask, disabled, give }: { ask: Fields; disabled: boolean; give: (raw: Json) => void }) {
  const { at, heading_deg } = draftOf(ask);
  const [x, y] = at;
  const round = isRound(ask);
  return (
    <div class="by-hand placing">
      <p class="lead">{t("Tap the place on the board, or enter it from the lower left corner.")}</p>
      <LengthField
        name={unit === "cm" ? t("Centimetres to the right") : t("Inches to the right")}
        field="x"
        inches={x}
        change={(inches) => changeDraft(ask, { at: [inches, y] })}
      />
      <LengthField
        name={unit === "cm" ? t("Centimetres up") : t("Inches up")}
        field="y"
        inches={y}
        change={(inches) => changeDraft(ask, { at: [x, inches] })}
      />
      {!round && (
        <label>
          {t("Direction in degrees: 0 points right, 90 up")}
          <input
            type="number"
            min={0}
            max={360}
            data-place="heading"
            value={heading_deg}
            onInput={(event) => changeDraft(ask, { heading_deg: Number(event.currentTarget.value) })}
          />
        </label>
      )}
      <Press
        class="big go"
        disabled={disabled}
        data-confirm
        onPress={() => give(round ? { at } : { at, heading_deg: ((heading_deg % 360) + 360) % 360 })}
      >
        {t("Place it at {x}, {y}", { x: shortLength(x), y: shortLength(y) })}
      </Press>
    </div>
  );
}

/** A coordinate: what is typed stays as it is typed, and changes with the place on the board. */
function LengthField({
  name,
  field,
  inches,
  change,
}: {
  name: string;
  field: string;
  inches: number;
  change: (inches: number) => void;
}) {
  const typed = useSignal("");
  const own = typedInches(typed.value);
  return (
    <label>
      {name}
      <input
        type="text"
        inputMode="decimal"
        autocomplete="off"
        data-place={field}
        value={typed.value && own === inches ? typed.value : lengthFigures(inches, 1)}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          const value = typedInches(typed.value);
          if (Number.isFinite(value)) change(value);
        }}
      />
    </label>
  );
}

/** The piece that is being placed, on the board. */
export function PlacingDraft() {
  const question = placingQuestion.value;
  if (!question) return null;
  return (
    <DraftTemplate
      rings={[outlineOf(question.ask)]}
      at={draftOf(question.ask).at}
      move={(at) => changeDraft(question.ask, { at })}
    />
  );
}
