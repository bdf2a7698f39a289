// What only one of two people at the same screen may see: shown while a finger holds, or for some seconds, then forgotten.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Press } from "./press.tsx";

const SHOWN_S = 20;

type RevealMode = "held" | "timed";

/** fetch: asks for what is to be shown; it is asked for anew each time and kept nowhere. */
export function HoldToReveal<T>({ label, fetch, children, disabled = false }: {
  label: string;
  fetch: (signal: AbortSignal) => Promise<T>;
  children: (shown: T, hide: () => void) => ComponentChildren;
  disabled?: boolean;
}) {
  const shown = useSignal<T | null>(null);
  const way = useSignal<RevealMode | null>(null);
  const trouble = useSignal("");
  const asked = useRef<AbortController | null>(null);

  function hide(): void {
    asked.current?.abort();
    asked.current = null;
    shown.value = null;
    way.value = null;
  }

  async function reveal(by: RevealMode): Promise<void> {
    hide();
    const own = (asked.current = new AbortController());
    way.value = by;
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
    const away = (): void => hide();
    const hidden = (): void => (document.hidden ? hide() : undefined);
    addEventListener("blur", away);
    addEventListener("pagehide", away);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      hide();
      removeEventListener("blur", away);
      removeEventListener("pagehide", away);
      document.removeEventListener("visibilitychange", hidden);
    };
  }, []);

  return (
    <div class={way.value === "held" ? "reveal held-open" : "reveal"}>
      <div class="revealed">
        {shown.value !== null && children(shown.value, hide)}
        {shown.value === null && <CardBack />}
      </div>
      {trouble.value && <p class="why-not" role="alert">{trouble.value}</p>}
      <div class="reveal-ways">
        {way.value !== "timed" && <button
          type="button"
          class="big hold"
          disabled={disabled}
          aria-pressed={way.value === "held"}
          onContextMenu={(event) => event.preventDefault()}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            void reveal("held");
          }}
          onPointerUp={hide}
          onPointerCancel={hide}
          onLostPointerCapture={() => way.value === "held" && hide()}
        >
          {label}
        </button>}
        {way.value === "timed" ? (
          <Countdown onOver={hide} />
        ) : (
          <Press class="big" disabled={disabled || way.value !== null} onPress={() => void reveal("timed")}>Show for {SHOWN_S} s</Press>
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
      Hide <strong class="count-down" aria-hidden="true">{left.value}</strong>
    </Press>
  );
}

/** The back of a card: something may lie here. */
function CardBack() {
  return (
    <div class="card-back" aria-hidden="true">
      <span>?</span>
    </div>
  );
}
