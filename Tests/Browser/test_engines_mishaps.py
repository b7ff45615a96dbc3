"""Failures on the way, and what only scripts or a finger can do, in three browser engines on a phone."""

import pathlib
import shutil
import unittest

import formcells
from browser import PHONE
from engines import Engines
from engines.firefox import Firefox
from engines.webkit import WebKit
from formcells import Server
from sample_forms import VISIT, WORKSHOP_SOURCES
from variants import ENGINES, name, with_worker
from window import Window

FORM = "/forms/visit"
UNREACHABLE = "The server cannot be reached."


class Mishap:
    cost = 10
    engine = None
    scripts = None

    def setUp(self):
        self.server = self.enterContext(Server({"visit": VISIT}, WORKSHOP_SOURCES))
        self.summary = self._testMethodName
        self.visit(self.server)

    def visit(self, server):
        touch = self.engine is not WebKit
        self.window = Window(Engines.get(self.engine, self.scripts), server.url, PHONE, touch)
        self.addCleanup(self.window.close)
        self.window.open(FORM)

    def fill_in(self):
        window = self.window
        window.fill("Summary", self.summary[:40])
        window.open_picker("People")
        window.check("Ada Lovelace")
        window.press("Apply")
        window.reads("People required Ada Lovelace")
        window.gone("dialog")

    def assertSubmitted(self, server=None):
        self.window.see("heading", "Sent")
        values, = [each["values"] for each in (server or self.server).submissions("visit")]
        self.assertEqual((values["summary"], values["people"]), (self.summary[:40], ["Ada Lovelace"]))

    def test_a_button_pressed_twice_submits_once(self):
        self.fill_in()
        self.window.press_twice("Submit")
        self.assertSubmitted()


class Scripted(Mishap):
    scripts = True

    def test_a_submit_while_the_server_is_down_loses_nothing(self):
        self.fill_in()
        self.server.kill()
        self.window.press_in_vain("Submit")
        told = self.window.wait("it is told", lambda: next(
            (text for text in (UNREACHABLE, "Not Sent Yet") if text in self.window.page()["text"]), None))
        # The session is gone with the server, but what is sent again contains everything.
        self.server.start()
        # A queued form is sent by itself.
        if told == UNREACHABLE:
            self.assertEqual(self.window.value("Summary"), self.summary[:40])
            self.window.press("Submit")
        self.assertSubmitted()

    def test_escape_and_the_scrim_close_a_view_and_ask_about_changes(self):
        window = self.window
        window.open_picker("Machine")
        window.key("Escape")
        window.gone("dialog")
        window.is_focused("button", "Machine It has a plate. Select an option")
        window.open_picker("People")
        window.touch_at(180, 60)
        window.gone("dialog")
        window.open_picker("People")
        window.check("Ada Lovelace")
        window.key("Escape")
        window.see("alertdialog", "Discard changes?")
        window.is_focused("heading", "Discard changes?")
        window.key("Escape")
        window.gone("alertdialog")
        window.is_checked("Ada Lovelace")
        window.key("Escape")
        window.press("Discard Changes")
        window.gone("dialog")
        window.reads("People required Select an option")
        window.is_at(FORM)

    def test_a_view_is_one_history_entry_however_it_is_closed(self):
        # The history of a window that was used a lot is full.
        window = self.window.another()
        window.open(FORM)
        before = window.page()["entries"]
        window.open_picker("People")
        window.fill("Search", "ada", role="searchbox")
        window.gone("checkbox", "Gasket")
        self.assertEqual(window.page()["entries"], before + 1)
        window.press("Close")
        window.gone("dialog")
        window.is_at(FORM)
        window.open_picker("Machine")
        self.assertEqual(window.page()["entries"], before + 1, "the step that was taken back is taken again")
        window.back()
        window.gone("dialog")
        window.is_at(FORM)
        window.is_focused("button", "Machine It has a plate. Select an option")

    def test_dragging_its_grabber_down_closes_a_sheet(self):
        window = self.window
        window.open_picker("People")
        window.drag("dialog .grabber", 0, 300)
        window.gone("dialog")
        window.is_focused("button", "People required Select an option")

    def test_a_criterion_can_be_dragged_by_its_handle(self):
        window = self.window
        window.fill("Summary", "Dragged")
        window.drag(".criterion:has(#sort_date_toggle) > .handle", 0, -130)
        window.wait("it is the first", lambda: [
            each["name"] for each in window.met("checkbox", within=("group", "Sort By"))] == ["Date", "Priority", "Status"])

    def test_a_script_that_fails_midway_leaves_the_plain_page(self):
        script = (formcells.ROOT / "Public/js/morph.mjs").read_text(encoding="utf-8")
        head = "export function morph(node, fresh, isHeld, keepsField) {"
        self.assertIn(head, script)
        self.go_through_with(script.replace(head, head + " throw new Error('broken');"), "morph.mjs")

    def test_a_script_that_does_not_start_leaves_the_plain_page(self):
        self.go_through_with("throw new Error('broken');", "formcells.mjs")

    def go_through_with(self, script, name):
        public = pathlib.Path(self.server.folder) / "public"
        shutil.copytree(formcells.ROOT / "Public", public)
        (public / "js" / name).write_text(script, encoding="utf-8")
        with Server({"visit": VISIT}, WORKSHOP_SOURCES, options=["--public", str(public)]) as server:
            self.visit(server)
            self.fill_in()
            self.window.press("Submit")
            self.assertSubmitted(server)


class Plain(Mishap):
    scripts = False

    def test_a_submit_while_the_server_is_down_loses_nothing(self):
        self.fill_in()
        self.server.kill()
        self.window.press_in_vain("Submit")
        self.window.wait("the browser says so", lambda: not self.window.is_of_the_server)
        # The session is gone with the server, but what the browser sends again contains everything.
        self.server.start()
        self.again()
        self.assertSubmitted()

    def again(self):
        """Sends a failed post again, by the means of the browser."""
        self.window.reload()


class PlainFirefox(Plain):
    def again(self):
        # Firefox's Reload asks first, in a dialog that no driver can reach.
        self.window.back()
        self.window.see("heading", "Site Visit")
        self.window.forward()


class PlainWebKit(Plain):
    def again(self):
        # The driver's Reload requests the address again without the post. Back shows the page as it was left.
        self.window.back()
        self.window.wait("it is entered still", lambda: self.window.value("Summary") == self.summary[:40])
        self.window.reads("People required Ada Lovelace")
        self.window.press("Submit")


def classes():
    for engine, scripts, _ in ENGINES:
        plain = {Firefox: PlainFirefox, WebKit: PlainWebKit}.get(engine, Plain)
        yield name(engine, scripts), type(name(engine, scripts), (Scripted if scripts else plain, unittest.TestCase), {
            "__module__": __name__, "engine": with_worker(engine, scripts)})


globals().update(classes())
