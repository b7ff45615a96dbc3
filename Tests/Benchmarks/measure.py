"""The measurements of `Tests/Benchmarks/run`."""

import argparse
import contextlib
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tools"))

import formcells  # noqa: E402
from formcells import Server  # noqa: E402
from sample_forms import LARGE, machines  # noqa: E402
from services import free_port  # noqa: E402
from visitor import Visitor  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
ROUNDS = 3
SECONDS = 5


def processor_seconds(pids):
    """User and system time of processes with all their threads (proc(5), fields 14 and 15)."""
    total = 0
    for pid in pids:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def memory(pid):
    """Resident and proportional set size in MiB."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    rollup = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return [int(re.search(rf"^{name}:\s+(\d+)", text, re.M)[1]) / 1024 for name, text in (("VmRSS", status), ("Pss", rollup))]


def wrk(url, headers=()):
    """Requests served, and per second."""
    command = ["wrk", "-t1", "-c64", f"-d{SECONDS}s", *[part for each in headers for part in ("-H", each)], url]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise SystemExit(f"error: wrk met errors:\n{text}")
    return int(re.search(r"(\d+) requests in", text)[1]), float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])


def form_of_ten_cells():
    """A form of usual size, filled in: a page of about 10 KB."""
    texts = [
        {"id": f"text{n}", "type": "text", "label": f"Field {n}", "helper": "As it stands on the delivery note.",
         "maxLength": 60, "placeholder": "Not known yet"} for n in range(6)]
    options = [{"value": f"v{n}", "label": f"Choice {n}", "description": "One of twenty"} for n in range(20)]
    pickers = [
        {"id": f"picker{n}", "type": "list-picker", "label": f"Choice {n}", "selection": "multiple",
         "helper": "Several may be right.", "placeholder": "Nothing chosen", "options": options} for n in range(4)]
    return {
        "title": "Goods Received", "description": "What came, from whom, and in what state.",
        "sections": [
            {"title": "Delivery", "footer": "The delivery note is kept for two years.", "cells": texts[:3] + pickers[:2]},
            {"title": "State", "footer": "Photos are not needed.", "cells": texts[3:] + pickers[2:]}],
    }


def filled_in(server):
    """A visitor who has filled in the form and not yet sent it."""
    visitor = Visitor(server)
    visitor.open("/forms/goods")
    for number in range(6):
        visitor.page.type(f"Field {number}", f"Seven pallets of <spare parts> & tools, number {number}")
    for number in range(4):
        visitor.press(f"Choice {number}").tick("Choice 3", "Choice 7", "Choice 12")
        visitor.press("Apply")
    return visitor


class Nginx:
    """Debian's nginx with one worker, which sends files (bytes by name); `more` is added to its configuration."""

    host = "127.0.0.1"

    def __init__(self, files, more=""):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="nginx-"))
        self.folder.chmod(0o755)
        for name, body in files.items():
            (self.folder / name).write_bytes(body)
        self.port = free_port()
        (self.folder / "nginx.conf").write_text(f"""
            daemon off; worker_processes 1; pid {self.folder}/pid; error_log {self.folder}/error.log;
            worker_rlimit_nofile 20000; events {{ worker_connections 16000; }}
            http {{ access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; default_type text/html;
              open_file_cache max=10; client_body_temp_path {self.folder}; proxy_temp_path {self.folder};
              fastcgi_temp_path {self.folder}; uwsgi_temp_path {self.folder}; scgi_temp_path {self.folder};
              server {{ listen {self.host}:{self.port}; root {self.folder}; {more} }} }}""")

    def __enter__(self):
        self.process = subprocess.Popen(
            ["/usr/sbin/nginx", "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")],
            stderr=subprocess.DEVNULL)
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        deadline = time.monotonic() + 10
        while not (self.process.poll() is not None or children.read_text().split()):
            if time.monotonic() > deadline:
                break
            time.sleep(0.01)
        if self.process.poll() is not None:
            raise SystemExit(f"error: nginx did not start: {(self.folder / 'error.log').read_text()}")
        self.workers = [int(pid) for pid in children.read_text().split()]
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def url(self):
        return f"http://{self.host}:{self.port}"


