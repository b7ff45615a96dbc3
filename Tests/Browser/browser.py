"""Debian's Chromium with scripts off, at the sizes of a phone and of a desktop window."""

import pathlib
import unittest

from playwright.sync_api import sync_playwright

import formcells
from formcells import Server
from sample_forms import (
    AMOUNT_LOCALES, CELLS, ENTRIES, FEEDBACK, LARGE, LOCKS, SMALL, WORKLIST, WORKSHOP, WORKSHOP_SOURCES, amounts)

SCREENSHOTS = formcells.ROOT / ".build-tools/screenshots"

PHONE = (360, 740)
TABLET = (700, 900)
DESKTOP = (1280, 800)


class Browser:
    """One browser and one server for all checks of a run."""

    shared = None

    def __init__(self):
        self.playwright = sync_playwright().start()
        self.chromium = self.playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=[
                "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                # A camera that shows a test picture, and is allowed.
                "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
            ])
        self.server = Server(
            {"small": SMALL, "workshop": WORKSHOP, "large": LARGE, "entries": ENTRIES, "worklist": WORKLIST,
             "feedback": FEEDBACK, "cells": CELLS, "locks": LOCKS, **{f"amounts-{locale.lower()}": amounts(locale) for locale in AMOUNT_LOCALES}},
            WORKSHOP_SOURCES, options=["--gallery"]).__enter__()

    @classmethod
    def get(cls):
        if cls.shared is None:
            cls.shared = cls()
            unittest.addModuleCleanup(cls.close)
        return cls.shared

    @classmethod
    def close(cls):
        shared, cls.shared = cls.shared, None
        shared.server.__exit__()
        shared.chromium.close()
        shared.playwright.stop()


class BrowserCase(unittest.TestCase):
    """A check with a fresh visitor in a window of `size`."""

    size = DESKTOP
    form = "workshop"
    # What the visitor prefers; nothing moves unless a check is about that.
    media = {}
    scripts = False
    # Where it begins; None: at the form.
    path = None

    def setUp(self):
        self.browser = browser = Browser.get()
        self.server = browser.server
        width, height = self.size
        self.context = browser.chromium.new_context(
            java_script_enabled=self.scripts, viewport={"width": width, "height": height}, base_url=self.server.url,
            is_mobile=False, locale="en-US", **{"reduced_motion": "reduce", **self.media})
        self.context.set_default_timeout(15_000)
        self.addCleanup(self.context.close)
        self.page = self.context.new_page()
        self.page.goto(self.path or f"/forms/{self.form}")

    # What a person does; whatever posts waits for the page that it leads to

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
        buttons = [node for node in self.tree() if node["role"] == "button" and node["name"].startswith(label)]
        self.assertEqual(len(buttons), 1, [node["name"] for node in self.tree()])
        return buttons[0]["name"]

    # What assistive technology meets

    def tree(self):
        """The accessibility tree's nodes that are not ignored: role, name, properties."""
        session = self.context.new_cdp_session(self.page)
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        session.detach()
        return [
            {
                "role": node["role"]["value"], "name": node.get("name", {}).get("value", ""),
                "description": node.get("description", {}).get("value", ""),
                **{each["name"]: each["value"].get("value") for each in node.get("properties", [])},
            }
            for node in nodes if not node.get("ignored")
        ]

    def surface(self):
        """The part of a selection view that is seen; its dialog lies over the whole window."""
        return self.page.locator("dialog > .selection")

    def focused(self):
        """Role and name of what has the focus; a page that has just come may give it a moment later."""
        self.page.locator(":focus").first.wait_for(state="attached")
        return self.focused_now()

    def focused_now(self):
        """The same, or None where nothing in the page has the focus."""
        nodes = [node for node in self.tree() if node.get("focused") and node["role"] != "RootWebArea"]
        return (nodes[0]["role"], nodes[0]["name"]) if nodes else None

    # What stands where

    def sideways(self):
        """How far the page can be scrolled sideways, in CSS pixels."""
        session = self.context.new_cdp_session(self.page)
        metrics = session.send("Page.getLayoutMetrics")
        session.detach()
        return metrics["cssContentSize"]["width"] - metrics["cssLayoutViewport"]["clientWidth"]

    def style(self, selector, *names):
        """Computed style properties of an element."""
        session = self.context.new_cdp_session(self.page)
        session.send("DOM.enable")
        session.send("CSS.enable")
        root = session.send("DOM.getDocument")["root"]["nodeId"]
        node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        computed = session.send("CSS.getComputedStyleForNode", {"nodeId": node})["computedStyle"]
        session.detach()
        values = {each["name"]: each["value"] for each in computed}
        return [values[name] for name in names]

    def screenshot(self, name):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=str(pathlib.Path(SCREENSHOTS) / f"{name}-{self.size[0]}.png"))
