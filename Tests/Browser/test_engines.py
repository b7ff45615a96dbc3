"""The same journeys in three browser engines, with scripts on and off, at the widths of a phone, a tablet and a desktop;
`variants` says which combinations."""

import unittest

from browser import PHONE
from engines import Engines
from engines.webkit import WebKit
from formcells import Server
from sample_forms import VISIT, WORKSHOP_SOURCES
from variants import WIDTHS, has_all, name
from window import Window

FORM = "/forms/visit"
SERVER = None


def setUpModule():
    global SERVER
    SERVER = Server({"visit": VISIT}, WORKSHOP_SOURCES).__enter__()
    unittest.addModuleCleanup(SERVER.__exit__)


class Journeys:
    """What every visitor does, and what has failed in a single browser. The classes below choose the engine and window."""

    engine = None
    scripts = None
    size = None
    touch = False
    cost = 10

    def setUp(self):
        self.window = Window(Engines.get(self.engine, self.scripts), SERVER.url, self.size, self.touch)
        self.addCleanup(self.window.close)
        self.window.open(FORM)

    def submissions(self, summary):
        return [each["values"] for each in SERVER.submissions("visit") if each["values"]["summary"] == summary]

    def summary(self):
        """A text that is unique to this journey."""
        return f"{type(self).__name__} {self._testMethodName[5:12]}"

    def search(self, text):
        """With scripts, results appear while typing; without them, after Enter."""
        self.window.fill("Search", text, role="searchbox")
        if not self.scripts:
            self.window.key_leading("Enter")

    def test_fill_drill_down_search_tick_apply_and_submit(self):
        window, summary = self.window, self.summary()
        window.fill("Summary", summary)
        window.open_picker("People")
        window.is_at(f"{FORM}/cells/people")
        window.is_focused("heading", "People")
        self.search("o")
        window.see("button", "Select All (5)")
        window.check("Ada Lovelace")
        window.check("Coupling")
        window.screenshot(f"engine-{type(self).__name__}")
        window.press("Apply")
        window.reads("People required Ada Lovelace, Coupling")
        window.gone("dialog")
        window.is_focused("button", "People required Ada Lovelace, Coupling")
        window.is_at(FORM)
        self.assertEqual(window.value("Summary"), summary)

        window.open_picker("Machine")
        window.check("Motor 0001", role="radio")
        window.press("Apply")
        window.reads("Machine It has a plate. Motor 0001")
        window.open_picker("Plant")
        window.press("Göteborg")
        window.reads("Plant Göteborg")

        window.press("Submit")
        window.see("heading", "Sent")
        values, = self.submissions(summary)
        self.assertEqual((values["people"], values["machine"], values["plant"]),
                         (["Ada Lovelace", "Coupling"], "m-00001", "Göteborg"))
        window.reload()
        window.see("heading", "Sent")
        self.assertEqual(len(self.submissions(summary)), 1)

    def test_close_asks_and_keeps_or_discards_changes(self):
        window = self.window
        window.open_picker("People")
        window.check("Björn Ångström")
        window.press("Close")
        window.see("alertdialog", "Discard changes?")
        window.is_focused("heading", "Discard changes?")
        self.assertEqual(window.met("checkbox"), [], "what is behind is inert")
        window.press("Keep Editing")
        window.gone("alertdialog")
        window.is_checked("Björn Ångström")
        window.press("Close")
        window.press("Discard Changes")
        window.reads("People required Select an option")
        window.gone("dialog")
        window.open_picker("People")
        window.is_checked("Björn Ångström", False)
        window.press("Close")
        window.gone("dialog")

    def test_back_closes_a_view_and_forward_and_reload_show_it_with_its_ticks(self):
        window = self.window
        window.fill("Summary", "Back and forth")
        window.open_picker("People")
        window.check("Gasket")
        self.search("ele")
        window.gone("checkbox", "Ada Lovelace")
        window.reload()
        window.see("dialog", "People")
        self.assertEqual(window.see("searchbox", "Search")["value"], "ele")
        self.search("")
        window.see("checkbox", "Ada Lovelace")
        window.is_checked("Gasket", within=("group", "All"))
        self.go_back_to(FORM)
        window.gone("dialog")
        self.assertEqual(window.value("Summary"), "Back and forth")
        window.reads("People required Select an option")
        window.forward()
        window.is_at(f"{FORM}/cells/people")
        window.see("dialog", "People")

    def go_back_to(self, path):
        """Goes back as often as necessary: without scripts, each search is a separate page."""
        self.window.back()
        if not self.scripts:
            for _ in range(4):
                if self.window.place.endswith(path):
                    break
                self.window.back()
        self.window.is_at(path)


