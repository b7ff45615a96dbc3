"""The measured work compared with nginx, Node and Flask (`run --only table`): processor time, instructions and bytes; late answers
at a fixed rate; submissions written to disk; the start; and a source of a million rows.

Each server has one process that answers, and they are measured in turns; ratios compare figures of the same round. nginx sends ready
bytes (for a POST only `return 303`), compressed per request if asked for. Node and Flask find the session by its cookie, change it,
and render about the same page from it. Nothing passes or fails by these figures; each is printed beside its goal.
"""

import contextlib
import gzip
import json
import os
import pathlib
import socket
import statistics
import time
import types
import zlib

import measure
import neighbours
import paced
import slow_disk
from expense import expense
from fleet import family, script, wrk
from formcells import PATIENCE_SECONDS, Server
from instructions import HEADERS, SIZES, WORK, Sender, counted
from measure import Nginx, processor_seconds
from sample_forms import SMALL
from services import Service
from ten_cells import FORM

PEERS = pathlib.Path(__file__).resolve().parent / "peers"
ROUNDS, SECONDS, SESSIONS = 5, 2, 64
LEVEL = 6
ZIPPED = {"Accept-Encoding": "gzip, deflate, br, zstd"}
# The ratio to nginx, and instructions per request.
GOALS = {"W1": (1.45, 60_000), "W2": (2.9, 150_000), "W3": (2.2, 105_000)}
ZIPPED_GOALS, ZIPPED_BYTES_GOAL = {"W1": 0.4, "W2": 0.35}, 1.08
LATE_GOAL = 1.5
# Requests per second that both servers and the client can sustain, by number of connections.
RATES = {64: 1000, 1000: 1000}
TWO_WORKERS_GOAL = 1.8
SUBMISSIONS_GOAL = 20
# Extra microseconds per sync, compared with this machine's disk.
SLOWER_SYNCS = (0, 1000, 3000)
FIRST_VIEW_GOAL = 11_000
# Milliseconds; MiB.
START_GOAL, IDLE_GOAL = 20, 13
# Seconds; multiples of the file's size, afterwards and at the peak.
LOAD_GOAL, KEPT_GOAL, PEAK_GOAL = 0.5, 2.5, 3
# Milliseconds.
SEARCH_GOALS = {
    "two letters, a tenth matches": 5, "five letters, a tenth matches": 2, "five digits, a few rows match": 2,
    "five letters, nothing matches": 2}


class Peer(Service):
    """A server from the folder `peers`, with the sessions in a file."""

    def __init__(self, state):
        super().__init__()
        (self.folder / "state.json").write_text(json.dumps(state))

    @property
    def url(self):
        return f"http://{self.host}:{self.port}"

    def is_ready(self):
        with contextlib.suppress(OSError):
            visitor = types.SimpleNamespace(cookies={"session": "0"})
            Sender(self, visitor, "GET", "/forms/expense")()
            return True


class Node(Peer):
    def command(self):
        return ["node", str(PEERS / "page.js"), str(self.folder / "state.json"), str(self.port)]


class Flask(Peer):
    def command(self):
        # Only threaded workers keep connections open; a sync worker closes each one.
        return ["env", f"STATE={self.folder}/state.json", "PYTHONDONTWRITEBYTECODE=1", "/usr/bin/gunicorn",
                "--chdir", str(PEERS), "--bind", f"{self.host}:{self.port}", "--workers", "1", "--threads", "4",
                "--keep-alive", str(PATIENCE_SECONDS), "page:app"]


def session():
    """A peer's session for a visitor whose form was refused."""
    cells = expense(10)["sections"][0]["cells"]
    values = {cell["id"]: cell.get("value", "") for cell in cells} | {
        "project": "AB-12", "amount": "€0.00", "pin": "493027", "costcenter": ["6"],
        "sortorder": [{key: each[key] for key in ("id", "direction")} for each in cells[-1]["criteria"]]}
    problems = {cell["id"]: cell["messages"]["invalid"] for cell in cells if "invalid" in cell.get("messages", {})}
    return {"values": values, "problems": problems}


def lua(senders, headers=()):
    """A script that makes wrk send the requests of these senders in turn."""
    calls = []
    for sender in senders:
        fields = {**sender.headers, **dict(headers)}
        fields = ", ".join(f"[{json.dumps(name)}] = {json.dumps(text)}" for name, text in fields.items())
        body = "nil" if sender.body is None else json.dumps(sender.body)
        calls.append(f'wrk.format("{sender.method}", {json.dumps(sender.target)}, {{{fields}}}, {body})')
    return f"""
      function init() count = 0; calls = {{{", ".join(calls)}}} end
      function request() count = count + 1; return calls[count % #calls + 1] end"""


def spread(values, form="{:.2f}"):
    """The median and the range."""
    return f"{form.format(statistics.median(values))} ({form.format(min(values))} to {form.format(max(values))})"


def judged(value, goal, form="{:g}", at_least=False):
    """The goal, and whether this value meets it."""
    is_met = value >= goal if at_least else value <= goal
    return f"goal {'≥' if at_least else '≤'} {form.format(goal)}: {'met' if is_met else 'missed'}"


