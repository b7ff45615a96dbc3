"""A form of ten cells on a phone: bytes, layout shifts, long tasks, presses, a slow network (`run --only weight`).

The length of a task depends on the machine and on the browser's own start. So a form of ten native fields with almost no styles and
no script is visited in turns with ours, to show the browser's share.
"""

import contextlib
import http.server
import re
import statistics
import threading

from playwright.sync_api import sync_playwright

from expense import expense
from formcells import Server
from instructions import filled_in_form, open_picker
from ten_cells import FIRST_VIEW_BYTE_LIMIT, FORM

WINDOW = {"width": 360, "height": 740}
SHIFT_LIMIT = 0.0
TASK_LIMIT_MILLISECONDS = 50
SLOWDOWN = 4
ROUNDS = 15
# Uncompressed: the page of the refused expense report; and, in its picker of 200 rows, a row without the row's own text.
PAGE_BYTE_LIMIT = 12_000
ROW_BYTE_LIMIT = 120
# From an input to the next frame, which shows the effect (Interaction to Next Paint), at the same slowdown.
INTERACTION_LIMIT_MILLISECONDS = 100
# How long a person's finger stays down.
FINGER_DOWN_MILLISECONDS = 80
# A slow network: the time until the first byte of each answer, and the bytes per second after it.
LATENCY_MILLISECONDS = 400
BYTES_PER_SECOND = 50_000
SLOW_ROUNDS = 5
SLOW_LIMITS_MILLISECONDS = {"cold load": 900, "first picker": 900, "another picker": 500}

# The same kinds of fields, as browsers draw them without styles.
BARE_PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Goods Received</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/style.css"></head>
    <body><h1>Goods Received</h1><form method="post">""" + "".join(
        f'<p><label for="field-{number}">Field {number}</label><br><input id="field-{number}" type="{kind}"></p>'
        for number, kind in enumerate(
            "text date text text radio checkbox checkbox text text password".split(), 1)
    ) + "<p><button>Submit</button></p></form></body></html>"
BARE_STYLE = "body { font: 100%/1.5 system-ui, sans-serif } label { font-weight: 600 }"


class BareHandler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        is_style = self.path == "/style.css"
        body = (BARE_STYLE if is_style else BARE_PAGE).encode()
        self.send_response(200)
        self.send_header("Content-Type", f"text/{'css' if is_style else 'html'}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def bare_page():
    """The address of a form that contains nothing of ours."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), BareHandler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


# Records what the browser reports from the document's beginning.
OBSERVE = """
    const seen = { shifts: [], tasks: [], interactions: [] };
    const observers = [
      ["layout-shift", "shifts", (entry) => ({ value: entry.value, start: entry.startTime, isOfInput: entry.hadRecentInput })],
      ["longtask", "tasks", ({ duration }) => ({ duration })],
      ["event", "interactions", ({ duration, interactionId }) => ({ duration: interactionId ? duration : 0 })],
    ].map(([type, list, read]) => {
      const take = (entries) => seen[list].push(...entries.map(read));
      const observer = new PerformanceObserver((entries) => take(entries.getEntries()));
      observer.observe({ type, buffered: true, durationThreshold: 16 });
      return () => take(observer.takeRecords());
    });
    globalThis.reportedSoFar = () => {
      observers.forEach((flush) => flush());
      return { ...seen };
    };
"""

# After two frames everything requested is on screen; after the next idle moment all tasks are over.
SETTLED = """new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
    requestIdleCallback(() => resolve(reportedSoFar())))))"""

# Its position once nothing moves: a tap would miss a view that is still rising.
PLACE = """(async (selector) => {
    const button = document.querySelector(selector);
    const moving = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(moving.map(({ finished }) => finished));
    button.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = button.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
})('%s')"""
SUBMIT = 'button[value="submit"]:not(.default-action)'
CLOSE = "dialog button[data-leave]"

PAINTED = """new Promise((resolve) => new PerformanceObserver((entries) => resolve(entries.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true }))"""