class MoreJourneys(Journeys):
    """Journeys in which browsers have not differed for a long time."""

    def order(self):
        return [each["name"] for each in self.window.met("checkbox", within=("group", "Sort By"))]

    def is_order(self, *names):
        self.window.wait(f"the order is {names}", lambda: self.order() == list(names))

    def test_criteria_are_ordered_by_their_buttons(self):
        window, summary = self.window, self.summary()
        window.press("Move Priority down")
        self.is_order("Status", "Priority", "Date")
        window.press("Move Date up")
        self.is_order("Status", "Date", "Priority")
        window.press("Date", role="checkbox")
        window.is_checked("Date")
        window.press("Date, Ascending")
        window.see("button", "Date, Descending")
        window.fill("Summary", summary)
        window.open_picker("People")
        window.check("Çiğdem Öz")
        window.press("Apply")
        window.reads("People required Çiğdem Öz")
        window.press("Submit")
        window.see("heading", "Sent")
        values, = self.submissions(summary)
        self.assertEqual(
            [(each["id"], each["selected"], each["direction"]) for each in values["sort"]],
            [("status", False, "ascending"), ("date", True, "descending"), ("priority", True, "ascending")])

    def test_errors_are_listed_linked_and_corrected(self):
        window, summary = self.window, self.summary()
        window.fill("Email", "nobody")
        window.press("Submit")
        window.is_focused("region", "There is a problem")
        self.assertTrue(window.title.startswith("Error: "))
        self.assertEqual(len(window.met("link", within=("region", "There is a problem"))), 3)
        self.assertTrue(window.see("textbox", "Email")["isInvalid"])
        self.assertEqual(self.submissions(""), [])
        window.follow("Summary: Enter a summary.")
        window.is_focused("textbox", "Summary")
        if self.engine is WebKit and not self.scripts:
            # Without scripts, WebKit gives the field the focus by such a link, but no caret.
            window.key("Shift+Tab")
            window.key("Tab")
            window.is_focused("textbox", "Summary")
        window.type(summary)
        window.fill("Email", "ada@example.com")
        window.follow("People: Select the people.")
        window.is_focused("button", "People required Select an option Error: Select the people.")
        window.key_leading("Enter")
        window.see("dialog", "People")
        window.check("Fatima Zahra")
        window.press("Apply")
        window.reads("People required Fatima Zahra")
        window.press("Submit")
        window.see("heading", "Sent")
        values, = self.submissions(summary)
        self.assertEqual((values["email"], values["people"]), ("ada@example.com", ["Fatima Zahra"]))

    def test_turning_the_device_loses_nothing(self):
        window, (width, height) = self.window, self.size
        window.open_picker("People")
        window.check("Dietrich Müller")
        for size in ((740, 360), (1024, 768), (320, 640), (width, height)):
            window.resize(size)
            window.see("dialog", "People")
            window.is_checked("Dietrich Müller")
            self.assertLessEqual(window.page()["sideways"], 0)
            apply = window.see("button", "Apply")
            self.assertLessEqual(apply["y"] + apply["height"], size[1], size)
            self.assertGreaterEqual(apply["x"], 0, size)
            self.assertLessEqual(apply["x"] + apply["width"], size[0], size)
        window.press("Apply")
        window.reads("People required Dietrich Müller")

    def test_a_form_can_be_filled_in_by_keyboard_alone(self):
        window, summary = self.window, self.summary()
        window.tab_to("textbox", "Summary")
        window.key_leading("Enter")
        window.is_focused("region", "There is a problem")
        self.assertFalse(window.has_dialog("Plant"), "Enter submits, it does not open a picker")
        window.tab_to("textbox", "Summary")
        window.type(summary)
        window.tab_to("button", "People required Select an option Error: Select the people.")
        window.key_leading("Space")
        window.see("dialog", "People")
        window.is_focused("heading", "People")
        window.tab_to("searchbox", "Search")
        window.type("ada")
        window.key_leading("Enter")
        window.gone("checkbox", "Gasket")
        window.tab_to("checkbox", "Ada Lovelace")
        window.key("Space")
        window.is_checked("Ada Lovelace")
        window.tab_to("button", "Apply")
        window.key_leading("Enter")
        window.reads("People required Ada Lovelace")
        window.is_focused("button", "People required Ada Lovelace")
        window.tab_to("button", "Move Priority down")
        window.key_leading("Enter")
        self.is_order("Status", "Priority", "Date")
        window.tab_to("button", "Submit")
        window.key_leading("Space")
        window.see("heading", "Sent")
        values, = self.submissions(summary)
        self.assertEqual([each["id"] for each in values["sort"]], ["status", "priority", "date"])

    def test_a_modal_section_is_filled_in_and_applied(self):
        window = self.window
        window.open_picker("Filter")
        window.is_focused("heading", "Filter")
        window.fill("Mail", "ada@example.com")
        window.open_picker("Team")
        window.check("North", role="radio")
        window.press("Apply", within=("dialog", "Team"))
        window.see("button", "Team North")
        self.assertEqual(window.value("Mail"), "ada@example.com")
        window.press("Apply", within=("dialog", "Filter"))
        window.reads("Filter Mail: ada@example.com; Team: North")
        window.gone("dialog")


def classes():
    """With touch, if the engine supports it."""
    for engine, scripts, size in WIDTHS:
        kind = MoreJourneys if has_all(engine) else Journeys
        yield name(engine, scripts, size), type(name(engine, scripts, size), (kind, unittest.TestCase), {
            "__module__": __name__, "engine": engine, "scripts": scripts, "size": size,
            "touch": size == PHONE and engine is not WebKit})


globals().update(classes())
