"""Forms without a network, below a path of the host: opened forms stay available, and sent forms wait and are sent in order, once."""

import re

from playwright.sync_api import expect

from enhanced import is_press
from formcells import Server, wait_until
from offline_case import BOTH, DRAFT, PREFIX, OfflineCase
from sample_forms import SMALL


class Opened(OfflineCase):
    definitions = BOTH

    def test_an_opened_form_a_draft_and_entries_are_available_without_a_network(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.lose_network()
        page.goto(PREFIX + "/forms/small")
        self.fill("Name", "Ada")
        # The scripts have stored the entry.
        page.wait_for_url("**draft=new")
        # What was typed on a blank page is still there.
        page.reload()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Ada")
        self.find_network()
        page.goto(PREFIX + "/forms/small")
        self.begin_draft("Grace")
        draft = page.url.split("?")[1]
        self.wait_until_kept(f"/forms/small?{draft}")
        self.lose_network()
        page.reload()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Grace")
        # A draft's address never shows a blank form.
        page.goto(PREFIX + "/forms/small?draft=0123456789abcdef")
        expect(page.get_by_role("heading", name="No Network")).to_be_visible()
        page.get_by_role("link", name="Small Form").first.click()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Grace")

    def test_the_offline_page_keeps_entries_of_the_page_that_it_replaces(self):
        page = self.page
        self.begin_draft("Ada")
        self.wait_until_kept("/forms/small")
        self.lose_network()
        self.fill("Name", "Ada Lovelace")
        page.evaluate(f"caches.delete('formcells {PREFIX}/ pages')")
        page.reload()
        expect(page.get_by_role("heading", name="No Network")).to_be_visible()
        self.find_network()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Ada Lovelace")

    def test_neither_receipts_nor_answers_are_cached(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.submit("Ada")
        page.wait_for_url("**receipt=*")
        # On a slow machine a draft was saved; its page is deleted now.
        wait_until(lambda: self.kept() == [""], "only the blank page is kept")
        page.reload()
        expect(page.get_by_role("heading", name="Sent")).to_be_visible()
        self.assertEqual(self.kept(), [""])

    def kept(self):
        return self.page.evaluate(
            "async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).search)",
            f"formcells {PREFIX}/ pages")


class Texts(OfflineCase):
    definitions = {"small": {"title": "Small Form", "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Name"}, {"id": "note", "type": "note", "label": "Note"}]}]}}

    def test_a_page_with_text_that_looks_like_markup_is_cached_and_sent(self):
        page = self.page
        text = 'It said id="_gone" data-viewport="" name="_with" name="_changes".'
        self.wait_until_kept("/forms/small")
        page.get_by_role("textbox", name="Note").fill(text)
        self.begin_draft("Ada")
        draft = page.url.split("?")[1]
        self.wait_until_kept(f"/forms/small?{draft}")
        self.lose_network()
        page.reload()
        expect(page.get_by_role("textbox", name="Note")).to_have_value(text)
        self.submit_in_vain("Ada")
        self.find_network()
        wait_until(lambda: self.sent() == ["Ada"], "it is sent")
        expect(page.get_by_role("heading", name="Sent", exact=True)).to_be_visible()


