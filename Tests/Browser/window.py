"""A window of any engine, as a visitor uses it. Nothing here waits for a fixed time, only for the effect of an action."""

import contextlib
import copy
import json
import pathlib
import threading
import time

from addresses import without_draft
from browser import SCREENSHOTS
from engines import Gone
from extent import FULL

REACH = (pathlib.Path(__file__).parent / "engines/reach.js").read_text(encoding="utf-8")
PATIENCE_SECONDS = 30
# The pause between two looks: constant polling would take the processor from the page that is about to change.
PAUSE_SECONDS = 0.05


class Window:
    def __init__(self, engine, base, size, touch=False):
        self.scripts, self.base, self.size = engine.scripts, base, tuple(size)
        self.port = engine.open(size, touch)

    def close(self):
        self.port.close()

    def activate(self):
        """Brings this tab to the front; a tab in the background does not animate."""
        self.port.activate()

    def another(self):
        """Another tab of the same visitor. It closes with this one."""
        tab = copy.copy(self)
        tab.port = self.port.another()
        return tab

    # Looking

    def _ask(self, **query):
        answer = json.loads(self.port.evaluate(f"({REACH})({json.dumps(query)})"))
        if answer is None:
            raise Gone("the page is empty")
        return answer

    def page(self):
        """The page as a whole: title, url, focus, text, …"""
        return self.wait("there is a page", lambda: self._ask(page=True))

    def met(self, role, name=None, within=None, starts=False):
        """The current elements of a role and name; `within` is the role and name of an ancestor."""
        return self._ask(role=role, name=name, within=within, starts=starts)

    def wait(self, what, condition):
        """Waits until a condition holds, and returns its result."""
        deadline, answer = time.monotonic() + PATIENCE_SECONDS, None
        looked = threading.Event()
        while True:
            try:
                answer = condition()
                if answer:
                    return answer
            except Gone as error:
                answer = error
            if time.monotonic() > deadline:
                raise AssertionError(f"it never came to be that {what}; {answer!r}; {self._describe()}")
            looked.wait(PAUSE_SECONDS)

    def _describe(self):
        try:
            page = self._ask(page=True)
        except Gone as error:
            return f"there is no page: {error}"
        return f"{page['url']} “{page['title']}”, focus {page['focus']}, text: {page['text'][:600]}"

    def see(self, role, name=None, within=None, starts=False):
        """Waits until the element exists; returns its facts."""
        return self.wait(f"there is a {role} “{name}” in {within}", lambda: self.met(role, name, within, starts))[0]

    def gone(self, role, name=None):
        """Waits until the element is gone."""
        self.wait(f"there is no {role} “{name}”", lambda: not self.met(role, name))

    def is_focused(self, role, name):
        self.wait(f"{role} “{name}” has the focus", lambda: self._ask(page=True)["focus"] == [role, name])

    def is_checked(self, label, checked=True, role="checkbox", within=None):
        def state():
            found = self.met(role, label, within)
            return found and all(each["checked"] == checked for each in found)
        self.wait(f"{role} “{label}” is {'' if checked else 'not '}checked", state)

    def reads(self, picker):
        """Waits until a picker's button has exactly this accessible name: label, helper, value, error."""
        self.see("button", picker)

    def is_at(self, path):
        self.wait(f"the address is {path}", lambda: self.place == self.base + path)

    @property
    def url(self):
        return self.page()["url"].split("#")[0]

    @property
    def place(self):
        """The address without the draft's name."""
        return without_draft(self.url)

    @property
    def is_of_the_server(self):
        """Whether the window shows the server's page, not the browser's error page."""
        try:
            return self.port.evaluate("document.querySelector('form.form') !== null") is True
        except Gone:
            return False

    @property
    def title(self):
        return self.page()["title"]

    def has_dialog(self, name, role="dialog"):
        return bool(self.met(role, name))

    def value(self, label):
        return self.see("textbox", label)["value"]

    # Doing

    def open(self, path):
        self.port.goto(self.base + path)
        self._has_its_size()

    def back(self):
        self.port.back()

    def forward(self):
        self.port.forward()

    def reload(self):
        self.port.reload()

    def resize(self, size):
        self.size = tuple(size)
        self.port.resize(size)
        self._has_its_size()

    def _has_its_size(self):
        def size():
            page = self._ask(page=True)
            return (page["width"], page["height"])
        self.wait(f"the window is {self.size}", lambda: size() == self.size)

    def screenshot(self, name):
        """A picture to look at; no check uses it."""
        if not FULL:
            return
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.port.screenshot(str(SCREENSHOTS / f"{name}.png"))

    def _click(self, role, name, within, starts=False):
        def aimed():
            self._aim(role=role, name=name, within=within, starts=starts)
            return self.port.element("document.lastAim?.target")
        # Presses the element at its position at that moment, because an answer may move it.
        self.port.click_element(self.wait(f"{role} “{name}” stays", aimed))

    def _aim(self, **query):
        """The point where an element can be pressed, once it has stopped moving and is in front."""
        last = None

        def can_be_pressed():
            nonlocal last
            found = self._ask(**query, aim=True)
            last = found[0] if found else None
            return last is not None and last["isClear"] and not last["isDisabled"] and last
        try:
            place = self.wait(f"one can press {query}", can_be_pressed)
        except AssertionError as error:
            raise AssertionError(f"{error}; last: {last}") from error
        return place["x"], place["y"]

    def _leading(self, action):
        """An action that leads to a page. Without scripts that is another document; with scripts the same document changes."""
        before = self.page()["moment"]
        action()
        if not self.scripts:
            def arrived():
                page = self._ask(page=True)
                return page["moment"] != before and page["isComplete"]
            self.wait("another page has come", arrived)

    def press(self, name, within=None, role="button", starts=False):
        """Presses a button whose effect comes from the server."""
        self._leading(lambda: self._click(role, name, within, starts))

    def press_twice(self, name):
        """Double-clicks, as people do who are used to desktop programs."""
        place = self._aim(role="button", name=name)

        def both():
            self.port.click(*place)
            # The page after the first press may replace this one before the second press.
            with contextlib.suppress(Gone):
                self.port.click(*place)
        self._leading(both)

    def press_in_vain(self, name):
        """Presses a button that leads to no page."""
        self._click("button", name, None)

    def touch_at(self, x, y):
        """Presses a point, whatever is there."""
        self.port.click(x, y)

    def drag(self, selector, sideways, down):
        """Drags an element that only a pointer can use, by this many pixels."""
        x, y = self._aim(selector=selector)
        self.port.drag((x, y), (x + sideways, y + down))

    def open_picker(self, label):
        self.press(label, starts=True)
        self.see("dialog", label)
        # After a slow answer, the rows and the grabber come later.
        self.wait("the view has its rows", lambda: self.port.evaluate("document.querySelector('[data-late]') === null") is True)

    def follow(self, name, within=None):
        """Follows a link to a place within the page."""
        self._click("link", name, within)

    def check(self, label, role="checkbox", within=None):
        """Ticks a box or chooses a radio button."""
        self._click(role, label, within)
        self.is_checked(label, role=role, within=within)

    def fill(self, label, text, role="textbox"):
        self._click(role, label, None)
        self.wait(f"“{label}” has the focus", lambda: any(each["isFocused"] for each in self.met(role, label)))
        self.replace(text)
        self.wait(f"“{label}” holds “{text}”", lambda: [each["value"] for each in self.met(role, label)] == [text])

    def replace(self, text):
        """Replaces the content of the focused field by typing."""
        self.port.key("Control+A")
        self.port.key("Delete")
        self.port.type(text)

    def type(self, text):
        self.port.type(text)

    def key(self, name):
        """A key that changes the page only in place, if at all."""
        self.port.key(name)

    def key_leading(self, name):
        """A key that works like a button."""
        self._leading(lambda: self.port.key(name))

    def tab_to(self, role, name, key="Tab", limit=60):
        """Moves by keyboard until this element has the focus; returns everything focused on the way."""
        way = []
        for _ in range(limit):
            self.port.key(key)
            focus = self.page()["focus"]
            way.append(focus)
            if focus == [role, name]:
                return way
        raise AssertionError(f"{key} does not lead to the {role} “{name}” but to {way}")
