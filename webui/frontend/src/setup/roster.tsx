// Models: put them down. Those with a printed tag are known; others get theirs in the order of the list, or by a tap.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Board } from "../board/board.tsx";
import { Face } from "../board/marks.tsx";
import { followPortraits } from "../board/portraits.tsx";
import { useSpace } from "../board/space.ts";
import { t, tn } from "../i18n.ts";
import type { RosterCard, RosterStatus, TagAt } from "../types/setup.ts";
import type { Point } from "../types/table.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import { Says, StepFrame } from "./frame.tsx";
import { type Polled, usePolled } from "../ui/polled.ts";
import { useInOrder } from "./in_order.ts";
import { CardSheet, tagsText } from "./roster_card.tsx";
import { Forces } from "./roster_forces.tsx";
import "./terrain.css";
import "./roster.css";
import { SideMark } from "../board/seat_marks.tsx";

const GAP_MS = 500;
const FINGER_PX = 30;

export function RosterStep() {
  const polled = usePolled<RosterStatus>("/api/setup/roster", GAP_MS);
  const told = polled.told.value;
  useEffect(followPortraits, []);
  const tag = useSignal<number | null>(null);
  const opened = useSignal<string | null>(null);
  // a picture older than the tap on the card still shows the tag as free
  const tags = (told?.tags ?? []).filter(
    (one) => !told!.cards.some((card) => card.tag === one.tag || card.second === one.tag),
  );
  // a new tag is selected until another is tapped
  useEffect(() => {
    if (tag.value === null || !tags.some((one) => one.tag === tag.value)) tag.value = tags[0]?.tag ?? null;
  }, [tags.map((one) => one.tag).join()]);
  const order = useInOrder(told, tags, polled);
  const card = told?.cards.find((one) => one.id === opened.value) ?? null;
  const left = told?.cards.filter((one) => one.tag === null).length ?? 0;
  const some = (told?.cards ?? []).some((one) => one.tag !== null);
  return (
    <StepFrame
      step="roster"
      ready={some && left === 0}
      possible={some}
      anyway={t("Continue without the rest")}
      picture={told && <Table tags={tags} chosen={tag.value} onChoose={(to) => (tag.value = to)} />}
    >
      <Says says={opened.value === null ? polled.says.value || told?.fault || "" : ""} />
      {told && <Forces told={told} polled={polled} />}
      {told && told.cards.length > 0 && (
        <>
          <p class="do-next" role="status" data-hindrance={tags.length === 0 && left > 0}>
            {nextWords(told, tag.value, order.next, tags.length)}
          </p>
          {left > 1 && (
            <Press data-in-order aria-pressed={order.on} onPress={order.toggle}>
              {order.on
                ? t("Stop: I tap each card myself")
                : t("Tags are already glued on: put the models down in the order of this list")}
            </Press>
          )}
          {tags.length > 1 && (
            <div class="choice tags" role="group" aria-label={t("New models")}>
              {tags.map((one) => (
                <Press
                  key={one.tag}
                  data-free={one.tag}
                  aria-pressed={order.next === null && one.tag === tag.value}
                  onPress={() => (order.next ? order.give(one) : (tag.value = one.tag))}
                >
                  {t("New model")} <small>{t("tag {tag}", { tag: one.tag })}</small>
                </Press>
              ))}
            </div>
          )}
          {told.pairs.map((pair) => (
            <p key={pair.tags.join()} class="soft" data-pair={pair.tags.join(" ")}>
              {pairWords(told, pair)}
            </p>
          ))}
          {told.cards.some((one) => one.printed) && <OtherTags polled={polled} />}
          <Cards told={told} next={order.next?.id ?? null} onOpen={(id) => (opened.value = id)} />
        </>
      )}
      {told && <Others told={told} polled={polled} />}
      {told && card && (
        <CardSheet card={card} told={told} polled={polled} tag={tag.value} onClose={() => (opened.value = null)} />
      )}
    </StepFrame>
  );
}

/** The printed numbers are not on the models after all: whoever was not seen yet gives theirs back. */
function OtherTags({ polled }: { polled: Polled<RosterStatus> }) {
  const sure = useSignal(false);
  return (
    <TwoTaps
      first={t("The models’ tags differ from the sheet")}
      second={t("Yes, forget the numbers of all models not seen yet")}
      armed={sure.value}
      arm={(on) => (sure.value = on)}
      disabled={polled.busy.value}
      onDo={() => void polled.act("/api/setup/roster/unprint").then(() => (sure.value = false))}
    />
  );
}

function pairWords(told: RosterStatus, { tags: [tag, second], model }: RosterStatus["pairs"][number]): string {
  const name = told.cards.find((one) => one.id === model)?.name;
  return name === undefined
    ? t("A new model seems to have two tags on its tray: tap its card (tags {tag} and {second}).", { tag, second })
    : t("{model} seems to have two tags on its tray: tap its card to confirm it (tags {tag} and {second}).", {
        tag,
        second,
        model: name,
      });
}

