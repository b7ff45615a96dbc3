"""Clearing a device: what was stored is gone in each tab, and unsent forms only if the visitor says so."""

import re

from playwright.sync_api import expect

from formcells import wait_until
from offline_case import BOTH, PREFIX, OfflineCase


class Cleared(OfflineCase):
    definitions = BOTH

    def test_the_offline_page_lists_forms_and_unsent_forms(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.lose_network()
        self.submit_in_vain("Ada")
        page.goto(PREFIX + "/device")
        expect(page.get_by_role("heading", name="No Network")).to_be_visible()
        expect(page.get_by_role("region", name="Forms on This Device").get_by_role("link", name="Small Form")).to_be_visible()
        queued = page.get_by_role("region", name="Not Sent Yet").get_by_role("link", name=re.compile("^Small Form .* Ada$"))
        page.get_by_role("button", name=re.compile("^Remove: Small Form, .*, Ada$")).click()
        page.get_by_role("button", name=re.compile("^Undo: Small Form, .*, Ada$")).click()
        expect(queued).to_be_focused()
        queued.click()
        page.get_by_role("button", name="Edit").click()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Ada")
        self.find_network()
        page.goto(PREFIX + "/forms/small")
        self.assertEqual(self.sent(), [], "what was taken back is not sent")
        # It stays on the device until it is sent.
        page.goto(PREFIX + "/device")
        page.get_by_role("region", name="Not Sent Yet").get_by_role("link", name="Small Form").click()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Ada")
        self.wait_until_kept("/forms/small")
        self.submit("Ada Lovelace")
        page.wait_for_url("**receipt=*")
        wait_until(lambda: self.queued_count() == 0, "it has left the queue")
        page.goto(PREFIX + "/device")
        expect(page.get_by_role("region", name="Forms on This Device")).to_be_visible()
        expect(page.get_by_role("region", name="Not Sent Yet")).to_have_count(0)
        self.assertEqual(self.sent(), ["Ada Lovelace"])

    def test_clearing_deletes_pages_and_drafts_and_unsent_forms_only_if_chosen(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.begin_draft("Grace")
        draft = page.url
        self.network.lost_answers = 1000
        self.submit_in_vain("Ada")
        page.goto(PREFIX + "/device")
        box = page.get_by_role("checkbox", name="Also delete what was not sent: 1")
        expect(box).not_to_be_checked()
        box.check()
        with page.expect_navigation():
            page.get_by_role("button", name="Clear This Device").click()
        expect(page.get_by_role("heading", name="This Device Is Cleared")).to_be_visible()
        # Neither Back nor the browser's cached page brings it back.
        page.go_back()
        page.go_back()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("")
        page.goto(draft)
        expect(page.get_by_role("textbox", name="Name")).to_have_value("")

    def test_clearing_also_clears_other_tabs(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.begin_draft("Grace")
        other = self.context.new_page()
        other.goto(PREFIX + "/device")
        expect(other.get_by_role("region", name="Forms on This Device")).to_be_visible()
        with page.expect_navigation(), other.expect_navigation():
            other.get_by_role("button", name="Clear This Device").click()
        expect(page.get_by_role("heading", name="Forms")).to_be_visible()
        self.assertEqual(page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('formcells:'))"), [])

    def test_other_tabs_reload_only_after_the_session_has_ended(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.submit("Grace Hopper")
        page.wait_for_url("**receipt=*")
        expect(page.get_by_text("Grace Hopper")).to_be_visible()
        other = self.context.new_page()
        other.goto(PREFIX + "/device")
        expect(other.get_by_role("region", name="Forms on This Device")).to_be_visible()
        held = []
        other.route("**/device", lambda route: held.append(route))
        asked = []
        # The page fetches its style sheet and script later for the next page, so those do not count.
        page.on("request", lambda request: "/assets/" in request.url or asked.append(request.url))
        # A click would wait for the next page.
        other.get_by_role("button", name="Clear This Device").dispatch_event("click")
        wait_until(lambda: page.title() and held, "the session is to end")
        expect(page.get_by_role("heading")).to_have_count(0)
        self.assertEqual(asked, [], "the server would still show what was entered")
        with page.expect_navigation():
            held[0].continue_()
        expect(other.get_by_role("heading", name="This Device Is Cleared")).to_be_visible()
        expect(page.get_by_role("heading")).to_have_count(1)
        expect(page.get_by_text("Grace Hopper")).to_have_count(0)
        self.assertIn("receipt=", page.url, "the form is in front no more")

    def test_a_cleared_device_stores_nothing_new_and_lists_unsent_forms(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.network.lost_answers = 1000
        self.submit_in_vain("Ada")
        self.clear()
        expect(page.get_by_role("region", name="Not Sent Yet").get_by_role("link", name="Small Form")).to_be_visible()
        page.goto(PREFIX + "/device")
        page.get_by_role("checkbox", name="Also delete what was not sent: 1").check()
        self.clear()
        expect(page.get_by_text("No form is kept on this device.")).to_be_visible()
        page.wait_for_load_state("networkidle")
        self.assertEqual(page.evaluate("caches.keys()"), [])
        self.assertEqual(page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)"), 0)

    def clear(self):
        if not self.page.url.endswith("/device"):
            self.page.goto(PREFIX + "/device")
        with self.page.expect_navigation():
            self.page.get_by_role("button", name="Clear This Device").click()
        expect(self.page.get_by_role("heading", name="This Device Is Cleared")).to_be_visible()


class ClearedWithoutScripts(OfflineCase):
    definitions = BOTH
    scripts = False

    def test_clearing_the_device_without_scripts_ends_the_session(self):
        page = self.page
        self.fill("Name", "x" * 50)
        self.press("Submit")
        page.goto(PREFIX + "/device")
        self.press("Clear This Device")
        expect(page.get_by_role("heading", name="This Device Is Cleared")).to_be_visible()
        self.assertEqual(self.context.cookies(), [])
        page.goto(PREFIX + "/forms/small")
        expect(page.get_by_role("textbox", name="Name")).to_have_value("")
