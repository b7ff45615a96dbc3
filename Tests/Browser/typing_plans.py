"""Random plans of typing: into every kind of field, at every pace, while saves, conditions, scripts and views come in between.

    .build-tools/venv/bin/python -B Tests/Browser/typing_plans.py chromium|firefox|webkit [--plans 200] [--seed 1]

prints the seed of each plan in whose record something else stands than was typed, and ends with `N plans, N differences`. One
plan again: `--plans 1 --seed N`.
"""

import argparse
import contextlib
import crypt
import json
import pathlib
import random
import signal
import sys
import threading
import time

if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tools"))

from selenium.common.exceptions import WebDriverException

from browser import DESKTOP, PHONE
from engines import Gone
from formcells import Server
from page_clock import PageClock

FORM = {
    "title": "Typing",
    "sections": [
        {"container": "step", "title": "First", "cells": [
            {"id": "more", "type": "switch", "label": "More"},
            {"id": "detail", "type": "text", "label": "Detail", "visibleWhen": {"cell": "more", "equals": True}},
            {"id": "name", "type": "text", "label": "Name", "maxLength": 60},
            {"id": "extra", "type": "text", "label": "Extra", "visibleWhen": {"cell": "name", "filled": True}},
            {"id": "mail", "type": "text", "label": "Mail", "format": "email"},
            {"id": "phone", "type": "text", "label": "Phone", "format": "tel"},
            {"id": "count", "type": "text", "label": "Count", "format": "integer"},
            {"id": "share", "type": "text", "label": "Share", "format": "decimal"},
            {"id": "total", "type": "currency", "label": "Total", "currency": "USD"},
            {"id": "kind", "type": "radio-group", "label": "Kind", "options": ["Car", "Train"], "other": {"label": "Another"}},
        ]},
        {"container": "step", "title": "Second", "cells": [
            {"id": "remarks", "type": "note", "label": "Remarks", "maxLength": 300},
            {"id": "secret", "type": "password", "label": "Secret"},
            {"id": "stay", "type": "number", "label": "Stay",
             "notes": [{"when": {"cell": "stay", "atLeast": 10}, "kind": "info", "text": "That is long."}]},
            {"id": "day", "type": "date", "label": "Day"},
            {"id": "hour", "type": "time", "label": "Hour"},
            {"id": "spots", "type": "list-picker", "label": "Spots", "selection": "multiple",
             "options": ["Lobby", "Workshop"], "other": {"label": "Another Spot"}},
            {"id": "owner", "type": "list-picker", "label": "Owner", "view": "full",
             "source": {"file": "owners.csv", "value": "id", "label": "name"}},
        ]},
    ],
}
SYLLABLES = ["ka", "lo", "mi", "ru", "te", "sa", "vo", "ni", "pe", "du"]
SOURCES = {"owners.csv": "id,name\n" + "".join(
    f"{a}{b}{c},{(a + b + c).title()}\n" for a in SYLLABLES for b in SYLLABLES for c in SYLLABLES[:4])}
STEPS = [["name", "mail", "phone", "count", "share", "total", "kind", "extra", "detail"],
         ["remarks", "secret", "stay", "day", "hour", "spots", "owner"]]
PAUSES = [50, 80, 120, 180, 260, 400, 650, 900, 1100, 1400, 2000]
PATIENCE_SECONDS = 20
# The pause between two looks: constant polling would take the processor from the page that is about to change.
PAUSE_SECONDS = 0.01


