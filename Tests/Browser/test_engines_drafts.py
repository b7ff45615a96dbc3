"""Two tabs of one visitor, each opened blank, in three browser engines, with scripts on and off."""

import unittest

from browser import PHONE
from engines import Engines
from engines.webkit import WebKit
from formcells import Server
from sample_forms import VISIT, WORKSHOP_SOURCES
from variants import ENGINES, name, with_worker
from window import Window

FORM = "/forms/visit"
GONE = "Your entries are no longer on the server"


class Drafts:
    cost = 15
    engine = None
    scripts = None

    def setUp(self):
        self.server = self.enterContext(Server({"visit": VISIT}, WORKSHOP_SOURCES))
        self.first = Window(
            Engines.get(self.engine, self.scripts), self.server.url, PHONE, touch=self.engine is not WebKit)
        self.addCleanup(self.first.close)

    def fill_in(self, tab, summary, person):
        tab.activate()
        tab.fill("Summary", summary)
        tab.open_picker("People")
        tab.check(person)
        tab.press("Apply")
        tab.reads(f"People required {person}")
        tab.gone("dialog")

    def two_tabs(self):
        second = self.first.another()
        for tab in (self.first, second):
            tab.open(FORM)
        self.fill_in(self.first, "The first tab", "Ada Lovelace")
        self.fill_in(second, "The second tab", "Coupling")
        return self.first, second

    def sent(self):
        return [(each["values"]["summary"], each["values"]["email"], each["values"]["people"])
                for each in self.server.submissions("visit")]

    def test_two_tabs_remain_two_drafts_through_a_restart(self):
        tabs = self.two_tabs()
        self.assertNotEqual(*(tab.url for tab in tabs))
        self.server.restart()
        for tab, address in zip(tabs, ("one@example.com", "two@example.com")):
            tab.activate()
            tab.fill("Email", address)
            tab.press("Submit")
            tab.see("heading", "Sent")
        self.assertEqual(self.sent(), [
            ("The first tab", "one@example.com", ["Ada Lovelace"]), ("The second tab", "two@example.com", ["Coupling"])])

    def test_reload_and_back_show_the_tabs_own_draft(self):
        first, second = self.two_tabs()
        first.activate()
        first.reload()
        self.assertEqual(first.value("Summary"), "The first tab")
        first.reads("People required Ada Lovelace")
        first.open_picker("Machine")
        first.back()
        first.gone("dialog")
        self.assertEqual(first.value("Summary"), "The first tab")
        second.activate()
        second.reload()
        second.reads("People required Coupling")

    def test_the_list_of_forms_links_to_each_draft(self):
        first, second = self.two_tabs()
        second.fill("Email", "two@example.com")
        second.open_picker("Machine")
        second.press("Close")
        second.gone("dialog")
        first.activate()
        for count, summary in ((4, "The second tab"), (3, "The first tab")):
            first.open("/")
            names = [each["name"] for each in first.met("link") if each["name"].startswith("Continue")]
            self.assertEqual([name.split(" of ")[0][-1] for name in names], ["4", "3"])
            name, = [name for name in names if f" {count} of " in name]
            self.assertRegex(name, "^Continue Site Visit . of . answered, saved ")
            first.press(name, role="link")
            first.wait("it is that draft", lambda: first.value("Summary") == summary)

    def test_start_over_empties_a_draft_and_undo_restores_it(self):
        tab = self.first
        tab.open(FORM)
        self.fill_in(tab, "Precious", "Ada Lovelace")
        tab.press("Start Over")
        tab.reads("People required Select an option")
        self.assertEqual(tab.value("Summary"), "")
        tab.press("Undo")
        tab.reads("People required Ada Lovelace")
        self.assertEqual(tab.value("Summary"), "Precious")

    def test_after_the_session_ended_scripts_restore_a_page_and_without_them_it_says_so(self):
        tab = self.first
        tab.open(FORM)
        self.fill_in(tab, "Precious", "Ada Lovelace")
        address = tab.url.removeprefix(self.server.url)
        self.server.restart()
        tab.open(address)
        if self.scripts:
            tab.wait("it is there again", lambda: tab.value("Summary") == "Precious")
            return
        tab.wait("it is told", lambda: GONE in tab.page()["text"])
        self.assertEqual(tab.value("Summary"), "")

    def test_back_from_the_receipt_leads_to_it_again(self):
        tab = self.first
        tab.open(FORM)
        self.fill_in(tab, "Sent once", "Ada Lovelace")
        tab.press("Submit")
        tab.see("heading", "Sent")
        tab.wait("the receipt's own address", lambda: "draft=" not in tab.url)
        tab.back()
        if self.engine is WebKit and not self.scripts:
            # WebKit shows the page as it was left, without asking the server. Sent again, it is the same form.
            tab.see("heading", "Site Visit")
            tab.press("Submit")
        tab.see("heading", "Sent")
        # During Back the address is that of the draft for a moment.
        tab.wait("the receipt's own address", lambda: "draft=" not in tab.url)
        self.assertEqual(len(self.sent()), 1)


class Scripted(Drafts):
    scripts = True

    def test_unsent_entries_are_kept_after_a_reload(self):
        first, second = self.first, self.first.another()
        first.activate()
        first.open(FORM)
        first.fill("Summary", "Typed only")
        first.wait("it is saved", lambda: "draft=" in first.url and "draft=new" not in first.url)
        second.open(FORM)
        second.wait("a closed tab would lose nothing", lambda: second.value("Summary") == "Typed only")
        # Another tab begins a separate draft meanwhile.
        second.open(f"{FORM}?draft=new")
        self.fill_in(second, "The second tab", "Coupling")
        first.activate()
        first.reload()
        first.wait("it is there", lambda: first.value("Summary") == "Typed only")
        first.reads("People required Select an option")
        self.fill_in(first, "Typed again", "Ada Lovelace")
        first.fill("Email", "unsent@example.com")
        first.reload()
        first.wait("it is there", lambda: first.value("Email") == "unsent@example.com")
        self.assertEqual(first.value("Summary"), "Typed again")


class Plain(Drafts):
    scripts = False


def classes():
    for engine, scripts, _ in ENGINES:
        yield name(engine, scripts), type(name(engine, scripts), (Scripted if scripts else Plain, unittest.TestCase), {
            "__module__": __name__, "engine": with_worker(engine, scripts)})


globals().update(classes())
