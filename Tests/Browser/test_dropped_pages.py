"""Pages that return after their session has ended, as when a phone has discarded a tab: everything is there, and nothing is sent
twice."""

from playwright.sync_api import expect

import lasting
from browser import PHONE
from enhanced import Enhanced
from formcells import Server, run

TRIP = {
    "title": "Trip", "change": "P14D", "sections": [
        {"cells": [
            {"id": "name", "type": "text", "label": "Name"},
            {"id": "secret", "type": "password", "label": "Secret"},
            {"id": "abroad", "type": "switch", "label": "Abroad"},
            {"id": "visa", "type": "text", "label": "Visa", "visibleWhen": {"cell": "abroad", "equals": True}},
            {"id": "towns", "type": "list-picker", "label": "Towns", "selection": "multiple", "options": ["Bern", "Lyon", "Rome"]},
            {"id": "sort", "type": "order-picker", "label": "Sort", "criteria": [
                {"id": "day", "label": "Day"}, {"id": "cost", "label": "Cost"}]}]},
        {"title": "Costs", "container": "repeat", "id": "costs", "item": "Cost", "cells": [
            {"id": "what", "type": "text", "label": "What"}]}]}
INVITED = {"title": "Invited", "access": "invited", "sections": [{"cells": [{"id": "name", "type": "text", "label": "Name"}]}]}
STEPS = {
    "title": "Steps", "sections": [
        {"container": "step", "title": "One", "cells": [{"id": "one", "type": "text", "label": "First"}]},
        {"container": "step", "title": "Two", "cells": [{"id": "two", "type": "text", "label": "Second"}]}]}


class Dropped(Enhanced):
    form = "trip"
    size = PHONE
    shared = None

    def find_server(self, _):
        if Dropped.shared is None:
            Dropped.shared = lasting.stack.enter_context(Server({"trip": TRIP, "steps": STEPS, "invited": INVITED}))
        return Dropped.shared

    def saved(self):
        self.page.get_by_text("Saved", exact=True).wait_for()

    def come_back(self):
        """The session ends while the page is hidden."""
        self.page.evaluate("""() => {
          Object.defineProperty(document, "hidden", { get: () => true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""")
        self.context.clear_cookies()
        self.page.reload()

    def value_is(self, label, value):
        expect(self.page.get_by_role("textbox", name=label)).to_have_value(value)

    def fill_in(self):
        page = self.page
        page.get_by_role("textbox", name="Name").fill("Ada")
        page.get_by_label("Secret", exact=True).fill("of mine")
        page.get_by_role("switch", name="Abroad").check()
        page.get_by_role("textbox", name="Visa").fill("granted")
        self.button("Move Cost up").click()
        expect(page.locator(".criterion-label").first).to_have_text("Cost")
        self.button("Add Cost").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("textbox", name="What").fill("Train")
        self.button("Apply", dialog).click()
        dialog.wait_for(state="detached")

    def is_filled_in(self):
        self.value_is("Name", "Ada")
        self.value_is("Visa", "granted")
        expect(self.page.locator(".criterion-label").first).to_have_text("Cost")
        expect(self.page.locator(".repeat li")).to_have_count(1)
        self.assertIn("Train", self.page.locator(".repeat li").inner_text())
        self.assertNotIn("of mine", self.page.evaluate("JSON.stringify(sessionStorage)"))

    def test_a_discarded_page_restores_all_entries_and_deletes_its_copy_when_sent(self):
        self.fill_in()
        self.come_back()
        self.is_filled_in()
        # The same again.
        self.page.get_by_role("textbox", name="Name").fill("Ada L.")
        self.saved()
        self.come_back()
        self.value_is("Name", "Ada L.")
        self.button("Submit").click()
        self.page.wait_for_url("**receipt=*")
        self.assertEqual(self.page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('formcells:draft'))"), [])
        values = self.server.submissions("trip")[-1]["values"]
        self.assertEqual((values["name"], values["visa"], values["costs"]), ("Ada L.", "granted", [{"what": "Train"}]))
        self.assertEqual([each["id"] for each in values["sort"]], ["cost", "day"])

    def come_back_slowly(self, act):
        """Runs `act` while the draft is being restored."""
        self.page.get_by_role("textbox", name="Name").fill("Ada")
        self.saved()
        held = self.hold()
        self.come_back()
        self.wait_for_post(held)
        self.value_is("Name", "")
        act()
        held.let_go()
        self.value_is("Name", "Ada")

    def test_an_entry_made_while_a_page_is_restored_is_kept(self):
        self.come_back_slowly(lambda: self.page.get_by_role("switch", name="Abroad").check())
        expect(self.page.get_by_role("switch", name="Abroad")).to_be_checked()

    def test_a_press_while_a_page_is_restored_sends_no_blank_form(self):
        before = len(self.server.submissions("trip"))
        self.come_back_slowly(lambda: self.button("Submit").click(no_wait_after=True))
        self.assertEqual(len(self.server.submissions("trip")), before)
        self.button("Submit").click()
        self.page.wait_for_url("**receipt=*")
        self.assertEqual([line["values"]["name"] for line in self.server.submissions("trip")[before:]], ["Ada"])

    def test_a_discarded_page_with_an_open_view_restores_its_ticks(self):
        self.page.get_by_role("textbox", name="Name").fill("Ada")
        dialog = self.open("Towns")
        dialog.get_by_role("checkbox", name="Lyon").check()
        self.come_back()
        dialog = self.page.get_by_role("dialog", name="Towns")
        expect(dialog.get_by_role("checkbox", name="Lyon").first).to_be_checked()
        self.button("Apply", dialog).click()
        dialog.wait_for(state="detached")
        self.value_is("Name", "Ada")

    def test_a_discarded_second_step_is_restored_with_the_first(self):
        self.page.goto("/forms/steps")
        self.page.get_by_role("textbox", name="First").fill("A")
        self.button("Continue").click()
        self.page.get_by_role("textbox", name="Second").fill("B")
        self.saved()
        self.come_back()
        self.value_is("Second", "B")
        self.assertIn("step=2", self.page.url)
        self.button("Submit").click()
        self.page.wait_for_url("**receipt=*")
        self.assertEqual(self.server.submissions("steps")[-1]["values"], {"one": "A", "two": "B"})

    def test_a_discarded_change_of_a_submission_remains_a_change(self):
        page = self.page
        page.get_by_role("textbox", name="Name").fill("Ada")
        self.button("Submit").click()
        page.wait_for_url("**receipt=*")
        page.goto(page.locator("a[href*='change=']").first.get_attribute("href"))
        page.get_by_role("textbox", name="Name").fill("Grace")
        self.saved()
        self.come_back()
        self.value_is("Name", "Grace")
        expect(page.get_by_text("You are changing answers that you have sent")).to_be_visible()
        self.button("Submit").click()
        page.wait_for_url("**receipt=*")
        first, second = self.server.submissions("trip")[-2:]
        self.assertEqual(second["replaces"], first["id"])

    def test_a_discarded_page_is_restored_with_its_invitation(self):
        link = run("invite", "invited", "1", "--data", self.server.data).stdout.decode().strip()
        self.page.goto(link)
        self.page.get_by_role("textbox", name="Name").fill("Ada")
        self.saved()
        self.come_back()
        self.value_is("Name", "Ada")
        self.button("Submit").click()
        self.page.wait_for_url("**receipt=*")
        self.assertEqual(self.server.submissions("invited")[-1]["values"], {"name": "Ada"})
