// The certificate of the table: the gauge card in five places, a verdict on everything, and the page to print.

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

interface CertificateStatus {
  trouble: string;
  /** The next step with the card. */
  says: string;
  places: number;
  wanted: number;
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
            "Lay the gauge card flat in five places across the table, turned differently each time. The " +
              "camera reads it as soon as it lies still.",
          )}
        </p>
        <ol class="places" aria-label={t("Places read")}>
          {Array.from({ length: told.wanted }, (_place, at) => (
            <li key={at} class={at < told.places ? "read" : ""}>
              {at < told.places ? "✓" : at + 1}
            </li>
          ))}
        </ol>
        <p class="do-next" role="status">
          {missing > 0 ? tn("{n} more place.", "{n} more places.", missing) : t("All places have been read.")}{" "}
          {missing > 0 && told.says}
        </p>
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
