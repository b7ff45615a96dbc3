"""Values that are calculated from what is typed, with and without scripts."""

from playwright.sync_api import expect

import lasting
from browser import DESKTOP, PHONE, BrowserCase
from enhanced import Enhanced
from formcells import Server


def amount(id, label, **keys):
    return {"id": id, "type": "currency", "label": label, "currency": "EUR", **keys}


ORDER = {"title": "Order", "sections": [
    {"cells": [
        {"id": "quantity", "type": "number", "label": "Quantity"},
        amount("price", "Price"),
        amount("net", "Net", calculate="quantity * price"),
        amount("vat", "VAT", calculate="round(net * 0.19, 2)"),
        amount("total", "Total", calculate="net + vat", maximum=1000),
        {"id": "reason", "type": "note", "label": "Reason", "visibleWhen": {"cell": "total", "atLeast": 500}}]},
    {"title": "Stay", "container": "modal", "cells": [
        {"id": "from", "type": "date", "label": "From"},
        {"id": "to", "type": "date", "label": "To"},
        {"id": "nights", "type": "number", "label": "Nights", "calculate": "days(from, to)"}]}]}


class Orders:
    shared = None
    form = "order"
    path = "/forms/order"

    def find_server(self, _):
        if Orders.shared is None:
            Orders.shared = lasting.stack.enter_context(Server({"order": ORDER}))
        return Orders.shared

    def field(self, label):
        return self.page.get_by_role("textbox", name=label)

    def submit(self):
        self.page.get_by_role("button", name="Submit", exact=True).click()


class PlainOrders(Orders, BrowserCase):
    size = PHONE

    def test_one_update_button_calculates_all_values(self):
        self.page.goto(self.path)
        self.assertEqual(
            [text for text in self.page.get_by_role("button").all_inner_texts() if text == "Update"], ["Update"])
        self.field("Quantity").fill("3")
        self.field("Price").fill("9.99")
        self.press("Update Total (EUR)")
        self.assertEqual(
            [self.field(label).input_value() for label in ("Net", "VAT", "Total")], ["€29.97", "€5.69", "€35.66"])
        self.assertIn("Calculated", self.page.locator("#total_helper").inner_text())

    def test_a_new_calculated_value_is_shown_before_it_is_sent(self):
        count = len(self.server.submissions("order"))
        self.page.goto(self.path)
        self.field("Quantity").fill("3")
        self.field("Price").fill("9.99")
        self.submit()
        expect(self.page.get_by_text("Your entries have changed a calculated value.")).to_be_visible()
        expect(self.field("Total")).to_have_value("€35.66")
        self.assertEqual(len(self.server.submissions("order")), count)
        self.submit()
        self.page.wait_for_url("**?receipt=*")
        self.assertEqual(
            self.server.submissions("order")[-1]["values"]["total"], {"amount": "35.66", "currency": "EUR"})

    def test_a_calculated_value_beyond_its_bound_is_refused_at_its_cell(self):
        self.page.goto(self.path)
        self.field("Quantity").fill("300")
        self.field("Price").fill("9.99")
        self.press("Update Total (EUR)")
        self.field("Reason").fill("A large order")
        self.submit()
        expect(self.page.get_by_role("region", name="There is a problem").get_by_role("link")).to_have_text(
            ["Total: Enter €1,000.00 or less."])
        self.field("Quantity").fill("30")
        self.press("Update Total (EUR)")
        self.submit()
        self.page.wait_for_url("**?receipt=*")


class EnhancedOrders(Orders, Enhanced):
    size = DESKTOP

    def test_calculated_values_are_updated_with_each_key(self):
        self.field("Quantity").press_sequentially("12")
        self.field("Price").press_sequentially("9.9")
        expect(self.field("Total")).to_have_value("€141.37")
        # The entry is unchanged, and the caret is where it was.
        expect(self.field("Price")).to_have_value("9.9")
        self.field("Price").press_sequentially("9")
        expect(self.field("Total")).to_have_value("€142.66")
        expect(self.field("Price")).to_be_focused()
        self.assertSamePage()

    def test_the_last_calculated_value_is_announced(self):
        self.field("Quantity").press_sequentially("12")
        self.field("Price").press_sequentially("9.99")
        expect(self.page.locator("body > [role=status]")).to_have_text("Total: €142.66")

    def test_a_cell_appears_and_disappears_with_a_calculated_value(self):
        self.field("Quantity").press_sequentially("100")
        self.field("Price").press_sequentially("9")
        expect(self.field("Reason")).to_be_visible()
        self.field("Price").fill("1")
        expect(self.field("Reason")).to_have_count(0)

    def test_values_are_calculated_in_a_modal_section(self):
        self.page.get_by_role("button", name="Stay").click()
        self.page.locator("#from").fill("2026-02-27")
        self.page.locator("#to").fill("2026-03-02")
        expect(self.field("Nights")).to_have_value("3")
        self.page.get_by_role("button", name="Apply").click()
        expect(self.page.locator("dialog")).to_have_count(0)
        self.submit()
        self.page.wait_for_url("**?receipt=*")
        self.assertEqual(self.server.submissions("order")[-1]["values"]["nights"], 3)

    def test_a_submit_waits_for_the_value_calculated_after_the_last_key(self):
        self.field("Quantity").fill("3")
        # Now the remaining scripts have loaded: a press before that becomes a plain post after a while.
        self.page.locator("#_save_state").get_by_text("Saved").wait_for()
        held = self.hold()
        self.field("Price").press_sequentially("9.99")
        self.submit()
        held.let_go()
        self.page.wait_for_url("**?receipt=*")
        self.assertEqual(self.server.submissions("order")[-1]["values"]["total"]["amount"], "35.66")

    def test_a_submit_pressed_right_after_the_last_key_also_waits(self):
        self.field("Quantity").fill("3")
        self.page.locator("#_save_state").get_by_text("Saved").wait_for()
        self.field("Price").fill("9.99")
        # A press in one task: the typing pause has not ended, and the finger has just been lifted.
        self.page.get_by_role("button", name="Submit", exact=True).evaluate("""button => {
            button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
            document.activeElement.dispatchEvent(new Event("change", { bubbles: true }));
            button.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
            button.click();
        }""")
        self.page.wait_for_url("**?receipt=*")
        self.assertEqual(self.server.submissions("order")[-1]["values"]["total"]["amount"], "35.66")
