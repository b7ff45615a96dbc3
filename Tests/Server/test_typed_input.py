"""Amounts, phone numbers, addresses and days as people write them: what is recorded, or which message appears."""

import datetime
import json
import pathlib
import re
import tempfile
import unittest
import urllib.parse

from formcells import Server, run, write_forms
from visitor import Visitor

LOCALES = ["en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "pt-BR", "nl-NL", "pl-PL", "tr-TR", "ar-EG", "he-IL", "hi-IN",
           "ja-JP", "ko-KR", "zh-CN"]


def form(locale):
    return {
        "title": "Typed", "locale": locale,
        "sections": [{"cells": [
            {"id": "price", "type": "currency", "label": "Price", "currency": "EUR"},
            {"id": "phone", "type": "text", "label": "Phone", "format": "tel"},
            {"id": "mail", "type": "text", "label": "Mail", "format": "email"},
            {"id": "site", "type": "text", "label": "Site", "format": "url"},
            {"id": "day", "type": "date", "label": "Day"},
            {"id": "today", "type": "date", "label": "Today", "value": "today"},
            {"id": "later", "type": "date", "label": "Later", "value": "today+10d", "minimum": "today+1w"},
            {"id": "fixed", "type": "date", "label": "Fixed", "value": "today", "readOnly": True},
        ]}],
    }


class TypedEntries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({each.lower(): form(each) for each in LOCALES}))

    def post(self, values, locale="en-US"):
        """The recorded values, or the messages."""
        path = f"/forms/{locale.lower()}"
        status, fields, body = Visitor(self.server, {"Accept": "application/json", "Accept-Language": locale}).request(
            "POST", path, urllib.parse.urlencode(values).encode())
        answer = json.loads(body)
        if status != 201:
            return [each["message"] for each in answer["errors"]]
        return next(
            each["values"] for each in self.server.submissions(locale.lower()) if each["id"] == answer["id"])

    def test_prices_keep_their_sign_in_each_language(self):
        for locale in LOCALES:
            for typed, amount in [
                    ("5,- €", "5.00"), ("5,– €", "5.00"), ("1.234,– €", "1234.00"), ("5.- €", "5.00"), ("5,--", "5.00"),
                    ("€ 5,=", "5.00"), ("EUR 5.—", "5.00"), ("500/-", "500.00"), ("(€5)", "-5.00"), ("-5,- €", "-5.00"),
                    ("−5 €", "-5.00"), ("٥ €", "5.00"), ("５", "5.00")]:
                with self.subTest(locale=locale, typed=typed):
                    self.assertEqual(self.post({"price": typed}, locale)["price"], {"amount": amount, "currency": "EUR"})

    def test_ambiguous_and_invalid_entries_have_messages_in_each_language(self):
        seen = set()
        for locale in LOCALES:
            for values in [
                    {"price": "5.00-"}, {"price": "$5"}, {"price": "1.5k"}, {"phone": "55"}, {"phone": "555 0100 nix"},
                    {"mail": "ada @example.org"}, {"mail": "ada(1)@example.org"}, {"site": "example.com"},
                    {"day": "0026-01-31"}, {"day": "01/02/2026"}]:
                with self.subTest(locale=locale, values=values):
                    messages = self.post(values, locale)
                    self.assertIsInstance(messages, list)
                    seen.update(messages)
                    self.assertNotRegex(messages[0], r"\{|\}")
        self.assertGreaterEqual(len(seen), len(LOCALES) * 10 - 15, "each language has its own words")

    def test_messages_say_how_to_correct_an_entry(self):
        for values, message in [
                ({"price": "5.00-"}, "This can mean 5.00 or -5.00. Enter one of the two."),
                ({"phone": "55"}, "Enter a telephone number with 3 to 20 digits; 2 entered."),
                ({"phone": "1-800-FLOWERS"}, "Enter a telephone number like +1 555 0100. Remove or replace “F”."),
                ({"mail": "ada @example.org"}, "Enter an email address like name@example.com. Remove the blanks."),
                ({"site": "example.com/a"}, "Enter a web address with https:// in front: https://example.com/a"),
                ({"day": "0026-01-31"}, "Enter the year with four digits, such as 2026."),
                ({"day": "1/2/2026"}, "This can mean 2026-02-01 or 2026-01-02. Enter one of the two.")]:
            with self.subTest(values=values):
                self.assertEqual(self.post(values), [message])

    def test_a_page_normalizes_entries_as_for_programs(self):
        visitor = Visitor(self.server)
        visitor.open("/forms/en-us").type("Price", "1.234,– €").type("Mail", "Ada <ada@xn--mller-kva.de>")
        visitor.page.type("Phone", "\u202a+44\u00a020\u20117946\u202c x٨٩")
        visitor.press("Submit")
        values = self.server.submissions("en-us")[-1]["values"]
        self.assertEqual(
            (values["price"]["amount"], values["phone"], values["mail"]),
            ("1234.00", "+44 20-7946 x89", "ada@müller.de"))

    def test_json_posts_are_normalized_by_the_same_rules(self):
        status, _, body = Visitor(self.server, {"Accept": "application/json"}).request(
            "POST", "/forms/en-us", json.dumps({"values": {"phone": "٥٥٥ ٠١٠٠", "mail": "a@xn--mller-kva.de"}}).encode(),
            {"Content-Type": "application/json"})
        self.assertEqual(status, 201, body)
        values = self.server.submissions("en-us")[-1]["values"]
        self.assertEqual((values["phone"], values["mail"]), ("555 0100", "a@müller.de"))

    def test_a_date_cell_can_have_the_default_today(self):
        before = datetime.date.today().isoformat()
        values = self.post({"fixed": "2030-01-01"})
        self.assertIn(values["today"], (before, datetime.date.today().isoformat()))
        self.assertEqual(values["fixed"], values["today"])
        later = datetime.date.fromisoformat(values["today"]) + datetime.timedelta(days=10)
        self.assertEqual(values["later"], later.isoformat())
        first = later - datetime.timedelta(days=3)
        self.assertEqual(self.post({"later": first.isoformat()})["later"], first.isoformat())
        early = first - datetime.timedelta(days=1)
        self.assertIn(f"{first:%B} {first.day}, {first.year}", self.post({"later": early.isoformat()})[0])
        visitor = Visitor(self.server)
        visitor.open("/forms/en-us")
        dates = {each["id"]: each["value"] for each in visitor.page.root.all("input") if each["type"] == "date"}
        self.assertEqual(dates, {"day": "", "today": values["today"], "later": values["later"], "fixed": values["today"]})
        self.assertTrue(all(
            each["max"] == "9999-12-31" for each in visitor.page.root.all("input") if each["type"] == "date"))


