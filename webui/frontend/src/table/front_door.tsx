// The first page of a table that is not set up: the way into the set-up, and why no game can start yet.

import { t, tx } from "../i18n.ts";
import { mayBegin } from "../net/game_store.ts";
import { mayDo } from "../net/me.ts";
import { table } from "../net/table_store.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import "./front_door.css";

/** Whether there is a camera, and no table yet that its picture could be measured on. */
export function isToSetUp(): boolean {
  return table.value?.camera.to_set_up === true;
}

const DEMO = "tablecam demo"; // no text

/** The things to have at hand, the steps that may wait, and a way to look at everything first. */
function Preparations() {
  return (
    <div class="needed">
      <section>
        <h2>{t("You need")}</h2>
        <ul>
          <li>{t("the camera above the table, all four corners in its picture")}</li>
          <li>{t("a printer, matte paper, scissors and glue")}</li>
          <li>{t("something stiff for the printed board, such as a book")}</li>
          <li>{t("the size of your playing area, such as 4′ × 4′ or 6′ × 4′")}</li>
        </ul>
      </section>
      <section>
        <h2>{t("Can be left for later")}</h2>
        <ul>
          <li>{t("the check with the gauge card: one minute, and you know how true lengths are")}</li>
          <li>{t("terrain: about three minutes; until then the table counts as empty")}</li>
          <li>{t("models without a tag: their places are typed in by hand")}</li>
        </ul>
      </section>
      <section>
        <h2>{t("Try the demo first")}</h2>
        <p>
          {tx("A drawn table with models, without a camera: type {command} on the table’s computer.", {
            command: <code>{DEMO}</code>,
          })}
        </p>
      </section>
    </div>
  );
}

export function FrontDoor() {
  return (
    <main class="view front-door" data-front-door>
      <h1>{t("This table is not set up yet")}</h1>
      <p class="lead">
        {t("The camera has a picture, and cannot measure on it before it knows its lens and where the table lies.")}
      </p>
      {
        /* no text: a code */ mayDo("set up") ? (
          <>
            <p class="lead">
              {t(
                "The set-up takes you there step by step in about five minutes, besides printing and terrain, " +
                  "and checks the result with you. You can leave it and come back at any time.",
              )}
            </p>
            <Press class="big go" data-set-up onPress={() => openPage("/setup")}>
              {t("Set up the table")}
            </Press>
            <Preparations />
          </>
        ) : (
          <>
            <p class="lead">{t("That is done at the table’s own screen.")}</p>
            <Press class="big" data-join onPress={() => openPage("/join")}>
              {t("Join with a code")}
            </Press>
          </>
        )
      }
      {mayBegin.value && (
        <div class="no-game-yet">
          <Press class="big" data-new-game disabled onPress={() => undefined}>
            {t("Start a game …")}
          </Press>
          <p>{t("No game can start before the table is set up: ranges, sight and moves could not be measured.")}</p>
        </div>
      )}
    </main>
  );
}
