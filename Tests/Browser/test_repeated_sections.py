"""Repeated sections with scripts: focus, texts, tables and cards."""

from playwright.sync_api import expect

import lasting
from browser import DESKTOP, PHONE, BrowserCase
from enhanced import Enhanced
from formcells import Server
from test_design import ADD_STYLES, BROKEN_WORDS

CELLS = [
    {"id": "day", "type": "date", "label": "Day"},
    {"id": "amount", "type": "currency", "label": "Amount", "currency": "EUR", "required": True},
    {"id": "kind", "type": "list-picker", "label": "Kind", "options": ["Trip", "Food", "Other", "Fee", "Gift"]},
    {"id": "note", "type": "text", "label": "Note", "visibleWhen": {"cell": "kind", "equals": "Other"}},
    {"id": "vat", "type": "currency", "label": "VAT", "currency": "EUR", "calculate": "round(amount * 0.19, 2)"}]


def report(**keys):
    return {"title": "Report", "sections": [
        {"title": "Expenses", "container": "repeat", "id": "expenses", "item": "Expense", "maximum": 3,
         "summary": ["day", "amount"], "cells": CELLS, **keys},
        {"cells": [{"id": "total", "type": "currency", "label": "Total", "currency": "EUR",
                    "calculate": "sum(expenses.amount)"}]}]}


SWITCHED = {"title": "Parts", "sections": [
    {"cells": [{"id": "show", "type": "switch", "label": "Show", "value": True}]},
    {"title": "Parts", "container": "repeat", "id": "parts", "item": "Part", "visibleWhen": {"cell": "show", "equals": True},
     "cells": [{"id": "name", "type": "text", "label": "Name"}]},
    {"cells": [{"id": "count", "type": "number", "label": "Count", "calculate": "count(parts)"}]}]}


REFUSED = {"title": "Refused", "sections": [
    {"cells": [{"id": "name", "type": "text", "label": "Name", "required": True},
               {"id": "more", "type": "switch", "label": "More"},
               {"id": "why", "type": "text", "label": "Why", "required": True, "visibleWhen": {"cell": "more", "equals": True}}]},
    {"title": "Parts", "container": "repeat", "id": "parts", "item": "Part",
     "cells": [{"id": "size", "type": "text", "label": "Size", "required": True}]}]}


WORDS = {"title": "Words", "timeZone": "UTC", "sections": [
    {"title": "Expenses", "container": "repeat", "id": "expenses", "item": "Expense", "table": True, "cells": [
        {"id": "day", "type": "date", "label": "Day"},
        {"id": "amount", "type": "currency", "label": "Bruttojahreseinkommen", "currency": "EUR"},
        {"id": "what", "type": "text", "label": "Description"}]}]}
ENTRIES = [
    ("1234.50", "Restaurant and a taxi to the hotel"), ("1234567.50", "Rindfleischetikettierungsüberwachung"),
    ("12.50", "example.com/4711081547110815471108154711081547110815")]

# The number of a table's buttons, and those that a press at their middle would miss.
MISSED = """() => {
    const buttons = [...document.querySelectorAll(".repeat-table button")];
    const isMissed = (button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    return [buttons.length, buttons.filter(isMissed).map((button) => button.ariaLabel)];
}"""


class Reports(Enhanced):
    form = "list"
    size = DESKTOP
    shared = None

    def find_server(self, _):
        if Reports.shared is None:
            Reports.shared = lasting.stack.enter_context(Server({
                "list": report(), "table": report(table=True), "switched": SWITCHED, "refused": REFUSED, "words": WORDS}))
        return Reports.shared

    def add(self, amount):
        self.button("Add Expense").click()
        view = self.page.get_by_role("dialog")
        view.get_by_role("textbox", name="Amount").fill(amount)
        self.button("Apply").click()
        expect(self.page.locator("dialog")).to_have_count(0)

    def total(self, text):
        expect(self.page.get_by_role("textbox", name="Total")).to_have_value(text)

    def rows(self):
        return self.page.locator(".repeat li, .repeat tbody tr")