class Digits(unittest.TestCase):
    def test_a_page_uses_one_set_of_digits(self):
        sent = {"sum": {"amount": "6000.00", "currency": "EGP"}, "note": "x" * 12, "phone": "55", "day": "0026-01-31"}
        arabic = {
            "title": "نموذج", "locale": "ar-EG", "sections": [{"container": "step", "title": "أ", "cells": [
                {"id": "sum", "type": "currency", "label": "مبلغ", "currency": "EGP", "maximum": 5000},
                {"id": "note", "type": "note", "label": "ملاحظة", "maxLength": 10},
                {"id": "phone", "type": "text", "label": "هاتف", "format": "tel"},
                {"id": "day", "type": "date", "label": "يوم", "maximum": "2026-12-31"}]},
                {"container": "step", "title": "ب", "cells": [{"id": "end", "type": "text", "label": "نهاية"}]}]}
        with tempfile.TemporaryDirectory() as folder:
            write_forms(folder, {"arabic": arabic})
            values = pathlib.Path(folder) / "values.json"
            values.write_text(json.dumps(sent))
            result = run("render", f"{folder}/arabic.json", "--values", values, "--errors")
            self.assertEqual(result.returncode, 0, result.stderr)
        body = re.sub(r"(?s)<(script|style).*?</\1>", "", result.stdout.decode().partition("<body")[2])
        shown = re.sub(r"(?s)<[^>]*>", " ", body.partition(">")[2]).replace("x" * 12, "")
        self.assertRegex(shown, "[٠-٩]")
        self.assertEqual(re.findall(r"[^\s]*[0-9][^\s]*", shown), [])
