"""What one visitor's searches cost the others (`run --only neighbours`): how long the others wait for a form.

A visitor requests a form continuously: alone, and beside a client that searches a million rows for new words, with the next request
as soon as an answer arrives. Two more clients show what such a client costs by itself on a shared machine: one sends the same number
of cheap requests, the other repeats a search. These clients run at the lowest priority, as if they had their own machine. Nothing
passes or fails by these times.
"""

import contextlib
import itertools
import multiprocessing
import os
import re
import socket
import statistics
import time
import urllib.parse

from formcells import PATIENCE_SECONDS, Server
from instructions import HEADERS
from sample_forms import LARGE, machines
from visitor import Visitor

ROWS = 1_000_000
TURNS = 3
SECONDS = 2
# The pause between two requests of the visitor.
PAUSE_SECONDS = 0.001
# The visitor uses these connections in turn, so that each event loop serves some of them.
CONNECTIONS = 8


class Client:
    """Exchanges over one connection, with little overhead."""

    def __init__(self, server):
        self.server = server
        self.connection = socket.create_connection((server.host, server.port), timeout=PATIENCE_SECONDS)

    def exchange(self, status, method, target, body=b"", **fields):
        """The head of an answer that was read completely."""
        fields = {"Host": f"{self.server.host}:{self.server.port}", **HEADERS, **fields}
        head = f"{method} {target} HTTP/1.1\r\n" + "".join(f"{name}: {text}\r\n" for name, text in fields.items())
        self.connection.sendall(head.encode() + b"\r\n" + body)
        data = self.connection.recv(1 << 18)
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += self._more()
        head = data[:end].decode()
        assert head.startswith(f"HTTP/1.1 {status} "), head
        rest = end + 4 + int(value(head, "Content-Length")) - len(data)
        while rest > 0:
            rest -= len(self._more())
        return head

    def _more(self):
        data = self.connection.recv(1 << 18)
        assert data, "the connection ended within an answer"
        return data


def value(head, name):
    return re.search(rf"^{name}: ([^\r]*)", head, re.I | re.M)[1]


def target(url):
    return urllib.parse.urlunsplit(("", "", *urllib.parse.urlsplit(url)[2:4], ""))


def percentile(server):
    """The time in milliseconds within which 99 of 100 forms arrived."""
    clients = [Client(server) for _ in range(CONNECTIONS)]
    times = []
    end = time.monotonic() + SECONDS
    for client in itertools.cycle(clients):
        began = time.perf_counter()
        client.exchange(200, "GET", "/forms/stock")
        times.append(1000 * (time.perf_counter() - began))
        if time.monotonic() > end:
            break
        time.sleep(PAUSE_SECONDS)
    return sorted(times)[len(times) * 99 // 100]


def searches(server, words):
    """Makes these searches, and yields after each."""
    visitor = Visitor(server, HEADERS)
    visitor.open("/forms/stock")
    visitor.press("Counted")
    url, pairs = visitor.page.submission(visitor.page.find("button", "Search"))
    field = visitor.page.find("searchbox", "Search")["name"]
    cookie = "; ".join(f"{name}={text}" for name, text in visitor.cookies.items())
    client = Client(server)
    for word in words:
        body = urllib.parse.urlencode([(name, word if name == field else text) for name, text in pairs]).encode()
        head = client.exchange(303, "POST", target(url), body, Cookie=cookie, Origin=server.url, **{
            "Content-Type": "application/x-www-form-urlencoded", "Content-Length": len(body)})
        client.exchange(200, "GET", target(value(head, "Location")), Cookie=cookie)
        yield


def new_searches(server, turn):
    """Four digits, which some hundred rows contain; no search repeats one that the table still remembers."""
    return searches(server, (f"{number * 7919 % 10_000:04}" for number in itertools.count(turn * 3000)))


def old_searches(server, _):
    return searches(server, itertools.repeat("0042"))


def cheap_requests(server, _):
    """Two requests per search, which is a POST and the GET that follows."""
    client = Client(server)
    while True:
        client.exchange(200, "GET", "/healthz")
        client.exchange(200, "GET", "/healthz")
        yield


@contextlib.contextmanager
def beside(work, rate=None):
    """Repeats this work in a separate process, at most `rate` times per second; returns the counter of repetitions."""
    fork = multiprocessing.get_context("fork")
    count = fork.Value("q", 0)

    def run():
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        due = time.monotonic()
        for _ in work:
            count.value += 1
            if rate:
                due += 1 / rate
                time.sleep(max(0, due - time.monotonic()))

    process = fork.Process(target=run, daemon=True)
    process.start()
    try:
        while count.value < 10:
            assert process.is_alive(), "the client beside has ended"
            time.sleep(0.01)
        yield count
        assert process.is_alive(), "the client beside has ended"
    finally:
        process.terminate()
        process.join()


def neighbours():
    """Prints the response times of the visitor."""
    times = {"alone": [], "beside cheap requests": [], "beside searches made before": [], "beside searches": []}
    with Server({"stock": LARGE}, {"machines.csv": machines(ROWS)}) as server:
        for turn in range(TURNS):
            times["alone"].append(percentile(server))
            with beside(new_searches(server, turn)) as count:
                before, began = count.value, time.monotonic()
                times["beside searches"].append(percentile(server))
                rate = (count.value - before) / (time.monotonic() - began)
            with beside(old_searches(server, turn), rate):
                times["beside searches made before"].append(percentile(server))
            with beside(cheap_requests(server, turn), rate):
                times["beside cheap requests"].append(percentile(server))
    print(f"99 of 100 forms came within so many ms, {TURNS} turns of {SECONDS} s, beside one searcher of {ROWS:,} rows "
          f"({rate:.0f} searches a second)")
    middle = {name: statistics.median(each) for name, each in times.items()}
    for name, each in times.items():
        print(f"  {name:28} {middle[name]:5.2f} ms ({', '.join(f'{one:.2f}' for one in each)})   "
              f"{middle['beside searches'] / middle[name]:4.1f} × here beside searches")
