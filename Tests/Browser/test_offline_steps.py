"""Forms of several steps without a network."""

import re

from playwright.sync_api import expect

from enhanced import is_press
from formcells import wait_until
from offline_case import DRAFT, PREFIX, OfflineCase
from test_offline_views import STEPS

# The second step appears for some answers.
HIDDEN = {
    "title": "Hidden Step",
    "sections": [
        {"container": "step", "title": "One", "cells": [{"id": "more", "type": "switch", "label": "More"}]},
        {"container": "step", "title": "Two", "visibleWhen": {"cell": "more", "equals": True},
         "cells": [{"id": "which", "type": "text", "label": "Which"}]},
        {"container": "step", "title": "Three", "cells": [{"id": "name", "type": "text", "label": "Name"}]},
    ],
}


class Steps(OfflineCase):
    definitions = {"steps": STEPS, "hidden": HIDDEN}
    path = f"{PREFIX}/forms/steps"

    def setUp(self):
        super().setUp()
        self.already = len(self.forms.submissions("steps"))
        self.wait_until_kept("/forms/steps", "/forms/steps?step=2", "/forms/steps?step=3")
        wait_until(lambda: self.page.evaluate("async (name) => (await (await caches.open(name)).keys()).length", f"formcells {PREFIX}/ views") == 3,
                   "the views and the steps are cached")

    def lines(self):
        return [line["values"] for line in self.forms.submissions("steps")[self.already:]]

    def go(self, button, step):
        self.page.get_by_role("button", name=button, exact=True).last.click()
        self.is_at(step)

    def is_at(self, step):
        expect(self.page.get_by_text(f"Step {step} of 3")).to_be_visible()
        # Waits for the offline support, which adds this link when it starts.
        self.page.wait_for_function("() => document.querySelector('link[rel=manifest]')")

    def fill_first(self):
        self.lose_network()
        self.fill("Site", "Hall 1, north")
        self.page.locator("#size").click()
        self.page.get_by_role("dialog").get_by_role("button", name="M", exact=True).click()
        # The view closes a moment before the value appears.
        expect(self.page.locator("#size")).to_have_accessible_name(re.compile("M$"))
        self.page.get_by_role("checkbox", name="Wet").check()
        self.go("Continue", 2)
        expect(self.page.get_by_role("heading", level=1)).to_be_focused()

    def finish(self, name):
        self.submit_in_vain(name)
        self.find_network()
        self.page.wait_for_url("**receipt=*")

    def test_a_choice_is_kept_on_a_step_that_is_left_immediately(self):
        page = self.page
        self.lose_network()
        self.fill("Site", "Hall 1")
        page.locator("#size").click()
        self.hold_history()
        page.get_by_role("dialog").get_by_role("button", name="M", exact=True).click()
        page.get_by_role("button", name="Continue", exact=True).last.click()
        self.let_history_go()
        self.is_at(2)
        self.go("Back", 1)
        expect(page.locator("#size")).to_have_accessible_name(re.compile("M$"))

    def test_offline_steps_are_filled_in_revisited_and_sent_as_one_form(self):
        page = self.page
        self.fill_first()
        self.fill("Remark", "Lamp, broken")
        page.locator("#tone").click()
        page.get_by_role("dialog").get_by_role("button", name="Red", exact=True).click()
        expect(page.locator("#tone")).to_have_accessible_name(re.compile("Red$"))
        page.reload()
        self.is_at(2)
        expect(page.locator("#tone")).to_have_accessible_name(re.compile("Red$"))
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
        expect(page.get_by_role("region", name="Not Sent Yet").get_by_role("link", name="Step Form")).to_be_visible()
        # Other pages show it too.
        page.goto(PREFIX + "/forms/steps?draft=new")
        page.get_by_role("link", name="Not Sent Yet – Step Form").click()
        self.is_at(3)
        self.submit_in_vain("Ada")
        # The server has lost the draft.
        self.forms.restart()
        self.find_network()
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.lines(), [{"site": "Hall 2", "size": "M", "kinds": ["Wet"], "remark": "Lamp, broken", "tone": "Red", "name": "Ada"}])

    def test_the_browsers_back_and_forward_keep_the_entries_of_each_step(self):
        page = self.page
        self.fill_first()
        self.fill("Remark", "Lamp")
        self.go("Continue", 3)
        self.fill("Name", "Ada")
        page.go_back()
        self.is_at(2)
        expect(page.get_by_role("textbox", name="Remark")).to_be_visible()
        self.fill("Remark", "Lamp 2")
        page.go_back()
        self.is_at(1)
        self.fill("Site", "Hall 2")
        page.go_forward()
        self.is_at(2)
        expect(page.get_by_role("textbox", name="Remark")).to_have_value("Lamp 2")
        page.go_forward()
        self.is_at(3)
        self.finish("Ada L.")
        self.assertEqual(self.lines(), [{"site": "Hall 2", "size": "M", "kinds": ["Wet"], "remark": "Lamp 2", "tone": None, "name": "Ada L."}])

    def test_a_tab_without_changes_reverts_nothing_of_another_tab(self):
        page = self.page
        self.fill_first()
        self.go("Back", 1)
        expect(page.get_by_role("textbox", name="Site")).to_have_value("Hall 1, north")
        other = self.context.new_page()
        other.goto(page.url)
        expect(other.get_by_role("textbox", name="Site")).to_have_value("Hall 1, north")
        expect(other.get_by_role("heading", level=1)).to_be_focused()
        self.fill("Site", "Hall 2")
        self.go("Continue", 2)
        other.goto("about:blank")
        self.go("Continue", 3)
        self.finish("Ada")
        self.assertEqual(self.lines()[0]["site"], "Hall 2")

    def hold_entries(self):
        """From now on, pages wait for `let_go` before they restore entries."""
        self.context.add_init_script("""
            const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
            navigator.serviceWorker.register = async (...options) => {
              if (sessionStorage.isHeld) await new Promise((resolve) => { window.letGo = resolve; });
              return register(...options);
            };""")
        self.page.reload()

    def let_go(self):
        self.page.evaluate("""() => {
          sessionStorage.removeItem("isHeld");
          letGo();
        }""")

    def press_held(self, button):
        self.page.evaluate("sessionStorage.isHeld = 1")
        self.page.get_by_role("button", name=button, exact=True).last.click()
        self.page.wait_for_function("() => window.letGo")

    def test_entries_made_before_a_step_is_restored_are_kept(self):
        page = self.page
        self.hold_entries()
        self.fill_first()
        self.fill("Remark", "Lamp")
        self.press_held("Back")
        expect(page.get_by_text("Step 1 of 3")).to_be_visible()
        site = page.get_by_role("textbox", name="Site")
        expect(site).to_have_value("")
        page.get_by_role("checkbox", name="Dry").check()
        site.press_sequentially("Hall 2")
        self.let_go()
        expect(page.locator("#size")).to_have_accessible_name(re.compile("M$"))
        expect(page.get_by_role("checkbox", name="Wet")).to_be_checked()
        expect(page.get_by_role("checkbox", name="Dry")).to_be_checked()
        expect(site).to_have_value("Hall 2")
        self.go("Continue", 2)
        self.go("Continue", 3)
        self.finish("Ada")
        self.assertEqual(self.lines(), [{"site": "Hall 2", "size": "M", "kinds": ["Dry", "Wet"], "remark": "Lamp", "tone": None, "name": "Ada"}])

    def test_entries_on_a_page_that_a_queued_form_replaces_are_also_queued(self):
        page = self.page
        with page.expect_response(lambda response: response.request.method == "POST"):
            self.fill("Site", "Hall 1")
        page.wait_for_url(DRAFT)
        draft = page.url
        self.hold_entries()
        self.fill_first()
        page.evaluate("sessionStorage.isHeld = 1")
        page.goto(draft)
        page.wait_for_function("() => window.letGo")
        site = page.get_by_role("textbox", name="Site")
        expect(site).to_have_value("Hall 1")
        site.fill("Hall 2")
        page.get_by_role("checkbox", name="Dry").check()
        self.let_go()
        self.is_at(2)
        self.assertIsNone(page.evaluate("(path) => sessionStorage.getItem(`formcells:${path}`)", draft[draft.index(PREFIX):]))
        self.go("Continue", 3)
        self.finish("Ada")
        self.assertEqual(self.lines(), [{"site": "Hall 2", "size": "M", "kinds": ["Dry", "Wet"], "remark": "", "tone": None, "name": "Ada"}])

    def go_on_before_the_entries_are_back(self):
        self.hold_entries()
        self.fill_first()
        self.fill("Remark", "Lamp")
        self.press_held("Back")
        expect(self.page.get_by_text("Step 1 of 3")).to_be_visible()
        expect(self.page.get_by_role("textbox", name="Site")).to_have_value("")
        self.page.get_by_role("button", name="Continue", exact=True).last.click()

    def test_a_press_before_a_step_is_restored_waits_for_its_entries(self):
        self.go_on_before_the_entries_are_back()
        self.let_go()
        self.is_at(2)
        expect(self.page.get_by_role("textbox", name="Remark")).to_have_value("Lamp")
        self.go("Continue", 3)
        self.finish("Ada")
        self.assertEqual(
            self.lines(), [{"site": "Hall 1, north", "size": "M", "kinds": ["Wet"], "remark": "Lamp", "tone": None, "name": "Ada"}])

    def test_a_press_that_reaches_the_server_also_waits_until_a_step_is_restored(self):
        self.go_on_before_the_entries_are_back()
        self.find_network()
        self.let_go()
        expect(self.page.get_by_text("Step 2 of 3")).to_be_visible()
        self.page.get_by_role("button", name="Continue", exact=True).last.click()
        expect(self.page.get_by_text("Step 3 of 3")).to_be_visible()
        self.fill("Name", "Ada")
        self.page.get_by_role("button", name="Submit", exact=True).last.click()
        self.page.wait_for_url("**receipt=*")
        self.assertEqual(
            self.lines(), [{"site": "Hall 1, north", "size": "M", "kinds": ["Wet"], "remark": "Lamp", "tone": None, "name": "Ada"}])

    def test_a_step_hidden_in_a_blank_form_needs_the_server(self):
        page = self.page
        self.find_network()
        page.goto(PREFIX + "/forms/hidden")
        self.wait_until_kept("/forms/hidden", "/forms/hidden?step=3")
        self.lose_network()
        page.get_by_role("switch", name="More").click()
        page.get_by_role("button", name="Continue", exact=True).last.click()
        # The switch triggers a separate post, which fails too.
        expect(page.locator("[data-kept-pressed]")).to_have_count(0)
        expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
        self.find_network()
        page.get_by_role("button", name="Continue", exact=True).last.click()
        expect(page.get_by_role("textbox", name="Which")).to_be_visible()

    def go_on_to_the_last(self):
        self.page.get_by_role("button", name="Continue", exact=True).last.click()
        expect(self.page.get_by_role("textbox", name="Name")).to_be_visible()
        # Before that, a reload leads to the stored steps.
        wait_until(lambda: self.queued_count() == 0, "they have left the queue")

    def test_the_server_receives_the_steps_once_the_network_returns(self):
        page = self.page
        self.fill_first()
        self.find_network()
        self.fill("Remark", "Lamp")
        self.go_on_to_the_last()
        page.reload()
        self.submit("Ada")
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.lines(), [{"site": "Hall 1, north", "size": "M", "kinds": ["Wet"], "remark": "Lamp", "tone": None, "name": "Ada"}])
        page.goto(PREFIX + "/device")
        expect(page.get_by_role("region", name="Forms on This Device")).to_be_visible()
        expect(page.get_by_role("region", name="Not Sent Yet")).to_have_count(0)

    def test_a_reload_shows_the_current_step_while_it_is_still_being_cached(self):
        page = self.page
        self.fill_first()
        self.fill("Remark", "Lamp")
        self.find_network()
        page.evaluate("() => { Cache.prototype.put = () => new Promise(() => {}); }")
        self.go_on_to_the_last()
        page.reload()
        # By the time this link is there, queued entries would be shown.
        page.wait_for_function("() => document.querySelector('link[rel=manifest]')")
        self.submit("Ada")
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.lines(), [{"site": "Hall 1, north", "size": "M", "kinds": ["Wet"], "remark": "Lamp", "tone": None, "name": "Ada"}])

    def test_back_shows_the_steps_that_the_server_has_received_meanwhile(self):
        page = self.page
        self.fill_first()
        self.fill("Remark", "Lamp")
        self.find_network()
        self.go("Continue", 3)
        page.wait_for_url(DRAFT)
        page.go_back()
        self.is_at(2)
        expect(page.get_by_role("textbox", name="Remark")).to_have_value("Lamp")
        page.go_back()
        self.is_at(1)
        expect(page.get_by_role("textbox", name="Site")).to_have_value("Hall 1, north")
        self.fill("Site", "Hall 2")
        self.go("Continue", 2)
        self.go("Continue", 3)
        self.submit("Ada")
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.lines(), [{"site": "Hall 2", "size": "M", "kinds": ["Wet"], "remark": "Lamp", "tone": None, "name": "Ada"}])
        wait_until(lambda: self.queued_count() == 0, "they have left the queue")

    def test_entries_on_a_step_that_the_server_has_received_go_to_its_page(self):
        page = self.page
        self.hold_entries()
        self.fill_first()
        self.fill("Remark", "Lamp")
        self.find_network()
        self.go_on_to_the_last()
        page.wait_for_url(DRAFT)
        page.go_back()
        self.is_at(2)
        page.evaluate("sessionStorage.isHeld = 1")
        page.go_back()
        page.wait_for_function("() => window.letGo")
        self.fill("Site", "Hall 2")
        self.let_go()
        page.wait_for_url(DRAFT)
        expect(page.get_by_role("textbox", name="Site")).to_have_value("Hall 2")
        self.go("Continue", 2)
        self.go("Continue", 3)
        self.submit("Ada")
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.lines(), [{"site": "Hall 2", "size": "M", "kinds": ["Wet"], "remark": "Lamp", "tone": None, "name": "Ada"}])
        self.assertEqual(page.evaluate("Object.keys(sessionStorage).filter((key) => key.includes('draft=new'))"), [])

    def test_a_saved_step_is_never_shown_blank_without_a_network(self):
        page = self.page
        with page.expect_response(lambda response: response.request.method == "POST"):
            self.fill("Site", "Hall 1")
        page.wait_for_url(DRAFT)
        self.go("Continue", 2)
        self.fill("Remark", "Lamp")
        # An answer is cached a moment after it arrived.
        draft = page.url.split("draft=")[1]
        self.wait_until_kept(f"/forms/steps?draft={draft}", f"/forms/steps?step=2&draft={draft}")
        self.lose_network()
        self.go("Back", 1)
        expect(page.get_by_role("textbox", name="Site")).to_have_value("Hall 1")
        self.go("Continue", 2)
        expect(page.get_by_role("textbox", name="Remark")).to_have_value("Lamp")
        self.go("Continue", 3)
        self.finish("Ada")
        self.assertEqual(self.lines(), [{"site": "Hall 1", "size": None, "kinds": [], "remark": "Lamp", "tone": None, "name": "Ada"}])

    def test_back_to_an_uncached_saved_step_shows_no_blank_page_without_a_network(self):
        page = self.page
        self.fill_first()
        self.fill("Remark", "Lamp")
        self.find_network()
        self.go_on_to_the_last()
        page.wait_for_url(DRAFT)
        draft = page.url.split("draft=")[1]
        self.lose_network()
        page.go_back()
        expect(page.get_by_role("textbox", name="Remark")).to_have_value("Lamp")
        page.go_back()
        # The browser has not cached this step.
        page.wait_for_url(f"**/forms/steps?draft={draft}")
        expect(page.get_by_role("heading", name="No Network")).to_be_visible()
        self.find_network()
        expect(page.get_by_role("textbox", name="Site")).to_have_value("Hall 1, north")

    def go_on_with_the_server(self):
        """Goes to the last step and back to the second; the server has all of them. Returns the name of the draft."""
        self.fill_first()
        self.fill("Remark", "Lamp")
        self.find_network()
        self.go_on_to_the_last()
        self.page.wait_for_url(DRAFT)
        self.page.go_back()
        self.is_at(2)
        return self.page.url.partition("draft=")[2][:16]

    def test_entries_made_while_the_network_hangs_begin_no_other_form(self):
        page = self.page
        self.context.add_init_script("""(() => {
            const timeout = AbortSignal.timeout.bind(AbortSignal);
            AbortSignal.timeout = (time) => {
              const control = new AbortController();
              if (time === 5000) window.giveUp = () => control.abort();
              return time === 5000 ? control.signal : timeout(time);
            };
          })();""")
        draft = self.go_on_with_the_server()
        self.network.hanging = f"steps?draft={draft}"
        page.go_back()
        page.wait_for_function("() => window.giveUp")
        self.network.posts.clear()
        self.fill("Site", "Hall 2")
        page.get_by_role("button", name="Continue", exact=True).last.click()
        # After a moment, because the driver waits for a page that is loading.
        page.evaluate("void setTimeout(giveUp, 50)")
        # First the check for the network, then the page.
        wait_until(lambda: self.network.hanging_count == 2, "the browser asks for the page")
        self.network.goes_on.set()
        page.wait_for_url(DRAFT)
        expect(page.get_by_role("textbox", name="Site")).to_have_value("Hall 2")
        self.assertEqual(self.network.posts, [])
        self.go("Continue", 2)
        expect(page.get_by_role("textbox", name="Remark")).to_have_value("Lamp")
        self.go("Continue", 3)
        self.submit("Ada")
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.lines(), [{"site": "Hall 2", "size": "M", "kinds": ["Wet"], "remark": "Lamp", "tone": None, "name": "Ada"}])

    def test_back_restores_steps_that_the_server_has_lost(self):
        page = self.page
        self.go_on_with_the_server()
        self.forms.restart()
        page.go_back()
        page.wait_for_url(DRAFT)
        # The page that was left stays in front, because it restores the steps.
        self.is_at(2)
        expect(page.get_by_role("textbox", name="Remark")).to_have_value("Lamp")
        self.go("Back", 1)
        expect(page.get_by_role("textbox", name="Site")).to_have_value("Hall 1, north")
        self.go("Continue", 2)
        self.go("Continue", 3)
        self.submit("Ada")
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.lines(), [{"site": "Hall 1, north", "size": "M", "kinds": ["Wet"], "remark": "Lamp", "tone": None, "name": "Ada"}])

    def test_back_shows_a_blank_step_if_nobody_has_the_entries(self):
        page = self.page
        self.go_on_with_the_server()
        self.forms.restart()
        page.evaluate("(() => { sessionStorage.clear(); Storage.prototype.setItem = () => {}; })()")
        with page.expect_response(DRAFT):
            page.go_back()
        page.wait_for_function("() => location.pathname.endsWith('/forms/steps') && !location.hash")
        self.assertNotRegex(page.url, DRAFT)
        expect(page.get_by_role("textbox", name="Site")).to_have_value("")

    def test_an_error_502_does_not_mean_that_a_step_is_lost(self):
        self.context.add_init_script("""(() => {
            const ask = fetch;
            window.fetch = async (address, options) =>
              String(address).includes("draft=") && options?.method !== "POST" ? new Response("", { status: 502 }) : ask(address, options);
          })();""")
        draft = self.go_on_with_the_server()
        self.page.go_back()
        self.page.wait_for_url(f"**/forms/steps?draft={draft}")
        expect(self.page.get_by_role("textbox", name="Site")).to_have_value("Hall 1, north")

    def test_a_step_that_only_the_server_has_needs_the_network(self):
        page = self.page
        # Without any save before the press; otherwise the page would be cached with its draft.
        page.route("**/forms/steps*", lambda route: route.abort() if route.request.method == "POST" and not is_press(route.request)
                   else route.continue_())
        self.fill("Site", "Hall 1")
        self.go("Continue", 2)
        page.unroute("**/forms/steps*")
        self.lose_network()
        self.fill("Remark", "Lamp")
        page.get_by_role("button", name="Back", exact=True).last.click()
        expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
        expect(page.get_by_role("textbox", name="Remark")).to_have_value("Lamp")
        self.find_network()
        self.go("Back", 1)
        expect(page.get_by_role("textbox", name="Site")).to_have_value("Hall 1")

    def test_a_refused_step_is_shown_with_all_entries(self):
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
        # Until a step is shown, the button accepts no other press.
        self.go("Continue", 2)
        self.go("Continue", 3)
        page.get_by_role("button", name="Submit", exact=True).last.click()
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.lines(), [{"site": "Hall 1", "size": None, "kinds": [], "remark": "Lamp", "tone": None, "name": "Ada"}])
