"""Requests at a fixed rate, independent of the answers. Each is due at a fixed moment, and its time is measured from that moment."""

import collections
import contextlib
import select
import socket
import time

from formcells import PATIENCE_SECONDS


class Connection:
    """One connection, and the queue of its requests with the moments at which they are due."""

    def __init__(self, server):
        self.socket = socket.create_connection((server.host, server.port), timeout=PATIENCE_SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.waiting = collections.deque()
        self.due = None
        self.data, self.end = b"", None

    def send(self):
        """Sends the next queued request, unless an answer is still pending."""
        if self.due is None and self.waiting:
            self.due, request = self.waiting.popleft()
            self.socket.sendall(request)

    def receive(self):
        """Seconds since the request was due, if its answer is complete."""
        data = self.socket.recv(1 << 18)
        assert data, "the connection ended"
        self.data += data
        if self.end is None and (head := self.data.find(b"\r\n\r\n")) >= 0:
            assert self.data.startswith(b"HTTP/1.1 200 "), self.data[:200]
            length = self.data.lower().index(b"content-length: ", 0, head) + 16
            self.end = head + 4 + int(self.data[length:self.data.index(b"\r", length)])
        if self.end is None or len(self.data) < self.end:
            return None
        late = time.perf_counter() - self.due
        self.due, self.data, self.end = None, b"", None
        return late


def request(server, sender):
    """The bytes of a request without a body."""
    fields = {"Host": f"{server.host}:{server.port}", **sender.headers}
    head = f"{sender.method} {sender.target} HTTP/1.1\r\n"
    return (head + "".join(f"{name}: {text}\r\n" for name, text in fields.items()) + "\r\n").encode()


def run(server, senders, count, rate, seconds):
    """Milliseconds by percentile; sends the requests of `senders` in turn over `count` connections in turn."""
    requests = [request(server, sender) for sender in senders]
    with contextlib.ExitStack() as stack:
        connections = [Connection(server) for _ in range(count)]
        poll = stack.enter_context(select.epoll())
        by_number = {}
        for each in connections:
            stack.enter_context(each.socket)
            poll.register(each.socket, select.EPOLLIN)
            by_number[each.socket.fileno()] = each
        times, sent, total = [], 0, int(rate * seconds)
        # The first exchange of each connection is not counted.
        first = min(count, total // 2)
        began = time.perf_counter()
        while len(times) < total:
            now = time.perf_counter()
            while sent < total and began + sent / rate <= now:
                connection = connections[sent % count]
                connection.waiting.append((began + sent / rate, requests[sent % len(requests)]))
                connection.send()
                sent += 1
            pause = max(0, began + sent / rate - time.perf_counter()) if sent < total else PATIENCE_SECONDS
            for number, _ in poll.poll(pause):
                connection = by_number[number]
                late = connection.receive()
                if late is not None:
                    times.append(1000 * late)
                    connection.send()
        times = sorted(times[first:])
    return {percent: times[len(times) * percent // 100] for percent in (50, 99)}
