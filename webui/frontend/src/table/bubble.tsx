// The bubble at a model: what it can do, or what can be done to it, as buttons with their numbers.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { bubbleShut, deedModel, deeds } from "./deeds.ts";
import { t } from "../i18n.ts";
import { modelById, selectModel } from "../net/table_store.ts";
import { nameOf, shortName } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import "./bubble.css";
import { Face, sideNumber } from "../board/marks.tsx";
import { pickedTarget } from "../game/advised_store.ts";
import { useSpace } from "../board/space.ts";

// A tap that was meant for the model must not fall on a button that has just come.
const ARRIVAL_MS = 300;
const WIDE_PX = 250;
// past the portrait and the code of the model
const AWAY_PX = 38;

export function Bubble() {
  const id = deedModel.value;
  const all = deeds.value;
  const model = id === null ? undefined : modelById.value.get(id);
  return model && all.length > 0 ? <ModelBubble key={id} id={model.id} /> : null;
}

function ModelBubble({ id }: { id: string }) {
  const { onScreen } = useSpace();
  const arriving = useSignal(true);
  useEffect(() => {
    const timer = setTimeout(() => (arriving.value = false), ARRIVAL_MS);
    return () => clearTimeout(timer);
  }, []);
  const model = modelById.value.get(id)!;
  const { left, top, width, height } = onScreen([model.x_in, model.y_in]);
  // above or below the model, where there is more room: its neighbours stand beside it
  const far = Math.min(Math.max(left - WIDE_PX / 2, 4), Math.max(4, width - WIDE_PX - 4));
  const place = {
    left: `${far}px`,
    maxWidth: `min(${WIDE_PX}px, calc(100% - 8px))`, // no text
    ...(top < height / 2
      ? { top: `${top + AWAY_PX}px`, maxHeight: `${height - top - AWAY_PX - 4}px` }
      : { bottom: `${height - top + AWAY_PX}px`, maxHeight: `${top - AWAY_PX - 4}px` }),
  };
  const put = (): void => {
    pickedTarget.value = null;
    bubbleShut.value = id;
  };
  return (
    <div
      class={`bubble side-${sideNumber(model.side)}`}
      data-bubble={id}
      style={place}
      role="group"
      aria-label={nameOf(id)}
      inert={arriving.value}
    >
      <header>
        <Face id={id} side={sideNumber(model.side)} />
        <b>{shortName(id)}</b>
        <Press class="plain-button" aria-label={t("Close")} onPress={put}>
          ×
        </Press>
      </header>
      {deeds.value.map((deed) => (
        <Press
          key={deed.key}
          class="big"
          data-deed={deed.key}
          onPress={() => {
            deed.run();
            selectModel(null);
            put();
          }}
        >
          <span>{deed.label}</span>
          {deed.detail && <small>{deed.detail}</small>}
        </Press>
      ))}
    </div>
  );
}
