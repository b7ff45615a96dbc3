"""Debian's Chromium with scripts off, in the sizes of a phone and of a desktop window."""

import contextlib
import pathlib
import unittest

import fonts
import formcells
import lasting
from drawing import draw
from extent import FULL
from formcells import Server, wait_until
from playwright_chromium import ENGINE, launch
from sample_forms import (
    AMOUNT_LOCALES, CELLS, ENTRIES, FEEDBACK, LARGE, LOCKS, SECTIONS, SMALL, STAGES, WORKLIST, WORKSHOP, WORKSHOP_SOURCES,
    amounts)

SCREENSHOTS = formcells.ROOT / ".build-tools/screenshots"

PHONE = (360, 740)
TABLET = (700, 900)
DESKTOP = (1280, 800)


FOCUSED = "document.querySelector(':focus')"


def met(nodes):
    """The nodes of an accessibility tree that are not ignored: role, name, properties."""
    for node in nodes:
        if not node.get("ignored"):
            yield {
                "role": node["role"]["value"], "name": node.get("name", {}).get("value", ""),
                "description": node.get("description", {}).get("value", ""),
                **{each["name"]: each["value"].get("value") for each in node.get("properties", [])},
            }


def focus(ask):
    """Role and name of the focused element; None if nothing in the page has the focus."""
    element = ask("Runtime.evaluate", expression=FOCUSED)["result"].get("objectId")
    nodes = ask("Accessibility.getPartialAXTree", objectId=element, fetchRelatives=False)["nodes"] if element else []
    return next(((node["role"], node["name"]) for node in met(nodes) if node.get("focused")), None)