function nextWords(told: RosterStatus, tag: number | null, next: RosterCard | null, free: number): string {
  const left = told.cards.filter((one) => one.tag === null).length;
  if (left === 0) {
    const there = told.cards.filter((one) => one.there).length;
    return there === told.cards.length
      ? t("Every model has its tag, and the camera sees them all.")
      : t("Every model has its tag. Put the models down to check: the camera sees {there} of {all}.", {
          there,
          all: told.cards.length,
        });
  }
  if (next)
    return free > 1
      ? t("The camera sees more than one new model. Which one is {model}?", { model: next.name })
      : t("Put down {model}.", { model: next.name });
  if (tag !== null) return t("The camera sees a new model. Tap its card.");
  return tn("Put a model on the table. {n} has no tag yet.", "Put a model on the table. {n} have no tag yet.", left);
}

/** The live table with the free tags. */
function Table({ tags, chosen, onChoose }: { tags: TagAt[]; chosen: number | null; onChoose: (tag: number) => void }) {
  const scale = { current: 0.05 };
  function chooseNear(place: Point): void {
    const near = tags
      .map((one) => ({ tag: one.tag, far: Math.hypot(one.x_in - place[0], one.y_in - place[1]) }))
      .sort((a, b) => a.far - b.far)[0];
    if (near && near.far <= FINGER_PX * scale.current) onChoose(near.tag);
  }
  return (
    <Board look={null} onTap={chooseNear}>
      <FreeTags tags={tags} chosen={chosen} scale={scale} />
    </Board>
  );
}

function FreeTags({ tags, chosen, scale }: { tags: TagAt[]; chosen: number | null; scale: { current: number } }) {
  const { px, up } = useSpace();
  scale.current = px;
  return (
    <>
      {tags.map((one) => {
        const [x, y] = up([one.x_in, one.y_in]);
        return (
          <g
            key={one.tag}
            class={one.tag === chosen ? "free-tag tappable-tag chosen-tag" : "free-tag tappable-tag"}
            data-tag={one.tag}
            transform={`translate(${x} ${y})`}
          >
            <circle class="reach" r={24.5 * px} />
            <rect x={-15 * px} y={-15 * px} width={30 * px} height={30 * px} vector-effect="non-scaling-stroke" />
            <text y={6 * px} font-size={17 * px}>
              {one.tag}
            </text>
          </g>
        );
      })}
    </>
  );
}

function Cards({ told, next, onOpen }: { told: RosterStatus; next: string | null; onOpen: (id: string) => void }) {
  return (
    <div class="two-sides">
      {told.seats.map(({ id: side, number }) => {
        const own = told.cards.filter((one) => one.side === side);
        return (
          own.length > 0 && (
            <section key={side} class={`side-${number % 4}`}>
              <h2>
                <SideMark seat={side} seats={told.seats} named />
              </h2>
              <ul class="part-list">
                {own.map((card) => (
                  <li key={card.id}>
                    <Press
                      class={card.tag === null ? "card-row faced untagged" : "card-row faced"}
                      data-card={card.id}
                      data-next={card.id === next}
                      data-tagged={card.tag !== null}
                      onPress={() => onOpen(card.id)}
                    >
                      <Face id={card.id} side={number % 4} />
                      <span>
                        {card.name}
                        {card.badges.map((badge) => (
                          <small key={badge}> {badge}</small>
                        ))}
                      </span>
                      <b>{stateText(card)}</b>
                      {card.tag !== null && <small>{tagsText(card.tag, card.second)}</small>}
                    </Press>
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
    </div>
  );
}

/** What is still to do for a model, or that nothing is. */
function stateText({ tag, there, printed }: RosterCard): string {
  if (tag === null) return t("no tag");
  return there ? t("✓ seen") : printed ? t("put it down") : t("not in sight");
}

/** Models with tags that belong to neither force. */
function Others({ told, polled }: { told: RosterStatus; polled: Polled<RosterStatus> }) {
  if (told.others.length === 0) return null;
  return (
    <details class="choices">
      <summary>
        {tn(
          "{n} more model with a tag, of neither force",
          "{n} more models with tags, of neither force",
          told.others.length,
        )}
      </summary>
      <ul class="part-list">
        {told.others.map((one) => (
          <li key={one.id} class="other-row">
            <span>
              {one.name}{" "}
              <small>
                {t("tag {tag}, {side}", {
                  tag: one.tag,
                  side: told.seats.find(({ id }) => id === one.side)?.name ?? one.side,
                })}
              </small>
            </span>
            <Press
              disabled={polled.busy.value}
              onPress={() => void polled.act("/api/setup/roster/take", { model: one.id })}
            >
              {t("Remove its tag")}
            </Press>
          </li>
        ))}
      </ul>
    </details>
  );
}
