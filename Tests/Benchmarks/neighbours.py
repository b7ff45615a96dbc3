"""What one visitor's searches cost the others (`run --only neighbours`): how long a form takes to come to them.

A visitor asks for a form all the time: alone, and beside a client that makes as many requests as it gets answers to, each
search in a million rows for other words. What that client itself costs, on a machine that both asks and serves, is seen
beside the same number of requests that are cheap, and of searches that were made before. It gives way to all others, as it
would on a machine of its own. Nothing passes or fails by these times.
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
# Between two requests of the visitor.
PAUSE_SECONDS = 0.001
# By which the visitor asks in turn, so that each loop has some of them.
CONNECTIONS = 8


class Client:
    """Requests and answers over one connection, with little work of its own."""

    def __init__(self, server):
        self.server = server
        self.connection = socket.create_connection((server.host, server.port), timeout=PATIENCE_SECONDS)

    def exchange(self, status, method, target, body=b"", **fields):
        """The head of the answer, which is read whole."""
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
    """Milliseconds within which 99 of 100 forms have come."""
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
    """Makes these searches; yields after each."""
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
    """Four digits, which some hundred rows hold; no two alike among the last that a table remembers."""
    return searches(server, (f"{number * 7919 % 10_000:04}" for number in itertools.count(turn * 3000)))


def old_searches(server, _):
    return searches(server, itertools.repeat("0042"))


def cheap_requests(server, _):
    """Two for each search, which is a POST and the GET that it leads to."""
    client = Client(server)
    while True:
        client.exchange(200, "GET", "/healthz")
        client.exchange(200, "GET", "/healthz")
        yield


@contextlib.contextmanager
def beside(work, rate=None):
    """Goes on with this work in a process of its own, so often a second at most; gives what counts it."""
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
    """Prints the visitor's times."""
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
