"""`{answer:CELL}` in a repeated section and where there are no answers; exact numbers from programs."""

import csv
import io
import json
import unittest

import formcells
from formcells import Server
from visitor import Visitor

TRIP = {"title": "Trip", "sections": [
    {"cells": [{"id": "town", "type": "text", "label": "Town"},
               {"id": "why", "type": "text", "label": "Why {answer:town}?", "helper": "Once in {answer:town}."}]},
    {"title": "Days in {answer:town}", "container": "repeat", "id": "days", "item": "Day", "minimum": 1, "table": True, "cells": [
        {"id": "note", "type": "text", "label": "Note on {answer:town}"},
        {"id": "cost", "type": "currency", "label": "Cost", "currency": "EUR"},
        {"id": "hours", "type": "number", "label": "Hours", "decimals": 1}]}]}
JSON = {"Accept": "application/json", "Content-Type": "application/json"}
ISOLATES = dict.fromkeys([0x2068, 0x2069])


class Names(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"trip": TRIP}))

    def visit(self):
        visitor = Visitor(self.server)
        visitor.open("/forms/trip")
        visitor.page.type("Town", "Rome")
        return visitor

    def test_the_header_and_message_of_a_table_of_entries_contain_the_answers(self):
        visitor = self.visit()
        visitor.press("Submit", expected=422)
        self.assertIn("Days in Rome: Add at least 1; 0 added.", visitor.page.text.translate(ISOLATES))
        visitor.press("Add Day")
        visitor.press("Apply")
        self.assertEqual(
            [header.text().translate(ISOLATES) for header in visitor.page.root.all("thead")[0].all("th")],
            ["Day", "Note on Rome", "Cost", "Hours"])
        self.assertNotIn("{answer:", visitor.page.text)

    def test_schemas_and_exports_have_the_labels_of_cells_in_place_of_answers(self):
        _, _, body = Visitor(self.server).request("GET", "/forms/trip/schema.json")
        values = json.loads(body)["properties"]["values"]["properties"]
        self.assertEqual((values["why"]["title"], values["why"]["description"]), ("Why Town?", "Once in Town."))
        self.assertEqual(values["days"]["items"]["properties"]["note"]["title"], "Note on Town")
        visitor = self.visit()
        visitor.press("Add Day")
        visitor.press("Apply")
        visitor.press("Submit")
        for options, labels in (([], ["Town", "Why Town?", "Days in Town"]),
                                (["--rows", "days"], ["Note on Town", "Cost", "Cost.currency", "Hours"])):
            output = formcells.run(
                "export", "trip", "--labels", *options, "--data", self.server.data, "--forms", self.server.forms)
            header = next(csv.reader(io.StringIO(output.stdout.decode())))
            self.assertEqual(header[-len(labels):], labels)

    def test_a_programs_number_with_too_many_decimals_is_refused_not_rounded(self):
        def send(**day):
            _, _, body = Visitor(self.server, JSON).request(
                "POST", "/forms/trip", json.dumps({"values": {"days": [day]}}))
            return [error["message"] for error in json.loads(body).get("errors", [])]

        def cost(amount):
            return send(cost={"amount": amount, "currency": "EUR"})
        few = ["Enter at most 2 decimal places."]
        self.assertEqual([cost("50.005"), cost("-1.234"), cost("50.00500"), cost("50.0001")], [few] * 4)
        self.assertEqual([cost("50.000"), cost("50.5"), send(hours=7.500)], [[]] * 3)
        self.assertEqual([send(hours=7.125), send(hours=7.25)], [["Enter at most 1 decimal place."]] * 2)


if __name__ == "__main__":
    unittest.main()
