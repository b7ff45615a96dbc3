"""Clients that misbehave: raw connections, many at once."""

import contextlib
import selectors
import socket
import time

from formcells import PATIENCE_SECONDS


def head(method, path, *fields):
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *fields, "", ""]).encode()


def post_head(path, length):
    return head("POST", path, "Content-Type: application/x-www-form-urlencoded", f"Content-Length: {length}")


class Peers:
    """Connections that stay open until the end. A context manager."""

    def __init__(self, server, source="127.0.0.1"):
        self.server, self.source = server, source
        self.held = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for each in self.held:
            each.close()

    def connect(self, count, first=b""):
        """Opens `count` connections, each sending `first`; returns those that the server's side accepted at once."""
        opened = []
        for _ in range(count):
            peer = socket.socket()
            peer.bind((self.source, 0))
            peer.settimeout(PATIENCE_SECONDS)
            try:
                peer.connect((self.server.host, self.server.port))
                peer.sendall(first)
            except OSError:
                peer.close()
                continue
            peer.setblocking(False)
            opened.append(peer)
        self.held += opened
        return opened

    def push(self, peers, content, patience=PATIENCE_SECONDS):
        """Sends to each peer as much as it accepts; returns the answers so far, once no peer accepts any more."""
        left = {peer: memoryview(content) for peer in peers}
        answers = {peer: b"" for peer in peers}
        with selectors.DefaultSelector() as selector:
            for peer in peers:
                selector.register(peer, selectors.EVENT_READ | selectors.EVENT_WRITE)
            while left:
                ready = selector.select(1)
                if not ready:
                    break
                for key, events in ready:
                    peer = key.fileobj
                    over = False
                    if events & selectors.EVENT_READ:
                        piece = receive(peer)
                        answers[peer] += piece
                        over = not piece
                    if not over and events & selectors.EVENT_WRITE:
                        try:
                            left[peer] = left[peer][peer.send(left[peer][:1 << 16]):]
                        except BlockingIOError:
                            pass
                        except OSError:
                            over = True
                    if over or not left[peer]:
                        selector.unregister(peer)
                        left.pop(peer)
        return answers

    def listen(self, peers, is_enough=lambda answer: False, patience=PATIENCE_SECONDS):
        """What each peer receives until the server closes it or `is_enough`; also returns the peers that are still open after
        `patience`."""
        answers = {peer: b"" for peer in peers}
        open_still = set(peers)
        ends = time.monotonic() + patience
        with selectors.DefaultSelector() as selector:
            for peer in peers:
                selector.register(peer, selectors.EVENT_READ)
            while open_still and time.monotonic() < ends:
                for key, _ in selector.select(1):
                    piece = receive(key.fileobj)
                    answers[key.fileobj] += piece
                    if not piece or is_enough(answers[key.fileobj]):
                        selector.unregister(key.fileobj)
                        open_still.discard(key.fileobj)
        return answers, open_still


def receive(peer):
    """The bytes that have arrived; none if the connection ended in any way."""
    with contextlib.suppress(OSError):
        return peer.recv(1 << 16)
    return b""


def status(answer):
    """The status of the first answer, or "none"."""
    return answer[9:12].decode() if answer.startswith(b"HTTP/1.1 ") else "none"


def statuses(answers):
    """For example `200 x 5, 408 x 2`: how often each status occurred."""
    counts = {}
    for answer in answers:
        counts[status(answer)] = counts.get(status(answer), 0) + 1
    return ", ".join(f"{name} x {count}" for name, count in sorted(counts.items()))
