"""A network camera that speaks RTSP: Motion-JPEG in RTP (RFC 2435), interleaved in the connection (RFC 2326, 10.12)."""

import itertools
import socketserver
import struct
import threading
from collections.abc import Callable

PART, FPS = 1200, 25
SDP = "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=table\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\n"


def packets(jpeg: bytes, stamp: int, sequence: itertools.count) -> list[bytes]:
    """The RTP packets of one baseline JPEG, 4:2:0, with its own quantisation tables and the usual Huffman ones."""
    tables, size, at = b"", (0, 0), 2
    while jpeg[at + 1] != 0xDA:
        length = int.from_bytes(jpeg[at + 2 : at + 4], "big")
        body = jpeg[at + 4 : at + 2 + length]
        if jpeg[at + 1] == 0xDB:
            tables += b"".join(body[one + 1 : one + 65] for one in range(0, len(body), 65))
        if jpeg[at + 1] == 0xC0:
            size = int.from_bytes(body[3:5], "big"), int.from_bytes(body[1:3], "big")
        at += 2 + length
    scan = jpeg[at + 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big") : -2]
    made = []
    for offset in range(0, len(scan), PART):
        part = scan[offset : offset + PART]
        head = struct.pack(">BBHII", 0x80, 26 | (0x80 if offset + PART >= len(scan) else 0), next(sequence), stamp, 7)
        own = struct.pack(">I", offset) + bytes([1, 255, size[0] // 8, size[1] // 8])
        own += struct.pack(">BBH", 0, 0, len(tables)) + tables if offset == 0 else b""
        made.append(head + own + part)
    return made


class Visit(socketserver.StreamRequestHandler):
    """One connection. Pictures go through it as well: a camera that is asked for UDP says no."""

    server: "RtspServer"

    def handle(self) -> None:
        while line := self.line():
            heads = dict(head.split(": ", 1) for head in iter(self.line, ""))
            method = line.split()[0]
            self.server.asked.append(method)
            self.answer(method, heads)
            if method == "PLAY":
                self.play()
                return

    def line(self) -> str:
        return self.rfile.readline().decode().strip()

    def answer(self, method: str, heads: dict[str, str]) -> None:
        status, more, body = "200 OK", "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n", ""
        if method == "DESCRIBE":
            more, body = "Content-Type: application/sdp\r\n", SDP
        elif method == "SETUP":
            more = f"Transport: {heads['Transport']}\r\n"
            status = "200 OK" if "interleaved" in heads["Transport"] else "461 Unsupported Transport"
        told = f"RTSP/1.0 {status}\r\nCSeq: {heads['CSeq']}\r\nSession: 9\r\n{more}"
        self.wfile.write(f"{told}Content-Length: {len(body)}\r\n\r\n{body}".encode())

    def play(self) -> None:
        sequence, stamps = itertools.count(1), itertools.count(0, int(90000 / FPS))
        try:
            while not self.server.off.wait(1 / FPS):
                for packet in packets(self.server.picture(), next(stamps), sequence):
                    self.wfile.write(struct.pack(">cBH", b"$", 0, len(packet)) + packet)
        except OSError:
            return


class RtspServer(socketserver.ThreadingTCPServer):
    """What all connections share."""

    daemon_threads = True

    def __init__(self, picture: Callable[[], bytes]) -> None:
        super().__init__(("127.0.0.1", 0), Visit)
        self.picture, self.asked, self.off = picture, [], threading.Event()


class RtspCamera:
    """Serves what `picture` gives as a JPEG, again and again, at rtsp://127.0.0.1:port/table."""

    def __init__(self, picture: Callable[[], bytes]) -> None:
        self.server = RtspServer(picture)
        self.asked = self.server.asked
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.url = f"rtsp://127.0.0.1:{self.server.server_address[1]}/table"

    def stop(self) -> None:
        """Gone from the network."""
        self.server.off.set()
        self.server.shutdown()
        self.server.server_close()
