"""Instructions per request (`run --only instructions`): three kinds of request on a form of 10, 100 and 1,000 cells.

The server runs under callgrind, whose counts are the same in every run, even on a busy machine. The cost of a request may grow in
proportion to the cells but not faster: exits 1 if a cell of the largest form costs more than a cell of the middle one.
"""

import http.client
import pathlib
import subprocess
import urllib.parse

from expense import ROWS, expense
from formcells import PATIENCE_SECONDS, PROGRAM, Server
from visitor import Visitor

# The cells of the form, the requests to warm up, and the requests that are counted (fewer of those that cost more).
SIZES = [(10, 100, 300), (100, 20, 40), (1000, 5, 10)]
# The largest allowed ratio of the cost per cell between the last two sizes to that between the first two.
GROWTH_LIMIT = 1.15

# The headers that a browser sends.
HEADERS = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Language": "en-US,en;q=0.5",
    "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-User": "?1",
}


class CountedServer(Server):
    """A server with one worker under callgrind, which counts nothing until told to."""

    def __init__(self, forms):
        super().__init__(forms, options=["--workers", "1"])
        self.wrapper = [
            "valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={self.folder}/counts"]
        self.dumps = 0
        # valgrind cannot read the debug information that the Swift compiler writes.
        self.program = f"{self.folder}/formcells"
        subprocess.run(["strip", "-g", PROGRAM, "-o", self.program], check=True)

    def control(self, *arguments):
        subprocess.run(["callgrind_control", *arguments, str(self.process.pid)], capture_output=True, check=True)

    def instructions(self, send, warm_up, count):
        """The average number of instructions per call of `send`."""
        self.control("--instr=on")
        for _ in range(warm_up):
            send()
        self.control("--zero")
        for _ in range(count):
            send()
        self.control("--dump")
        self.control("--instr=off")
        self.dumps += 1
        dump = pathlib.Path(f"{self.folder}/counts.{self.dumps}").read_text()
        totals = [int(line.split()[1]) for line in dump.splitlines() if line.startswith("totals: ")]
        return sum(totals) / count


def element(page, **attributes):
    """The only element with these attributes. Cell names cannot identify one, as they are not unique on a large form."""
    found = [each for each in page.root.walk() if all(each[key.strip("_")] == text for key, text in attributes.items())]
    assert len(found) == 1, f"{len(found)} elements {attributes} on {page.url}"
    return found[0]


def fill_in(page, project, amount):
    for field in page.root.all("input"):
        for name, text in {"project": project, "amount": amount, "pin": "493027"}.items():
            if (field["name"] or "").rstrip("0123456789") == name:
                field.attributes["value"] = text


def refused(server):
    """A visitor whose form was refused and came back with its mistakes."""
    visitor = Visitor(server, HEADERS)
    page = visitor.open("/forms/expense")
    fill_in(page, "AB-12", "0.00")
    visitor.press_element(element(page, class_="primary", value="submit"), expected=422)
    return visitor


class Sender:
    """Sends the same request repeatedly over one connection, and checks each answer."""

    def __init__(self, server, visitor, method, url, pairs=None, expected=200):
        self.method, self.url, self.expected = method, url, expected
        self.target = urllib.parse.urlunsplit(("", "", *urllib.parse.urlsplit(url)[2:4], ""))
        self.body = None if pairs is None else urllib.parse.urlencode(pairs)
        self.headers = {**HEADERS, "Cookie": "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())}
        if pairs is not None:
            self.headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": server.url}
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE_SECONDS)

    def __call__(self):
        self.connection.request(self.method, self.target, body=self.body, headers=self.headers)
        response = self.connection.getresponse()
        content = response.read()
        assert response.status == self.expected, f"{self.method} {self.url} answered {response.status}: {content[:300]!r}"
        return content


def filled_in_form(server):
    """W1: the page of the refused form."""
    return Sender(server, refused(server), "GET", "/forms/expense")


def open_picker(server, count=ROWS):
    """W2: a picker of 200 rows (or `count`), all shown, three of them selected."""
    visitor = refused(server)
    visitor.press_element(element(visitor.page, id="categories"))
    while visitor.page.has("button", "Show more", group="All"):
        visitor.press("Show more", group="All")
    rows = [each for each in visitor.page.root.all("input") if each["name"] == "_pick"]
    assert len(rows) == count and len([each for each in rows if "checked" in each]) == 3
    return Sender(server, visitor, "GET", visitor.page.url)


def pressed_button(server):
    """W3: a post of the whole form as its page sends it, by the direction button of an order picker."""
    visitor = Visitor(server, HEADERS)
    fill_in(visitor.open("/forms/expense"), "ABC-123", "84.50")
    # This first press makes the session that the counted ones use.
    visitor.press_element(element(visitor.page, id="sortorder_date_direction"))
    url, pairs = visitor.page.submission(element(visitor.page, id="sortorder_date_direction"))
    return Sender(server, visitor, "POST", url, pairs, expected=303)


WORK = {
    "W1": ("GET of the form that was refused", filled_in_form),
    "W2": (f"GET of an open picker of {ROWS} rows", open_picker),
    "W3": ("POST of the form, one button pressed", pressed_button),
}


def counted(size, warm_up, count):
    """Instructions per request for each kind of request, by name, on a form of this many cells."""
    with CountedServer({"expense": expense(size)}) as server:
        return {name: server.instructions(make(server), warm_up, count) for name, (_, make) in WORK.items()}


def instructions():
    """Prints the counts; false if one grows faster than the form."""
    costs = {name: [] for name in WORK}
    for size in SIZES:
        for name, cost in counted(*size).items():
            costs[name].append(cost)
    print("instructions a request, one worker under callgrind")
    print(f"  {'':42}" + "".join(f"{f'{size:,} cells':>14}" for size, _, _ in SIZES) + "   a further cell")
    is_linear = True
    for name, (text, _) in WORK.items():
        slopes = [
            (costs[name][n + 1] - costs[name][n]) / (SIZES[n + 1][0] - SIZES[n][0]) for n in range(len(SIZES) - 1)]
        growth = slopes[1] / slopes[0]
        is_linear = is_linear and growth <= GROWTH_LIMIT
        print(f"  {name} {text:39}" + "".join(f"{cost:14,.0f}" for cost in costs[name])
              + "   " + ", then ".join(f"{slope:,.0f}" for slope in slopes)
              + f": × {growth:.2f}" + ("" if growth <= GROWTH_LIMIT else f", over the limit of {GROWTH_LIMIT}"))
    return is_linear