def processor_time(url, pids, text, connections=64, seconds=None):
    """Microseconds per request, and requests per second."""
    before = processor_seconds(pids)
    count, rate = wrk(url, text, connections, seconds or SECONDS)
    return 1e6 * (processor_seconds(pids) - before) / count, rate


class Field:
    """Our server and its peers, each with requests of 64 sessions for each kind of work."""

    def __init__(self, stack):
        self.ours = stack.enter_context(Server({"expense": expense(10)}, options=["--workers", "1"]))
        self.senders = {"formcells": {name: [make(self.ours) for _ in range(SESSIONS)] for name, (_, make) in WORK.items()}}
        pages = {f"{name}.html": self.senders["formcells"][name][0]() for name in ("W1", "W2")}
        self.nginx = stack.enter_context(Nginx(pages, f"""
            gzip on; gzip_comp_level {LEVEL}; gzip_min_length 0; location = /forms/expense {{ return 303 /forms/expense; }}"""))
        state = {"form": expense(10), "sessions": {str(number): session() for number in range(SESSIONS)}}
        peers = {"nginx": self.nginx, "Node": stack.enter_context(Node(state)), "Flask": stack.enter_context(Flask(state))}
        visitors = [types.SimpleNamespace(cookies={"session": str(number)}) for number in range(SESSIONS)]
        body = self.senders["formcells"]["W3"][0].body
        for name, server in peers.items():
            addresses = ("/W1.html", "/W2.html") if name == "nginx" else ("/forms/expense", "/forms/expense/cells/categories")
            self.senders[name] = {
                work: [Sender(server, visitor, "GET", url) for visitor in visitors] for work, url in zip(("W1", "W2"), addresses)}
            self.senders[name]["W3"] = [Sender(server, visitor, "POST", "/forms/expense", [], 303) for visitor in visitors]
            for sender in self.senders[name]["W3"]:
                sender.body = body
        self.servers = {"nginx": self.nginx, "formcells": self.ours, "Node": peers["Node"], "Flask": peers["Flask"]}

    def pids(self, name):
        return self.nginx.workers if name == "nginx" else family(self.servers[name].process.pid)

    def compare(self, work, headers):
        """For each server: microseconds per request and requests per second, round by round."""
        results = {name: [] for name in self.servers}
        texts = {name: lua(self.senders[name][work], headers) for name in self.servers}
        for name in list(self.servers) * ROUNDS:
            results[name].append(processor_time(self.servers[name].url, self.pids(name), texts[name]))
        return results

    def content(self, name, work, headers):
        """The bytes of an answer's body."""
        sender = self.senders[name][work][0]
        sender.connection.close()
        usual, sender.headers = sender.headers, {**sender.headers, **headers}
        content = sender()
        sender.headers = usual
        return content


def work(field):
    """Each kind of work, without and with gzip."""
    costs = counted(*SIZES[0])
    print(f"processor time a request: wrk -t1 -c64, {SESSIONS} sessions in turn, {ROUNDS} rounds of {SECONDS} s")
    for headers in ({}, ZIPPED):
        for name, (text, _) in WORK.items():
            if headers and name == "W3":
                continue
            results = field.compare(name, headers)
            ratios = {each: [mine[0] / nginx[0] for mine, nginx in zip(results[each], results["nginx"])] for each in results}
            print(f"{name} {text}" + (", with gzip" if headers else ""))
            for each, rounds in results.items():
                cost, rate = (statistics.median(figures) for figures in zip(*rounds))
                line = (f"  {each:10} {cost:8.1f} µs {rate:8,.0f} requests/s {len(field.content(each, name, headers)):7,} bytes"
                        f"   {spread(ratios[each])} × nginx")
                if each == "formcells":
                    line += "   " + judged(statistics.median(ratios[each]), ZIPPED_GOALS[name] if headers else GOALS[name][0])
                print(line)
            if headers:
                sent = field.content("formcells", name, headers)
                packer = zlib.compressobj(LEVEL, wbits=31)
                least = len(packer.compress(gzip.decompress(sent)) + packer.flush())
                print(f"  bytes: {len(sent):,}, zlib's level {LEVEL} {least:,}: {len(sent) / least:.3f} ×   "
                      + judged(len(sent) / least, ZIPPED_BYTES_GOAL))
            else:
                print(f"  instructions: {costs[name]:,.0f}   " + judged(costs[name], GOALS[name][1], "{:,}"))


def late(field):
    """The delay of the slowest 1 % of answers, with requests sent at a fixed rate."""
    for connections, rate in RATES.items():
        results = {"nginx": [], "formcells": []}
        for name in list(results) * ROUNDS:
            results[name].append(paced.run(field.servers[name], field.senders[name]["W1"], connections, rate, SECONDS))
        ratios = [mine[99] / nginx[99] for mine, nginx in zip(results["formcells"], results["nginx"])]
        print(f"W1 at {rate:,} requests a second over {connections:,} connections, {ROUNDS} rounds of {SECONDS} s, from when "
              "each was due to the end of its answer")
        for name, rounds in results.items():
            print(f"  {name:10} 50 of 100 within {statistics.median(each[50] for each in rounds):.2f} ms, "
                  f"99 within {spread([each[99] for each in rounds])} ms")
        print(f"  {spread(ratios)} × nginx   " + judged(statistics.median(ratios), LATE_GOAL))


