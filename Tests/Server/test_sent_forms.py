"""Forms that a program sends without having opened them: JSON or plain fields, answered in JSON."""

import json
import unittest
import urllib.error
import urllib.parse
import urllib.request

from formcells import Server

ORDER = {
    "title": "Order", "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Name", "required": True},
        {"id": "total", "type": "currency", "label": "Total", "currency": "EUR"},
        {"id": "parts", "type": "list-picker", "label": "Parts", "selection": "multiple", "source": {
            "file": "parts.csv", "value": "id", "label": "name"}},
    ]}]}
PARTS = "id,name\np1,Door\np2,Roof\n"


class SentForms(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(Server({"order": ORDER}, {"parts.csv": PARTS}))

    def send(self, content, kind, form="order", **fields):
        request = urllib.request.Request(
            f"{self.server.url}/forms/{form}", data=content.encode(),
            headers={"Content-Type": kind, "Accept": "application/json", **fields})
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.load(answer), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                text = error.read().decode()
                is_json = error.headers["Content-Type"] == "application/json"
                return error.code, json.loads(text) if is_json else text, error.headers

    def values(self):
        return [line["values"] for line in self.server.submissions("order")]

    def test_json_and_fields_come_to_the_same_submission(self):
        values = {"name": "Ada", "total": {"amount": "12.50", "currency": "EUR"}, "parts": ["p2", "p1"]}
        status, answer, fields = self.send(json.dumps({"values": values}), "application/json")
        self.assertEqual((status, fields["Set-Cookie"]), (201, None))
        self.assertEqual(answer["id"], self.server.submissions("order")[0]["id"])
        plain = urllib.parse.urlencode([("name", "Ada"), ("total", "12.50"), ("parts", "p2"), ("parts", "p1")])
        status, answer, _ = self.send(plain, "application/x-www-form-urlencoded")
        self.assertEqual(status, 201)
        self.assertEqual(self.values(), [values, values])
        with urllib.request.urlopen(self.server.url + fields["Location"]) as receipt:
            self.assertIn("Sent", receipt.read().decode())

    def test_what_is_wrong_is_named_by_its_cell_and_nothing_is_stored(self):
        # First what cannot be read, then what the form refuses.
        status, answer, _ = self.send('{"values": {"parts": ["p9"], "total": 7}}', "application/json")
        self.assertEqual((status, [error["cell"] for error in answer["errors"]]), (422, ["parts", "total"]))
        status, answer, _ = self.send("total=much", "application/x-www-form-urlencoded")
        self.assertEqual((status, [error["cell"] for error in answer["errors"]]), (422, ["name", "total"]))
        status, answer, _ = self.send('{"values": {"name": "Ada",}}', "application/json")
        self.assertEqual((status, answer["errors"][0]["cell"]), (422, None))
        self.assertEqual(self.values(), [])

    def test_another_site_and_another_coding_are_refused(self):
        for fields, expected in (
                ({"Sec-Fetch-Site": "cross-site"}, 403), ({"Origin": "https://elsewhere.example"}, 403),
                ({"Content-Encoding": "gzip"}, 415)):
            status, answer, _ = self.send('{"values": {"name": "Ada"}}', "application/json", **fields)
            self.assertEqual((status, [error["cell"] for error in answer["errors"]]), (expected, [None]))
        self.assertEqual(self.values(), [])

    def test_a_form_that_there_is_not_and_content_that_is_not_read_are_told_in_json(self):
        for content, kind, form, expected in (
                ('{"values": {}}', "application/json", "odrer", 404),
                ("name=Ada", "application/x-www-form-urlencoded", "odrer", 404), ("name: Ada", "text/yaml", "order", 415)):
            status, answer, _ = self.send(content, kind, form)
            self.assertEqual((status, [error["cell"] for error in answer["errors"]]), (expected, [None]))
            self.assertTrue(answer["errors"][0]["message"])
        self.assertIn("<html", self.send("name=Ada", "application/x-www-form-urlencoded", "odrer", Accept="text/html")[1])


if __name__ == "__main__":
    unittest.main()
