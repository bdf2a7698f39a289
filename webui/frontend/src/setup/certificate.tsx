// The certificate of the table: the gauge card in seven places, a verdict on everything, and the page to print.

import { useEffect } from "preact/hooks";
import { t, tn } from "../i18n.ts";
import { me } from "../net/me.ts";
import { followStream } from "../net/stream.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { type Finding, Says, Verdict } from "./frame.tsx";
import { usePolled } from "../ui/polled.ts";
import "./setup.css";
import "./certificate.css";

interface CertificateLine extends Finding {
  title: string;
}

interface CardPlace {
  x_in: number;
  y_in: number;
  turn_deg: number;
}

interface CertificateStatus {
  trouble: string;
  /** The next step with the card. */
  says: string;
  places: number;
  wanted: number;
  size_in: [number, number];
  read: CardPlace[];
  /** Where to lay the card now. */
  next: (CardPlace & { says: string }) | null;
  /** Why the certificate holds no more. */
  stale: string;
  certificate: { made: string; verdict: Finding["verdict"]; says: string; lines: CertificateLine[] } | null;
}

const GAP_MS = 500;

export function CertificatePage(_: { path: string }) {
  useEffect(() => followStream(), []);
  const barred = me.value !== null && !["table", "umpire"].includes(me.value.role);
  return (
    <main class="setup certificate">
      <header>
        <h1>{t("Certificate of this table")}</h1>
        <Press onPress={() => openPage("/")}>{t("Back to the table")}</Press>
      </header>
      {barred ? (
        <p class="do-next">{t("Only the table’s own tablet and the umpire can certify the table.")}</p>
      ) : (
        <Certificate />
      )}
    </main>
  );
}

function Certificate() {
  const polled = usePolled<CertificateStatus>("/api/setup/certificate", GAP_MS);
  const told = polled.told.value;
  if (told === null) return <Says says={polled.says.value} />;
  const missing = told.wanted - told.places;
  const found = told.certificate;
  return (
    <>
      <Says says={polled.says.value || told.trouble} />
      {found && (
        <Verdict
          finding={{ verdict: told.stale ? "unknown" : found.verdict, says: told.stale || found.says, value: null }}
          title={t("Made on {date}", { date: found.made })}
        />
      )}
      <section class="to-certify" data-places={told.places}>
        <h2>{found ? t("A new certificate") : t("How to certify")}</h2>
        <p>
          {t(
            "Lay the gauge card flat in seven places across the table, in three directions. The camera reads it as " +
              "soon as it lies still. That takes about two minutes.",
          )}
        </p>
        <ol class="places" aria-label={t("Places read")}>
          {Array.from({ length: told.wanted }, (_place, at) => (
            <li key={at} class={at < told.places ? "read" : ""}>
              {at < told.places ? "✓" : at + 1}
            </li>
          ))}
        </ol>
        <CardPlan status={told} />
        <p class="do-next" role="status">
          {missing > 0 ? told.next?.says : t("All places have been read.")}{" "}
          {missing > 0 && tn("{n} more place.", "{n} more places.", missing)}
        </p>
        {missing > 0 && <p class="soft">{told.says}</p>}
        <div class="acts">
          <Press
            class={missing > 0 ? "onward" : "onward ready"}
            disabled={missing > 0 || polled.busy.value}
            data-make
            onPress={() => void polled.act("/api/setup/certificate")}
          >
            {t("Make the certificate")}
          </Press>
          {told.places > 0 && (
            <Press
              disabled={polled.busy.value}
              data-again
              onPress={() => void polled.act("/api/setup/certificate/again")}
            >
              {t("Read the card again")}
            </Press>
          )}
        </div>
      </section>
      {found && (
        <section class="lines" aria-label={t("Items checked")}>
          {found.lines.map((line) => (
            <Verdict key={line.title} finding={line} title={line.title} />
          ))}
          <a class="button" target="_blank" rel="noopener" href="/api/setup/certificate.pdf" data-pdf>
            {t("Open the PDF")}
          </a>
        </section>
      )}
    </>
  );
}

/** Half of the card, in inches. */
const HALF_LENGTH = 6;
const HALF_WIDTH = 0.6;

/** The table from above: where the card was read, and where it is to lie now. */
function CardPlan({ status }: { status: CertificateStatus }) {
  const [width, depth] = status.size_in;
  return (
    <svg class="card-plan" viewBox={`-1 -1 ${width + 2} ${depth + 2}`} role="img" aria-label={t("Places of the card")}>
      <rect class="edge" width={width} height={depth} />
      {status.read.map((place) => (
        <Card key={`${place.x_in} ${place.y_in} ${place.turn_deg}`} place={place} depth={depth} looks="read" />
      ))}
      {status.next && status.places < status.wanted && <Card place={status.next} depth={depth} looks="next" />}
    </svg>
  );
}

function Card({ place, depth, looks }: { place: CardPlace; depth: number; looks: string }) {
  const turn = `translate(${place.x_in} ${depth - place.y_in}) rotate(${-place.turn_deg})`;
  return (
    <rect
      class={looks}
      x={-HALF_LENGTH}
      y={-HALF_WIDTH}
      width={2 * HALF_LENGTH}
      height={2 * HALF_WIDTH}
      transform={turn}
    />
  );
}
