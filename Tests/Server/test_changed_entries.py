"""Entries of a repeated section and choices of groups when the form or its options change before submission: nothing is lost,
moved to another cell, or dropped silently."""

import unittest

from formcells import Server, wait_until, write_forms
from test_changing import link
from test_reload import replace
from test_save_for_later import local, save
from visitor import Visitor

Q = {"id": "q", "type": "text", "label": "Q"}
W = {"id": "w", "type": "text", "label": "W"}
O = {"id": "o", "type": "radio-group", "label": "O", "options": ["A", "B"]}
NEW = {"id": "new", "type": "text", "label": "New"}
ENTRIES = [{"q": "q1", "w": "w1", "o": "A"}, {"q": "q2", "w": "w2", "o": "B"}]


def form(*cells, before=()):
    return {"title": "Trip", "save": True, "change": "P14D", "sections": [
        {"cells": [{"id": "name", "type": "text", "label": "Name"}]}, *before,
        {"container": "repeat", "id": "it", "item": "Item", "title": "Items", "cells": list(cells)}]}


def fill_in(server):
    visitor = Visitor(server)
    visitor.open("/forms/trip")
    visitor.page.type("Name", "Ada")
    for entry in ENTRIES:
        visitor.press("Add Item")
        visitor.page.type("Q", entry["q"])
        visitor.page.type("W", entry["w"])
        visitor.page.choose(entry["o"])
        visitor.press("Apply")
    return visitor


def become(server, definition):
    """Replaces the form and discards all sessions."""
    server.kill()
    write_forms(server.forms, {"trip": definition})
    server.start()


class ChangedForm(unittest.TestCase):
    def sent(self, server):
        return server.submissions("trip")[-1]["values"]

    def open_page(self, definition):
        """What is recorded from a page that was open when the form was replaced."""
        with Server({"trip": form(Q, W, O)}) as server:
            visitor = fill_in(server)
            become(server, definition)
            visitor.press("Submit")
            self.assertIn("form has changed", visitor.page.text)
            visitor.press("Submit")
            return self.sent(server)["it"]

    def test_an_open_page_keeps_each_answer_in_its_cell_when_the_form_changes(self):
        q = [{"q": entry["q"]} for entry in ENTRIES]
        for name, definition, expected in [
                ("a cell in front", form(NEW, Q, W, O), [{"new": "", **entry} for entry in ENTRIES]),
                ("a cell behind", form(Q, W, O, NEW), [{**entry, "new": ""} for entry in ENTRIES]),
                ("other order", form(O, W, Q), [{"o": each["o"], "w": each["w"], "q": each["q"]} for each in ENTRIES]),
                ("cells removed", form(Q), q),
                ("one replaced by another", form(NEW, W), [{"new": "", "w": entry["w"]} for entry in ENTRIES]),
                ("a section in front", form(Q, W, O, before=[{"title": "More", "cells": [NEW]}]), ENTRIES),
                ("a repeated section in front", form(Q, W, O, before=[
                    {"container": "repeat", "id": "kid", "item": "Kid", "title": "Kids", "cells": [
                        {"id": "kid-q", "type": "text", "label": "Q"}]}]), ENTRIES)]:
            with self.subTest(name):
                self.assertEqual(self.open_page(definition), expected)

    def continued(self, definition, address):
        """The page of a link to earlier entries, after the form was replaced."""
        with Server({"trip": form(Q, W, O)}) as server:
            visitor = fill_in(server)
            where = address(visitor)
            become(server, definition)
            other = Visitor(server)
            other.open(where)
            text = other.page.text
            other.press("Submit")
            return text, self.sent(server)["it"]

    def test_change_and_resume_links_keep_the_values_that_still_fit(self):
        def change(visitor):
            visitor.press("Submit")
            return link(visitor)

        def resume(visitor):
            return local(save(visitor))

        number = {**W, "type": "number"}
        for name, address in [("change", change), ("resume", resume)]:
            for reason, definition, expected in [
                    ("removed", form(Q, O), [{"q": each["q"], "o": each["o"]} for each in ENTRIES]),
                    ("another type", form(Q, number, O), [{**each, "w": None} for each in ENTRIES])]:
                with self.subTest(f"{name}, {reason}"):
                    text, entries = self.continued(definition, address)
                    self.assertIn("form has changed", text)
                    self.assertEqual(entries, expected)

    def test_a_removed_option_is_named_in_its_entry(self):
        with Server({"trip": form(Q, W, O)}) as server:
            visitor = fill_in(server)
            visitor.press("Submit")
            where = link(visitor)
            become(server, form(Q, W, {**O, "options": ["A", "C"]}))
            other = Visitor(server)
            other.open(where)
            other.press("Submit", expected=422)
            self.assertIn("No longer available: B", other.page.text)
            other.press("Change Item 2")
            other.page.choose("C")
            other.press("Apply")
            other.press("Submit")
            self.assertEqual(self.sent(server)["it"], [ENTRIES[0], {**ENTRIES[1], "o": "C"}])


ROWS = "value,label\na,Alpha\nb,Beta\nc,Gamma\n"


class GoneRows(unittest.TestCase):
    def test_a_group_choice_whose_row_was_removed_is_named_at_once(self):
        source = {"source": {"file": "rows.csv"}}
        definition = {"title": "Rows", "sections": [
            {"container": "step", "title": "A", "cells": [
                {"id": "r", "type": "radio-group", "label": "R", **source},
                {"id": "c", "type": "checkbox-group", "label": "C", **source}]},
            {"container": "step", "title": "B", "cells": [{"id": "x", "type": "text", "label": "X"}]}]}
        with Server({"rows": definition}, {"rows.csv": ROWS}) as server:
            visitor = Visitor(server)
            visitor.open("/forms/rows")
            visitor.page.choose("Beta")
            visitor.page.tick("Alpha", "Beta")
            visitor.press("Continue")
            replace(server.forms / "rows.csv", ROWS.replace("b,Beta\n", ""))
            wait_until(lambda: "rows.csv: 2 options" in server.log_text(), "the file is read again")
            visitor.press("Back")
            self.assertEqual(visitor.page.text.count("No longer available: Beta"), 2, visitor.page.text)
            visitor.page.choose("Gamma")
            self.assertEqual(visitor.press("Continue", expected=422).errors(), ["C: No longer available: Beta. Select again."])
            visitor.page.untick("Beta")
            visitor.press("Continue")
            visitor.press("Submit")
            values = server.submissions("rows")[-1]["values"]
            self.assertEqual((values["r"], values["c"]), ("c", ["a"]))
