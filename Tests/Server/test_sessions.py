"""Sessions come and go; what the visitor's page holds stays. Tabs and repeated requests lose and duplicate nothing."""

import threading
import unittest

from formcells import Server
from sample_forms import SMALL, WORKSHOP, WORKSHOP_SOURCES
from visitor import Visitor


class SessionCase(unittest.TestCase):
    options = ()

    def setUp(self):
        self.server = self.enterContext(
            Server({"workshop": WORKSHOP, "small": SMALL}, WORKSHOP_SOURCES, options=self.options))
        self.visitor = Visitor(self.server)

    def fill(self, visitor, summary="Filled in"):
        visitor.open("/forms/workshop").type("Summary", summary)
        visitor.press("Machine").choose("Valve 0012")
        visitor.press("Apply")
        visitor.press("Impact")
        visitor.press("Slower")
        visitor.press("Parts").tick("Gasket", "Coupling")
        return visitor.press("Apply")

    def submissions(self, form="workshop"):
        return self.server.submissions(form)


class LostSessions(SessionCase):
    def test_a_restart_between_page_and_submit_loses_nothing(self):
        self.fill(self.visitor).type("Email", "ada@example.com")
        self.server.restart()
        self.visitor.press("Submit")
        values = self.submissions()[0]["values"]
        self.assertEqual(values["summary"], "Filled in")
        self.assertEqual(values["email"], "ada@example.com")
        self.assertEqual(values["machine"], "m-00012")
        self.assertEqual(values["impact"], "slow")
        self.assertEqual(values["parts"], ["Coupling", "Gasket"])

    def test_a_restart_before_a_picker_opens_loses_nothing(self):
        self.fill(self.visitor).type("Summary", "Changed since")
        self.server.restart()
        view = self.visitor.press("Machine")
        self.assertEqual(view.checked(), ["Valve 0012"])
        told = "Nothing was lost" in view.text
        page = self.visitor.press("Close")
        self.assertEqual(page.value("Summary"), "Changed since")
        self.assertTrue(page.has("button", "Parts Coupling, Gasket"), page.names("button"))
        self.assertTrue(told or "Nothing was lost" in page.text, "the visitor is told")

    def test_a_restart_while_a_view_is_open_loses_neither_its_ticks_nor_the_form(self):
        self.fill(self.visitor).type("Email", "kept@example.com")
        view = self.visitor.press("People")
        view.tick("Ada Lovelace").type("Search", "zah", role="searchbox")
        view = self.visitor.press("Search")
        view.tick("Fatima Zahra")
        self.server.restart()
        page = self.visitor.press("Apply")
        self.assertTrue(page.has("button", "People Ada Lovelace, Fatima Zahra"), page.names("button"))
        self.assertEqual(page.value("Email"), "kept@example.com")
        self.assertEqual(page.value("Summary"), "Filled in")
        self.visitor.press("Submit")
        self.assertEqual(self.submissions()[0]["values"]["people"], ["Ada Lovelace", "Fatima Zahra"])

    def test_a_restart_while_a_view_is_open_keeps_its_search_and_its_rows(self):
        self.visitor.open("/forms/workshop")
        self.visitor.press("Machine")
        view = self.visitor.press("Show more")
        view.choose("Crane 0099")
        self.server.restart()
        view = self.visitor.press("Show more")
        self.assertEqual(len(view.names("radio")), 150)
        self.assertEqual(view.checked(), ["Crane 0099"])

    def test_close_after_a_restart_still_asks_about_changes(self):
        self.visitor.open("/forms/workshop")
        self.visitor.press("People").tick("Ada Lovelace")
        self.server.restart()
        question = self.visitor.press("Close")
        self.assertIn("Discard changes?", question.dialog.text())

    def test_a_restart_after_a_failed_submit_loses_nothing(self):
        self.visitor.open("/forms/workshop").type("Email", "half")
        self.visitor.press("Submit", expected=422)
        self.server.restart()
        self.visitor.page.type("Summary", "Second try").type("Email", "whole@example.com")
        page = self.visitor.press("Submit", expected=422)
        self.assertEqual(page.value("Summary"), "Second try")
        self.assertEqual(len(page.errors()), 2)


class EvictedSessions(SessionCase):
    options = ("--session-limit", "1", "--workers", "1")

    def test_a_session_removed_for_another_one_loses_nothing(self):
        self.fill(self.visitor)
        self.fill(Visitor(self.server), "Another")
        self.visitor.press("Submit")
        self.assertEqual(self.submissions()[0]["values"]["summary"], "Filled in")
        self.assertEqual(self.submissions()[0]["values"]["parts"], ["Coupling", "Gasket"])


