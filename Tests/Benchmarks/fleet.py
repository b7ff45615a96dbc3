"""Requests per second of two servers behind nginx with Valkey and PostgreSQL, compared with one server alone.

    Tests/Benchmarks/run --only fleet

Everything, including the load generator, shares this machine's processors, so this does not show what a fleet gains from more
machines. It shows what one request costs each process: the work that a machine for that process would have to do.
"""

import contextlib
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tools"))

from formcells import Server  # noqa: E402
from measure import filled_in, form_of_ten_cells, processor_seconds  # noqa: E402
from sample_forms import SMALL  # noqa: E402
from services import Nginx, PostgreSQL, Valkey  # noqa: E402

ROUNDS, SECONDS, VISITORS = 3, 4, 32
FORMS = {"goods": form_of_ten_cells(), "small": SMALL}


def script(kind, visitors):
    """What wrk sends (Lua)."""
    if kind == "send a small form":
        return """
          local thread = 0
          function setup(it) it:set("id", thread); thread = thread + 1 end
          function init() count = 0; math.randomseed(os.time() + id); salt = math.random(0, 0xffffff) end
          function request()
            count = count + 1
            return wrk.format("POST", "/forms/small", {["Content-Type"] = "application/x-www-form-urlencoded"},
              string.format("name=Visitor&_do=submit&_fill=%06x%02x%024x", salt, id, count))
          end"""
    pages = []
    for visitor in visitors:
        cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        button = visitor.page.find("button", "Choice 0")
        url, pairs = visitor.page.submission(button)
        pages.append((cookie, visitor.page.url.split("#")[0].split("/", 3)[3], url, pairs))
    if kind == "look at a filled-in form":
        calls = [f'wrk.format("GET", "/{page}", {{Cookie = "{cookie}"}})' for cookie, page, _, _ in pages]
    else:
        calls = [
            f'wrk.format("POST", {urllib.parse.urljoin("/" + page, url)!r}, {{Cookie = "{cookie}", '
            f'["Content-Type"] = "application/x-www-form-urlencoded"}}, {urllib.parse.urlencode(pairs)!r})'
            for cookie, page, url, pairs in pages]
    return f"""
      function init() calls = {{{", ".join(calls)}}}; count = 0 end
      function request() count = count + 1; return calls[count % #calls + 1] end"""


def wrk(url, text, connections=64, seconds=SECONDS):
    """The number of answered requests, and the rate per second; `text` is the wrk script."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(text)
        file.flush()
        output = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "-s", file.name, url],
            capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        raise SystemExit(f"error: wrk met errors:\n{output}")
    return int(re.search(r"(\d+) requests in", output)[1]), float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])


def family(pid):
    """A process and all its descendants."""
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in family(int(child)))]


def run():
    arrangements = {}
    with contextlib.ExitStack() as stack:
        one = stack.enter_context(Server(FORMS))
        valkey = stack.enter_context(Valkey())
        database = stack.enter_context(PostgreSQL(options=["fsync=on"]))
        options = ["--trust-proxy", "--sessions", valkey.url, "--submissions", database.url]
        servers = [stack.enter_context(Server(FORMS, options=options)) for _ in range(2)]
        nginx = stack.enter_context(Nginx([server.port for server in servers]))
        arrangements["one server, memory and files"] = (one, {"server": [one]})
        arrangements["two behind nginx, Valkey, PostgreSQL"] = (
            nginx, {"servers": servers, "nginx": [nginx], "Valkey": [valkey], "PostgreSQL": [database]})
        for kind in ["look at a filled-in form", "press a picker's button", "send a small form"]:
            print(f"{kind}: wrk -t1 -c64, median of {ROUNDS} runs of {SECONDS} s, alternating")
            scripts = {
                name: script(kind, [filled_in(door) for _ in range(VISITORS if "small" not in kind else 0)])
                for name, (door, _) in arrangements.items()}
            rates, costs = {}, {}
            for name, (door, parts) in list(arrangements.items()) * ROUNDS:
                pids = {part: [pid for each in group for pid in family(each.process.pid)] for part, group in parts.items()}
                before = {part: processor_seconds(each) for part, each in pids.items()}
                count, rate = wrk(door.url, scripts[name])
                rates.setdefault(name, []).append(rate)
                for part, each in pids.items():
                    # A process that has ended meanwhile has no known time.
                    spent = processor_seconds(each) - before[part]
                    costs.setdefault(name, {}).setdefault(part, []).append(1e6 * spent / count)
            for name in arrangements:
                parts = ", ".join(f"{part} {statistics.median(values):.0f} µs" for part, values in costs[name].items())
                print(f"  {name:38} {statistics.median(rates[name]):8.0f} requests/s   processor time a request: {parts}")
