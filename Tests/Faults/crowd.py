"""Visitors who finish their forms whatever breaks, and a count of what each fault cost them.

A visitor does as people do: if no answer comes they press again; if a page lacks what they entered they go Back and press again. They
enter something a second time only if neither their pages nor the server holds it; those entries are counted as `retyped`. A page that
lacks something without saying so is counted as `silent`.
"""

import collections
import contextlib
import http.client
import threading
import urllib.parse

import html_tree
from formcells import PATIENCE_SECONDS
from visitor import Visitor, written

MACHINES = ["Crane", "Drill", "Lathe", "Pump", "Valve"]
PARTS = ["Belt", "Coupling", "Fuse", "Gasket", "Nut"]
REPORT = {
    "title": "Report",
    "sections": [{"cells": [
        {"id": "summary", "type": "text", "label": "Summary", "required": True, "maxLength": 80},
        {"id": "remark", "type": "note", "label": "Remark"},
        {"id": "machine", "type": "list-picker", "label": "Machine", "required": True, "options": MACHINES},
        {"id": "parts", "type": "list-picker", "label": "Parts", "selection": "multiple", "options": PARTS},
    ]}],
}
PATH = "/forms/report"
# The total number of broken requests after which a server counts as not coming back.
BREAK_LIMIT = 100_000
# A server that shuts down waits this long for the first request of a connection, counted from its opening (`Pace.firstRequestGrace`).
GRACE_SECONDS = 2
# How often a visitor presses again before giving up: when the page lacks something, and when the server refuses.
BACK_LIMIT, REFUSAL_LIMIT = 60, 20_000


class Tally:
    """Counters for all visitors together, and the receipts that they saw: id to answers."""

    def __init__(self):
        self.counts, self.receipts = collections.Counter(), {}
        self.unusual = []
        self.changed = threading.Condition()

    def add(self, name, number=1):
        with self.changed:
            self.counts[name] += number
            self.changed.notify_all()

    def wait_for(self, *goals):
        """Waits until one of the goals (name, number) is reached; false if nothing progresses."""
        with self.changed:
            while not any(self.counts[name] >= number for name, number in goals):
                if not self.changed.wait(PATIENCE_SECONDS):
                    return False
            return True

    def receive(self, receipt, answers):
        with self.changed:
            self.receipts[receipt] = answers
            self.counts["receipts"] = len(self.receipts)
            self.changed.notify_all()

    def remember(self, text):
        """Records a page that was not as expected; only the first few."""
        with self.changed:
            if len(self.unusual) < 40:
                self.unusual.append(text)

    def line(self, *names):
        return ", ".join(f"{self.counts[name]} {name}" for name in names)


class Door:
    """Where visitors connect: a server, or a proxy in front of it. While it is closed they wait."""

    def __init__(self, host, port):
        self.host, self.port = host, port
        self.opened = threading.Event()
        self.opened.set()

    @contextlib.contextmanager
    def closed(self):
        self.opened.clear()
        try:
            yield
        finally:
            self.opened.set()

    @property
    def url(self):
        return f"http://{self.host}:{self.port}"


def shown(page):
    """What the page shows for each label: a field's text, or a picker's value as a sorted list."""
    ids = {element["id"]: element for element in page.root.walk() if element["id"]}
    labels = {label["for"]: label for label in page.root.all("label") if label["for"]}
    values = {}
    for element in ids.values():
        if element.tag in ("input", "textarea") and element["id"] in labels:
            label = labels[element["id"]].text(spoken=True)
            values[label] = written(element) if element.tag == "textarea" else element["value"]
        elif element.tag == "button" and element["aria-haspopup"] == "dialog":
            parts = element["aria-labelledby"].split()
            label, value = (ids[next(part for part in parts if part.endswith(end))].text(spoken=True)
                            for end in ("_label", "_value"))
            values[label] = sorted(value.split(", "))
    return values