class DoubledRequests(SessionCase):
    def test_a_form_sent_twice_is_recorded_once_with_the_same_receipt(self):
        page = self.fill(self.visitor)
        self.visitor.press("Submit", page=page)
        first = self.visitor.page.url
        self.visitor.press("Submit", page=page)
        self.assertEqual(self.visitor.page.url, first)
        self.assertEqual(len(self.submissions()), 1)

    def test_a_form_sent_again_after_a_restart_is_recorded_once_with_the_same_receipt(self):
        page = self.fill(self.visitor)
        self.visitor.press("Submit", page=page)
        first = self.visitor.page.url
        self.server.restart()
        self.visitor.press("Submit", page=page)
        self.assertEqual(self.visitor.page.url, first)
        self.visitor.reload()
        self.assertEqual(len(self.submissions()), 1)

    def test_a_form_sent_many_times_at_once_is_recorded_once(self):
        page = self.fill(self.visitor)
        url, pairs = page.submission(page.find("button", "Submit"))
        receipts = []

        def send():
            visitor = Visitor(self.server)
            visitor.cookies = dict(self.visitor.cookies)
            visitor.post(url, pairs)
            receipts.append(visitor.page.url)

        threads = [threading.Thread(target=send) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(receipts), 12)
        self.assertEqual(len(set(receipts)), 1)
        self.assertEqual(len(self.submissions()), 1)

    def test_the_same_answers_in_a_new_form_are_another_submission(self):
        for _ in range(2):
            self.visitor.open("/forms/small").type("Name", "Ada")
            self.visitor.press("Submit")
        self.assertEqual(len(self.submissions("small")), 2)
        self.assertEqual(len({line["id"] for line in self.submissions("small")}), 2)

    def test_two_visitors_with_the_same_answers_are_two_submissions(self):
        for visitor in (Visitor(self.server), Visitor(self.server)):
            visitor.open("/forms/small").type("Name", "Ada")
            visitor.press("Submit")
        self.assertEqual(len(self.submissions("small")), 2)

    def test_a_receipt_can_be_opened_again_and_an_invented_one_is_404(self):
        self.visitor.open("/forms/small").type("Name", "Ada")
        self.visitor.press("Submit")
        url = self.visitor.page.url
        self.assertEqual(self.visitor.reload().status, 200)
        self.visitor.open(url.replace(url[-4:], "0000"), expected=404)


class Tabs(SessionCase):
    def test_what_each_tab_changed_is_kept(self):
        first = self.visitor.open("/forms/workshop")
        self.visitor.press("Shift").choose("Late")
        self.visitor.press("Apply")
        first = self.visitor.open("/forms/workshop")
        second = self.visitor.open("/forms/workshop")
        first.type("Summary", "From the first tab")
        self.visitor.press("Machine", page=first)
        self.visitor.page.choose("Pump 0000")
        self.visitor.press("Apply")
        second.type("Email", "second@example.com")
        page = self.visitor.press("Parts", page=second)
        page = self.visitor.press("Close")
        self.assertEqual(page.value("Summary"), "From the first tab")
        self.assertEqual(page.value("Email"), "second@example.com")
        names = " | ".join(page.names("button"))
        self.assertIn("Pump 0000", names)
        self.assertIn("Shift Late", names)

    def test_two_views_in_two_tabs_do_not_disturb_each_other(self):
        self.visitor.open("/forms/workshop")
        people = self.visitor.press("People")
        self.visitor.open("/forms/workshop")
        parts = self.visitor.press("Parts")
        people.tick("Ada Lovelace")
        parts.tick("Gasket")
        self.visitor.press("Apply", page=people)
        page = self.visitor.press("Apply", page=parts)
        self.assertTrue(page.has("button", "People Ada Lovelace"), page.names("button"))
        self.assertTrue(page.has("button", "Parts Gasket"), page.names("button"))

    def test_concurrent_requests_of_one_session_lose_nothing(self):
        self.visitor.open("/forms/workshop").type("Summary", "Start")
        self.visitor.press("People")
        self.visitor.press("Close")
        fields = {"Summary": "Once", "Email": "at@example.com"}
        pages = {name: self.visitor.open("/forms/workshop") for name in fields}
        jobs = []
        for name, page in pages.items():
            page.type(name, fields[name])
            jobs.append(page.submission(page.find("button", "Machine")))

        def send(job):
            visitor = Visitor(self.server)
            visitor.cookies = dict(self.visitor.cookies)
            visitor.post(*job)

        threads = [threading.Thread(target=send, args=(job,)) for job in jobs * 4]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        page = self.visitor.open("/forms/workshop")
        self.assertEqual({name: page.value(name) for name in fields}, fields)

    def test_visitors_do_not_see_each_others_entries(self):
        self.visitor.open("/forms/workshop").type("Summary", "Secret")
        self.visitor.press("Machine")
        self.assertFalse(Visitor(self.server).open("/forms/workshop").value("Summary"))
