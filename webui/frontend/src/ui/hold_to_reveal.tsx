// A secret of one of the two people at the same screen: shown while a finger holds the button or for some seconds, then
// forgotten.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import { hasLostFocus } from "./arrow_keys.ts";
import { Press } from "./press.tsx";

const SHOWN_S = 20;

type RevealMode = "held" | "timed";

/** fetch: loads the secret; it is loaded again each time and stored nowhere. */
export function HoldToReveal<T>({
  label,
  fetch,
  children,
  disabled = false,
}: {
  label: string;
  fetch: (signal: AbortSignal) => Promise<T>;
  children: (shown: T, hide: () => void) => ComponentChildren;
  disabled?: boolean;
}) {
  const shown = useSignal<T | null>(null);
  const openedBy = useSignal<RevealMode | null>(null);
  const trouble = useSignal("");
  const asked = useRef<AbortController | null>(null);
  const revealed = useRef<HTMLDivElement>(null);

  function hide(): void {
    asked.current?.abort();
    asked.current = null;
    shown.value = null;
    openedBy.value = null;
  }

  async function reveal(by: RevealMode): Promise<void> {
    hide();
    const own = (asked.current = new AbortController());
    openedBy.value = by;
    trouble.value = "";
    try {
      const found = await fetch(own.signal);
      if (asked.current === own) shown.value = found;
    } catch (error) {
      if (asked.current !== own) return;
      hide();
      trouble.value = error instanceof Error ? error.message : String(error);
    }
  }

  useEffect(() => {
    const hideOnBlur = (): void => hide();
    const hideInBackground = (): void => (document.hidden ? hide() : undefined);
    addEventListener("blur", hideOnBlur);
    addEventListener("pagehide", hideOnBlur);
    document.addEventListener("visibilitychange", hideInBackground);
    return () => {
      hide();
      removeEventListener("blur", hideOnBlur);
      removeEventListener("pagehide", hideOnBlur);
      document.removeEventListener("visibilitychange", hideInBackground);
    };
  }, []);

  // the button that a key pressed is gone: the next key goes on with what it revealed
  useEffect(() => {
    if (shown.value === null || !hasLostFocus()) return;
    (revealed.current?.querySelector<HTMLElement>("[data-focus-first]") ?? revealed.current)?.focus();
  }, [shown.value]);

  return (
    <div class={openedBy.value === null ? "reveal" : `reveal ${openedBy.value}-open`}>
      <div class="revealed" ref={revealed} tabIndex={-1}>
        {shown.value !== null && children(shown.value, hide)}
        {shown.value === null && <CardBack />}
      </div>
      {trouble.value && (
        <p class="why-not" role="alert">
          {trouble.value}
        </p>
      )}
      <div class="reveal-ways">
        {openedBy.value !== "timed" && (
          <button
            type="button"
            class="big hold"
            disabled={disabled}
            aria-pressed={openedBy.value === "held"}
            onContextMenu={(event) => event.preventDefault()}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              void reveal("held");
            }}
            onPointerUp={hide}
            onPointerCancel={hide}
            onLostPointerCapture={() => openedBy.value === "held" && hide()}
            // a key or a screen reader holds nothing down
            onClick={(event) => event.detail === 0 && void reveal("timed")}
          >
            {label}
          </button>
        )}
        {openedBy.value === "timed" ? (
          <Countdown onOver={hide} />
        ) : (
          <Press
            class="big"
            data-show-timed
            disabled={disabled || openedBy.value !== null}
            onPress={() => void reveal("timed")}
          >
            {t("Show for {seconds} s", { seconds: SHOWN_S })}
          </Press>
        )}
      </div>
    </div>
  );
}

function Countdown({ onOver }: { onOver: () => void }) {
  const left = useSignal(SHOWN_S);
  useEffect(() => {
    const timer = setInterval(() => {
      left.value -= 1;
      if (left.value <= 0) onOver();
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Press class="big hide" onPress={onOver}>
      {t("Hide")}{" "}
      <strong class="count-down" aria-hidden="true">
        {left.value}
      </strong>
    </Press>
  );
}

/** The back of a card, whether or not there is anything to reveal. */
function CardBack() {
  return (
    <div class="card-back" aria-hidden="true">
      <span>?</span>
    </div>
  );
}
