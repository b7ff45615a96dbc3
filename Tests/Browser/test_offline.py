"""Forms without a network, below a path of the host: opened forms stay, what is sent waits, and is sent in order, once."""

import re

from playwright.sync_api import expect

import lasting
from browser import PHONE, BrowserCase
from formcells import Server, wait_until
from sample_forms import SMALL
from weak_network import WeakNetwork

PREFIX = "/town/forms-2"
# The address of a draft that the server has.
DRAFT = re.compile("draft=[0-9a-f]{16}")
# One that refuses a text which the page takes.
STRICT = {
    "title": "Strict Form",
    "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Name", "required": True},
        {"id": "code", "type": "text", "label": "Code", "pattern": "[A-Z]{3}"},
    ]}],
}
# Pickers, one of them of a tree.
PICKERS = {
    "title": "Picker Form",
    "sections": [{"cells": [
        {"id": "town", "type": "list-picker", "label": "Town", "required": True, "options": ["Bern", "Zürich", *[f"Town {n}" for n in range(80)]]},
        {"id": "languages", "type": "list-picker", "label": "Languages", "selection": "multiple", "maximum": 3, "other": {"label": "Other"},
         "options": [{"value": "de", "label": "German"}, {"value": "it! a*", "label": "Italian, south"}, {"value": "fr", "label": "French"}]},
        {"id": "size", "type": "select", "label": "Size", "options": ["S", "M", "L"]},
        {"id": "place", "type": "list-picker", "label": "Place", "source": {"file": "places.csv", "value": "id", "label": "name", "parent": "within"}},
        {"id": "name", "type": "text", "label": "Name"},
    ]}],
}
# A form of three pages.
STEPS = {
    "title": "Step Form",
    "sections": [
        {"container": "step", "title": "One", "cells": [
            {"id": "site", "type": "text", "label": "Site", "required": True},
            {"id": "size", "type": "select", "label": "Size", "options": ["S", "M"]},
            {"id": "kinds", "type": "checkbox-group", "label": "Kinds", "options": ["Dry", "Wet"]}]},
        {"container": "step", "title": "Two", "cells": [{"id": "remark", "type": "text", "label": "Remark"}]},
        {"container": "step", "title": "Three", "cells": [{"id": "name", "type": "text", "label": "Name", "required": True}]},
    ],
}
PLACES = {"places.csv": "id,name,within\nch,Switzerland,\nbe,Bern,ch\n"}
# What the page tells once the site answers without a network.
IS_KEPT = """async (paths) => {
  const isKept = async () => {
    if (!navigator.serviceWorker.controller) return false;
    const cache = await caches.open("formcells %s/ pages");
    for (const path of paths) if (!await cache.match(path)) return false;
    return true;
  };
  const end = performance.now() + 20000;
  while (performance.now() < end) {
    if (await isKept()) return true;
    await new Promise(requestAnimationFrame);
  }
  return false;
}""" % PREFIX


class OfflineCase(BrowserCase):
    size = PHONE
    scripts = True
    workers = "allow"
    path = f"{PREFIX}/forms/small"
    shared = None

    def find_server(self, _):
        if OfflineCase.shared is None:
            server = lasting.stack.enter_context(Server({"small": SMALL, "strict": STRICT, "pickers": PICKERS, "steps": STEPS}, PLACES, options=["--base-path", PREFIX]))
            OfflineCase.shared = server, lasting.stack.enter_context(WeakNetwork(server))
        self.forms, self.network = OfflineCase.shared
        self.network.is_away, self.network.lost_answers = False, 0
        self.network.posts.clear()
        return self.network

    def setUp(self):
        super().setUp()
        self.failures = []
        self.page.on("pageerror", lambda error: self.failures.append(str(error)))
        self.already = len(self.forms.submissions("small"))

    def tearDown(self):
        self.assertEqual(self.failures, [], "no script has failed")

    def sent(self):
        """The names that were recorded in this check, in order."""
        return [line["values"]["name"] for line in self.forms.submissions("small")[self.already:]]

    def wait_until_kept(self, *paths):
        self.assertTrue(self.page.evaluate(IS_KEPT, [PREFIX + path for path in paths]), paths)

    def queued_count(self):
        return self.page.evaluate("""(name) => new Promise((done, fail) => {
          const request = indexedDB.open(name);
          request.onerror = fail;
          request.onsuccess = () => {
            const count = request.result.transaction("forms").objectStore("forms").count();
            count.onsuccess = () => { request.result.close(); done(count.result); };
          };
        })""", f"formcells {PREFIX}/ unsent")

    def lose_network(self):
        self.network.is_away = True
        self.context.set_offline(True)

    def find_network(self):
        self.network.is_away = False
        self.context.set_offline(False)

    def submit(self, name):
        self.fill("Name", name)
        self.page.get_by_role("button", name="Submit", exact=True).last.click()

    def submit_in_vain(self, name):
        self.submit(name)
        expect(self.page.get_by_role("heading", name="Not Sent Yet")).to_be_focused()


