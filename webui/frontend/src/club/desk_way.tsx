// How an evening is played: the way of pairing, a top cut after it, and single players or teams of two.

import { useSignal } from "@preact/signals";
import { t, tn } from "../i18n.ts";
import type { OrganiserView, PlayingWay } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { ActSheet, SheetRow } from "./act_form.tsx";
import { TEAM } from "./words.ts";

export type ChosenWay = Pick<PlayingWay, "pairing" | "cut" | "doubles" | "team_size">;

const ELIMINATIONS = ["single-elimination", "double-elimination"];

export const USUAL_WAY: ChosenWay = { pairing: "swiss", cut: 0, doubles: false, team_size: 0 };

function wayName(pairing: string): string {
  const names: Record<string, string> = {
    swiss: t("Swiss, by the guide"),
    "round-robin": t("Round robin: everybody meets everybody"),
    "single-elimination": t("Single elimination: who loses is out"),
    "double-elimination": t("Double elimination: who loses twice is out"),
  };
  return names[pairing] ?? pairing;
}

/** `Swiss, by the guide; top cut of 8; teams of two`. */
export function wayText({ pairing, cut, doubles, team_size }: ChosenWay): string {
  return [
    wayName(pairing),
    cut ? t("top cut of {n}", { n: cut }) : "",
    doubles ? t("teams of two") : "",
    team_size ? t("teams of {n}", { n: team_size }) : "",
  ]
    .filter(Boolean)
    .join("; ");
}

/** Whether it is how the guide has it, without anything of the house. */
export function isByTheGuide({ pairing, cut }: ChosenWay): boolean {
  return pairing === USUAL_WAY.pairing && cut === 0;
}

/** The keys for all three. */
export function WayKeys({
  value,
  ways,
  cuts,
  teamSizes,
  onChange,
}: {
  value: ChosenWay;
  ways: string[];
  cuts: number[];
  teamSizes: number[];
  onChange: (to: ChosenWay) => void;
}) {
  const set = (change: Partial<ChosenWay>) => () => onChange({ ...value, ...change });
  return (
    <div class="club-form">
      <div class="one-of" role="group" aria-label={t("Pairing")}>
        {ways.map((way) => (
          <Press
            key={way}
            data-way={way}
            aria-pressed={value.pairing === way}
            onPress={set({ pairing: way, ...(ELIMINATIONS.includes(way) && { cut: 0, team_size: 0 }) })}
          >
            {wayName(way)}
          </Press>
        ))}
      </div>
      {ELIMINATIONS.includes(value.pairing) ? (
        <p class="hint">{t("The games score no points: players who come further are placed higher.")}</p>
      ) : (
        <div class="one-of" role="group" aria-label={t("Top cut")}>
          {cuts.map((cut) => (
            <Press
              key={cut}
              data-cut={cut}
              aria-pressed={value.cut === cut}
              onPress={set({ cut, ...(cut && { team_size: 0 }) })}
            >
              {cut ? t("Top {n}", { n: cut }) : t("No top cut")}
            </Press>
          ))}
        </div>
      )}
      {value.cut > 0 && (
        <p class="hint">
          {tn(
            "After these rounds, the best {cut} play {n} more round: first against last, and the loser is out.",
            "After these rounds, the best {cut} play {n} more rounds: first against last, and the loser is out.",
            Math.log2(value.cut),
            { cut: value.cut },
          )}
        </p>
      )}
      <div class="one-of" role="group" aria-label={t("Single players or teams")}>
        <Press
          data-single
          aria-pressed={!value.doubles && !value.team_size}
          onPress={set({ doubles: false, team_size: 0 })}
        >
          {t("Single players")}
        </Press>
        <Press data-doubles aria-pressed={value.doubles} onPress={set({ doubles: true, team_size: 0 })}>
          {t("Teams of two")}
        </Press>
        {!ELIMINATIONS.includes(value.pairing) &&
          teamSizes.map((size) => (
            <Press
              key={size}
              data-team-size={size}
              aria-pressed={value.team_size === size}
              onPress={set({ team_size: size, doubles: false, cut: 0 })}
            >
              {t("Teams of {n}", { n: size })}
            </Press>
          ))}
      </div>
      {value.team_size > 0 && (
        <p class="hint">
          {t("Enter each player, then form the teams. Teams meet, and their captains pair the players by nominations.")}
        </p>
      )}
      {value.doubles && (
        <p class="hint">
          {t("Enter a team under two names, such as {example}. A team has one force and one score card.", {
            example: TEAM,
          })}
        </p>
      )}
    </div>
  );
}

/** Under Players: how the evening is played, and until round 1 is drawn the sheet to change it. */
export function WayRow({ of }: { of: OrganiserView }) {
  const note = of.round ? t("chosen before round 1") : t("format of the evening");
  return (
    <SheetRow mark="way-row" title={wayText(of.way)} note={[note]} disabled={of.round > 0}>
      {(close) => <WaySheet of={of} onClose={close} />}
    </SheetRow>
  );
}

function WaySheet({ of, onClose }: { of: OrganiserView; onClose: () => void }) {
  const { pairing, cut, doubles, team_size } = of.way;
  const chosen = useSignal<ChosenWay>({ pairing, cut, doubles, team_size });
  return (
    <ActSheet act="pairing" given={chosen.value} onClose={onClose} wide>
      <WayKeys
        value={chosen.value}
        ways={of.way.ways}
        cuts={of.way.cuts}
        teamSizes={of.way.team_sizes}
        onChange={(way) => (chosen.value = way)}
      />
    </ActSheet>
  );
}
