"""How cost grows (`run --only growth`) with cells, rows of a picker, sessions, options and connections. Nothing passes or fails.

The cost of cells and rows is counted in instructions, which are the same in every run. The rest is processor time and memory; sizes
that can run side by side are measured in turns.
"""

import contextlib
import itertools
import os
import statistics
import time

from expense import expense
from formcells import Server
from instructions import SIZES, WORK, CountedServer, Sender, counted, open_picker
from measure import Nginx, memory
from neighbours import searches
from sample_forms import LARGE, machines
from sessions import filled_in_post, post, resident_bytes
from table import lua, processor_time, spread
from visitor import Visitor

ROWS = [50, 200, 1000]
SESSIONS = [1_000, 10_000, 50_000, 200_000]
# How many sessions are visited, spread over all of them.
ASKED = 500
OPTIONS = [10_000, 100_000, 1_000_000, 5_000_000]
TWO = ["pu", "mo", "la", "ro", "pr", "mi", "fu", "cr", "va"]
FIVE = ["motor", "lathe", "robot", "press", "valve", "mixer", "crane", "conve", "furna"]
CONNECTIONS = [1, 10, 100, 1_000, 10_000]
ROUNDS, SECONDS = 3, 3


def table(title, columns, lines):
    """Prints figures by size."""
    print(title)
    print("  " + f"{'':10}" + "".join(f"{name:>30}" for name in columns))
    for size, figures in lines:
        print(f"  {size:10,}" + "".join(f"{text:>30}" for text in figures))


def slope(sizes, costs):
    """The cost of one more, between neighbouring sizes."""
    pairs = zip(itertools.pairwise(sizes), itertools.pairwise(costs))
    return ", then ".join(f"{(after - before) / (large - small):,.2f}" for (small, large), (before, after) in pairs)


def cells():
    costs = [counted(*size) for size in SIZES]
    sizes = [size for size, _, _ in SIZES]
    table("cells: instructions a request", WORK, [
        (size, [f"{cost[name]:,.0f}" for name in WORK]) for size, cost in zip(sizes, costs)])
    for name in WORK:
        print(f"  {name}: one more cell takes {slope(sizes, [cost[name] for cost in costs])}")


def form_with(count):
    """The form of ten cells, with `rows` rows in its first picker."""
    form = expense(10)
    picker = next(cell for cell in form["sections"][0]["cells"] if cell["id"] == "categories")
    picker["options"] = [{"value": str(row), "label": f"Client equipment {1000 + row}"} for row in range(count)]
    return form


def rows():
    costs = []
    for count in ROWS:
        with CountedServer({"expense": form_with(count)}) as server:
            costs.append(server.instructions(open_picker(server, count), 20, 50))
    table("rows of an open picker, all shown: instructions a request", ["GET"], [
        (count, [f"{cost:,.0f}"]) for count, cost in zip(ROWS, costs)])
    print(f"  one more row takes {slope(ROWS, costs)}")


def sessions():
    with contextlib.ExitStack() as stack:
        servers, sizes, texts = [], [], []
        for count in SESSIONS:
            options = ["--workers", "1", "--session-limit", str(count * 2), "--session-memory", "1GiB"]
            server = stack.enter_context(Server({"expense": expense(10)}, options=options))
            request = filled_in_post(server)
            before = resident_bytes(server)
            cookies = post(server, request, count)
            sizes.append((resident_bytes(server) - before) / count)
            servers.append(server)
            assert len(set(cookies)) == count
            senders = []
            for cookie in cookies[::count // ASKED]:
                visitor = Visitor(server)
                visitor.cookies["formcells"] = cookie
                senders.append(Sender(server, visitor, "GET", "/forms/expense"))
            assert b"Workshop in Lyon" in senders[-1]()
            texts.append(lua(senders))
        costs = [[] for _ in SESSIONS]
        for _ in range(ROUNDS):
            for server, text, results in zip(servers, texts, costs):
                results.append(processor_time(server.url, [server.process.pid], text, seconds=SECONDS)[0])
    table(f"sessions: {ASKED} of them ask for their forms in turn, {ROUNDS} rounds of {SECONDS} s", [
        "µs of processor time", "× the smallest", "bytes each"], [
            (count, [spread(own, "{:.0f}"), spread([mine / first for mine, first in zip(own, costs[0])]), f"{size:,.0f}"])
            for count, own, size in zip(SESSIONS, costs, sizes)])


def options():
    lines, medians = [], []
    for count in OPTIONS:
        text = machines(count)
        server = Server({"stock": LARGE}, {"machines.csv": text}, options=["--workers", "1"])
        megabytes = len(text) / 2**20
        del text
        began = time.monotonic()
        with server:
            ready = time.monotonic() - began
            visitor = Visitor(server)
            visitor.open("/forms/stock")
            visitor.seconds = 0
            visitor.press("Counted")
            opened = visitor.seconds
            # Different words each time, because the server remembers recent searches.
            two = timed(searches(server, TWO))
            five = timed(searches(server, FIVE))
            resident, _ = memory(server.process.pid)
        lines.append((count, [
            f"{ready:.2f} s", f"{1000 * opened:.1f} ms", spread(two, "{:.1f}") + " ms", spread(five, "{:.1f}") + " ms",
            f"{resident:.0f} MiB, {resident / megabytes:.1f} ×"]))
        medians.append(statistics.median(two))
    table("options of a file: until it listens, first open, searches of two and of five letters (a POST and its page), memory "
          "beside the file", ["start", "open", "two letters", "five letters", "memory"], lines)
    print(f"  1,000 more take a search {slope([count / 1000 for count in OPTIONS], medians)} ms")


def timed(work):
    """Milliseconds of each step, except the first one, which opens the picker."""
    spans = []
    next(work)
    began = time.monotonic()
    for _ in work:
        spans.append(1000 * (time.monotonic() - began))
        began = time.monotonic()
    return spans


def connections():
    with Server({"expense": expense(10)}, options=["--workers", "1"]) as server:
        sender = WORK["W1"][1](server)
        with Nginx({"W1.html": sender()}) as nginx:
            pages = lua([Sender(nginx, Visitor(nginx), "GET", "/W1.html")])
            costs = {count: ([], []) for count in CONNECTIONS}
            for _ in range(ROUNDS):
                for count, (ours, theirs) in costs.items():
                    # Many connections take some time to open.
                    seconds = SECONDS + count // 1000
                    theirs.append(processor_time(nginx.url, nginx.workers, pages, count, seconds)[0])
                    ours.append(processor_time(server.url, [server.process.pid], lua([sender]), count, seconds)[0])
    table(f"connections: W1, {ROUNDS} rounds", ["µs of processor time", "nginx", "× nginx"], [
        (count, [spread(ours, "{:.0f}"), spread(theirs, "{:.0f}"), spread([a / b for a, b in zip(ours, theirs)])])
        for count, (ours, theirs) in costs.items()])


def growth():
    """Prints a table for each quantity."""
    print("load of the machine before: " + " ".join(f"{each:.1f}" for each in os.getloadavg()))
    for part in (cells, rows, sessions, options, connections):
        part()
    print("load of the machine after: " + " ".join(f"{each:.1f}" for each in os.getloadavg()))
