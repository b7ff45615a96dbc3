"""The first view of a form of ten cells on a phone: bytes on the wire, layout shifts, long tasks (`run --only weight`)."""

from playwright.sync_api import sync_playwright

from formcells import Server

WINDOW = {"width": 360, "height": 740}
# One initial congestion window: ten segments of 1,460 bytes (RFC 6928).
BYTE_LIMIT = 14_600
SHIFT_LIMIT = 0.0
TASK_LIMIT_MILLISECONDS = 50
SLOWDOWN = 4
ROUNDS = 15

# One cell of each kind.
FORM = {
    "title": "Goods Received", "description": "What came, from whom, and in what state.",
    "sections": [
        {"title": "Delivery", "footer": "The delivery note is kept for two years.", "cells": [
            {"id": "note", "type": "text", "label": "Delivery Note", "required": True, "maxLength": 20,
             "helper": "The number at the top of the sheet."},
            {"id": "day", "type": "date", "label": "Day of Arrival", "required": True, "maximum": "today"},
            {"id": "supplier", "type": "list-picker", "label": "Supplier", "required": True,
             "placeholder": "Choose a supplier", "options": [f"Supplier {number}" for number in range(1, 41)]},
            {"id": "value", "type": "currency", "label": "Value of the Goods", "currency": "EUR", "minimum": 0},
            {"id": "gate", "type": "radio-group", "label": "Gate", "options": ["North", "South", "Railway"]}]},
        {"title": "State", "footer": "Photos are not needed.", "cells": [
            {"id": "complete", "type": "switch", "label": "Delivery Is Complete", "value": True},
            {"id": "damage", "type": "select", "label": "Damage", "selection": "multiple",
             "options": ["Crate", "Seal", "Goods", "Papers"]},
            {"id": "remarks", "type": "note", "label": "Remarks", "maxLength": 500,
             "helper": "Whatever the supplier should know."},
            {"id": "order", "type": "order-picker", "label": "Unpack First", "criteria": [
                {"id": "urgent", "label": "Urgent Orders", "selected": True},
                {"id": "heavy", "label": "Heavy Pieces"}, {"id": "cold", "label": "Cold Goods"}]},
            {"id": "pin", "type": "password", "label": "Your PIN", "required": True, "minLength": 4}]}],
}

# Keeps what the browser reports from the document's beginning; `performance.timeOrigin` tells documents apart.
OBSERVE = """
    const seen = { shifts: [], tasks: [] };
    const observers = [["layout-shift", "shifts"], ["longtask", "tasks"]].map(([type, list]) => {
      const take = (entries) => seen[list].push(...entries.map((entry) => type === "longtask"
        ? { duration: entry.duration }
        : { value: entry.value, start: entry.startTime, isOfInput: entry.hadRecentInput }));
      const observer = new PerformanceObserver((entries) => take(entries.getEntries()));
      observer.observe({ type, buffered: true });
      return () => take(observer.takeRecords());
    });
    globalThis.reportedSoFar = () => {
      observers.forEach((flush) => flush());
      return { document: performance.timeOrigin, ...seen };
    };
"""

# Two frames later all that was asked for is on the screen, and an idle moment later all tasks are over.
SETTLED = """() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
    requestIdleCallback(() => resolve(reportedSoFar())))))"""


def cumulative_shift(shifts):
    """CLS as browsers define it: the largest window of shifts, less than 1 s apart and 5 s long, that no input caused."""
    largest = total = 0.0
    first = last = None
    for shift in sorted((each for each in shifts if not each["isOfInput"]), key=lambda each: each["start"]):
        if first is None or shift["start"] - last >= 1000 or shift["start"] - first >= 5000:
            first, total = shift["start"], 0.0
        last, total = shift["start"], total + shift["value"]
        largest = max(largest, total)
    return largest


class Traffic:
    """What came over the wire, with its status line and fields, by kind."""

    def __init__(self, session):
        self.kinds, self.bytes = {}, {}
        session.on("Network.responseReceived", self.received)
        session.on("Network.loadingFinished", self.finished)
        session.send("Network.enable")

    def received(self, event):
        if not event["response"]["url"].startswith("data:"):
            kinds = {"Document": "HTML", "Stylesheet": "CSS", "Script": "JS"}
            self.kinds[event["requestId"]] = kinds.get(event["type"], "other")

    def finished(self, event):
        self.bytes[event["requestId"]] = int(event["encodedDataLength"])

    def by_kind(self):
        """Bytes and number of responses."""
        return {
            kind: (sum(self.bytes[each] for each in ids), len(ids)) for kind in ("HTML", "CSS", "JS", "other")
            for ids in [[each for each in self.bytes if self.kinds.get(each) == kind]]}


def visit(chromium, url, slowdown):
    """One first visit, then Submit on the empty form: traffic of the view, CLS, milliseconds of the long tasks."""
    context = chromium.new_context(viewport=WINDOW, is_mobile=True, has_touch=True, locale="en-US")
    try:
        context.add_init_script(OBSERVE)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        traffic = Traffic(session)
        page.goto(url, wait_until="networkidle")
        view = page.evaluate(SETTLED)
        loaded = traffic.by_kind()
        page.get_by_role("button", name="Submit", exact=True).tap()
        page.locator("#_problems").wait_for()
        answer = page.evaluate(SETTLED)
        reports = [answer] if answer["document"] == view["document"] else [view, answer]
        shift = max(cumulative_shift(each["shifts"]) for each in reports)
        return loaded, shift, [task["duration"] for each in reports for task in each["tasks"]]
    finally:
        context.close()


def weight():
    """Prints the figures; answers whether all are within their limits."""
    with Server({"goods": FORM}) as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        try:
            url = f"{server.url}/forms/goods"
            loaded, shift, _ = visit(chromium, url, 1)
            slow = [visit(chromium, url, SLOWDOWN) for _ in range(ROUNDS)]
        finally:
            chromium.close()
    view = sum(loaded[kind][0] for kind in ("HTML", "CSS", "JS"))
    total = sum(count for count, _ in loaded.values())
    longest = [max(tasks, default=0.0) for _, _, tasks in slow]
    # Whatever else the machine does makes tasks longer, never shorter.
    task = min(longest)
    shift = max([shift, *(each[1] for each in slow)])
    print(f"first view of a form of 10 cells, {WINDOW['width']} x {WINDOW['height']}: bytes on the wire")
    for kind, (count, responses) in loaded.items():
        print(f"  {kind:6} {count:6}   in {responses} response{'' if responses == 1 else 's'}")
    print(f"  in all {total:6}")
    results = [
        (f"HTML, CSS, JS: {view}", f"{BYTE_LIMIT}", view <= BYTE_LIMIT),
        (f"layout shift (CLS), up to Submit and its answer: {shift:.4f}", f"{SHIFT_LIMIT:g}", shift <= SHIFT_LIMIT),
        (f"longest task at {SLOWDOWN} x slowdown, least of {ROUNDS} visits: {task:.0f} ms "
         f"({', '.join(f'{each:.0f}' for each in longest)}; 0: none over 50)", f"{TASK_LIMIT_MILLISECONDS} ms",
         task <= TASK_LIMIT_MILLISECONDS),
    ]
    for text, limit, is_within in results:
        print(f"  {text}   (limit {limit}{'' if is_within else ': BROKEN'})")
    return all(is_within for _, _, is_within in results)