# From the next lift of a finger until the frame after the condition holds. It requests no frame earlier, because a waiting page draws
# none.
TIME_UNTIL = """globalThis.timeUntil = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("nothing came of a tap")), 30_000);
    addEventListener("pointerup", ({ timeStamp }) => {
      const look = () => {
        if (!(%s)) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, attributes: true });
      look();
    }, { capture: true, once: true });
}); timeUntil.catch(() => {}); 0"""
IS_OPEN = 'document.querySelector("dialog:modal")'

ANSWERED = """new Promise((resolve) => {
    const look = () => document.querySelector("#_problems") ? resolve() : requestAnimationFrame(look);
    look();
})"""


def run(session, script):
    """The value of a script. The driver's own method would inject a script into the page, which is a long task itself."""
    result = session.send("Runtime.evaluate", {"expression": script, "awaitPromise": True, "returnByValue": True})
    if "exceptionDetails" in result:
        raise RuntimeError(str(result["exceptionDetails"]))
    return result["result"].get("value")


def tap(session, selector):
    place = run(session, PLACE % selector)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    run(session, f"new Promise((resolve) => {{ setTimeout(resolve, {FINGER_DOWN_MILLISECONDS}); }})")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def time_of_tap(session, selector, condition):
    """Milliseconds from lifting the finger until the result is painted."""
    run(session, TIME_UNTIL % condition)
    tap(session, selector)
    return run(session, "timeUntil")


def cumulative_shift(shifts):
    """CLS as browsers define it: the largest session window (shifts less than 1 s apart, at most 5 s in all) of shifts without a
    recent input."""
    largest = total = 0.0
    first = last = None
    for shift in sorted((each for each in shifts if not each["isOfInput"]), key=lambda each: each["start"]):
        if first is None or shift["start"] - last >= 1000 or shift["start"] - first >= 5000:
            first, total = shift["start"], 0.0
        last, total = shift["start"], total + shift["value"]
        largest = max(largest, total)
    return largest


class Traffic:
    """What came over the wire, including status line and fields, by kind. What was requested after the view had loaded, or by a
    script, delays nothing and is a separate kind."""

    def __init__(self, session):
        self.kinds, self.bytes, self.later = {}, {}, set()
        self.is_loaded = False
        session.on("Page.loadEventFired", lambda _: setattr(self, "is_loaded", True))
        session.send("Page.enable")
        session.on("Network.requestWillBeSent", self.asked)
        session.on("Network.responseReceived", self.received)
        session.on("Network.loadingFinished", self.finished)
        session.send("Network.enable")

    def asked(self, event):
        if self.is_loaded or event["initiator"]["type"] == "script":
            self.later.add(event["requestId"])

    def received(self, event):
        if not event["response"]["url"].startswith("data:"):
            kinds = {"Document": "HTML", "Stylesheet": "CSS", "Script": "JS"}
            is_later = event["requestId"] in self.later
            self.kinds[event["requestId"]] = "later" if is_later else kinds.get(event["type"], "other")

    def finished(self, event):
        self.bytes[event["requestId"]] = int(event["encodedDataLength"])

    def by_kind(self):
        """Bytes and number of responses, per kind."""
        return {
            kind: (sum(self.bytes[each] for each in ids), len(ids)) for kind in ("HTML", "CSS", "JS", "other", "later")
            for ids in [[each for each in self.bytes if self.kinds.get(each) == kind]]}


@contextlib.contextmanager
def first_view(chromium, url, slowdown):
    """A page after its first visit, once it has settled: its session, the traffic of the view, and what the browser reported."""
    context = chromium.new_context(viewport=WINDOW, is_mobile=True, has_touch=True, locale="en-US")
    try:
        context.add_init_script(OBSERVE)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        traffic = Traffic(session)
        page.goto(url, wait_until="networkidle")
        report = run(session, SETTLED)
        yield session, traffic.by_kind(), report
    finally:
        context.close()


