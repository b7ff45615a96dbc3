"""Separate drafts: two tabs that were opened blank are two drafts, through a restart and up to two receipts."""

import http.client
import unittest

from formcells import Server
from sample_forms import SMALL, WORKSHOP, WORKSHOP_SOURCES
from visitor import Visitor

GONE = "Your entries are no longer on the server"
SENT = "You already sent this form"


def entries(page):
    return page.value("Summary"), page.value("Email")


class TwoTabs(unittest.TestCase):
    """One visitor with one cookie jar and two tabs of one form, each opened blank."""

    def setUp(self):
        self.server = self.enterContext(Server({"workshop": WORKSHOP, "small": SMALL}, WORKSHOP_SOURCES))
        self.visitor = Visitor(self.server)
        self.first, self.second = self.visitor.open("/forms/workshop"), self.visitor.open("/forms/workshop")
        self.first.type("Summary", "One").type("Email", "one@example.com")
        self.second.type("Summary", "Two")

    def go_on(self):
        """In both tabs, chooses what is required."""
        self.first = self.choose(self.first, "Valve 0012")
        self.second = self.choose(self.second, "Pump 0000")

    def choose(self, page, machine):
        self.visitor.press("Machine", page=page)
        self.visitor.page.choose(machine)
        return self.visitor.press("Apply")

    def finish(self, page):
        self.visitor.press("Impact", page=page)
        self.visitor.press("Slower")
        self.visitor.press("Parts").tick("Gasket")
        self.visitor.press("Apply")
        return self.visitor.press("Submit")

    def assertTwo(self):
        sent = [(line["values"]["summary"], line["values"]["email"], line["values"]["machine"])
                for line in self.server.submissions("workshop")]
        self.assertEqual(sent, [("One", "one@example.com", "m-00012"), ("Two", "", "m-00000")])

    def test_two_tabs_do_not_see_each_others_values(self):
        self.go_on()
        self.assertEqual(entries(self.first), ("One", "one@example.com"))
        self.assertEqual(entries(self.second), ("Two", ""))
        self.assertNotEqual(self.first.url.split("#")[0], self.second.url.split("#")[0])
        for page in (self.first, self.second):
            self.assertEqual(entries(self.visitor.open(page.url)), entries(page))

    def test_two_drafts_in_two_tabs_become_two_submissions(self):
        self.go_on()
        self.finish(self.first)
        self.finish(self.second)
        self.assertTwo()

    def test_two_drafts_become_two_submissions_through_a_restart(self):
        self.go_on()
        self.server.restart()
        self.finish(self.first)
        self.server.restart()
        self.finish(self.second)
        self.assertTwo()

    def test_after_a_restart_both_tabs_share_a_new_session_and_say_that_the_old_one_ended(self):
        self.go_on()
        self.server.restart()
        for page in (self.first, self.second):
            view = self.visitor.press("Machine", page=page)
            self.assertIn("Your session ended.", view.text)
        self.assertEqual(entries(self.visitor.open(self.first.url)), ("One", "one@example.com"))
        self.assertEqual(entries(self.visitor.open(self.second.url)), ("Two", ""))

    def test_the_list_of_forms_links_to_both_drafts(self):
        self.go_on()
        page = self.visitor.open("/")
        names = [name for name in page.names("link") if name.startswith("Continue")]
        self.assertEqual(len(names), 2)
        for name, count in zip(names, (2, 3)):
            self.assertRegex(name, f"^Continue {WORKSHOP['title']} {count} of . answered, saved ")
        self.assertEqual(page.names("link").count("Start a New One"), 1)
        self.assertEqual(entries(self.visitor.open(page.find("link", names[0])["href"])), ("Two", ""))
        self.assertEqual(entries(self.visitor.open(page.find("link", "Start a New One")["href"])), ("", ""))

    def test_an_old_tab_of_a_sent_form_says_that_it_was_sent(self):
        self.go_on()
        old = self.visitor.open(self.first.url)
        self.finish(self.first)
        reference = self.visitor.page.url.split("receipt=")[1]
        self.assertEqual(self.visitor.open(old.url).url.split("receipt=")[1], reference, "its address is the receipt's")
        self.assertNotIn(SENT, self.visitor.page.text)
        old.type("Summary", "Once more")
        page = self.visitor.press("Machine", page=old)
        groups = " ".join(reference[start:start + 4] for start in range(0, 32, 4))
        self.assertIn(f"{SENT} (reference {groups})", page.text)
        self.assertIn(f'<span translate="no">{groups}</span>', page.html)
        page = self.visitor.press("Close")
        self.assertEqual(entries(page), ("Once more", "one@example.com"))
        self.assertEqual(len(self.server.submissions("workshop")), 1)

    def test_start_over_empties_a_draft_and_undo_restores_it(self):
        self.go_on()
        page = self.visitor.press("Start Over", page=self.first)
        self.assertEqual(entries(page), ("", ""))
        self.assertEqual(page.url.split("#")[0], self.first.url.split("#")[0], "it is the same draft")
        page = self.visitor.press("Undo")
        self.assertEqual(entries(page), ("One", "one@example.com"))
        self.assertTrue(any("Valve 0012" in name for name in page.names("button")))


class GoneDrafts(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(Server({"workshop": WORKSHOP, "small": SMALL}, WORKSHOP_SOURCES))
        self.visitor = Visitor(self.server)

    def test_a_get_after_the_session_ended_says_so_and_an_older_page_still_works(self):
        before = self.visitor.open("/forms/workshop").type("Summary", "Precious")
        view = self.visitor.press("Parts")
        self.server.restart()
        for url in (view.url, self.visitor.press("Close", page=view).url):
            self.server.restart()
            page = self.visitor.open(url)
            self.assertIn(GONE, page.text)
            self.assertEqual((page.status, entries(page)), (200, ("", "")))
            self.assertEqual(page.path, "/forms/workshop")
        page = self.visitor.press("Parts", page=before)
        self.assertEqual(entries(self.visitor.press("Close")), ("Precious", ""))

    def test_a_get_creates_no_session(self):
        for url in ("/", "/forms/workshop", "/forms/workshop?draft=new", "/forms/workshop?draft=0123456789abcdef",
                    "/forms/workshop/cells/parts", "/forms/workshop?draft=%00"):
            connection = http.client.HTTPConnection(self.server.host, self.server.port)
            connection.request("GET", url, headers={"Cookie": f"formcells={'0' * 32}"})
            response = connection.getresponse()
            response.read()
            self.assertEqual(response.status, 200, url)
            self.assertIsNone(response.headers["Set-Cookie"], url)
            connection.close()


class AListOfOne(unittest.TestCase):
    def test_a_list_of_one_form_redirects_to_the_form_until_a_draft_exists(self):
        for options, prefix in ((), ""), (("--base-path", "/town"), "/town"):
            with Server({"workshop": WORKSHOP}, WORKSHOP_SOURCES, options=options) as server:
                visitor = Visitor(server)
                status, fields, _ = visitor.request("GET", f"{prefix}/")
                self.assertEqual((status, fields["Location"]), (303, f"{prefix}/forms/workshop"))
                self.assertIsNone(fields["Set-Cookie"])
                page = visitor.open(f"{prefix}/")
                page.type("Summary", "Not done yet")
                visitor.press("Machine", page=page)
                page = visitor.open(f"{prefix}/")
                self.assertEqual(page.path, f"{prefix}/")
                name, = [name for name in page.names("link") if name.startswith("Continue")]
                self.assertEqual(visitor.follow(name).value("Summary"), "Not done yet")