class Typist:
    """One plan: what is typed, and what should be recorded."""

    def __init__(self, seed, window, engine, clock, folder):
        self.chance = random.Random(seed)
        self.window, self.engine, self.clock, self.folder = window, engine, clock, folder
        self.expected, self.now, self.did, self.looked = {}, 0, [], threading.Event()
        self.pace = self.chance.choice([60, 120, 180, 250])
        # In WebKitGTK, WebDriver cannot query a page before its scripts have loaded.
        self.is_late = self.chance.random() < 0.25 and engine != "webkit"

    def run(self):
        """Runs the plan. Returns the differences by cell: what was meant and what was recorded."""
        self.clock.scripts_come.clear()
        url = f"{self.clock.late_url if self.is_late else self.clock.url}/forms/typing?draft=new"
        if self.is_late:
            # Some browsers report a page as loaded only after its late scripts.
            self.ask(f"void (location.href = {json.dumps(url)})")
        else:
            self.window.goto(url)
            self.now = 0
        self.until(f"location.href === {json.dumps(url)} && document.querySelector('main > .actions')")
        self.ask(f"pageClock.latency = {self.chance.randint(20, 400)}")
        if not self.is_late:
            self.until("document.querySelector('#_parts')")
        for number, cells in enumerate(STEPS):
            # In WebKitGTK, WebDriver's keys reach a date only as one control, and cannot select its parts.
            hidden = ("extra", "detail", "day", "hour") if self.engine == "webkit" else ("extra", "detail")
            shown = [cell for cell in cells if cell not in hidden]
            for cell in self.chance.sample(shown, self.chance.randint(2, 4)):
                if self.chance.random() < 0.2 and number == 0:
                    self.toggle()
                self.fill(cell)
                self.wait(self.chance.choice([0, 20, 100, 300, 1500]))
                if cell == "name" and self.chance.random() < 0.6:
                    self.fill("extra")
            if number == 0 and self.chance.random() < 0.5:
                if not self.expected.get("more"):
                    self.toggle()
                self.fill("detail")
            self.clock.scripts_come.set()
            before = self.ask("document.querySelector('h1').textContent")
            self.press_until("main > .actions .primary", "!document.querySelector('form.form[aria-busy]') && "
                             f"document.querySelector('h1').textContent !== {json.dumps(before)}")
        errors = self.ask("window.pageErrors")
        if errors:
            raise AssertionError(errors)
        return self.differences()

    # What a person does

    def fill(self, cell):
        if cell in ("extra", "detail"):
            # These cells appear only with scripts.
            self.clock.scripts_come.set()
        getattr(self, f"fill_{cell}", self.fill_text)(cell)

    def fill_text(self, cell):
        text = {
            "mail": lambda: f"{self.word()}@example.org", "phone": lambda: f"+49{self.digits(6)}",
        }.get(cell, lambda: self.word() + self.chance.choice(["", " "]) + self.word())()
        at = self.chance.randint(0, len(text)) if cell in ("name", "extra", "detail", "mail") else len(text)
        self.enter(cell, text[:at])
        # The visitor leaves the field and returns to it later.
        if at < len(text):
            self.press("h1")
            self.wait(self.chance.choice([100, 700, 1600]))
            self.into(f"#{cell}")
            self.key("End")
            self.type(text[at:])
        self.expected[cell] = text

    def fill_count(self, cell):
        self.expected[cell] = text = str(self.chance.randint(1, 99999))
        self.enter(cell, text)

    def fill_share(self, cell):
        self.expected[cell] = text = f"{self.chance.randint(0, 9999)}.{self.chance.randint(1, 9)}"
        self.enter(cell, text)

    def fill_total(self, cell):
        text = self.chance.choice([str(self.chance.randint(1, 20000)), f"{self.chance.randint(1, 20000)}.5"])
        self.enter(cell, text)
        self.expected[cell] = {"amount": f"{float(text):.2f}", "currency": "USD"}

    def fill_stay(self, cell):
        number = self.chance.randint(1, 60)
        self.enter(cell, str(number))
        self.expected[cell] = number

    def fill_secret(self, cell):
        text = self.word() + self.digits(3)
        self.enter(cell, text)
        self.expected[cell] = {"password": text}

    def fill_day(self, cell):
        year, month, day = self.chance.randint(1990, 2060), self.chance.randint(1, 12), self.chance.randint(1, 28)
        iso = f"{year}-{month:02}-{day:02}"
        self.enter(cell, f"{month:02}{day:02}{year}")
        self.expected[cell] = iso

    def fill_hour(self, cell):
        hour, minute = self.chance.randint(0, 23), self.chance.randint(0, 59)
        written = f"{(hour + 11) % 12 + 1:02}{minute:02}{'AP'[hour // 12]}"
        self.enter(cell, written)
        self.expected[cell] = f"{hour:02}:{minute:02}"

    def fill_kind(self, cell):
        text = self.word()
        self.into("[name='kind.other']")
        self.type(text)
        self.expected[cell] = {"other": text}

    def fill_spots(self, cell):
        self.open(cell)
        text = self.word()
        self.into("dialog .other .field")
        self.type(text)
        values = [{"other": text}]
        if self.chance.random() < 0.5:
            self.wait(self.chance.choice([0, 300, 1500]))
            self.press("dialog .row input[value='Lobby']")
            values.append("Lobby")
        self.apply()
        self.expected[cell] = values

    def fill_owner(self, cell):
        self.open(cell)
        wanted = "".join(self.chance.choice(SYLLABLES[:4] if place == 2 else SYLLABLES) for place in range(3))
        self.into("dialog [type=search]")
        self.type(wanted)
        self.until(f"document.querySelector('dialog .row input[value={json.dumps(wanted)}]')"
                   f" && document.querySelectorAll('dialog .row').length < 5")
        self.same(self.ask("document.querySelector('dialog [type=search]').value"), wanted)
        self.press(f"dialog .row input[value={json.dumps(wanted)}]")
        self.apply()
        self.expected[cell] = wanted

    def toggle(self):
        self.press("#more")
        self.expected["more"] = not self.expected.get("more")

    def open(self, cell):
        self.clock.scripts_come.set()
        self.press_until(f"#{cell}", "document.querySelector('dialog[open]:not([data-late]) .row')")

    def apply(self):
        self.wait(self.chance.choice([0, 200]))
        self.press_until("dialog .view-foot [value=apply]", "!document.querySelector('dialog')")

    def enter(self, cell, text):
        self.into(f"#{cell}")
        self.type(text)

    def into(self, field):
        """Focuses a field by the pointer; a date or a time by script, because a pointer could hit any of its parts."""
        place = f"document.querySelector({json.dumps(field)})"
        self.until(place)
        if self.ask(f"/date|time/.test({place}.type)"):
            self.ask(f"void {place}.focus()")
        deadline = time.monotonic() + PATIENCE_SECONDS
        # An opening view may move the field away from under the pointer.
        while not self.ask(f"document.activeElement === {place}"):
            if time.monotonic() > deadline:
                raise AssertionError(f"{field} does not get the focus")
            self.press(field)

    def word(self):
        return "".join(self.chance.choice(SYLLABLES) for _ in range(self.chance.randint(1, 3)))

    def digits(self, count):
        return "".join(self.chance.choice("123456789") for _ in range(count))

    def type(self, text):
        for letter in text:
            self.did.append(letter)
            self.window.type(letter)
            self.wait(self.chance.choice(PAUSES) if self.chance.random() < 0.15 else self.pace)
            if self.is_late and self.chance.random() < 0.2:
                self.clock.scripts_come.set()

    def key(self, name):
        self.did.append(f"<{name}>")
        self.window.key(name)

    def press(self, selector):
        self.did.append(f"[{selector}]")
        place = f"document.querySelector({json.dumps(selector)})"
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            # It may have just moved because something above it appeared or disappeared.
            with contextlib.suppress(Gone, WebDriverException):
                if self.window.evaluate(f"pageClock.rests({place})"):
                    self.window.click_element(self.window.element(place))
                    return self.wait(0)
            self.looked.wait(PAUSE_SECONDS)
        raise AssertionError(f"{selector} cannot be pressed")

    def press_until(self, button, condition):
        """Repeats a press that misses a button that has just moved, as a person would."""
        for _ in range(5):
            if self.ask(f"Boolean(document.querySelector({json.dumps(button)}))"):
                self.press(button)
            with contextlib.suppress(AssertionError):
                return self.until(condition, milliseconds=3000)
        self.until(condition, milliseconds=3000)

    # The page's clock

    def wait(self, milliseconds):
        self.now += milliseconds
        self.did.append(f"+{milliseconds}")
        deadline = time.monotonic() + PATIENCE_SECONDS
        # A page that is still loading has no clock yet.
        while not self.ask(f"window.pageClock?.to({self.now})"):
            if time.monotonic() > deadline:
                raise AssertionError("an answer does not come")
            self.looked.wait(PAUSE_SECONDS)

    def until(self, condition, milliseconds=20_000):
        deadline, end = time.monotonic() + PATIENCE_SECONDS, self.now + milliseconds
        while not self.ask(f"Boolean({condition})"):
            if time.monotonic() > deadline or self.now > end:
                state = self.ask("[location.href, document.activeElement.outerHTML, document.querySelector('form')?.getAttribute('aria-busy'), pageErrors, pageClock.now, document.querySelector('.notice')?.textContent, [...document.querySelectorAll('.field')].map((field) => field.value)]")
                raise AssertionError(f"never: {condition}; {state}")
            self.wait(100)

    def ask(self, expression):
        while True:
            try:
                return self.window.evaluate(expression)
            except Gone:
                # Another page is loading, and its clock starts at zero.
                self.now = 0

    # What is recorded

    def same(self, found, meant):
        if found != meant:
            raise AssertionError(f"{found!r} instead of {meant!r}")

    def differences(self):
        *_, line = (self.folder / "submissions/typing.jsonl").read_text().splitlines()
        values = json.loads(line)["values"]
        found = {}
        for cell, meant in self.expected.items():
            value = values.get(cell)
            if isinstance(value, str) and cell in ("count", "share"):
                value = value.replace(",", "")
            if isinstance(meant, dict) and "password" in meant:
                is_same = crypt.crypt(meant["password"], value["hash"]) == value["hash"] if value else False
            elif isinstance(meant, list):
                is_same = isinstance(value, list) and sorted(map(str, value)) == sorted(map(str, meant))
            else:
                is_same = value == meant
            if not is_same:
                found[cell] = (meant, value)
        return found