def says_so(page):
    """Whether the page reports anything: an error or a status message."""
    told = [each for each in page.root.walk() if each["role"] in ("status", "alert") and each.text()]
    return page.status >= 400 or bool(told)


class Person(Visitor):
    def __init__(self, door, tally, headers=None):
        super().__init__(door, headers)
        self.tally = tally
        self.entered = {}

    def request(self, method, url, body=None, headers=None):
        """Repeats the request until a complete answer comes."""
        while True:
            self.server.opened.wait(PATIENCE_SECONDS)
            try:
                answer = super().request(method, url, body, headers)
            except (OSError, http.client.HTTPException):
                self.tally.add("broken off")
                if self.sent_seconds < GRACE_SECONDS: self.tally.add("cut off")
                if self.tally.counts["broken off"] > BREAK_LIMIT:
                    raise
                continue
            self.tally.add("answers")
            return answer

    def look(self, method, url, body=None, fields=None):
        """The page at the end of the redirects, whatever its status."""
        url = urllib.parse.urljoin(self.page.url if self.page else self.server.url, url)
        status, answer, content = self.request(method, url, body, fields)
        for _ in range(5):
            if status != 303:
                break
            url = urllib.parse.urljoin(url, answer["Location"])
            query = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)
            for receipt in query.get("receipt", []):
                self.tally.receive(receipt, dict(self.entered))
            status, answer, content = self.request("GET", url)
        return self.page_of(status, answer, content, url)

    def press_until(self, page, name, is_done):
        """Presses a button of `page` until the result is as expected, and returns it; None if Back does not help."""
        url, pairs = page.submission(page.find("button", name))
        body = urllib.parse.urlencode(pairs)
        left = BACK_LIMIT
        while left > 0:
            self.page = page
            answer = self.look("POST", url, body)
            if is_done(answer) and not self.misses(answer):
                return answer
            if answer.status >= 500 and self.tally.counts["refused"] < REFUSAL_LIMIT:
                self.tally.add("refused")
                continue
            left -= 1
            self.tally.add("back")
            if self.misses(answer) and not says_so(answer):
                self.tally.add("silent")
                self.tally.remember(f"silent: {name!r} led to {answer.url} ({answer.status}) without {self.misses(answer)}")
        self.tally.remember(f"{name!r} never led on: {answer.status} {answer.url} {answer.text[:300]!r}")
        return None

    def misses(self, page):
        """Labels of what was entered and is not on the page; empty on a receipt."""
        if "receipt=" in page.url:
            return []
        values = shown(page)
        return [label for label, value in self.entered.items() if values.get(label) != value]

    def fill_and_send(self, answers):
        """Takes one form to its receipt. A generator: each step is one request, so that other tabs can act in between."""
        while not (yield from self.attempt(answers)):
            self.tally.add("retyped", len(self.entered))
            if self.tally.counts["retyped"] > 1000:
                raise AssertionError("visitors enter the same again and again")

    def attempt(self, answers):
        self.entered = {}
        page = self.look("GET", PATH)
        if not page.has("textbox", "Summary"):
            return False
        if page.value("Summary") and page.value("Summary") != answers["Summary"]:
            self.tally.add("left over")
            self.tally.remember(f"left over: {page.value('Summary')!r} on {page.url} before {answers['Summary']!r}")
        yield
        for label in ("Summary", "Remark"):
            page.type(label, answers[label])
            self.entered[label] = answers[label]
        for label, role in (("Machine", "radio"), ("Parts", "checkbox")):
            view = self.press_until(page, label, lambda page: page.dialog and page.dialog_name == label)
            if view is None:
                return False
            yield
            for value in answers[label]:
                view.choose(value) if role == "radio" else view.tick(value)
            if role == "checkbox":
                # Ticks of an earlier draft, which came back with a request that the network had delayed.
                view.untick(*(value for value in set(view.checked(group="All")) - set(answers[label])), group="All")
            self.entered[label] = answers[label]
            page = self.press_until(view, "Apply", lambda page: not page.dialog)
            if page is None:
                return False
            yield
        return self.press_until(page, "Submit", lambda page: "receipt=" in page.url and page.status == 200) is not None