def longest_task(report):
    """Milliseconds of the longest task; 0 if none took over 50, the browser's limit for a long task (Long Tasks API)."""
    return max((task["duration"] for task in report["tasks"]), default=0.0)


def longest_interaction(report):
    """Milliseconds from an input to the next frame, in steps of 8 (Event Timing API), known as INP; 0 below 16."""
    return max((event["duration"] for event in report["interactions"]), default=0.0)


def visit(chromium, url, slowdown):
    """One first visit, then Submit on the empty form: traffic of the view, CLS, and the longest task of the view and of the press."""
    with first_view(chromium, url, slowdown) as (session, loaded, view):
        tap(session, SUBMIT)
        run(session, ANSWERED)
        # The document is the same, so it reports the view's tasks again.
        answer = run(session, SETTLED)
        answer["tasks"] = answer["tasks"][len(view["tasks"]):]
        return loaded, cumulative_shift(answer["shifts"]), longest_task(view), longest_task(answer)


def visit_bare(chromium, url):
    with first_view(chromium, url, SLOWDOWN) as (_, _, view):
        return longest_task(view)


def press(chromium, url, slowdown):
    """Milliseconds until a picker is painted, the longest task while opening and searching it, and milliseconds until the next
    frame after a press."""
    with first_view(chromium, url, slowdown) as (session, _, view):
        opened = time_of_tap(session, "#supplier", IS_OPEN)
        before = run(session, SETTLED)
        before["interactions"] = before["interactions"][len(view["interactions"]):]
        tap(session, "#_q")
        run(session, TIME_UNTIL.replace("pointerup", "keyup") % 'document.querySelector("#_results")?.checkVisibility()')
        for kind in ("keyDown", "keyUp"):
            session.send("Input.dispatchKeyEvent", {"type": kind, "key": "4", "text": "4" if kind == "keyDown" else ""})
        run(session, "timeUntil")
        after = run(session, SETTLED)
        before["tasks"], after["tasks"] = before["tasks"][len(view["tasks"]):], after["tasks"][len(before["tasks"]):]
        return opened, longest_task(before), longest_task(after), longest_interaction(before)


def slow_network(chromium, url):
    """Milliseconds of a first visit over a slow network: until the form is painted, until a picker is painted that was opened as
    soon as the form was visible, and until a second picker is."""
    context = chromium.new_context(viewport=WINDOW, is_mobile=True, has_touch=True, locale="en-US")
    try:
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": LATENCY_MILLISECONDS, "downloadThroughput": BYTES_PER_SECOND,
            "uploadThroughput": BYTES_PER_SECOND})
        page.goto(url, wait_until="commit")
        cold = run(session, PAINTED)
        first = time_of_tap(session, "#supplier", IS_OPEN)
        time_of_tap(session, CLOSE, "!document.querySelector('dialog')")
        return {"cold load": cold, "first picker": first, "another picker": time_of_tap(session, "#damage", IS_OPEN)}
    finally:
        context.close()


def markup():
    """Bytes of the page of a refused form, and of a row of a picker without its own text."""
    with Server({"expense": expense(10)}) as server:
        page = filled_in_form(server)()
        rows = re.findall(rb'(?:<li>)?<label class="row".*?</label>(?:</li>)?', open_picker(server)(), re.DOTALL)
    texts = [re.sub(rb"<[^>]*>", b"", row).strip() for row in rows]
    return len(page), statistics.mean(len(row) - len(text) for row, text in zip(rows, texts))


