"""Mistakes on one page of a form that concern another page."""

import unittest

from formcells import Server
from visitor import Visitor


class LaterMistakes(unittest.TestCase):
    """A page that is wrong because of a later page can be corrected on that later page."""

    def begin(self, name, *steps, **members):
        sections = [{"container": "step", "title": f"Step {number}", "cells": cells} for number, cells in enumerate(steps, 1)]
        server = self.enterContext(Server({name: {"title": "T", "sections": sections, **members}}))
        visitor = Visitor(server)
        visitor.open(f"/forms/{name}")
        return server, visitor

    def test_a_result_made_too_large_by_the_next_step_can_be_corrected_there(self):
        server, visitor = self.begin(
            "sum", [{"id": "total", "type": "number", "label": "Total", "calculate": "sum(a, b)", "maximum": 10}],
            [{"id": "a", "type": "number", "label": "A"}, {"id": "b", "type": "number", "label": "B"}])
        visitor.press("Continue")
        visitor.page.type("A", "7")
        visitor.page.type("B", "8")
        visitor.press("Submit", expected=422)
        self.assertIn("Total: Enter 10 or less.", " ".join(visitor.page.errors()))
        visitor.press("Continue")
        visitor.page.type("B", "3")
        visitor.press("Submit")
        self.assertEqual(server.submissions("sum")[-1]["values"]["total"], 10)

    def test_a_count_of_too_many_entries_of_the_next_step_can_be_corrected_there(self):
        definition = {"title": "T", "sections": [
            {"container": "step", "title": "Step 1", "cells": [
                {"id": "total", "type": "number", "label": "Total", "calculate": "count(it)", "maximum": 1}]},
            {"container": "step", "title": "Step 2", "cells": [{"id": "x", "type": "text", "label": "X"}]},
            {"container": "repeat", "id": "it", "item": "Item", "title": "Items", "cells": [
                {"id": "q", "type": "text", "label": "Q"}]}]}
        server = self.enterContext(Server({"count": definition}))
        visitor = Visitor(server)
        visitor.open("/forms/count")
        visitor.press("Continue")
        for text in ("a", "b"):
            visitor.press("Add Item")
            visitor.page.type("Q", text)
            visitor.press("Apply")
        visitor.press("Submit", expected=422)
        self.assertIn("Total: Enter 1 or less.", " ".join(visitor.page.errors()))
        visitor.press("Continue")
        visitor.press("Remove Item 2")
        visitor.press("Submit")
        self.assertEqual(server.submissions("count")[-1]["values"]["total"], 1)

    def test_a_long_chain_of_calculated_values_is_checked_on_its_own_step(self):
        chain = [{"id": "c0", "type": "number", "label": "C0"}, {"id": "c1", "type": "number", "label": "C1"}]
        chain += [{"id": f"c{n}", "type": "number", "label": f"C{n}", "calculate": f"c{n - 1} + c{n - 2} - c{n - 2}"}
                  for n in range(2, 60)]
        server, visitor = self.begin(
            "chain", [*chain, {"id": "end", "type": "number", "label": "End", "calculate": "c59 + c58", "maximum": 1}],
            [{"id": "x", "type": "text", "label": "X"}])
        visitor.page.type("C0", "1")
        visitor.page.type("C1", "1")
        visitor.press("Continue", expected=422)
        self.assertIn("End: Enter 1 or less.", " ".join(visitor.page.errors()))

    def test_a_rule_broken_on_the_next_step_can_be_corrected_there(self):
        rule = {"require": {"cell": "to", "atLeast": {"cell": "from"}}, "message": "Ends before it begins.", "cells": ["from", "to"]}
        server, visitor = self.begin(
            "stay", [{"id": "from", "type": "date", "label": "From"}], [{"id": "to", "type": "date", "label": "To"}],
            [{"id": "note", "type": "text", "label": "Note"}], rules=[rule])
        visitor.page.type("From", "2026-05-10")
        visitor.press("Continue")
        visitor.page.type("To", "2026-05-01")
        visitor.press("Continue", expected=422)
        self.assertIn("Step 2", visitor.page.title)
        self.assertIn("Ends before it begins.", visitor.page.text)
        visitor.page.type("To", "2026-05-11")
        visitor.press("Continue")
        visitor.press("Submit")
        self.assertEqual(server.submissions("stay")[-1]["values"]["to"], "2026-05-11")

    def test_a_rule_can_be_satisfied_on_the_next_step(self):
        rule = {"require": {"any": [{"cell": "phone", "filled": True}, {"cell": "email", "filled": True}]},
                "message": "Say how we reach you.", "cells": ["phone", "email"]}
        server, visitor = self.begin(
            "reach", [{"id": "phone", "type": "text", "label": "Phone"}], [{"id": "email", "type": "text", "label": "Email"}],
            rules=[rule])
        visitor.press("Continue")
        visitor.press("Submit", expected=422)
        self.assertIn("Say how we reach you.", visitor.page.text)
        if visitor.page.has("textbox", "Phone"):
            visitor.press("Continue")
        visitor.page.type("Email", "ada@example.org")
        visitor.press("Submit")
        self.assertEqual(server.submissions("reach")[-1]["values"]["email"], "ada@example.org")