def answers(number):
    """The answers of visitor `number`; no two visitors have the same."""
    return {
        "Summary": f"Visitor {number}", "Remark": f"First line of {number}\nand \"more\" <of> it & so on.",
        "Machine": [MACHINES[number % len(MACHINES)]],
        "Parts": sorted({PARTS[number % len(PARTS)], PARTS[number // 7 % len(PARTS)]})}


def values(answers):
    """The same answers as in a submission."""
    return {
        "summary": answers["Summary"], "remark": answers["Remark"], "machine": answers["Machine"][0],
        "parts": answers["Parts"]}


def take_turns(walks):
    """Runs one step of each generator in turn until all have ended."""
    walks = list(walks)
    while walks:
        walks = [walk for walk in walks if next(walk, walks) is not walks]


class Crowd:
    """Visitors who all fill in forms at the same time, each in several tabs of one browser."""

    def __init__(self, doors, people, forms_each=1, headers=None, tabs=1):
        self.tally, self.people, self.forms_each, self.tabs = Tally(), people, forms_each, tabs
        self.failures = []
        self.threads = [
            threading.Thread(target=self.visit, args=(doors[number % len(doors)], number, headers))
            for number in range(people)]

    def visit(self, door, number, headers):
        try:
            people = [Person(door, self.tally, headers) for _ in range(self.tabs)]
            for each in people:
                each.cookies = people[0].cookies
            for form in range(self.forms_each):
                take_turns(
                    person.fill_and_send(answers(number + (form * self.tabs + tab) * self.people))
                    for tab, person in enumerate(people))
        except Exception as error:
            self.failures.append(error)
        self.tally.add("gone home")

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        for thread in self.threads:
            thread.join()

    def live_through(self, breaks, by="answers"):
        """Fills in forms while `breaks` run in sequence, spread over the whole run: by the number of answers, of which a form
        takes at least eight, or of receipts. All of them happen."""
        forms = self.people * self.forms_each * self.tabs
        share = forms * {"answers": 8, "receipts": 1}[by] / (len(breaks) + 1)

        def break_in_turn():
            try:
                for number, each in enumerate(breaks):
                    if not self.tally.wait_for((by, share * (number + 1)), ("gone home", self.people)):
                        raise AssertionError(f"after {number} of {len(breaks)} breaks nobody gets an answer")
                    each()
            except Exception as error:
                self.failures.append(error)

        breaker = threading.Thread(target=break_in_turn)
        with self:
            breaker.start()
        breaker.join()

    def check(self, test, lines):
        """The receipts that visitors saw are lines on disk, each once and with what was entered; nobody had to enter anything
        twice."""
        tally = self.tally
        if self.failures:
            print("\n".join(tally.unusual))
            raise self.failures[0]
        test.assertEqual(tally.counts["gone home"], self.people)
        stored = {line["id"]: line["values"] for line in lines}
        test.assertEqual(len(stored), len(lines), "lines that are there twice")
        test.assertEqual(len(tally.receipts), self.people * self.forms_each * self.tabs)
        test.assertEqual({receipt: values(sent) for receipt, sent in tally.receipts.items()}, {
            each: {**held, "remark": held["remark"].replace("\r\n", "\n"), "parts": sorted(held["parts"])}
            for each, held in stored.items()})
        test.assertEqual((tally.counts["retyped"], tally.counts["silent"]), (0, 0), tally.unusual)

    def report(self, fault):
        tell(fault, f"{self.people} visitors, {len(self.tally.receipts)} receipts, "
             + self.tally.line("answers", "broken off", "cut off", "refused", "back", "silent", "left over", "retyped"))


def tell(fault, figures):
    """Prints the single line that reports on a fault."""
    print(f"    {fault}: {figures}", flush=True)
