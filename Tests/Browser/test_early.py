"""What is entered or pressed before the scripts have started, and what was entered before a reload: none of it is lost, replaced
by older values, or recorded twice."""

from playwright.sync_api import expect

import lasting
from browser import PHONE
from enhanced import Enhanced, lost_answers
from formcells import Server

TRIP = {"title": "Trip", "sections": [{"cells": [
    {"id": "name", "type": "text", "label": "Name"},
    {"id": "town", "type": "text", "label": "Town"},
    {"id": "memo", "type": "note", "label": "Memo"},
    {"id": "meal", "type": "radio-group", "label": "Meal", "options": ["Fish", "Meat"]},
    {"id": "extras", "type": "checkbox-group", "label": "Extras", "options": ["Bed", "Bike"]}]}]}


class Early(Enhanced):
    form = "trip"
    size = PHONE
    shared = None

    def find_server(self, _):
        if Early.shared is None:
            Early.shared = lasting.stack.enter_context(Server({"trip": TRIP}))
        return Early.shared

    def setUp(self):
        super().setUp()
        self.before = len(self.server.submissions("trip"))

    def lines(self):
        return [line["values"] for line in self.server.submissions("trip")[self.before:]]

    def lose_posts(self):
        """Blocks posts from the server until the returned function is called."""
        lost = [True]
        self.page.route("**/forms/**", lambda route: route.abort() if lost and route.request.method == "POST" else route.fallback())
        return lost.clear

    def hold_scripts(self):
        """Holds back all scripts but the first until the returned function is called."""
        held, free = [], []

        def meet(route):
            if free or "/formcells." in route.request.url or ".css" in route.request.url:
                route.fallback()
            else:
                held.append(route)

        def let_go():
            free.append(True)
            for route in held:
                route.continue_()
        self.page.route("**/assets/**", meet)
        return let_go

    def first_script_runs(self):
        """Waits for the first script. Without it, the browser alone fills in and posts the page."""
        self.page.evaluate("import(new URL(document.head.dataset.script, location.href)).then(() => true)")

    def value_is(self, label, value):
        expect(self.page.get_by_role("textbox", name=label)).to_have_value(value)

    def fill_in(self, **texts):
        for label, text in texts.items():
            self.page.get_by_role("textbox", name=label).fill(text)

    def hide(self):
        """Another app comes to the front; this is the last event that a phone reports."""
        self.page.evaluate("""() => {
          Object.defineProperty(document, "hidden", { get: () => true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""")

    def test_corrections_before_the_scripts_start_stay_and_the_rest_is_restored(self):
        page = self.page
        # Before typing: after a pause the entry would be saved.
        find_posts = self.lose_posts()
        self.fill_in(Name="old")
        page.wait_for_url("**draft=new")
        self.fill_in(Name="old", Town="Bern", Memo="By train")
        page.get_by_role("radio", name="Meat").check()
        page.get_by_role("checkbox", name="Bed").check()
        let_go = self.hold_scripts()
        page.reload(wait_until="domcontentloaded")
        self.first_script_runs()
        self.value_is("Name", "")
        self.fill_in(Name="New")
        page.get_by_role("radio", name="Fish").check()
        page.get_by_role("checkbox", name="Bed").check()
        page.get_by_role("checkbox", name="Bed").uncheck()
        # This field has the focus and no entry yet.
        page.get_by_role("textbox", name="Town").focus()
        let_go()
        self.value_is("Memo", "By train")
        self.value_is("Town", "Bern")
        self.value_is("Name", "New")
        expect(page.get_by_role("radio", name="Fish")).to_be_checked()
        expect(page.get_by_role("checkbox", name="Bed")).not_to_be_checked()
        find_posts()
        self.button("Submit").click()
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.lines(), [{"name": "New", "town": "Bern", "memo": "By train", "meal": "Fish", "extras": []}])

    def test_a_press_waits_until_earlier_entries_are_restored(self):
        page = self.page
        find_posts = self.lose_posts()
        self.fill_in(Name="Ada")
        page.wait_for_url("**draft=new")
        self.fill_in(Town="Bern")
        let_go = self.hold_scripts()
        page.reload(wait_until="domcontentloaded")
        self.first_script_runs()
        find_posts()
        page.clock.install()
        self.button("Submit").click(no_wait_after=True)
        # Longer than a press waits for scripts on a page that has loaded.
        page.clock.run_for(10_000)
        self.assertIn("draft=new", page.url)
        page.clock.resume()
        let_go()
        page.wait_for_url("**receipt=*")
        self.assertEqual([(line["name"], line["town"]) for line in self.lines()], [("Ada", "Bern")])

    def test_a_form_sent_again_after_a_reload_is_recorded_once(self):
        page = self.page
        with lost_answers(page):
            self.fill_in(Name="Ada", Town="Bern")
            with page.expect_event("requestfailed", lambda request: b"_do=submit" in (request.post_data_buffer or b"")):
                self.button("Submit").click()
        self.assertEqual(len(self.lines()), 1)
        page.reload()
        self.value_is("Town", "Bern")
        self.button("Submit").click()
        page.wait_for_url("**receipt=*")
        self.assertEqual([line["name"] for line in self.lines()], ["Ada"])

    def test_an_entry_typed_just_before_switching_apps_is_kept(self):
        page = self.page
        page.add_init_script("addEventListener('pagehide', (event) => window.isDropped && event.stopImmediatePropagation(), { capture: true });")
        page.reload()
        self.lose_posts()
        page.get_by_role("textbox", name="Name").press_sequentially("Ada")
        page.wait_for_url("**draft=new")
        self.hide()
        page.evaluate("window.isDropped = true")
        page.reload()
        self.value_is("Name", "Ada")

    def test_entries_after_back_are_kept_on_a_device_that_was_cleared(self):
        page = self.page
        page.goto("/device")
        self.button("Clear This Device").click()
        page.get_by_role("heading", name="This Device Is Cleared").wait_for()
        page.goto("/forms/trip")
        page.wait_for_function("() => document.querySelector('#_save_state, [data-kept][role=status]')")
        let_go = self.hold_scripts()
        page.goto("/")
        page.go_back(wait_until="domcontentloaded")
        self.first_script_runs()
        self.fill_in(Name="Ada", Town="Bern")
        self.button("Submit").click(no_wait_after=True)
        let_go()
        page.wait_for_url("**receipt=*")
        self.assertEqual([(line["name"], line["town"]) for line in self.lines()], [("Ada", "Bern")])