class Switched(Reports):
    form = "switched"

    def test_a_section_shown_again_is_announced_and_has_its_entries(self):
        self.button("Add Part").click()
        self.button("Apply").click()
        count, show = self.page.get_by_role("textbox", name="Count"), self.page.get_by_role("switch", name="Show")
        expect(count).to_have_value("1")
        show.press("Space")
        expect(self.rows()).to_have_count(0)
        expect(count).to_have_value("0")
        show.press("Space")
        expect(self.page.get_by_role("status").filter(has_text="Parts").first).to_be_attached()
        expect(count).to_have_value("1")
        expect(self.rows()).to_have_count(1)
        self.assertSamePage()

    def test_entries_removed_in_another_tab_are_restored_one_by_one(self):
        for _ in range(2):
            self.button("Add Part").click()
            self.button("Apply").click()
            expect(self.page.locator("dialog")).to_have_count(0)
        other = self.page.context.new_page()
        other.goto(self.page.url)
        for left in (1, 0):
            other.get_by_role("button", name="Remove Part 1").click()
            expect(other.locator(".repeat li")).to_have_count(left)
        self.button("Move Part 2 up").click()
        expect(self.page.get_by_text("This item was removed in the meantime. Part 1: removed.").first).to_be_attached()
        expect(self.rows()).to_have_count(0)
        for rows in (1, 2):
            self.button("Undo").click()
            expect(self.rows()).to_have_count(rows)
        expect(self.button("Undo")).to_have_count(0)
        other.close()


class Refused(Reports):
    form = "refused"

    def test_cells_shown_later_are_reported_as_missing_only_at_the_next_submit(self):
        problems = self.page.locator("#_problems li")
        self.button("Submit").click()
        expect(problems).to_have_text(["Name: Enter a value."])
        self.page.get_by_role("switch", name="More").check()
        expect(self.page.get_by_role("textbox", name="Why")).to_be_visible()
        self.button("Add Part").click()
        view = self.page.get_by_role("dialog", name="Part 1")
        expect(view.get_by_role("textbox", name="Size")).to_be_visible()
        expect(view.locator(".error")).to_have_count(0)
        self.button("Apply").click()
        expect(self.page.locator("dialog")).to_have_count(0)
        expect(problems).to_have_text(["Name: Enter a value."])
        self.button("Submit").click()
        expect(problems).to_have_text(["Name: Enter a value.", "Why: Enter a value.", "Part 1: Size: Enter a value."])

    def test_a_removal_can_be_undone_after_a_refused_submit(self):
        self.button("Add Part").click()
        self.page.get_by_role("dialog").get_by_role("textbox", name="Size").fill("5")
        self.button("Apply").click()
        self.button("Remove Part 1").click()
        self.button("Undo").wait_for()
        self.button("Submit").click()
        expect(self.page.locator("#_problems li")).to_have_count(1)
        self.button("Undo").click()
        expect(self.button("Change Part 1")).to_be_visible()