class Unsent(OfflineCase):
    definitions = BOTH

    def test_queued_forms_are_sent_in_order_once_the_network_returns(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.lose_network()
        self.submit_in_vain("First")
        # The next form is blank.
        page.goto(PREFIX + "/forms/small?draft=new")
        expect(page.get_by_role("link", name="Waiting for the network: 1")).to_be_visible()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("")
        self.submit_in_vain("Second")
        # A reload shows it again, and it can be edited.
        page.reload()
        expect(page.get_by_role("heading", name="Not Sent Yet")).to_be_visible()
        page.get_by_role("button", name="Edit").click()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Second")
        self.submit_in_vain("Third")
        self.find_network()
        page.wait_for_url("**receipt=*")
        wait_until(lambda: len(self.sent()) == 2, "both are recorded")
        self.assertEqual(self.sent(), ["First", "Third"])

    def test_a_submit_before_the_page_is_idle_is_queued(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        page.add_init_script("window.requestIdleCallback = () => 0")
        page.goto(PREFIX + "/forms/small?draft=new")
        self.lose_network()
        self.submit_in_vain("Ada")
        self.find_network()
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.sent(), ["Ada"])

    def test_one_draft_sent_by_two_tabs_with_different_answers_is_two_forms(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.begin_draft("Draft")
        other = self.context.new_page()
        other.goto(page.url)
        other.wait_for_load_state("networkidle")
        self.lose_network()
        self.submit_in_vain("Draft")
        other.get_by_role("textbox", name="Name").fill("Changed")
        other.get_by_role("button", name="Submit", exact=True).last.click()
        expect(other.get_by_role("heading", name="Not Sent Yet")).to_be_focused()
        # It can be edited like any other.
        other.reload()
        other.get_by_role("button", name="Edit").click()
        other.get_by_role("textbox", name="Name").fill("Changed twice")
        other.get_by_role("button", name="Submit", exact=True).last.click()
        expect(other.get_by_role("heading", name="Not Sent Yet")).to_be_focused()
        self.assertEqual(self.queued_count(), 2)
        self.find_network()
        for each in (page, other):
            each.wait_for_url("**receipt=*")
        self.assertEqual(self.sent(), ["Draft", "Changed twice"])

    def test_a_form_whose_answer_is_lost_eleven_times_is_recorded_once(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.network.lost_answers = 11
        self.submit_in_vain("Ada")
        for _ in range(10):
            count = len(self.network.posts)
            page.evaluate("dispatchEvent(new Event('online'))")
            wait_until(lambda count=count: len(self.network.posts) > count, "another post")
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_url("**receipt=*")
        self.assertGreaterEqual(len(self.network.posts), 12)
        self.assertEqual(self.sent(), ["Ada"])

    def test_a_refused_queued_form_can_be_opened_and_does_not_delay_others(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        page.goto(PREFIX + "/forms/strict")
        self.wait_until_kept("/forms/strict")
        self.lose_network()
        self.fill("Code", "abc")
        self.submit_in_vain("Ada")
        page.goto(PREFIX + "/forms/small")
        self.submit_in_vain("Grace")
        page.goto(PREFIX + "/forms/small?draft=new")
        self.find_network()
        page.get_by_role("button", name="Open").wait_for()
        # The message may appear before the next form is sent.
        wait_until(lambda: self.sent() == ["Grace"], "the other one is recorded")
        with page.expect_navigation():
            page.get_by_role("button", name="Open").click()
        expect(page.get_by_role("textbox", name="Code")).to_have_attribute("aria-invalid", "true")
        expect(page.get_by_role("textbox", name="Code")).to_have_value("abc")
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Ada")
        page.goto(PREFIX + "/device")
        expect(page.get_by_text("Forms on This Device")).to_be_visible()
        expect(page.get_by_text("Not accepted")).to_have_count(0)


    def test_a_refused_form_corrected_in_its_draft_leaves_the_queue(self):
        page = self.page
        page.goto(PREFIX + "/forms/strict")
        self.wait_until_kept("/forms/strict")
        self.lose_network()
        self.fill("Code", "abc")
        self.submit_in_vain("Ada")
        self.find_network()
        expect(page.get_by_role("heading", name="Not accepted: Strict Form")).to_be_visible()
        expect(page).to_have_title("Not accepted: Strict Form")
        expect(page.get_by_text("Code: ", exact=False)).to_be_visible()
        self.assertEqual(self.queued_count(), 1)
        page.goto(PREFIX + "/forms/strict")
        expect(page.get_by_role("textbox", name="Code")).to_have_value("abc")
        page.wait_for_function("() => document.querySelector('link[rel=manifest]')")
        self.fill("Code", "ABC")
        self.submit("Ada")
        page.wait_for_url("**receipt=*")
        wait_until(lambda: self.queued_count() == 0, "it has left the queue")

    def test_the_draft_of_a_queued_form_shows_the_queued_entries(self):
        page = self.page
        self.fill("Name", "Ann")
        page.wait_for_url(DRAFT)
        self.wait_until_kept("/forms/small", "/forms/small" + page.url[page.url.index("?"):])
        draft = page.url
        self.lose_network()
        self.submit_in_vain("Ann Lee")
        page.goto(PREFIX + "/")
        page.goto(draft)
        expect(page.get_by_role("heading", name="Not Sent Yet")).to_be_visible()
        page.get_by_role("button", name="Edit").click()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Ann Lee")
        self.submit_in_vain("Ann Lee")
        # The next page of this form is a separate one.
        page.goto(PREFIX + "/forms/small")
        expect(page.get_by_role("textbox", name="Name")).to_have_value("")
        self.submit_in_vain("Bob")
        self.find_network()
        wait_until(lambda: self.sent() == ["Ann Lee", "Bob"], "both are recorded")

    def test_changes_after_edit_are_kept_after_a_reload(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.begin_draft("Older")
        self.lose_network()
        self.submit_in_vain("Older")
        page.get_by_role("button", name="Edit").click()
        self.fill("Name", "Newer")
        page.reload()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Newer")
        self.find_network()
        page.get_by_role("button", name="Submit", exact=True).last.click()
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.sent(), ["Newer"])

    def test_a_submit_after_a_press_that_fails_is_queued(self):
        page = self.page
        page.goto(PREFIX + "/forms/asking")
        self.wait_until_kept("/forms/asking")
        self.fill("Name", "Ada")
        page.wait_for_url(DRAFT)
        page.get_by_text("Saved", exact=True).wait_for()
        held = []

        def lose(route):
            # The press is in flight when the network fails.
            if is_press(route.request) and not held:
                held.append(route)
            else:
                route.abort()

        page.route("**/forms/asking*", lose)
        page.get_by_role("switch", name="Car").click()
        wait_until(lambda: page.title() and held, "the press is posted")
        page.get_by_role("button", name="Submit", exact=True).last.click()
        self.lose_network()
        held[0].abort()
        expect(page.get_by_role("heading", name="Not Sent Yet")).to_be_focused()
        page.unroute("**/forms/asking*")
        self.find_network()
        # The page did not show the question yet: it comes with the refused form.
        expect(page.get_by_role("heading", name="Not accepted: Asking Form")).to_be_visible()
        with page.expect_navigation():
            page.get_by_role("button", name="Open").click()
        self.fill("Plate", "AB 1")
        self.submit("Ada")
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.forms.submissions("asking")[-1]["values"], {"name": "Ada", "car": True, "plate": "AB 1"})

    def test_each_tab_shows_the_receipt_of_its_own_form(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        other = page.context.new_page()
        other.goto(PREFIX + "/forms/small?draft=new")
        other.wait_for_function("() => document.querySelector('link[rel=manifest]')")
        self.lose_network()
        for tab, name in ((page, "One"), (other, "Two")):
            tab.get_by_role("textbox", name="Name").fill(name)
            tab.get_by_role("button", name="Submit", exact=True).last.click()
            expect(tab.get_by_role("heading", name="Not Sent Yet")).to_be_visible()
        self.find_network()
        for tab in (page, other):
            tab.wait_for_url("**receipt=*")
        self.assertEqual(self.sent(), ["One", "Two"])

    def test_a_form_filled_in_twice_offline_is_two_submissions(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.lose_network()
        for _ in range(2):
            page.goto(PREFIX + "/forms/small?draft=new")
            self.submit_in_vain("Ada")
        page.goto(PREFIX + "/device")
        expect(page.get_by_role("heading", name="No Network")).to_be_visible()
        self.find_network()
        # The page that could not be fetched loads by itself.
        expect(page.get_by_role("heading", name="This Device", exact=True)).to_be_visible()
        wait_until(lambda: len(self.sent()) == 2, "both are recorded")

    def test_a_page_loads_by_itself_if_the_network_returned_before_its_scripts(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.network.is_away = True
        page.goto(PREFIX + "/device", wait_until="commit")
        self.network.is_away = False
        expect(page.get_by_role("heading", name="This Device", exact=True)).to_be_visible()

    def test_a_form_on_which_the_server_fails_delays_others_three_times(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.lose_network()
        self.submit_in_vain("Ada")
        page.goto(PREFIX + "/forms/small?draft=new")
        self.submit_in_vain("Grace")
        failed = []

        def fail(route):
            if route.request.method == "POST" and "Ada" in (route.request.post_data or ""):
                failed.append(len(self.sent()))
                route.fulfill(status=500, body="broken")
            else:
                route.continue_()

        page.route("**/forms/small*", fail)
        self.find_network()
        page.goto(PREFIX + "/")
        page.goto(PREFIX + "/forms/small?draft=new")
        wait_until(lambda: page.evaluate("dispatchEvent(new Event('online'))") and self.sent() == ["Grace"], "the second one is sent")
        self.assertEqual(failed[:3], [0, 0, 0])
        page.unroute("**/forms/small*")
        wait_until(lambda: page.evaluate("dispatchEvent(new Event('online'))") and self.sent() == ["Grace", "Ada"], "the first one too")

    def test_a_queued_form_that_the_server_no_longer_has_stays_until_removed(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.lose_network()
        self.submit_in_vain("Ada")
        gone = '<!DOCTYPE html><html data-viewport="auto"><title>x</title><main class="page"><h1>Not Found</h1><p class="lead">Not &amp; there</p></main></html>'
        page.route("**/forms/small*", lambda route: route.fulfill(status=404, content_type="text/html", body=gone)
                   if route.request.method == "POST" else route.continue_())
        self.find_network()
        page.get_by_role("heading", name="Not accepted: Small Form").wait_for()
        expect(page.get_by_text("Not & there")).to_be_visible()
        # The entries are shown even if the server has no page for them.
        with page.expect_navigation():
            page.get_by_role("button", name="Open").click()
        expect(page).to_have_url(re.compile("/device$"))
        expect(page.get_by_role("definition")).to_have_text("Ada")
        queued = page.get_by_role("region", name="Not Sent Yet")
        expect(queued.get_by_text("Not & there")).to_be_visible()
        queued.get_by_role("button", name="Remove").click()
        expect(queued.get_by_role("status")).to_have_text("Small Form: removed.")
        expect(page.get_by_role("checkbox", name="Also delete what was not sent")).to_be_hidden()
        queued.get_by_role("button", name="Undo").click()
        expect(queued.get_by_role("heading", name="Not Sent Yet")).to_be_focused()
        expect(queued.get_by_text("Not accepted: Small Form")).to_be_visible()
        queued.get_by_role("button", name="Remove").click()
        expect(queued.get_by_role("status")).to_have_text("Small Form: removed.")
        page.reload()
        expect(page.get_by_role("region", name="Forms on This Device")).to_be_visible()
        expect(queued).to_have_count(0)


class SwitchedOff(OfflineCase):
    path = "/forms/small"

    def find_server(self, _):
        self.forms = self.enterContext(Server({"small": SMALL}))
        return self.forms

    def test_with_no_offline_cached_pages_are_deleted_and_queued_forms_sent(self):
        page = self.page
        page.wait_for_function("() => navigator.serviceWorker.controller && document.querySelector('link[rel=manifest]')")
        page.route("**/forms/small*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
        self.submit_in_vain("Ada")
        page.goto("about:blank")
        page.unroute("**/forms/small*")
        self.forms.options.append("--no-offline")
        self.forms.restart()
        page.goto("/device")
        page.get_by_role("region", name="Not Sent Yet").get_by_role("link", name="Small Form").click()
        expect(page.get_by_role("heading", name="Sent", exact=True)).to_be_visible()
        self.assertEqual(self.sent(), ["Ada"])
        wait_until(lambda: page.evaluate("caches.keys()") == [], "the caches are deleted")
        wait_until(lambda: page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0, "the worker is gone")