class Browser:
    """One server, and one browser per family of fonts, for all checks of a process."""

    shared = None

    def __init__(self):
        self.by_family = {}
        # Windows that checks with scripts off share, by their options.
        self.windows = {}
        self.server = lasting.stack.enter_context(Server(
            {"small": SMALL, "workshop": WORKSHOP, "large": LARGE, "entries": ENTRIES, "worklist": WORKLIST,
             "feedback": FEEDBACK, "cells": CELLS, "locks": LOCKS, "stages": STAGES,
             "sections": SECTIONS,
             **{f"amounts-{locale.lower()}": amounts(locale) for locale in AMOUNT_LOCALES}},
            WORKSHOP_SOURCES, options=["--gallery"]))

    def chromium(self, family=fonts.WIDE):
        if family not in self.by_family:
            self.by_family[family] = launch(
                # A camera that shows a test picture and needs no permission.
                ENGINE, family, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
            lasting.stack.callback(self.by_family[family].close)
        return self.by_family[family]

    def open(self, family, **options):
        """A new context and its page."""
        context = self.chromium(family).new_context(**options)
        context.set_default_timeout(30_000)
        return context, context.new_page()

    def shared_window(self, family, size, media, **options):
        """The same without scripts, where visitors leave only cookies behind: reuses the window of an earlier check, tidied up,
        because opening a window takes longer than most of these checks."""
        key = repr((family, size, media, options))
        if key not in self.windows or self.windows[key][1].is_closed():
            self.windows[key] = self.open(family, **options, **media, viewport=size)
            return self.windows[key]
        context, page = self.windows[key]
        for other in context.pages:
            if other != page:
                other.close()
        context.clear_cookies()
        page.unroute_all()
        if page.viewport_size != size:
            page.set_viewport_size(size)
        page.emulate_media(**{
            "media": "null", "color_scheme": "light", "contrast": "no-preference", "forced_colors": "none", **media})
        return context, page

    @classmethod
    def get(cls):
        if cls.shared is None:
            cls.shared = cls()
        return cls.shared


class BrowserCase(unittest.TestCase):
    """A check with a fresh visitor in a window of `size`."""

    size = DESKTOP
    form = "workshop"
    family = fonts.WIDE
    # The visitor's preferences (CSS media features); by default nothing moves.
    media = {}
    scripts = False
    # Whether pages get a service worker. It answers in place of the network, and then requests cannot be watched.
    workers = "block"
    # Where the check starts; None for the form.
    path = None

    def setUp(self):
        self.browser = browser = Browser.get()
        self.server = self.find_server(browser)
        size = {"width": self.size[0], "height": self.size[1]}
        media = {"reduced_motion": "reduce", **self.media}
        options = {
            "java_script_enabled": self.scripts, "service_workers": self.workers, "base_url": self.server.url,
            "is_mobile": False, "locale": "en-US"}
        if self.scripts:
            self.context, self.page = browser.open(self.family, **options, **media, viewport=size)
            self.addCleanup(self.context.close)
        else:
            self.context, self.page = browser.shared_window(self.family, size, media, **options)
        self.page.goto(self.path or f"/forms/{self.form}")

    def find_server(self, browser):
        """A check may use its own server."""
        return browser.server

    # What a person does; whatever posts waits for the page that follows

    def press(self, name, within=None):
        with self.page.expect_navigation():
            (within or self.page).get_by_role("button", name=name, exact=True).click()

    def press_key(self, key):
        with self.page.expect_navigation():
            self.page.keyboard.press(key)

    def open_picker(self, label):
        with self.page.expect_navigation():
            self.page.get_by_role("main").locator(f'button[aria-haspopup="dialog"]:has-text("{label}")').click()
        return self.page.get_by_role("dialog", name=label, exact=True)

    def fill(self, label, text):
        self.page.get_by_role("textbox", name=label, exact=False).fill(text)

    def picker(self, label):
        """The accessible name of a picker's button."""
        tree = self.tree()
        buttons = [node for node in tree if node["role"] == "button" and node["name"].startswith(label)]
        self.assertEqual(len(buttons), 1, [node["name"] for node in tree])
        return buttons[0]["name"]

    @contextlib.contextmanager
    def asking(self):
        """Yields a function that asks the browser directly: the script that Playwright injects to find something costs as much as
        the page."""
        session = self.context.new_cdp_session(self.page)
        yield lambda method, **parameters: session.send(method, parameters)
        session.detach()

    # What assistive technology encounters

    def tree(self):
        """The nodes of the accessibility tree that are not ignored: role, name, properties."""
        with self.asking() as ask:
            return list(met(ask("Accessibility.getFullAXTree")["nodes"]))

    def surface(self):
        """The visible part of a selection view; its dialog covers the whole window."""
        return self.page.locator("dialog > .selection")

    def focused(self):
        """Role and name of the focused element; waits, because a new page may set the focus a moment later."""
        with self.asking() as ask:
            wait_until(lambda: ask("Runtime.evaluate", expression=FOCUSED)["result"].get("objectId"), "something has the focus")
            return focus(ask)

    def focused_now(self):
        """Role and name of the focused element now; None if nothing in the page has the focus."""
        with self.asking() as ask:
            return focus(ask)

    # Positions and styles

    def sideways(self):
        """How far the page can be scrolled sideways, in CSS pixels."""
        with self.asking() as ask:
            metrics = ask("Page.getLayoutMetrics")
        return metrics["cssContentSize"]["width"] - metrics["cssLayoutViewport"]["clientWidth"]

    def style(self, selector, *names):
        """Computed style properties of an element."""
        values = {each["name"]: each["value"] for each in self._ask_style("getComputedStyleForNode", selector)["computedStyle"]}
        return [values[name] for name in names]

    def families(self, selector):
        """The fonts with which an element's text is actually drawn."""
        return {each["familyName"] for each in self._ask_style("getPlatformFontsForNode", selector)["fonts"]}

    def _ask_style(self, method, selector):
        with self.asking() as ask:
            ask("DOM.enable")
            ask("CSS.enable")
            root = ask("DOM.getDocument")["root"]["nodeId"]
            node = ask("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
            return ask(f"CSS.{method}", nodeId=node)

    def screenshot(self, name):
        """A picture to look at; no check uses it."""
        if not FULL:
            return
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        draw(self.page, path=str(pathlib.Path(SCREENSHOTS) / f"{name}-{self.size[0]}.png"))