class Lists(Reports):
    def test_entries_are_added_and_removed_in_place(self):
        self.add("1")
        expect(self.button("Add Expense")).to_be_focused()
        for amount in ("2", "3"):
            self.add(amount)
        self.total("€6.00")
        # The button is gone, so the text in its place gets the focus.
        expect(self.page.get_by_text("No more can be added: the limit is 3.")).to_be_focused()
        self.button("Remove Expense 2").click()
        expect(self.rows()).to_have_count(2)
        expect(self.button("Change Expense 2")).to_be_focused()
        expect(self.page.get_by_role("status").filter(has_text="Expense 2: removed.").first).to_be_attached()
        self.total("€4.00")
        self.button("Remove Expense 2").click()
        expect(self.button("Add Expense")).to_be_focused()
        self.button("Undo").click()
        expect(self.rows()).to_have_count(2)
        self.assertSamePage()

    def test_a_double_click_on_remove_removes_one_entry(self):
        for amount in ("1", "2", "3"):
            self.add(amount)
        box = self.button("Remove Expense 1").bounding_box()
        mouse = self.page.mouse
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for clicks in (1, 2):
            mouse.down(click_count=clicks)
            mouse.up(click_count=clicks)
            expect(self.rows()).to_have_count(2)
        self.button("Change Expense 1").click()
        expect(self.page.get_by_role("textbox", name="Amount")).to_have_value("€2.00")
        self.button("Close").click()
        expect(self.rows()).to_have_count(2)

    def test_moving_keeps_the_focus_on_the_entry(self):
        for amount in ("1", "2", "3"):
            self.add(amount)
        self.button("Move Expense 3 up").click()
        expect(self.button("Move Expense 2 up")).to_be_focused()
        self.page.keyboard.press("Enter")
        expect(self.rows().nth(0)).to_contain_text("€3.00")
        self.assertSamePage()

    def test_values_are_calculated_in_the_view_of_an_entry(self):
        self.button("Add Expense").click()
        view = self.page.get_by_role("dialog", name="Expense 1")
        view.get_by_role("textbox", name="Amount").press_sequentially("10")
        expect(view.get_by_role("textbox", name="VAT")).to_have_value("€1.90")
        self.page.get_by_role("button", name="Close").click()
        self.button("Discard Changes").click()
        expect(self.rows()).to_have_count(0)

    def test_closing_an_entry_asks_about_an_incomplete_date(self):
        self.page.clock.install()
        self.page.reload()
        self.button("Add Expense").click()
        view = self.page.get_by_role("dialog", name="Expense 1")
        # Typed text is saved from the first input on.
        for text in "1", "":
            view.get_by_role("textbox", name="Amount").fill(text)
        expect(self.page.locator("#_save_state")).to_be_attached()
        view.get_by_label("Day").focus()
        self.page.keyboard.type("0205")
        saves = []
        self.page.on("request", lambda request: "_do=save" in (request.post_data or "") and saves.append(request))
        self.button("Close").click()
        question = self.page.get_by_role("alertdialog", name="Discard changes?")
        expect(question).to_be_visible()
        # A save would close the open question.
        self.page.clock.run_for(3000)
        expect(question).to_be_visible()
        self.assertEqual(saves, [])
        self.button("Discard Changes").click()
        expect(self.rows()).to_have_count(0)

    def test_an_open_entry_has_an_address_and_back_closes_it(self):
        self.add("1")
        self.button("Change Expense 1").click()
        expect(self.page.get_by_role("dialog", name="Expense 1")).to_be_visible()
        self.assertIn("/items/expenses/1", self.page.url)
        self.page.reload()
        expect(self.page.get_by_role("dialog", name="Expense 1")).to_be_visible()
        self.page.go_back()
        expect(self.page.locator("dialog")).to_have_count(0)
        expect(self.rows()).to_have_count(1)

    def test_an_open_entry_is_kept_after_the_session_ended(self):
        self.add("1")
        self.button("Add Expense").click()
        view = self.page.get_by_role("dialog", name="Expense 2")
        view.get_by_role("textbox", name="Amount").fill("2")
        self.page.context.clear_cookies()
        self.button("Apply").click()
        expect(self.page.locator("dialog")).to_have_count(0)
        expect(self.rows()).to_have_count(2)
        self.button("Submit").click()
        self.page.wait_for_url("**?receipt=*")
        self.assertEqual(
            [item["amount"]["amount"] for item in self.server.submissions("list")[-1]["values"]["expenses"]], ["1.00", "2.00"])


class Tables(Reports):
    form = "table"
    test_moving_keeps_the_focus_on_the_entry = Lists.test_moving_keeps_the_focus_on_the_entry
    test_a_double_click_on_remove_removes_one_entry = Lists.test_a_double_click_on_remove_removes_one_entry

    def test_entries_are_a_table_in_wide_windows_and_cards_in_narrow_ones(self):
        self.add("1")
        self.add("2")
        expect(self.page.get_by_role("columnheader", name="Amount")).to_be_visible()
        self.assertEqual(self.page.get_by_role("rowheader").all_inner_texts(), ["Expense 1", "Expense 2"])
        for size in (PHONE, (320, 640)):
            with self.subTest(size):
                self.page.set_viewport_size({"width": size[0], "height": size[1]})
                expect(self.page.get_by_role("columnheader", name="Amount")).to_have_count(0)
                self.assertEqual(self.sideways(), 0)
                for button in self.page.locator(".repeat button").all():
                    box = button.bounding_box()
                    self.assertGreaterEqual(min(box["width"], box["height"]), 44)


class Words(BrowserCase):
    form = "words"
    find_server = Reports.find_server

    def test_the_buttons_of_a_table_are_reachable_and_ordinary_words_unbroken(self):
        for amount, what in ENTRIES:
            self.press("Add Expense")
            self.page.get_by_label("Day").fill("2026-11-29")
            self.fill("Bruttojahreseinkommen", amount)
            self.fill("Description", what)
            self.press("Apply")
        for letters in ("100%", "200%"):
            self.page.evaluate(ADD_STYLES, f"html {{ font-size: {letters} !important; }}")
            for direction in ("ltr", "rtl"):
                self.page.evaluate(f"document.documentElement.dir = '{direction}'")
                for width in (700, 1280, 1600):
                    self.page.set_viewport_size({"width": width, "height": 1600})
                    with self.subTest(f"{letters}, {direction}, {width} pixels"):
                        count, missed = self.page.evaluate(MISSED)
                        self.assertGreaterEqual(count, len(ENTRIES))
                        self.assertEqual(missed, [])
                        self.assertEqual(self.page.evaluate(BROKEN_WORDS), [])
                        self.assertEqual(self.sideways(), 0)