def two_workers(field):
    """Two event loops compared with one; the load generator has no processor of its own here."""
    with Server({"expense": expense(10)}, options=["--workers", "2"]) as two:
        senders = [WORK["W1"][1](two) for _ in range(SESSIONS)]
        arrangements = {"one": (field.ours, field.senders["formcells"]["W1"]), "two": (two, senders)}
        results = {name: [] for name in arrangements}
        for name in list(arrangements) * ROUNDS:
            server, requests = arrangements[name]
            results[name].append(processor_time(server.url, [server.process.pid], lua(requests)))
    pairs = list(zip(results["one"], results["two"]))
    gains, costs = [two[1] / one[1] for one, two in pairs], [2 * one[0] / two[0] for one, two in pairs]
    print(f"two workers beside one, W1: {spread(gains)} × the requests a second while wrk has one of the {os.cpu_count()} cores")
    print(f"  by the processor time a request, two cores of their own would answer {spread(costs)} ×   "
          + judged(statistics.median(costs), TWO_WORKERS_GOAL, at_least=True))


def submissions(longer=0):
    """Forms of 64 visitors at once, each answered after it is on disk.

    - `longer`: extra microseconds per sync, compared with this machine's disk.
    """
    variables = slow_disk.environment(longer)
    with Server({"small": SMALL}, options=["--workers", "1"], environment=variables) as server:
        ours, plain, costs = [], [], []
        for _ in range(ROUNDS):
            plain.append(slow_disk.synced_lines(server.folder, SECONDS, variables))
            cost, rate = processor_time(server.url, [server.process.pid], script("send a small form", []))
            ours.append(rate)
            costs.append(cost)
        kept = len(server.submissions("small"))
    assert kept >= sum(ours) * SECONDS * 0.9, f"{kept} submissions are on the disk"
    ratios = [mine / line for mine, line in zip(ours, plain)]
    disk = f"a disk whose syncs take {longer / 1000:g} ms longer" if longer else "the disk"
    print(f"submissions of {SESSIONS} visitors at once, each on {disk} before its answer, {ROUNDS} rounds of "
          f"{SECONDS} s: {spread(ours, '{:,.0f}')} a second, {statistics.median(costs):.0f} µs of processor time each")
    print(f"  a loop of write and fsync beside it: {spread(plain, '{:,.0f}')} a second")
    print(f"  {spread(ratios)} ×   " + judged(statistics.median(ratios), SUBMISSIONS_GOAL, at_least=True))


def first_view():
    """The bytes, including heads, that a new browser receives before the form can be used."""
    with Server({"goods": FORM}) as server:
        with socket.create_connection((server.host, server.port), timeout=PATIENCE_SECONDS) as connection:
            fields = {"Host": "x", **HEADERS, **ZIPPED, "Sec-Fetch-Site": "none", "Connection": "close"}
            head = "GET /forms/goods HTTP/1.1\r\n" + "".join(f"{name}: {text}\r\n" for name, text in fields.items())
            connection.sendall(head.encode() + b"\r\n")
            size = sum(map(len, iter(lambda: connection.recv(1 << 16), b"")))
    print(f"first view of a form of ten kinds of cells: {size:,} bytes   " + judged(size, FIRST_VIEW_GOAL, "{:,}"))


def whole_program():
    """The start, and a source of a million rows."""
    first_answer, idle = measure.start()
    print(f"  {first_answer:.0f} ms   " + judged(first_answer, START_GOAL, "{:.0f} ms"))
    print(f"  {idle:.1f} MiB   " + judged(idle, IDLE_GOAL, "{:.0f} MiB"))
    load, kept, peak, searches = measure.source()
    for figure, goal, form in ((load, LOAD_GOAL, "{:.1f} s"), (kept, KEPT_GOAL, "{:.1f} × the file"),
                               (peak, PEAK_GOAL, "{:.1f} × the file while it loads")):
        print("  " + form.format(figure) + "   " + judged(figure, goal, form))
    for name, goal in SEARCH_GOALS.items():
        print(f"  {name}: {searches[name]:.1f} ms   " + judged(searches[name], goal, "{:.0f} ms"))
    neighbours.neighbours()


def table():
    """Prints all figures."""
    print("load of the machine before: " + " ".join(f"{each:.1f}" for each in os.getloadavg()))
    with contextlib.ExitStack() as stack:
        field = Field(stack)
        work(field)
        late(field)
        two_workers(field)
    for longer in SLOWER_SYNCS:
        submissions(longer)
    first_view()
    whole_program()
    print("load of the machine after: " + " ".join(f"{each:.1f}" for each in os.getloadavg()))