class Opened(OfflineCase):
    def test_an_opened_form_a_draft_and_entries_are_there_without_a_network(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.lose_network()
        page.goto(PREFIX + "/forms/small")
        self.fill("Name", "Ada")
        # What was typed on a blank page is still there.
        page.reload()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Ada")
        self.find_network()
        page.goto(PREFIX + "/forms/small")
        with page.expect_response(lambda response: response.request.method == "POST"):
            self.fill("Name", "Grace")
        page.wait_for_url(DRAFT)
        draft = page.url.split("?")[1]
        self.wait_until_kept(f"/forms/small?{draft}")
        self.lose_network()
        page.reload()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Grace")
        # Never a blank form in a draft's place.
        page.goto(PREFIX + "/forms/small?draft=0123456789abcdef")
        expect(page.get_by_role("heading", name="No Network")).to_be_visible()
        page.get_by_role("link", name="Small Form").first.click()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Grace")

    def test_what_is_kept_is_neither_receipt_nor_answer(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.submit("Ada")
        page.wait_for_url("**receipt=*")
        page.reload()
        expect(page.get_by_role("heading", name="Sent")).to_be_visible()
        kept = page.evaluate("""async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).search)""",
                             f"formcells {PREFIX}/ pages")
        self.assertEqual(kept, [""])


class Unsent(OfflineCase):
    def test_forms_are_sent_in_order_once_the_network_is_back(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.lose_network()
        self.submit_in_vain("First")
        # The next one is blank.
        page.goto(PREFIX + "/forms/small?draft=new")
        expect(page.get_by_role("link", name="Waiting for the network: 1")).to_be_visible()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("")
        self.submit_in_vain("Second")
        # A reload shows it again, and it can be changed.
        page.reload()
        expect(page.get_by_role("heading", name="Not Sent Yet")).to_be_visible()
        page.get_by_role("button", name="Edit").click()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Second")
        self.submit_in_vain("Third")
        self.find_network()
        page.wait_for_url("**receipt=*")
        wait_until(lambda: len(self.sent()) == 2, "both are recorded")
        self.assertEqual(self.sent(), ["First", "Third"])

    def test_an_answer_that_is_lost_eleven_times_is_one_submission(self):
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

    def test_a_refused_form_comes_back_as_its_page_and_holds_up_no_other(self):
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
        self.assertEqual(self.sent(), ["Grace"])
        with page.expect_navigation():
            page.get_by_role("button", name="Open").click()
        expect(page.get_by_role("textbox", name="Code")).to_have_attribute("aria-invalid", "true")
        expect(page.get_by_role("textbox", name="Code")).to_have_value("abc")
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Ada")
        page.goto(PREFIX + "/device")
        expect(page.get_by_text("Forms on This Device")).to_be_visible()
        expect(page.get_by_text("Not taken")).to_have_count(0)


    def test_a_form_that_was_opened_once_is_sent_twice_as_two(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.lose_network()
        for _ in range(2):
            page.goto(PREFIX + "/forms/small?draft=new")
            self.submit_in_vain("Ada")
        page.goto(PREFIX + "/device")
        expect(page.get_by_role("heading", name="No Network")).to_be_visible()
        self.find_network()
        # The page that could not be fetched comes by itself.
        expect(page.get_by_role("heading", name="This Device")).to_be_visible()
        wait_until(lambda: len(self.sent()) == 2, "both are recorded")


    def test_a_form_at_which_the_server_fails_holds_up_the_others_three_times(self):
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

    def test_a_form_that_is_gone_stays_queued_until_it_is_removed(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.lose_network()
        self.submit_in_vain("Ada")
        gone = '<!DOCTYPE html><html data-viewport="auto"><title>x</title><main class="page"><h1>Not &amp; Found</h1></main></html>'
        page.route("**/forms/small*", lambda route: route.fulfill(status=404, content_type="text/html", body=gone)
                   if route.request.method == "POST" else route.continue_())
        self.find_network()
        page.get_by_role("heading", name="Not taken: Small Form").wait_for()
        expect(page.get_by_text("Not & Found")).to_be_visible()
        with page.expect_navigation():
            page.get_by_role("button", name="Open").click()
        page.goto(PREFIX + "/device")
        queued = page.get_by_role("region", name="Not Sent Yet")
        expect(queued.get_by_text("Not & Found")).to_be_visible()
        queued.get_by_role("button", name="Remove").click()
        expect(queued.get_by_role("status")).to_have_text("Small Form: removed.")
        queued.get_by_role("button", name="Undo").click()
        expect(queued.get_by_role("link", name="Not taken: Small Form")).to_be_visible()
        queued.get_by_role("button", name="Remove").click()
        page.reload()
        expect(page.get_by_role("region", name="Forms on This Device")).to_be_visible()
        expect(queued).to_have_count(0)


class Views(OfflineCase):
    path = f"{PREFIX}/forms/pickers"

    def setUp(self):
        super().setUp()
        self.already = len(self.forms.submissions("pickers"))
        self.wait_until_kept("/forms/pickers")
        wait_until(lambda: len(self.cached_views()) == 4, "the views are cached")
        self.lose_network()

    def cached_views(self):
        return self.page.evaluate("""async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)""",
                                  f"formcells {PREFIX}/ views")

    def open(self, name):
        self.page.get_by_role("button", name=re.compile(f"^{name}")).click()
        view = self.page.get_by_role("dialog", name=name)
        view.wait_for()
        return view

    def shows(self, name, text):
        expect(self.page.locator(f"#{name.lower()}")).to_have_accessible_name(re.compile(re.escape(text)))

    def test_choices_are_made_reloaded_queued_edited_and_sent(self):
        page = self.page
        view = self.open("Town")
        view.get_by_role("searchbox").fill("zurich")
        expect(view.get_by_role("radio")).to_have_count(1)
        page.keyboard.press("Enter")
        view.get_by_role("radio", name="Zürich").check()
        view.get_by_role("button", name="Apply").click()
        expect(view).to_have_count(0)
        expect(page.get_by_role("button", name=re.compile("^Town"))).to_be_focused()
        view = self.open("Languages")
        view.get_by_role("checkbox", name="Italian, south").check()
        view.get_by_role("checkbox", name="German").check()
        view.get_by_role("textbox", name="Other").fill("Rätoromanisch*")
        # Back leaves it; the ticks are there again.
        page.go_back()
        expect(view).to_have_count(0)
        self.open("Languages")
        expect(view.get_by_role("checkbox", checked=True)).to_have_count(3)
        view.get_by_role("checkbox", name="French").check()
        view.get_by_role("button", name="Apply").click()
        expect(view, "four are more than three").to_be_visible()
        view.get_by_role("checkbox", name="French").uncheck()
        view.get_by_role("button", name="Apply").click()
        view = self.open("Size")
        view.get_by_role("button", name="M", exact=True).click()
        expect(view).to_have_count(0)
        self.fill("Name", "Ada")
        page.reload()
        for name, text in [("Town", "Zürich"), ("Languages", "German, Italian, south, Rätoromanisch*"), ("Size", "M")]:
            self.shows(name, text)
        page.get_by_role("button", name="Submit", exact=True).last.click()
        page.get_by_role("heading", name="Not Sent Yet").wait_for()
        page.reload()
        page.get_by_role("button", name="Edit").click()
        self.shows("Town", "Zürich")
        # What is chosen is ticked when the view is opened again.
        view = self.open("Languages")
        expect(view.get_by_role("checkbox", checked=True)).to_have_count(3)
        view.get_by_role("button", name="Reset").click()
        view.get_by_role("checkbox", name="French").check()
        view.get_by_role("button", name="Apply").click()
        view = self.open("Size")
        view.get_by_role("button", name="None").click()
        self.shows("Size", "Select an option")
        page.get_by_role("button", name="Submit", exact=True).last.click()
        page.get_by_role("heading", name="Not Sent Yet").wait_for()
        self.find_network()
        page.wait_for_url("**receipt=*")
        line = self.forms.submissions("pickers")[self.already]
        self.assertEqual(line["values"], {"town": "Zürich", "languages": ["fr"], "size": None, "place": None, "name": "Ada"})

    def test_the_server_has_a_choice_once_the_network_is_back_and_its_page_shows_it(self):
        page = self.page
        view = self.open("Town")
        view.get_by_role("radio", name="Town 79").check()
        view.get_by_role("button", name="Apply").click()
        self.find_network()
        page.wait_for_url(DRAFT)
        page.reload()
        self.shows("Town", "Town 79")
        view = self.open("Town")
        view.get_by_role("radio", name="Bern").check()
        view.get_by_role("button", name="Apply").click()
        self.shows("Town", "Bern")

    def test_a_view_that_only_the_server_can_show_says_so(self):
        self.page.get_by_role("button", name=re.compile("^Place")).click()
        expect(self.page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
        expect(self.page.get_by_role("dialog")).to_have_count(0)


class Steps(OfflineCase):
    path = f"{PREFIX}/forms/steps"

    def setUp(self):
        super().setUp()
        self.already = len(self.forms.submissions("steps"))
        self.wait_until_kept("/forms/steps", "/forms/steps?step=2", "/forms/steps?step=3")
        wait_until(lambda: self.page.evaluate("async (name) => (await (await caches.open(name)).keys()).length", f"formcells {PREFIX}/ views") == 2,
                   "the view and the steps are cached")

    def lines(self):
        return [line["values"] for line in self.forms.submissions("steps")[self.already:]]

    def go(self, button, step):
        self.page.get_by_role("button", name=button, exact=True).last.click()
        self.is_at(step)

    def is_at(self, step):
        expect(self.page.get_by_text(f"Step {step} of 3")).to_be_visible()
        # Of the steps before.
        self.page.wait_for_function("() => document.querySelector('link[rel=manifest]')")

    def fill_first(self):
        self.lose_network()
        self.fill("Site", "Hall 1, north")
        self.page.locator("#size").click()
        self.page.get_by_role("dialog").get_by_role("button", name="M", exact=True).click()
        self.page.get_by_role("checkbox", name="Wet").check()
        self.go("Continue", 2)

    def test_steps_are_filled_in_gone_back_to_and_sent_as_one(self):
        page = self.page
        self.fill_first()
        self.fill("Remark", "Lamp, broken")
        page.reload()
        self.is_at(2)
        expect(page.get_by_role("textbox", name="Remark")).to_have_value("Lamp, broken")
        self.go("Back", 1)
        expect(page.get_by_role("textbox", name="Site")).to_have_value("Hall 1, north")
        expect(page.locator("#size")).to_have_accessible_name(re.compile("M$"))
        expect(page.get_by_role("checkbox", name="Wet")).to_be_checked()
        self.fill("Site", "Hall 2")
        self.go("Continue", 2)
        expect(page.get_by_role("textbox", name="Remark")).to_have_value("Lamp, broken")
        self.go("Continue", 3)
        page.goto(PREFIX + "/device")
        page.get_by_role("region", name="Not Sent Yet").get_by_role("link", name="Step Form").click()
        self.is_at(3)
        self.submit_in_vain("Ada")
        # The server knows nothing of the draft.
        self.forms.restart()
        self.find_network()
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.lines(), [{"site": "Hall 2", "size": "M", "kinds": ["Wet"], "remark": "Lamp, broken", "name": "Ada"}])

    def test_the_server_gets_the_steps_once_the_network_is_back(self):
        page = self.page
        self.fill_first()
        self.find_network()
        self.fill("Remark", "Lamp")
        page.get_by_role("button", name="Continue", exact=True).last.click()
        expect(page.get_by_role("textbox", name="Name")).to_be_visible()
        page.reload()
        self.submit("Ada")
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.lines(), [{"site": "Hall 1, north", "size": "M", "kinds": ["Wet"], "remark": "Lamp", "name": "Ada"}])
        page.goto(PREFIX + "/device")
        expect(page.get_by_role("region", name="Forms on This Device")).to_be_visible()
        expect(page.get_by_role("region", name="Not Sent Yet")).to_have_count(0)

    def test_a_step_that_is_refused_comes_back_with_all_entries(self):
        page = self.page
        self.lose_network()
        self.go("Continue", 2)
        self.fill("Remark", "Lamp")
        self.go("Continue", 3)
        self.submit_in_vain("Ada")
        self.forms.restart()
        self.find_network()
        page.get_by_role("button", name="Open").wait_for()
        with page.expect_navigation():
            page.get_by_role("button", name="Open").click()
        expect(page.get_by_role("textbox", name="Site")).to_have_attribute("aria-invalid", "true")
        self.fill("Site", "Hall 1")
        for _ in range(2):
            with page.expect_response(lambda response: response.request.method == "POST" and "_do=continue" in (response.request.post_data or "")):
                page.get_by_role("button", name="Continue", exact=True).last.click()
        self.press("Submit")
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.lines(), [{"site": "Hall 1", "size": None, "kinds": [], "remark": "Lamp", "name": "Ada"}])


class Cleared(OfflineCase):
    def test_the_page_for_what_cannot_be_fetched_lists_forms_and_what_was_not_sent(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        self.lose_network()
        self.submit_in_vain("Ada")
        page.goto(PREFIX + "/device")
        expect(page.get_by_role("heading", name="No Network")).to_be_visible()
        expect(page.get_by_role("region", name="Forms on This Device").get_by_role("link", name="Small Form")).to_be_visible()
        page.get_by_role("region", name="Not Sent Yet").get_by_role("link", name="Small Form").click()
        page.get_by_role("button", name="Edit").click()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Ada")
        self.find_network()
        page.goto(PREFIX + "/forms/small")
        self.assertEqual(self.sent(), [], "what was taken back is not sent")
        # It stays on the device until it is.
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

    def test_clearing_deletes_pages_drafts_and_what_was_not_sent_only_when_told_to(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        with page.expect_response(lambda response: response.request.method == "POST"):
            self.fill("Name", "Grace")
        page.wait_for_url(DRAFT)
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
        # Back does not bring it again, nor does the browser's memory of the page.
        page.go_back()
        page.go_back()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("")
        page.goto(draft)
        expect(page.get_by_role("textbox", name="Name")).to_have_value("")

    def test_clearing_reaches_the_other_tabs(self):
        page = self.page
        self.wait_until_kept("/forms/small")
        with page.expect_response(lambda response: response.request.method == "POST"):
            self.fill("Name", "Grace")
        page.wait_for_url(DRAFT)
        other = self.context.new_page()
        other.goto(PREFIX + "/device")
        expect(other.get_by_role("region", name="Forms on This Device")).to_be_visible()
        with page.expect_navigation(), other.expect_navigation():
            other.get_by_role("button", name="Clear This Device").click()
        expect(page.get_by_role("heading", name="Forms")).to_be_visible()
        self.assertEqual(page.evaluate("Object.keys(sessionStorage)"), [])


class ClearedWithoutScripts(OfflineCase):
    scripts = False

    def test_the_session_ends(self):
        page = self.page
        self.fill("Name", "x" * 50)
        self.press("Submit")
        page.goto(PREFIX + "/device")
        self.press("Clear This Device")
        expect(page.get_by_role("heading", name="This Device Is Cleared")).to_be_visible()
        self.assertEqual(self.context.cookies(), [])
        page.goto(PREFIX + "/forms/small")
        expect(page.get_by_role("textbox", name="Name")).to_have_value("")


class SwitchedOff(OfflineCase):
    path = "/forms/small"

    def find_server(self, _):
        self.forms = self.enterContext(Server({"small": SMALL}))
        return self.forms

    def test_a_browser_deletes_its_pages_and_device_sends_what_is_queued(self):
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
