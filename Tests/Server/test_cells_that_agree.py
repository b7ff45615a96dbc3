"""Bounds from other cells and rules between cells, for posts by programs and by pages without scripts."""

import json
import unittest

from formcells import Server
from visitor import Visitor


def both(text):
    """A text in two languages."""
    return {"en": text, "de": text}


TRIP = {"title": both("Trip"), "sections": [{"cells": [
    {"id": "from", "type": "date", "label": both("First Day")},
    {"id": "to", "type": "date", "label": both("Last Day"), "minimum": {"cell": "from", "plus": "1d"}},
    {"id": "adults", "type": "number", "label": both("Adults")},
    {"id": "children", "type": "number", "label": both("Children")},
    {"id": "seats", "type": "number", "label": both("Seats"), "minimum": {"cell": "adults"}},
    {"id": "guide", "type": "switch", "label": both("Guide")},
    {"id": "languages", "type": "text", "label": both("Languages"), "visibleWhen": {"cell": "guide", "equals": True}},
]}], "rules": [
    {"require": {"cell": "children", "atMost": {"cell": "adults"}}, "message": {"en": "Too many.", "de": "Zu viele."},
     "cells": ["children", "adults"]},
    {"require": {"cell": "languages", "filled": True}, "message": {"en": "Say which.", "de": "Welche?"},
     "cells": ["languages"]},
]}


class AgreementChecks(unittest.TestCase):
    def send(self, server, values, **fields):
        visitor = Visitor(server, {"Accept": "application/json", "Content-Type": "application/json", **fields})
        status, _, body = visitor.request("POST", "/forms/trip", json.dumps({"values": values}))
        return status, [(error["cell"], error["message"]) for error in json.loads(body).get("errors", [])]

    def test_programs_receive_each_message_with_its_cells(self):
        with Server({"trip": TRIP}) as server:
            self.assertEqual(self.send(server, {}), (201, []))
            self.assertEqual(
                self.send(server, {"from": "2026-03-01", "to": "2026-03-01", "adults": 1, "children": 2}),
                (422, [("to", "Enter March 2, 2026 or a later date."), ("adults", "Too many."), ("children", "Too many.")]))
            self.assertEqual(
                self.send(server, {"adults": 1, "children": 2, "guide": True}, **{"Accept-Language": "de"}),
                (422, [("adults", "Zu viele."), ("children", "Zu viele."), ("languages", "Welche?")]))
            self.assertEqual(
                self.send(
                    server, {"from": "2026-03-01", "to": "2026-03-02", "adults": 2, "children": 2, "guide": True,
                             "languages": "de"}), (201, []))
            # A rule does not apply to a hidden cell, and a comparison not to an empty one.
            self.assertEqual(self.send(server, {"children": 2, "to": "2026-03-01"}), (201, []))

    def test_leading_zeros_of_a_code_count_in_comparisons(self):
        code = {"type": "text", "format": "integer", "pattern": "[0-9]+"}
        twice = {"title": "Twice", "sections": [{"cells": [
            {**code, "id": "pin", "label": "Code"}, {**code, "id": "again", "label": "Code Again"},
            {"id": "count", "type": "number", "label": "Count"},
        ]}], "rules": [
            {"require": {"cell": "again", "equals": {"cell": "pin"}}, "message": "They differ.", "cells": ["again"]},
            {"require": {"cell": "count", "equals": {"cell": "pin"}}, "message": "It differs.", "cells": ["count"]}]}
        with Server({"trip": twice}) as server:
            for pin, again, isSame in [("0012", "0012", True), ("0012", "12", False), ("000", "00", False), ("12", "13", False)]:
                with self.subTest(pin=pin, again=again):
                    errors = [] if isSame else [("again", "They differ.")]
                    # A number has no leading zeros, so it equals both.
                    self.assertEqual(self.send(server, {"pin": pin, "again": again, "count": int(pin)}), (422 if errors else 201, errors))

    def test_the_schema_has_no_bounds_that_depend_on_other_cells(self):
        with Server({"trip": TRIP}) as server:
            _, _, body = Visitor(server).request("GET", "/forms/trip/schema.json")
            cells = json.loads(body)["properties"]["values"]["properties"]
            self.assertEqual(cells["seats"], {"title": "Seats", "type": ["integer", "null"]})
