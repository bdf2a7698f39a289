// The live stream of a table: positions as they come, over a connection that is opened again when it breaks.

export const VERSION = 1;
// a browser reconnects by itself unless the server refused it
const AGAIN_MS = 15000;
const CLOSED = 2;

export class LiveStream {
  /** on: { position(message), connected(), lost(), newer() }, each called when it is so. */
  constructor(address, on, { EventSource = globalThis.EventSource, setTimeout = globalThis.setTimeout } = {}) {
    this.address = address;
    this.on = on;
    this.system = { EventSource, setTimeout };
    this.state = "";
    this.open();
  }

  open() {
    if (this.state === "closed") return;
    this.source = new this.system.EventSource(`${this.address}/api/v1/live`);
    this.source.addEventListener("open", () => this.becomes("connected"));
    this.source.addEventListener("position", (event) => this.take(JSON.parse(event.data)));
    this.source.addEventListener("error", () => {
      this.becomes("lost");
      if (this.source.readyState === CLOSED) this.system.setTimeout(() => this.open(), AGAIN_MS);
    });
  }

  close() {
    this.state = "closed";
    this.source.close();
  }

  take(message) {
    if (message.v === VERSION) this.on.position(message);
    else this.becomes("newer");
  }

  becomes(state) {
    if (this.state === state || this.state === "closed") return;
    this.state = state;
    this.on[state]();
  }
}