def run(kind, engine, seeds, report):
    """Runs the plan of each seed in one engine; returns how many recorded something else than was typed."""
    failed = 0
    with Server({"typing": FORM}, SOURCES) as server, PageClock(server) as clock:
        window = None
        for number, seed in enumerate(seeds):
            if number % 40 == 0:
                if window:
                    window.close()
                window = engine.open(PHONE if seed % 2 else DESKTOP)
                # A window behind another one is rarely drawn.
                window.activate()
            typist = Typist(seed, window, kind, clock, server.data)
            try:
                found = typist.run()
            except AssertionError as error:
                found = str(error)
            if found:
                failed += 1
                report(f"seed {seed}: {found}; typed: {' '.join(typist.did[-60:])}")
        window.close()
    return failed


def main():
    from engines.chromium import Chromium
    from engines.firefox import Firefox
    from engines.webkit import WebKit

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", choices=["chromium", "firefox", "webkit"])
    parser.add_argument("--plans", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="the first one")
    chosen = parser.parse_args()
    # Exits cleanly, so that the processes it started are ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    engine = {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}[chosen.engine](True)
    try:
        seeds = range(chosen.seed, chosen.seed + chosen.plans)
        failed = run(chosen.engine, engine, seeds, lambda line: print(line, flush=True))
    finally:
        engine.close()
    print(f"{chosen.plans} plans, {failed} differences")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
