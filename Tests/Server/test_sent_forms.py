"""Forms that a program sends without having opened them: JSON or plain fields, answered in JSON."""

import json
import unittest
import urllib.error
import urllib.parse
import urllib.request

from formcells import Server
from visitor import Visitor

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

    def test_whoever_asks_for_json_gets_every_error_as_json(self):
        for method, path, fields, content, status in [
            ("PUT", "/forms/order", {}, b"{}", 405), ("POST", "/healthz", {}, b"", 405), ("DELETE", "/", {}, None, 405),
            ("GET", "/forms/odrer", {}, None, 404), ("GET", "/nothing", {}, None, 404), ("BREW", "/", {}, None, 501),
            ("GET", "/forms/odrer/schema.json", {}, None, 404), ("GET", "/assets/nothing.css", {}, None, 404),
            ("POST", "/forms/order", {"Content-Type": "application/json"}, b"x" * (2 << 20), 413),
            ("POST", "/forms/order", {"Content-Type": "text/yaml"}, b"a", 415),
            ("POST", "/forms/order", {"Content-Type": "multipart/form-data"}, b"a", 400),
            ("POST", "/forms/order", {"Content-Type": "application/x-www-form-urlencoded"}, b"_do=nonsense", 400),
        ]:
            for accept in ("application/json", "application/json, text/html;q=0.5"):
                with self.subTest(f"{method} {path}", accept=accept):
                    got, answer, body = Visitor(self.server).request(method, path, content, {**fields, "Accept": accept})
                    self.assertEqual((got, answer["Content-Type"]), (status, "application/json"))
                    errors = json.loads(body)["errors"]
                    self.assertEqual([error["cell"] for error in errors], [None])
                    self.assertTrue(errors[0]["message"])
                    self.assertEqual(answer["X-Content-Type-Options"], "nosniff")
                    self.assertEqual(answer["Allow"] is not None, status == 405)
            _, answer, _ = Visitor(self.server).request(method, path, content, {**fields, "Accept": "text/html"})
            if fields.get("Content-Type") != "application/json":
                self.assertTrue(answer["Content-Type"].startswith("text/html"), path)

    def test_415_names_the_types_that_are_taken(self):
        types = ["application/x-www-form-urlencoded", "multipart/form-data", "application/json"]
        for accept in ("application/json", "text/html"):
            status, answer, body = Visitor(self.server).request(
                "POST", "/forms/order", b"a", {"Content-Type": "text/plain", "Accept": accept})
            self.assertEqual((status, answer["Accept"]), (415, ", ".join(types)))
            for each in types:
                self.assertIn(each, body.decode())
        _, answer, _ = Visitor(self.server).request(
            "POST", "/forms/order/cells/parts", b"a", {"Content-Type": "application/json"})
        self.assertEqual(answer["Accept"], ", ".join(types[:2]))

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
