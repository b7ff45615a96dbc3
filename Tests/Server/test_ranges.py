"""Ranges of numbers, from the page to the record, without scripts."""

import csv
import io
import json
import unittest
import urllib.parse

from formcells import Server, run
from visitor import Visitor

LOCALES = ["en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "pt-BR", "nl-NL", "pl-PL", "tr-TR", "ar-EG", "he-IL", "hi-IN",
           "ja-JP", "ko-KR", "zh-CN"]
ROOM = {
    "title": "Room",
    "sections": [{"cells": [
        {"id": "price", "type": "slider", "label": "Price", "range": True, "minimum": 0, "maximum": 1000, "step": 0.5,
         "unit": "€"},
        {"id": "why", "type": "text", "label": "Why", "visibleWhen": {"cell": "price", "filled": True}},
    ]}],
}


class SliderRangeChecks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.forms = {each.lower(): dict(ROOM, locale=each) for each in LOCALES}
        cls.server = cls.enterClassContext(Server({"room": ROOM, **cls.forms}))

    def sent(self, body, form="room", language="en", kind="application/x-www-form-urlencoded"):
        """The recorded range, or the messages."""
        body = body if isinstance(body, bytes) else urllib.parse.urlencode(body).encode()
        status, _, answer = Visitor(self.server, {"Accept": "application/json", "Accept-Language": language}).request(
            "POST", f"/forms/{form}", body, {"Content-Type": kind})
        answer = json.loads(answer)
        if status != 201:
            return [each["message"] for each in answer["errors"]]
        return next(each["values"]["price"] for each in self.server.submissions(form) if each["id"] == answer["id"])

    def json(self, value):
        return self.sent(json.dumps({"values": {"price": value}}).encode(), kind="application/json")

    def test_SL3_two_number_fields_are_one_range(self):
        visitor = Visitor(self.server)
        visitor.open("/forms/room").type("From", "80").type("To", "40.25")
        page = visitor.press("Submit", expected=422)
        self.assertEqual(page.errors(), ["Price: To: Enter at most 1 decimal place."])
        page.type("To", "40")
        page = visitor.press("Submit", expected=422)
        self.assertEqual(page.errors(), ["Price: To: Enter 80 or more."])
        self.assertEqual((page.value("From"), page.value("To")), ("80", "40"))
        self.assertEqual(
            [each["id"] for each in page.root.walk() if each["aria-invalid"] == "true"], ["price", "price_to"])
        self.assertEqual([link["href"] for link in page.root.all("a") if "Enter 80" in link.text()], ["#price_to"])
        page.type("To", "120")
        page = visitor.press("Update Price")
        page.type("Why", "Rest")
        visitor.press("Submit")
        self.assertEqual(self.server.submissions("room")[-1]["values"], {"price": {"from": 80, "to": 120}, "why": "Rest"})
        self.assertIn("80 – 120 €", visitor.page.text)

    def test_two_wrong_ends_of_a_range_are_named_together(self):
        visitor = Visitor(self.server)
        visitor.open("/forms/room").type("From", "cheap").type("To", "2000")
        page = visitor.press("Submit", expected=422)
        self.assertEqual(page.errors(), ["Price: From: Enter a number like 12.5. To: Enter 1,000 or less."])
        self.assertEqual([each["id"] for each in page.root.walk() if each["aria-invalid"] == "true"],
                         ["price", "price_from", "price_to"])

    def test_a_program_can_send_a_range_in_each_notation(self):
        whole = {"from": 2.5, "to": 40}
        for pairs in ([("price", "2.5/40")], [("price", "2.5"), ("price", "40")],
                      [("price.from", "2.5"), ("price.to", "40 €")], [("price.from", "+2.50"), ("price.to", "40.0")]):
            self.assertEqual(self.sent(pairs), whole)
        self.assertEqual(self.sent([("price.from", "2,5"), ("price.to", "40")], "de-de", "de"), whole)
        self.assertEqual(self.json(whole), whole)
        self.assertIsNone(self.json(None))
        self.assertIsNone(self.sent([("price.from", ""), ("price.to", " ")]))
        self.assertEqual(self.json({"from": 7, "to": 7}), {"from": 7, "to": 7})
        for pairs in ([("price.from", "2"), ("price.from", "3"), ("price.to", "40")],
                      [("price.from", "2"), ("price.to", "40"), ("price.to", "41")]):
            self.assertEqual(self.sent(pairs), ["several values were sent; this part of the cell accepts only one"])
        self.assertEqual(self.sent([("price.from", "2.5"), ("price.from", "2.5"), ("price.to", "40")]), whole)
        for wrong in ({"from": None, "to": None}, {"from": 2}, {"from": 2, "to": "40"}, [2, 40], 2, {}, {"from": 2, "to": None}, {"from": 50, "to": 40},
                      {"from": 2, "to": 40, "step": 1}):
            self.assertIsInstance(self.json(wrong), list, wrong)

    def test_each_wrong_range_has_one_message_in_each_language(self):
        seen = set()
        for locale in LOCALES:
            for first, last in [("5", ""), ("", "5"), ("9", "5"), ("-3", "5"), ("5", "5000"), ("low", "5"), ("low", "high")]:
                with self.subTest(locale=locale, first=first, last=last):
                    message, = self.sent([("price.from", first), ("price.to", last)], locale.lower(), locale)
                    self.assertNotIn("{", message)
                    seen.add((locale, message))
        self.assertEqual(len(seen), 7 * len(LOCALES))

    def test_an_export_has_a_column_for_each_end_of_a_range(self):
        with Server({"room": ROOM}) as server:
            for body in ("price=2.5%2F40", "price="):
                Visitor(server, {"Accept": "application/json"}).request("POST", "/forms/room", body.encode())
            rows = csv.DictReader(io.StringIO(run("export", "room", "--data", server.data).stdout.decode()))
            rows = list(rows)
            self.assertEqual([(row["price.from"], row["price.to"]) for row in rows], [("2.5", "40"), ("", "")])
            self.assertNotIn("price", rows[0])


if __name__ == "__main__":
    unittest.main()
