"""Forms without a network in Firefox and WebKit, where Back and Reload restore other things than in Chromium."""

import unittest

from browser import DESKTOP
from engines import Engines
from engines.firefox import Firefox
from engines.webkit import WebKit
from extent import before_a_release
from formcells import Server
from offline_case import PREFIX
from test_offline_views import PICKERS, PLACES, STEPS
from weak_network import WeakNetwork
from window import Window

# Counts the cached views and marks of steps; evaluated repeatedly, because the result comes later.
COUNT = """void caches.open("formcells %s/ views").then((cache) => cache.keys()).then((keys) => { window.viewCount = keys.length })""" % PREFIX


@before_a_release
class OfflineInFirefox(unittest.TestCase):
    cost = 30

    def setUp(self):
        self.server = self.enterContext(Server({"pickers": PICKERS, "steps": STEPS}, PLACES, options=["--base-path", PREFIX]))
        self.network = self.enterContext(WeakNetwork(self.server))
        self.window = Window(Engines.get(Firefox, True), self.network.url, DESKTOP)
        self.addCleanup(self.window.close)

    def evaluate(self, expression):
        return self.window.port.evaluate(expression)

    def lose_network(self, form, view_count):
        """Waits until everything the form needs is cached, then takes the network down."""
        self.window.open(f"{PREFIX}/forms/{form}")

        def is_cached():
            self.evaluate(COUNT)
            return self.evaluate("window.viewCount ?? 0") >= view_count

        self.window.wait("the views are cached", is_cached)
        self.network.is_away = True
        self.window.open(f"{PREFIX}/forms/{form}?draft=new")
        self.is_ready()

    def is_ready(self):
        self.window.wait("the scripts are there", lambda: self.evaluate("document.querySelector('link[rel=manifest]') !== null"))

    def open_view(self, name):
        self.window.press(name, starts=True)
        self.window.see("dialog", name)

    def shows(self, picker, text):
        self.window.wait(f"{picker} shows {text}", lambda: text in self.evaluate(f"document.querySelector('#{picker}').innerText"))

    def submit_in_vain(self):
        self.window.press("Submit")
        self.window.see("heading", "Not Sent Yet")

    def find_network(self):
        self.network.is_away = False
        self.evaluate("void dispatchEvent(new Event('online'))")
        self.window.see("heading", "Sent")

    def test_a_form_queued_offline_edited_and_reloaded_is_recorded_once(self):
        window = self.window
        self.lose_network("pickers", 4)
        self.open_view("Town")
        window.check("Bern", role="radio")
        self.apply()
        self.shows("town", "Bern")
        self.open_view("Languages")
        window.check("German")
        self.apply()
        self.shows("languages", "German")
        # Nothing waits for permission for persistent storage, for which this browser asks the visitor.
        self.submit_in_vain()
        window.press("Edit")
        self.shows("town", "Bern")
        self.submit_in_vain()
        window.reload()
        window.see("heading", "Not Sent Yet")
        self.find_network()
        sent, = self.server.submissions("pickers")
        self.assertEqual((sent["values"]["town"], sent["values"]["languages"]), ("Bern", ["de"]))

    def apply(self):
        self.evaluate("document.querySelector('dialog .view-foot .primary')?.click()")
        self.window.wait("the view is left", lambda: self.evaluate("document.querySelector('dialog') === null"))

    def test_a_choice_on_an_offline_step_survives_immediate_back_forward_and_reload(self):
        window = self.window
        self.lose_network("steps", 3)
        window.fill("Site", "Hall")
        window.press("Continue")
        window.see("textbox", "Remark")
        self.is_ready()
        window.is_focused("heading", "Step Form Two")
        self.open_view("Tone")
        window.press("Red", within=("dialog", "Tone"))
        self.shows("tone", "Red")
        window.back()
        window.see("textbox", "Site")
        self.assertEqual(window.value("Site"), "Hall")
        window.forward()
        window.see("textbox", "Remark")
        self.shows("tone", "Red")
        window.reload()
        self.is_ready()
        self.shows("tone", "Red")
        window.press("Continue")
        window.see("textbox", "Name")
        self.is_ready()
        window.fill("Name", "Ada")
        self.submit_in_vain()
        self.find_network()
        sent, = self.server.submissions("steps")
        self.assertEqual(sent["values"], {"site": "Hall", "size": None, "kinds": [], "remark": "", "tone": "Red", "name": "Ada"})


@before_a_release
class ClearedInWebKit(unittest.TestCase):
    cost = 15

    def test_back_shows_no_entries_that_were_cleared(self):
        """WebKit shows pages from memory, with their entries and their scripts' state."""
        server = self.enterContext(Server({"steps": STEPS}))
        window = Window(Engines.get(WebKit, True), server.url, DESKTOP)
        self.addCleanup(window.close)
        window.open("/forms/steps?draft=new")
        window.fill("Site", "Hall 1")
        window.open("/device")
        window.press("Clear This Device")
        window.see("heading", "This Device Is Cleared")
        window.back()
        window.see("button", "Clear This Device")
        window.back()
        window.see("textbox", "Site")
        window.wait("the page of before is gone", lambda: window.value("Site") == "")
