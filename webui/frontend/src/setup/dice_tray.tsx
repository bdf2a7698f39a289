// The dice tray with a camera of its own: what that camera sees, another one to choose, and its removal.

import { useSignal } from "@preact/signals";
import { t } from "../i18n.ts";
import { type Polled, usePolled } from "../ui/polled.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import { type Finding, Says, Verdict } from "./frame.tsx";
import { NetworkCamera } from "./network_camera.tsx";

interface TrayStatus {
  there: boolean;
  name: string;
  trouble: string;
  frame: number | null;
  findings: (Finding & { title: string })[];
  offers: { source: string; name: string }[];
}

const GAP_MS = 700;
const ADDRESS = "/api/setup/dice-tray";
const PAPERS = { a4: "A4", letter: "Letter" }; // no text

export function DiceTray() {
  const polled = usePolled<TrayStatus>(ADDRESS, GAP_MS);
  const told = polled.told.value;
  if (!told) return null;
  return (
    <section class="camera-card dice-tray" data-dice-tray={told.there}>
      <h2>{t("Dice tray")}</h2>
      <Says says={polled.says.value} />
      {told.there ? <Chosen told={told} polled={polled} /> : <Choice told={told} polled={polled} />}
    </section>
  );
}

function Chosen({ told, polled }: { told: TrayStatus; polled: Polled<TrayStatus> }) {
  const armed = useSignal(false);
  return (
    <>
      <p class="soft">{told.name}</p>
      {told.frame !== null && (
        <img class="preview" src={`${ADDRESS}/picture.jpg?frame=${told.frame}`} alt={t("What this camera sees")} />
      )}
      <Says says={told.trouble} />
      {told.findings.map((finding) => (
        <Verdict key={finding.title} finding={finding} title={finding.title} />
      ))}
      <div class="choice">
        <TwoTaps
          first={t("Remove the dice tray")}
          second={t("Yes, remove the dice tray")}
          armed={armed.value}
          arm={(on) => (armed.value = on)}
          onDo={() => void polled.act(`${ADDRESS}/remove`)}
          disabled={polled.busy.value}
        />
      </div>
    </>
  );
}

function Choice({ told, polled }: { told: TrayStatus; polled: Polled<TrayStatus> }) {
  const choosing = useSignal(false);
  const choose = (source: string): void => void polled.act(ADDRESS, { source });
  if (!choosing.value)
    return (
      <>
        <p class="soft">{t("A second camera, 30 to 40 cm above a tray, reads the dice.")}</p>
        <Press class="onward" data-add-tray onPress={() => (choosing.value = true)}>
          {t("Add a dice tray")}
        </Press>
      </>
    );
  return (
    <section class="choices">
      <p>{t("Print the sheet at 100 %, lay it flat under the camera, and choose the camera.")}</p>
      <p class="choice">
        {Object.entries(PAPERS).map(([paper, title]) => (
          <a key={paper} class="button" href={`${ADDRESS}/sheet-${paper}.pdf`} target="_blank" rel="noopener">
            {t("Sheet of the tray, {paper}", { paper: title })}
          </a>
        ))}
      </p>
      {told.offers.length === 0 && <p class="soft">{t("No other camera is connected to the table’s computer.")}</p>}
      {told.offers.map((offer) => (
        <Press
          key={offer.source}
          class="offer"
          disabled={polled.busy.value}
          data-tray-source={offer.source}
          onPress={() => choose(offer.source)}
        >
          <span>{offer.name}</span>
          <small>{offer.source}</small>
        </Press>
      ))}
      <NetworkCamera disabled={polled.busy.value} onOpen={choose} />
    </section>
  );
}