def page():
    """The filled-in form, rendered for each request, compared with nginx sending the same bytes from a file."""
    # One event loop, as nginx has one worker; wrk uses the other core.
    with Server({"goods": form_of_ten_cells()}, options=["--workers", "1"]) as server:
        visitor = filled_in(server)
        body = visitor.open("/forms/goods").body
        cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        with Nginx({"page.html": body}) as nginx:
            ours, theirs = [], []
            for url, pids, results, headers in [
                (f"{server.url}/forms/goods", [server.process.pid], ours, [f"Cookie: {cookie}"]),
                (f"{nginx.url}/page.html", nginx.workers, theirs, []),
            ] * ROUNDS:
                before = processor_seconds(pids)
                count, rate = wrk(url, headers)
                results.append((1e6 * (processor_seconds(pids) - before) / count, rate))
    print(f"filled-in form of 10 cells, {len(body)} bytes, wrk -t1 -c64, median of {ROUNDS} runs of {SECONDS} s, alternating")
    cost = {}
    for name, results in (("formcells", ours), ("nginx", theirs)):
        cost[name] = statistics.median(each[0] for each in results)
        rate = statistics.median(each[1] for each in results)
        runs = ", ".join(f"{each[0]:.1f}" for each in results)
        print(f"  {name:10} {cost[name]:6.1f} µs of processor time a request ({runs})   {rate:8.0f} requests/s")
    print(f"  ratio      {cost['formcells'] / cost['nginx']:6.2f} × nginx")


def start():
    """The time from the start of the process to the end of the first response in milliseconds, and the idle memory in MiB."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(5):
            began = time.monotonic()
            process = subprocess.Popen(
                [formcells.PROGRAM, "--port", "0", "--data", folder], cwd=formcells.ROOT,
                env=formcells.clean_environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            try:
                line = process.stdout.readline().decode()
                port = int(line.rsplit(":", 1)[1])
                with socket.create_connection(("127.0.0.1", port)) as connection:
                    connection.sendall(b"GET /forms/maintenance HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    while connection.recv(65536):
                        pass
                times.append(1000 * (time.monotonic() - began))
                resident, proportional = memory(process.pid)
            finally:
                process.terminate()
                process.wait(20)
    print("start of the release binary with the sample forms")
    print(f"  first response after {statistics.median(times):.0f} ms ({', '.join(f'{each:.0f}' for each in times)})")
    print(f"  idle memory {resident:.1f} MiB resident, {proportional:.1f} MiB proportional")
    size = os.path.getsize(formcells.PROGRAM) / 2**20
    print(f"  binary {size:.1f} MiB")
    return statistics.median(times), resident


def picker():
    """A picker of many rows: open, search, show more. Measures the time of each exchange (a POST and the page that it leads to)."""
    for count in (10_000, 1_000_000):
        server = Server({"stock": LARGE}, {"machines.csv": machines(count)})
        began = time.monotonic()
        with server:
            ready = 1000 * (time.monotonic() - began)
            visitor = Visitor(server)
            visitor.open("/forms/stock")
            print(f"picker of {count:,} rows: listening after {ready:.0f} ms")

            def timed(what, do):
                spans = []
                for _ in range(5):
                    visitor.seconds = 0
                    do()
                    spans.append(1000 * visitor.seconds)
                print(f"  {what:34} {statistics.median(spans):8.1f} ms, at most {max(spans):.1f} ms, "
                      f"{len(visitor.page.body) / 1024:.0f} KiB")

            def search(text):
                def do():
                    visitor.page.type("Search", text, role="searchbox")
                    visitor.press("Search")
                return do

            def reopen():
                visitor.open("/forms/stock")
                visitor.press("Counted")

            timed("the form, then open", reopen)
            timed("show more", lambda: visitor.press("Show more", group="All"))
            timed("search 'robot' (a tenth matches)", search("robot"))
            timed("search one row", search(f"lathe {count - 3:04}"))
            timed("search for nothing there", search("zeppelin"))
            timed("empty search", search(""))
            search("pump")()
            timed("select all found, then none", lambda: (
                visitor.press(f"Select All ({count // 10})"), visitor.press("Deselect All", group="All")))
            print("  memory {:.1f} MiB resident, {:.1f} MiB proportional".format(*memory(server.process.pid)))


def source():
    """A source of a million rows compared with one of a single row: loading time, memory, and the time of searches.

    In seconds; in multiples of the file's size, afterwards and at the peak; and in milliseconds for each kind of search.
    """
    text = machines(1_000_000)
    size = len(text.encode()) / 2**20
    loads = []
    for rows in (machines(1), text):
        server = Server({"stock": LARGE}, {"machines.csv": rows})
        began = time.monotonic()
        with server:
            loads.append(time.monotonic() - began)
            if rows is not text:
                continue
            print(f"source of 1,000,000 rows, {size:.1f} MiB: listening {loads[1] - loads[0]:.2f} s later than with one row")
            # The search index is built after the start, and the first search waits for it.
            searched = new_searches(server)
            status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
            peak = int(re.search(r"^VmHWM:\s+(\d+)", status, re.M)[1]) / 1024
            resident, _ = memory(server.process.pid)
            print(f"  memory {resident:.1f} MiB resident, {resident / size:.2f} × the file; "
                  f"at most {peak:.1f} MiB, {peak / size:.2f} ×")
            return loads[1] - loads[0], resident / size, peak / size, searched


def new_searches(server):
    """The time of a search alone: the time of its exchange, less that of the same search again, whose result is remembered."""
    from neighbours import searches
    own = {}
    for name, words in (
            ("two letters, a tenth matches", ["ro", "cr", "fu", "la", "mi"]),
            ("five letters, a tenth matches", ["robot", "crane", "furna", "lathe", "mixer"]),
            ("five digits, a few rows match", ["71234", "82345", "93456", "64567", "35678"]),
            ("five letters, nothing matches", ["zeppe", "zappe", "zoppe", "zuppe", "zippe"])):
        new, again = [], []
        for spans in (new, again):
            exchanges = searches(server, words)
            for _ in words:
                began = time.perf_counter()
                next(exchanges)
                spans.append(1000 * (time.perf_counter() - began))
        own[name] = statistics.median(new) - statistics.median(again)
        print(f"  {name}: a new search takes {own[name]:.1f} ms ({', '.join(f'{each:.1f}' for each in new)} with its page)")
    return own


def connections():
    """The memory of a connection that is idle after one request; false if it is more than 1,500 bytes."""
    count, first, limit = 9000, 200, 1500
    with Server({"goods": form_of_ten_cells()}, options=["--workers", "1"]) as server, contextlib.ExitStack() as stack:
        request = (f"GET /healthz HTTP/1.1\r\nHost: {server.host}\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\n"
                   "Accept: text/html,application/xhtml+xml\r\nAccept-Language: en-US,en;q=0.9\r\n\r\n").encode()

        def open_one():
            connection = stack.enter_context(socket.create_connection((server.host, server.port)))
            connection.sendall(request)
            if not connection.recv(65536).endswith(b"ok\n"):
                raise AssertionError("not answered whole")

        for _ in range(first):
            open_one()
        before, _ = memory(server.process.pid)
        for _ in range(count - first):
            open_one()
        after, _ = memory(server.process.pid)
    each = (after - before) * 2**20 / (count - first)
    print(f"a silent connection after one request: {each:.0f} bytes of {limit}, over {count:,}")
    return each <= limit


def builds():
    """The time of clean builds, in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="formcells-build-") as folder:
        for configuration in ("debug", "release"):
            began = time.monotonic()
            subprocess.run(
                ["swift", "build", "--quiet", "-c", configuration, "--scratch-path", f"{folder}/{configuration}"],
                cwd=formcells.ROOT, check=True, stdin=subprocess.DEVNULL)
            print(f"clean {configuration} build: {time.monotonic() - began:.0f} s")


