// Listens with both clients of the package tuio-client: prints its port, then, a line each, what the first frames told.
// node tuio_client.mjs PACKAGE FRAMES
import { createSocket } from "node:dgram";

const { TuioReceiver, Tuio11Client, Tuio20Client } = await import(process.argv[2]);

/** The messages of an OSC bundle without bundles in it. */
function* messages(packet) {
  for (let at = 16; at < packet.length; ) {
    const length = packet.readInt32BE(at);
    yield message(packet.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
}

function message(bytes) {
  let at = 0;
  const text = () => {
    const end = bytes.indexOf(0, at);
    const found = bytes.toString("ascii", at, end);
    at = end + 4 - (end % 4);
    return found;
  };
  const read = {
    s: text,
    i: () => bytes.readInt32BE((at += 4) - 4),
    f: () => bytes.readFloatBE((at += 4) - 4),
    t: () => bytes.readBigUInt64BE((at += 8) - 8),
  };
  const address = text();
  return { address, args: [...text().slice(1)].map((type) => read[type]()) };
}

class Receiver extends TuioReceiver {
  connect() {}
  disconnect() {}
}

const told = [];
const object = (o) => ({
  session: o.sessionId, tag: o.symbolId ?? o.cId, x: o.position.x, y: o.position.y, angle: o.angle,
  velocity: [o.velocity.x, o.velocity.y], turn: o.rotationSpeed ?? o.aVel,
});
const receiver = new Receiver();
const [first, second] = [new Tuio11Client(receiver), new Tuio20Client(receiver)];
first.connect();
second.connect();
first.addTuioListener({
  addTuioObject: (o) => told.push(["1.1", "add", object(o)]),
  updateTuioObject: (o) => told.push(["1.1", "update", object(o)]),
  removeTuioObject: (o) => told.push(["1.1", "remove", object(o)]),
  refresh: () => {},
});
second.addTuioListener({
  tuioAdd: (o) => told.push(["2.0", "add", object(o.token)]),
  tuioUpdate: (o) => told.push(["2.0", "update", object(o.token)]),
  tuioRemove: (o) => told.push(["2.0", "remove", object(o.token)]),
  tuioRefresh: () => {},
});

let left = Number(process.argv[3]);
const socket = createSocket("udp4", (packet) => {
  for (const each of messages(packet)) receiver.onOscMessage(each);
  left -= 1;
  if (left === 0) {
    console.log(JSON.stringify(told));
    socket.close();
  }
});
socket.bind(0, "127.0.0.1", () => console.log(socket.address().port));
