// The size of the playing area: usual ones by a tap, any other by steps.

import { t } from "../i18n.ts";
import { Press } from "../ui/press.tsx";
import { Stepper } from "./frame.tsx";

const SIZES: [string, number, number][] = [
  ["4′ × 4′", 48, 48],
  ["6′ × 4′", 72, 48],
  ["8′ × 4′", 96, 48],
  ["3′ × 3′", 36, 36],
  ["4′ × 3′", 48, 36],
  ["60″ × 44″", 60, 44],
  ["30″ × 22″", 30, 22],
];

/** now: width along the players' near side and depth, in inches. */
export function TableSize({
  now,
  disabled,
  onChoose,
}: {
  now: [number, number];
  disabled: boolean;
  onChoose: (width_in: number, depth_in: number) => void;
}) {
  return (
    <section class="choices" data-table-size={now.join("x")}>
      <h2>{t("Size of the playing area")}</h2>
      <div class="choice sizes" role="group" aria-label={t("Size of the playing area")}>
        {SIZES.map(([name, width, depth]) => (
          <Press
            key={name}
            aria-pressed={now[0] === width && now[1] === depth}
            disabled={disabled}
            onPress={() => onChoose(width, depth)}
          >
            {name}
          </Press>
        ))}
      </div>
      <details>
        <summary>{t("Another size")}</summary>
        <Stepper
          label={t("Width")}
          value={now[0]}
          says={`${now[0]}″`}
          step={1}
          onChange={(width) => onChoose(width, now[1])}
        />
        <Stepper
          label={t("Depth")}
          value={now[1]}
          says={`${now[1]}″`}
          step={1}
          onChange={(depth) => onChoose(now[0], depth)}
        />
      </details>
    </section>
  );
}
