"""A mistake in a part of a value that a program posts: the message names the part."""

import json
import unittest

from formcells import Server
from visitor import Visitor

FORM = {"title": "Parts", "sections": [{"cells": [
    {"id": "stay", "type": "date-range", "label": "Stay"},
    {"id": "food", "type": "matrix", "label": "Food", "options": ["Good", "Poor"],
     "rows": [{"id": "taste", "label": "Taste"}, {"id": "price", "label": "Price"}]},
    {"id": "cost", "type": "slider", "label": "Cost", "minimum": 0, "maximum": 9, "range": True},
    {"id": "sum", "type": "currency", "label": "Sum", "currency": "EUR"}]}]}


class PartChecks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"parts": FORM}))

    def refused(self, values):
        return self.answer(json.dumps({"values": values}), "application/json")

    def refused_fields(self, fields):
        return self.answer(fields, "application/x-www-form-urlencoded")

    def answer(self, content, kind):
        status, _, body = Visitor(self.server, {"Accept": "application/json"}).request(
            "POST", "/forms/parts", content.encode(), {"Content-Type": kind})
        self.assertEqual(status, 422, body)
        return [(each["cell"], each["message"]) for each in json.loads(body)["errors"]]

    def test_the_message_names_only_the_wrong_part_of_a_value(self):
        for values, said in [
            ({"food": {"taste": "Nice"}}, [("food", "taste: “Nice” is not among the options")]),
            ({"food": {"price": 1}}, [("food", "price: this is a number; a string is expected")]),
            ({"food": {"pric": "Good"}}, [("food", "pric: there is no row “pric”; did you mean “price”?")]),
            ({"stay": {"from": "x", "to": "2026-13-01"}},
             [("stay", "from: “x” is not a day; write YYYY-MM-DD"), ("stay", "to: “2026-13-01” is not a day; write YYYY-MM-DD")]),
            ({"cost": {"from": "a", "to": 3}}, [("cost", "from: this is a string; a number or null is expected")]),
            ({"sum": {"amount": "x", "currency": "EUR"}},
             [("sum", "amount: “x” is not an amount; write digits such as “1234.50”")]),
            ({"stay": 5}, [("stay", 'this is a number; { "from": "YYYY-MM-DD", "to": "YYYY-MM-DD" } or null is expected')]),
        ]:
            with self.subTest(values=values):
                self.assertEqual(self.refused(values), said)

    def test_the_message_names_the_wrong_row_of_a_matrix_in_posted_fields(self):
        for fields, said in [
            ("food.taste=Nice&food.price=Good", [("food", "taste: “Nice” is not among the options")]),
            ("food.price=goo", [("food", "price: “goo” is not among the options; did you mean “Good”?")]),
            ("food.taste=x&food.price=y&nothing=1", [
                ("nothing", "the form has no cell “nothing”"), ("food", "taste: “x” is not among the options"),
                ("food", "price: “y” is not among the options")]),
        ]:
            with self.subTest(fields):
                self.assertEqual(self.refused_fields(fields), said)

    def test_a_post_without_json_gets_no_message_for_programs(self):
        status, _, body = Visitor(self.server).request(
            "POST", "/forms/parts", b"food.taste=Nice", {"Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual(status, 422)
        self.assertNotIn("is not among the options", body.decode())


if __name__ == "__main__":
    unittest.main()