class BeforeTheReview(unittest.TestCase):
    """On the last step, "Continue" leads to the review, or back to a step with messages, never back without a message."""

    FIRST = {"id": "n", "type": "number", "label": "People"}
    RULE = {"require": {"cell": "n", "atMost": {"cell": "b"}}, "message": "Enter no more than there are beds.", "cells": ["n"]}
    GUESTS = {"container": "repeat", "id": "g", "item": "Guest", "title": "Guests", "cells": [
        {"id": "q", "type": "text", "label": "Q"}]}

    def begin(self, *first, more=(), **members):
        definition = {"title": "T", "review": True, **members, "sections": [
            {"container": "step", "title": "One", "cells": list(first)},
            {"container": "step", "title": "Two", "cells": [{"id": "b", "type": "number", "label": "Beds"}]}, *more]}
        self.server = self.enterContext(Server({"trip": definition}))
        visitor = Visitor(self.server)
        visitor.open("/forms/trip")
        return visitor

    def assert_refused(self, page, message):
        self.assertIn("One – Step 1 of 2", page.title)
        self.assertEqual(page.errors(), [message])
        self.assertIn("autofocus", page.root.by_id("_problems"))

    def send(self, visitor):
        page = visitor.press("Continue")
        self.assertIn("Check your answers", page.text)
        visitor.press("Submit")
        return self.server.submissions("trip")[-1]["values"]

    def test_a_rule_with_its_message_on_an_earlier_step_leads_back_with_the_message(self):
        visitor = self.begin(self.FIRST, rules=[self.RULE])
        visitor.page.type("People", "9")
        visitor.press("Continue").type("Beds", "3")
        message = "People: Enter no more than there are beds."
        self.assert_refused(visitor.press("Continue", expected=422), message)
        # A step left unchanged leads to the step where the beds can be changed, not to the review.
        self.assertIn("Two – Step 2 of 2", visitor.press("Continue").title)
        self.assert_refused(visitor.press("Continue", expected=422), message)
        visitor.press("Continue").type("Beds", "10")
        self.assertEqual(self.send(visitor), {"n": 9, "b": 10})

    def test_a_wrong_result_on_an_earlier_step_leads_back_with_the_message(self):
        total = {"id": "c", "type": "number", "label": "Total", "calculate": "b * 2", "maximum": 10}
        visitor = self.begin(total)
        visitor.press("Continue").type("Beds", "7")
        self.assert_refused(visitor.press("Continue", expected=422), "Total: Enter 10 or less.")
        visitor.press("Continue").type("Beds", "5")
        self.assertEqual(self.send(visitor), {"c": 10, "b": 5})

    def test_a_rule_that_requires_entries_leads_back_with_the_message(self):
        rule = {"require": {"section": "g", "count": {"atLeast": 1}}, "message": "Add a guest.", "cells": ["n"]}
        visitor = self.begin(self.FIRST, rules=[rule], more=[self.GUESTS])
        visitor.press("Continue")
        self.assert_refused(visitor.press("Continue", expected=422), "People: Add a guest.")
        visitor.press("Continue")
        visitor.press("Add Guest").type("Q", "Ada")
        visitor.press("Apply")
        self.assertEqual(self.send(visitor)["g"], [{"q": "Ada"}])


class Locked(unittest.TestCase):
    def test_values_entered_together_with_a_lock_return_when_it_is_released(self):
        lock = {"cell": "lock", "equals": "Yes"}
        definition = {"title": "Lock", "sections": [{"cells": [
            {"id": "lock", "type": "radio-group", "label": "Lock", "options": ["Yes", "No"]},
            {"id": "t", "type": "text", "label": "T", "value": "Def", "readOnlyWhen": lock},
            {"id": "n", "type": "number", "label": "N", "readOnlyWhen": lock},
            {"id": "s", "type": "radio-group", "label": "S", "options": ["A", "B"], "value": "A", "readOnlyWhen": lock}]}]}
        with Server({"lock": definition}) as server:
            visitor = Visitor(server)
            visitor.open("/forms/lock")
            visitor.page.type("T", "Mine")
            visitor.page.type("N", "3")
            visitor.page.choose("B")
            visitor.page.choose("Yes")
            visitor.press("Update")
            self.assertEqual(visitor.page.value("T"), "Def")
            visitor.press("Submit")
            self.assertEqual(
                server.submissions("lock")[-1]["values"], {"lock": "Yes", "t": "Def", "n": None, "s": "A"})
            visitor.open("/forms/lock")
            visitor.page.type("T", "Mine")
            visitor.page.choose("B")
            visitor.page.choose("Yes")
            visitor.press("Update")
            visitor.page.choose("No")
            visitor.press("Update")
            self.assertEqual(visitor.page.value("T"), "Mine")
            self.assertIn("B", visitor.page.checked())


class Hidden(unittest.TestCase):
    def test_values_of_hidden_cells_return_even_after_the_session_ended(self):
        shown = {"cell": "lock", "equals": "No"}
        cells = [
            {"id": "lock", "type": "radio-group", "label": "Lock", "options": ["Yes", "No"], "value": "No"},
            {"id": "h", "type": "text", "label": "H", "visibleWhen": shown},
            {"id": "n", "type": "number", "label": "N", "visibleWhen": shown}]
        for name, sections in [
                ("one page", [{"cells": cells}, {"title": "S", "visibleWhen": shown, "cells": [
                    {"id": "s", "type": "select", "label": "S", "options": ["A", "B", "C", "D", "E", "F"]}]}]),
                ("a step", [{"container": "step", "title": "One", "cells": cells},
                            {"container": "step", "title": "Two", "cells": [{"id": "x", "type": "text", "label": "X"}]}])]:
            with self.subTest(name), Server({"form": {"title": "T", "sections": sections}}) as server:
                visitor = Visitor(server)
                visitor.open("/forms/form")
                visitor.page.type("H", "Hid <b>, 1")
                visitor.page.type("N", "3")
                visitor.press("Update")
                visitor.page.choose("Yes")
                visitor.press("Update")
                self.assertFalse(visitor.page.has("textbox", "H"))
                server.restart()
                visitor.page.choose("No")
                visitor.press("Update")
                self.assertEqual(visitor.page.value("H"), "Hid <b>, 1")
                self.assertEqual(visitor.page.value("N"), "3")
