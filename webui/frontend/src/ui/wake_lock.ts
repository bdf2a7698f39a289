// The screen stays on during a game: by the browser's own lock, which it gives for https and for this machine only, and
// else by a moving picture of two pixels. Chromium keeps the screen on for a picture that comes from a stream, however
// small and silent it is (its VideoWakeLock); what other browsers do nobody has promised.

import { signal } from "@preact/signals";

const PROMISED = /Chrom(e|ium)\//;
const MOVES_MS = 1000;

/** Whether the page keeps the screen on; null until that is known. */
export const screenHeld = signal<boolean | null>(null);

let video: HTMLVideoElement | null = null;

async function requestLock(): Promise<void> {
  if (document.hidden) return;
  try {
    await navigator.wakeLock.request("screen");
    screenHeld.value = true;
  } catch {
    // refused, for one to save the battery, or not there at all
    screenHeld.value = (await playVideo()) && PROMISED.test(navigator.userAgent);
  }
}

/** Plays the moving picture; whether the browser does. */
async function playVideo(): Promise<boolean> {
  try {
    video ??= movingVideo();
    await video.play();
    return !video.paused;
  } catch {
    // no such pictures here, or not before a finger has touched the page
    return false;
  }
}

function movingVideo(): HTMLVideoElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const pen = canvas.getContext("2d")!;
  const made = document.createElement("video");
  made.srcObject = canvas.captureStream();
  Object.assign(made, { muted: true, playsInline: true, loop: true });
  made.setAttribute("aria-hidden", "true");
  made.dataset.awake = "";
  // it must be in view to count
  Object.assign(made.style, {
    position: "fixed",
    left: "0",
    bottom: "0",
    width: "2px",
    height: "2px",
    pointerEvents: "none",
  });
  document.body.append(made);
  let dark = false;
  const draw = () => {
    pen.fillStyle = (dark = !dark) ? "#0e1216" : "#0f1317";
    pen.fillRect(0, 0, 2, 2);
  };
  draw();
  setInterval(draw, MOVES_MS);
  return made;
}

/** Asks to keep the screen on, again each time the page comes into view: the lock ends whenever it goes out of it. */
export function keepAwake(): void {
  void requestLock();
  document.addEventListener("visibilitychange", () => void requestLock());
  document.addEventListener("pointerup", () => screenHeld.value === false && void requestLock());
}
