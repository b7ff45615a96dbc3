"""Debian's Chromium, by Playwright."""

import contextlib

from playwright.sync_api import Error

import fonts
from drawing import draw
from engines import Gone, actions
from playwright_chromium import ENGINE, WHOLE, launch

# Presses of one control until its page has stopped moving.
PRESSES = 5


class Chromium:
    """The headless engine alone: it starts and opens a window in a fifth of the time of the whole browser. Its pages get no
    service worker, which would cache all of them for each new visitor."""

    program = ENGINE
    workers = "block"

    def __init__(self, scripts):
        self.scripts = scripts
        self.chromium = launch(self.program, fonts.WIDE)

    def open(self, size, touch=False):
        # A tab in the background runs no animations, and would wait for them to end.
        context = self.chromium.new_context(
            java_script_enabled=self.scripts, viewport={"width": size[0], "height": size[1]}, locale="en-US", has_touch=touch,
            reduced_motion="reduce", service_workers=self.workers)
        context.set_default_timeout(15_000)
        return ChromiumWindow(context, touch)

    def close(self):
        self.chromium.close()


class ChromiumWithWorker(Chromium):
    """For checks in which the service worker may matter: reloads, Back, servers that are down."""

    workers = "allow"


class WholeChromium(ChromiumWithWorker):
    """The whole browser with its user interface, as visitors have it."""

    program = WHOLE


class ChromiumWindow:
    def __init__(self, context, touch):
        self.context, self.touch = context, touch
        self.page = context.new_page()
        # Answers yes to the question whether to leave a page with unsent entries.
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.session = context.new_cdp_session(self.page)

    def another(self):
        return ChromiumWindow(self.context, self.touch)

    def activate(self):
        self.page.bring_to_front()

    def goto(self, url):
        self.page.goto(url)

    def back(self):
        self.page.go_back(wait_until="commit")

    def forward(self):
        self.page.go_forward(wait_until="commit")

    def reload(self):
        self.page.reload()

    def resize(self, size):
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def evaluate(self, expression):
        try:
            answer = self.session.send("Runtime.evaluate", {"expression": expression, "returnByValue": True})
        except Error as error:
            raise Gone(str(error)) from error
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def click(self, x, y):
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def element(self, expression):
        # A reference into the page, so that exactly this element is pressed later.
        try:
            return self.session.send("Runtime.evaluate", {"expression": expression})["result"].get("objectId")
        except Error as error:
            raise Gone(str(error)) from error

    def click_element(self, element):
        """Presses the element, and again if it moved away before the press arrived."""
        for _ in range(PRESSES):
            self.click(*self._middle(element))
            with contextlib.suppress(Gone):
                # A page that has loaded since has not seen the press.
                if self.evaluate("document.wasMissed") is True:
                    continue
            return
        raise AssertionError("each press has missed it")

    def _middle(self, element):
        look = """function () {
            const control = this.closest("a, button, label") ?? this;
            document.wasMissed = false;
            addEventListener("pointerdown", ({ target }) => { document.wasMissed = !control.contains(target); },
                { capture: true, once: true });
            const isSeen = ({ top, bottom }) => Math.min(innerHeight, bottom) - Math.max(0, top) > 16;
            // Of what is all but scrolled away nobody hits the rest.
            if (!isSeen(this.getClientRects()[0])) this.scrollIntoView({ block: "center", behavior: "instant" });
            const { left, top, right, bottom } = this.getClientRects()[0];
            const middle = (start, end, size) => Math.floor((Math.max(0, start) + Math.min(size, end)) / 2);
            return [middle(left, right, innerWidth), middle(top, bottom, innerHeight)];
        }"""
        answer = self.session.send(
            "Runtime.callFunctionOn", {"functionDeclaration": look, "objectId": element, "returnByValue": True})
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"])
        return answer["result"]["value"]

    def drag(self, start, end):
        if not self.touch:
            self.page.mouse.move(*start)
            self.page.mouse.down()
            for point in actions.way(start, end):
                self.page.mouse.move(*point)
            self.page.mouse.up()
            return
        for kind, point in [("touchStart", start), *(("touchMove", point) for point in actions.way(start, end)), ("touchEnd", None)]:
            points = [{"x": point[0], "y": point[1]}] if point else []
            self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def type(self, text):
        self.page.keyboard.type(text)

    def key(self, name):
        self.page.keyboard.press(name)

    def screenshot(self, path):
        draw(self.page, path=path)

    def close(self):
        self.context.close()