def weight():
    """Prints the figures; returns whether all are within their limits."""
    print(f"{ROUNDS} visits of each page, then {SLOW_ROUNDS} on a slow network: about three minutes", flush=True)
    page_bytes, row_bytes = markup()
    with Server({"goods": FORM}) as server, bare_page() as bare_url, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        try:
            url = f"{server.url}/forms/goods"
            loaded, shift, _, _ = visit(chromium, url, 1)
            slow, bare, pressed, unhindered = [], [], [], []
            for _ in range(ROUNDS):
                slow.append(visit(chromium, url, SLOWDOWN))
                bare.append(visit_bare(chromium, bare_url))
                pressed.append(press(chromium, url, SLOWDOWN))
                unhindered.append(press(chromium, url, 1))
            far = [slow_network(chromium, url) for _ in range(SLOW_ROUNDS)]
        finally:
            chromium.close()
    view = sum(loaded[kind][0] for kind in ("HTML", "CSS", "JS"))
    total = sum(count for count, _ in loaded.values())
    # Other load on the machine can only make a task longer, so the shortest one counts.
    views, presses = [each[2] for each in slow], [each[3] for each in slow]
    task = max(min(views), min(presses))
    painted, opening, searching, interactions = zip(*pressed)
    own_painted, own_opening, own_searching, _ = zip(*unhindered)
    own_task = max(*own_opening, *own_searching)
    shift = max([shift, *(each[1] for each in slow)])
    print(f"first view of a form of 10 cells, {WINDOW['width']} x {WINDOW['height']}: bytes on the wire")
    for kind, (count, responses) in loaded.items():
        print(f"  {kind:6} {count:6}   in {responses} response{'' if responses == 1 else 's'}")
    print(f"  in all {total:6}")
    results = [
        (f"HTML, CSS, JS: {view}", f"{FIRST_VIEW_BYTE_LIMIT}", view <= FIRST_VIEW_BYTE_LIMIT),
        (f"layout shift (CLS), up to Submit and its answer: {shift:.4f}", f"{SHIFT_LIMIT:g}", shift <= SHIFT_LIMIT),
        (f"longest task at {SLOWDOWN} x slowdown, up to Submit and its answer, each the least of {ROUNDS}: {task:.0f} ms",
         f"{TASK_LIMIT_MILLISECONDS} ms", task <= TASK_LIMIT_MILLISECONDS),
        (f"longest task of {ROUNDS} on opening a picker and on searching it: {own_task:.0f} ms", f"{TASK_LIMIT_MILLISECONDS} ms",
         own_task <= TASK_LIMIT_MILLISECONDS),
        (f"from a press to the next paint (INP) at {SLOWDOWN} x slowdown, the most of {ROUNDS}: {max(interactions):.0f} ms",
         f"{INTERACTION_LIMIT_MILLISECONDS} ms", max(interactions) <= INTERACTION_LIMIT_MILLISECONDS),
        (f"the expense report with its mistakes, uncompressed: {page_bytes} bytes", f"{PAGE_BYTE_LIMIT}",
         page_bytes <= PAGE_BYTE_LIMIT),
        (f"a row of its picker beside the row's text: {row_bytes:.0f} bytes", f"{ROW_BYTE_LIMIT}",
         row_bytes <= ROW_BYTE_LIMIT),
    ]
    for name, limit in SLOW_LIMITS_MILLISECONDS.items():
        times = [each[name] for each in far]
        results.append((
            f"{name} at {LATENCY_MILLISECONDS} ms and {BYTES_PER_SECOND // 1000} kB/s, the least of {SLOW_ROUNDS}: "
            f"{min(times):.0f} ms, median {statistics.median(times):.0f} ms", f"{limit} ms", min(times) <= limit))
    for text, limit, is_within in results:
        print(f"  {text}   (limit {limit}{'' if is_within else ': BROKEN'})")
    print(f"  longest tasks of every visit at {SLOWDOWN} x slowdown, in turns with the bare page (0: none over 50), and every press")
    for name, times in (("first view", views), ("Submit and its answer", presses), ("first view of ten bare fields", bare),
                        ("opening a picker", opening), ("searching it", searching), ("press to next paint (INP)", interactions),
                        ("press to painted picker", painted), ("the same without slowdown", own_painted)):
        print(f"    {name:29} median {statistics.median(times):3.0f} ms: {' '.join(f'{each:.0f}' for each in sorted(times))}")
    return all(is_within for _, _, is_within in results)