def weight():
    """What a phone loads at first; false if a limit is exceeded."""
    # It needs a package that drives a browser; the other parts do not.
    import weight
    return weight.weight()


def instructions():
    """Prints the instructions per request; false if they grow faster than the form."""
    import instructions
    return instructions.instructions()


def sessions():
    """Prints the bytes per session; false if they exceed the limit."""
    import sessions
    return sessions.sessions()


def neighbours():
    """How long other visitors wait while one searches."""
    import neighbours
    neighbours.neighbours()


def uploads():
    """How long other visitors wait while files are uploaded."""
    import uploads
    uploads.uploads()


def table():
    """The measured work compared with nginx, Node and Flask."""
    import table
    table.table()


def growth():
    """What more of each quantity costs."""
    import growth
    growth.growth()


def two_servers():
    """Two servers compared with one: where the time of each request is spent."""
    import fleet
    fleet.run()


def main():
    parts = {
        "page": page, "start": start, "picker": picker, "source": source, "connections": connections, "builds": builds,
        "weight": weight, "instructions": instructions, "sessions": sessions, "neighbours": neighbours, "fleet": two_servers,
        "uploads": uploads, "table": table, "growth": growth}
    parser = argparse.ArgumentParser(prog="Tests/Benchmarks/run")
    parser.add_argument("--builds", action="store_true", help="clean builds too")
    parser.add_argument("--only", choices=parts)
    arguments = parser.parse_args()
    usual = ["page", "start", "picker", "source", "connections"] + ["builds"] * arguments.builds
    chosen = [arguments.only] if arguments.only else usual
    is_within = True
    for name in chosen:
        is_within = parts[name]() is not False and is_within
        sys.stdout.flush()
    sys.exit(0 if is_within else 1)


if __name__ == "__main__":
    main()
