"""Keys that are held down: the focus stays, nothing is undone or removed that was not asked for, and changes are announced."""

from playwright.sync_api import expect

import lasting
from browser import PHONE
from enhanced import Enhanced
from formcells import Server

STOCK = {
    "title": "Stock", "timeZone": "UTC", "sections": [
        {"cells": [
            {"id": "count", "type": "number", "label": "Count", "minimum": 1, "maximum": 3, "value": 1, "unit": "boxes"},
            {"id": "day", "type": "date", "label": "Day", "quick": ["today"]},
            {"id": "files", "type": "attachment", "label": "Receipts", "maximum": 3},
            {"id": "room", "type": "list-picker", "label": "Room", "view": "full", "search": True,
             "options": ["Lobby", "Gym", "Attic"]}]},
        {"title": "Costs", "container": "repeat", "id": "costs", "item": "Cost", "cells": [
            {"id": "what", "type": "text", "label": "What", "required": True}]}]}

NAMES = {"title": "Names", "sections": [{"cells": [
    {"id": "undefined", "type": "text", "label": "Note"},
    {"id": "room", "type": "list-picker", "label": "Room", "view": "full", "options": ["Lobby", "Gym"]}]}]}


# Records every announcement of a region, including repetitions.
FOLLOW = """region => {
    window.said = [];
    new MutationObserver(() => said.push(region.textContent.trim())).observe(region, { childList: true });
}"""


class SteadyFocus(Enhanced):
    form = "stock"
    size = PHONE
    shared = None

    def find_server(self, _):
        if SteadyFocus.shared is None:
            SteadyFocus.shared = lasting.stack.enter_context(Server({"stock": STOCK}))
        return SteadyFocus.shared

    def told(self):
        return self.page.locator("body > [data-kept][role=status]")

    def press_on(self, name, expected):
        """Presses the key once for each announcement; null if the press changes nothing."""
        button = self.button(name)
        button.focus()
        for text in expected:
            with self.page.expect_response(lambda response: response.request.method == "POST"):
                self.page.keyboard.press("Enter")
            if text:
                expect(self.told()).to_have_text(text)
            expect(self.page.locator("form[aria-busy]")).to_have_count(0)
        return self.page.locator(":focus").get_attribute("id")

    def test_a_held_key_stops_at_a_numbers_bound_and_does_not_reverse(self):
        self.assertEqual(self.press_on("Increase Count", ["2", "3", None, None]), "count_increase")
        expect(self.page.get_by_role("textbox", name="Count")).to_have_value("3")
        expect(self.button("Increase Count")).to_be_disabled()
        self.assertEqual(self.press_on("Decrease Count", ["2", "1", None]), "count_decrease")

    def test_a_date_entered_by_a_button_is_announced(self):
        self.button("Today Day").focus()
        self.page.keyboard.press("Enter")
        day = self.page.evaluate(
            "new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date())")
        expect(self.told()).to_have_text(day)

    def add_costs(self, *names):
        for name in names:
            self.button("Add Cost").click()
            dialog = self.page.get_by_role("dialog")
            dialog.get_by_role("textbox", name="What").fill(name)
            self.button("Apply", dialog).click()
            dialog.wait_for(state="detached")

    def test_a_held_key_moves_an_entry_to_the_end_and_does_not_remove_it(self):
        self.add_costs("Train", "Taxi", "Hotel")
        self.button("Move Cost 1 down").focus()
        for place in ("Cost 2", "Cost 3", None):
            with self.page.expect_response(lambda response: response.request.method == "POST"):
                self.page.keyboard.press("Enter")
            if place:
                expect(self.told()).to_have_text(place)
        expect(self.button("Move Cost 3 down")).to_be_focused()
        self.assertEqual(self.page.locator(".repeat b").all_inner_texts(), ["Cost 1", "Cost 2", "Cost 3"])
        self.assertIn("Train", self.page.locator(".repeat li").nth(2).inner_text())

    def test_dismissing_a_notice_returns_the_focus(self):
        self.add_costs("Train", "Taxi")
        self.button("Remove Cost 2").focus()
        self.page.keyboard.press("Enter")
        # Not the previous notice, which has the same button.
        expect(self.page.locator("form .notice:visible")).to_contain_text("Cost 2: removed.")
        dismiss = self.button("Dismiss")
        field = self.page.get_by_role("textbox", name="Count")
        field.focus()
        dismiss.focus()
        self.page.keyboard.press("Enter")
        expect(field).to_be_focused()
        # For a button, its surroundings get the focus: there a held key presses nothing.
        self.button("Remove Cost 1").focus()
        self.page.keyboard.press("Enter")
        undo = self.button("Undo")
        expect(self.page.locator(".repeat li")).to_have_count(0)
        self.button("Add Cost").focus()
        undo.focus()
        for count in (1, 2):
            expect(undo).to_be_focused()
            self.page.keyboard.press("Enter")
            expect(self.page.locator(".repeat li")).to_have_count(count)
        expect(self.page.locator(".repeat")).to_be_focused()

    def test_after_removing_a_file_the_focus_stays_in_its_cell(self):
        self.page.locator("#files_file").set_input_files(
            [{"name": f"{name}.txt", "mimeType": "text/plain", "buffer": b"x"} for name in ("one", "two")])
        expect(self.page.locator(".attachment-file button")).to_have_count(2)
        self.button("Remove one.txt").focus()
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".attachment-file button")).to_have_count(1)
        expect(self.page.get_by_role("link", name="two.txt")).to_be_focused()
        self.button("Remove two.txt").focus()
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#files_file")).to_be_focused()

    def test_equal_messages_are_announced_each_time(self):
        self.add_costs("Train", "Taxi", "Hotel")
        # The announcement comes with the next frame.
        expect(self.told()).to_contain_text("Cost 3: added.")
        self.told().evaluate(FOLLOW)
        for count in (1, 2):
            self.button("Remove Cost 1").click()
            self.page.wait_for_function("(count) => said.length === count", arg=count)
        self.assertEqual(self.page.evaluate("said"), ["Cost 1: removed."] * 2)
        # A new notice is not mistaken for the dismissed one, although it has the same words.
        self.button("Dismiss").click()
        self.button("Remove Cost 1").click()
        self.page.wait_for_function("() => said.length === 3")
        self.button("Undo").click()
        expect(self.page.locator(".repeat li")).to_have_count(1)

    def test_each_search_announces_its_number_of_results(self):
        dialog = self.open("Room")
        region = dialog.locator("> [data-kept][role=status]")
        region.evaluate(FOLLOW)
        for count, text in enumerate(("lob", "gym", "zzz", "zzzz"), 1):
            dialog.get_by_role("searchbox").fill(text)
            self.page.wait_for_function("count => said.length === count", arg=count)
        self.assertEqual(self.page.evaluate("said"), ["1 result", "1 result", "0 results", "0 results"])

    def test_live_regions_exist_before_their_first_announcement(self):
        expect(self.told()).to_have_text("")
        for name in ("Room", "Add Cost"):
            self.button(name).click() if name == "Add Cost" else self.open(name)
            dialog = self.page.get_by_role("dialog")
            expect(dialog.locator("> [data-kept][role=status]")).to_have_text("")
            self.button("Close", dialog).click()
            dialog.wait_for(state="detached")
        # A region that arrives with its text may stay silent, so the page's own region announces a notice.
        self.add_costs("Train")
        expect(self.told()).to_have_text("Cost 1: added.")
        expect(self.page.locator(".notice")).to_have_attribute("role", "group")

    def test_keep_editing_returns_the_focus_to_where_it_was(self):
        question = self.page.get_by_role("alertdialog", name="Discard changes?")
        self.page.set_viewport_size({"width": 1280, "height": 800})
        view = self.open("Room")
        row = view.get_by_role("radio", name="Gym")
        row.check()
        for leave in (lambda: self.page.keyboard.press("Escape"), lambda: self.page.mouse.click(5, 5)):
            leave()
            question.wait_for()
            self.button("Keep Editing", question).click()
            expect(question).to_have_count(0)
            expect(row).to_be_focused()
        close = self.button("Close", view)
        close.click()
        self.button("Keep Editing", question).click()
        expect(question).to_have_count(0)
        expect(close).to_be_focused()
        close.click()
        self.button("Discard Changes", question).click()
        self.button("Add Cost").click()
        field = self.page.get_by_role("textbox", name="What")
        field.press_sequentially("Train")
        field.press("Escape")
        question.wait_for()
        self.page.keyboard.press("Escape")
        expect(question).to_have_count(0)
        expect(field).to_be_focused()
        expect(field).to_have_value("Train")

    def test_saved_is_announced_only_once(self):
        line, field = self.page.locator("#_save_state"), self.page.get_by_role("textbox", name="Count")
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 60)
        for number, role in enumerate(("status", None)):
            field.press_sequentially(str(number))
            expect(line).to_have_text("")
            self.assertEqual(line.get_attribute("role"), role)
            self.page.clock.run_for(1100)
            expect(line).to_have_text("Saved")
            self.assertEqual(line.get_attribute("role"), role)
        expect(self.told()).to_have_text("")


class NamedLikeNothing(Enhanced):
    """A cell with the id `undefined`, which scripts must not take for a missing value."""

    form = "names"
    shared = None

    def find_server(self, _):
        if NamedLikeNothing.shared is None:
            NamedLikeNothing.shared = lasting.stack.enter_context(Server({"names": NAMES}))
        return NamedLikeNothing.shared

    def test_closing_a_view_opened_by_its_address_focuses_its_own_cell(self):
        self.page.goto("/forms/names/cells/room")
        self.page.locator("dialog:modal").wait_for()
        self.button("Close").click()
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        expect(self.page.locator("#room")).to_be_focused()
