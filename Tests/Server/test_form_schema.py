"""`/forms/{form}/schema.json` with an independent validator (jsonschema): it refuses nothing that the form accepts."""

import copy
import http.client
import json
import random
import unittest

import jsonschema

import formcells
from formcells import Server
from sample_forms import SMALL

SAMPLES = formcells.ROOT / "Templates/forms"

# Complete answers for each sample form.
ANSWERS = {
    "expense": {
        "purpose": "Fair in Lyon", "country": "FR", "kinds": ["Train", "Hotel"],
        "amount": {"amount": "412.50", "currency": "EUR"}, "guests": 2, "currency": "EUR", "receipt": " AB-12345 ",
        "project": "p-delta", "approver": None},
    "maintenance": {
        "equipment": "EQ-10413", "serial": "", "summary": "Leaks", "details": "Oil.\nSince Monday.", "meter": 1200,
        "impact": "slowed", "parts": [], "crew": [], "name": "Ada", "email": "ada@example.com", "call": "06:15"},
    "portal-access": {
        "company": "Acme", "number": "123456", "email": "ada@example.com", "password": "correct horse battery",
        "role": "read", "language": None, "from": "2199-01-31", "until": "2027-12-31", "why": "", "mail": False,
        "agree": True},
    "site-inspection": {
        "site": "Lyon Plant", "day": "2026-01-31", "occasion": "follow-up", "report": "R 1", "workers": 12,
        "machines": ["EQ-10413"], "findings": ["fire", "noise"], "details": "Sparks.",
        "cost": {"amount": "10", "currency": "EUR"}, "first": [
            {"id": "age", "selected": True, "direction": "ascending"},
            {"id": "danger", "selected": False, "direction": "descending"},
            {"id": "effort", "selected": True, "direction": "ascending"}],
        "name": "Ada", "pin": "4711"},
    "training-days": {
        "name": "Ada", "badge": "NO-0042", "workplace": "narvik-line", "days": ["mon", "fri"], "language": "en",
        "travel": "PT1H30M", "bed": False, "group": {"from": 4, "to": 12}, "rules": True,
        "experience": {"electrics": "none", "hydraulics": "some", "controls": "much"}},
    "travel-expenses": {
        "purpose": "A fair", "from": "2026-01-05", "to": "2026-01-07", "days": 99, "advance": None, "receipts": [
            {"day": "2026-01-05", "kind": "bed", "amount": 120.5, "currency": "NOK"},
            {"day": "2026-01-07", "kind": "other", "what": "Ink", "amount": 7, "currency": "EUR", "euros": None}]},
    "work-orders": {"plant": "Köln", "status": ["done"], "until": None, "reply-to": "", "weekends": True},
}

# For each sample form: values that are wrong by themselves, whatever the other values are.
MISTAKES = {
    "expense": [
        {"purpose": 7}, {"purpose": ""}, {"country": None}, {"kinds": []}, {"kinds": "Train"}, {"kinds": ["Ship"]},
        {"kinds": ["Taxi", "Taxi"]}, {"kinds": ["Flight", "Train", "Taxi", "Hotel", "Meals"]}, {"amount": "12"},
        {"amount": {"amount": "1,50", "currency": "EUR"}}, {"amount": {"amount": "1.505", "currency": "EUR"}},
        {"amount": {"amount": "1.50", "currency": "USD"}}, {"amount": {"amount": "1.50"}}, {"amount": None},
        {"guests": 51}, {"guests": -1}, {"guests": 1.5}, {"guests": "2"}, {"receipt": "AB-1"}, {"project": "p-cobalt"},
        {"approver": ""}, {"amont": None}],
    "maintenance": [
        {"equipment": 1}, {"call": "6:15"}, {"call": "24:00"}, {"email": ""}, {"crew": None}, {"meter": True}],
    "portal-access": [
        {"role": "admin"}, {"role": None}, {"number": "12345"}, {"password": "short"}, {"password": None},
        {"from": None}, {"from": "31.01.2199"}, {"until": "2027-02-30x"}, {"mail": "on"}, {"agree": False}],
    "site-inspection": [
        {"workers": 501}, {"machines": []}, {"machines": None}, {"pin": "123"}, {"findings": ["water"]}],
    "training-days": [
        {"days": []}, {"days": ["sun"]}, {"days": "mon"}, {"language": "fr"}, {"travel": "90"}, {"travel": 90},
        {"experience": None}, {"experience": {"electrics": "none"}}, {"experience": "much"}, {"group": 5},
        {"group": {"from": 4}}, {"group": {"from": "4", "to": 12}}, {"group": {"from": 1, "to": 12}}, {"rules": False},
        {"bed": None}],
    "travel-expenses": [
        {"receipts": None}, {"receipts": {}}, {"receipts": [7]}, {"receipts": [{"day": "2026-01-05"}]},
        {"receipts": [{"day": "2026-01-05", "kind": "bed", "amount": "7", "currency": "EUR"}]},
        {"receipts": [{"day": "2026-01-05", "kind": "bed", "amount": 0, "currency": "EUR"}]},
        {"receipts": [{"day": "2026-01-05", "kind": "bed", "amount": 7, "currency": "EUR", "note": ""}]},
        {"purpose": ""}, {"from": None}],
    "work-orders": [
        {"plant": "Oslo"}, {"status": "done"},
        {"sort": [{"id": name, "selected": False, "direction": "ascending"}
                  for name in ("priority", "due", "status", "equipment")]}],
}
# Values of cells that are hidden or read-only here, so nothing checks them.
UNASKED = {"maintenance": {"cost-center": 4711}, "work-orders": {"language": "xx"}}
# Values of cells that are only sometimes checked; only the form knows when.
ASKED = {"site-inspection": [{"first": []}, {"first": [{"id": "age", "selected": True, "direction": "up"}] * 3}]}
# Cells without which the form is refused.
NEEDED = {
    "expense": ["amount", "country", "kinds", "purpose"],
    "maintenance": ["email", "equipment", "impact", "name", "summary"],
    "portal-access": ["agree", "company", "email", "from", "password", "role"],
    "site-inspection": ["day", "machines", "name", "occasion", "pin", "site", "workers"],
    "training-days": ["badge", "days", "experience", "language", "name", "rules", "workplace"],
    "travel-expenses": ["from", "purpose", "receipts", "to"],
    "work-orders": ["plant"],
}

CELLS = [
    {"id": "name", "type": "text", "label": "Name", "required": True, "maxLength": 4},
    {"id": "code", "type": "text", "label": "Code", "pattern": "^[A-Z]{2}\\d+$"},
    {"id": "letters", "type": "text", "label": "Letters", "pattern": "\\p{L}+"},
    {"id": "count", "type": "text", "label": "Count", "format": "integer", "minimum": 2},
    {"id": "size", "type": "text", "label": "Size", "format": "decimal", "pattern": "[0-9.]+"},
    {"id": "note", "type": "note", "label": "Note", "maxLength": 5},
    {"id": "total", "type": "currency", "label": "Total", "currency": "USD", "minimum": -5},
    {"id": "yen", "type": "currency", "label": "Yen", "currency": "JPY"},
    {"id": "pieces", "type": "number", "label": "Pieces", "minimum": 4, "maximum": 40, "step": 4},
    {"id": "share", "type": "number", "label": "Share", "decimals": 2, "minimum": -0.5, "step": 0.25},
    {"id": "day", "type": "date", "label": "Day", "minimum": "2026-01-01"},
    {"id": "time", "type": "time", "label": "Time", "step": 15},
    {"id": "fast", "type": "switch", "label": "Fast"},
    {"id": "shift", "type": "radio-group", "label": "Shift", "options": ["Early", "Late", {"value": "Night", "label": "Night", "disabled": True}],
     "other": {}},
    {"id": "plant", "type": "select", "label": "Plant", "options": ["A", "B"], "value": "A", "required": True},
    {"id": "parts", "type": "list-picker", "label": "Parts", "selection": "multiple", "options": ["A", "B", "C"],
     "minimum": 2, "maximum": 3, "other": {"maxLength": 3}},
    {"id": "tool", "type": "list-picker", "label": "Tool", "source": {"file": "tools.csv", "value": "id", "label": "name"}},
    {"id": "sort", "type": "order-picker", "label": "Sort", "minimum": 1, "criteria": [
        {"id": "due", "label": "Due", "selected": True}, {"id": "rank", "label": "Rank"}]},
]
# The same cell when it is checked only sometimes, or never.
WAYS = {
    "plain": {}, "required": {"required": True}, "hidden": {"required": True, "visibleWhen": {"cell": "asked", "equals": True}},
    "locked": {"readOnlyWhen": {"cell": "asked", "equals": False}}, "disabled": {"disabled": True},
    "demanded": {"requiredWhen": {"cell": "asked", "equals": True}}}
TEXTS = [
    "", " ", "Ada", "Adalbert", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "AB12", " AB12\t", "ab", "é", "12", "+3", "-1", "1.5", "a\nb", "a\tb"]
VALUES = {
    "text": TEXTS, "note": TEXTS,
    "currency": [{"amount": text, "currency": code} for text in ("1", "-1.5", "+2.500", "7.0", "1.234", "x", "-9")
                 for code in ("USD", "JPY")] + [{"amount": "1", "currency": "USD", "more": 1}],
    "number": [4, 8, 40, 44, 5, 0.25, -0.5, -0.75, 12.0, 0.1],
    "date": ["2026-01-31", "2025-12-31", "2026-02-30", "0000-01-01", "31.1.2026", ""],
    "time": ["00:00", "23:45", "23:50", "24:00", "9:15"],
    "switch": [True, False],
    "radio-group": ["Early", "Night", "Noon", {"other": "Noon"}, {"other": ""}],
    "select": ["A", "B", "C", ""],
    "list-picker": ["t1", "t9", "A", ["A"], ["A", "B"], ["B", {"other": "x"}], ["A", "A"], [], ["A", "B", "C", {"other": "x"}],
                    ["A", {"other": "long"}], {"other": "x"}],
    "order-picker": [
        [{"id": first, "selected": one, "direction": "ascending"}, {"id": second, "selected": two, "direction": "descending"}]
        for first, second in (("due", "rank"), ("rank", "due"), ("due", "due"), ("due", "none"))
        for one in (True, False) for two in (True, False)] + [[{"id": "due", "selected": True, "direction": "ascending"}]],
}
STRANGE = [None, True, 7, "x", [], {}]


def samples():
    """The sample forms, and the files of their options."""
    forms = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(SAMPLES.glob("*.json"))
             if not path.name.endswith(".schema.json")}
    sources = {path.name: path.read_text(encoding="utf-8") for path in SAMPLES.iterdir()
               if path.suffix == ".csv" or isinstance(forms.get(path.stem), list)}
    return {name: form for name, form in forms.items() if isinstance(form, dict)}, sources


class FormSchemaCase(unittest.TestCase):
    def serve(self, forms, sources=None):
        server = self.enterContext(Server(forms, sources))
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=formcells.PATIENCE_SECONDS)
        self.addCleanup(self.connection.close)

    def ask(self, method, path, body=None, **headers):
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def validator(self, form):
        status, fields, body = self.ask("GET", f"/forms/{form}/schema.json")
        self.assertEqual((status, fields["Content-Type"]), (200, "application/schema+json"))
        schema = json.loads(body)
        jsonschema.Draft202012Validator.check_schema(schema)
        # Formats are annotations, but a validator may check them too.
        return jsonschema.Draft202012Validator(
            schema, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER)

    def send(self, form, values):
        status, _, body = self.ask(
            "POST", f"/forms/{form}", json.dumps({"values": values}), **{"Content-Type": "application/json"})
        self.assertIn(status, (201, 422), body)
        return status == 201, body


class SampleSchemaChecks(FormSchemaCase):
    def test_each_sample_forms_schema_accepts_valid_answers_and_refuses_wrong_ones(self):
        forms, sources = samples()
        self.assertEqual(set(ANSWERS), set(forms))
        self.serve(forms, sources)
        for form, answers in ANSWERS.items():
            validator = self.validator(form)
            with self.subTest(form):
                taken, body = self.send(form, answers)
                self.assertTrue(taken, body)
                self.assertEqual([error.message for error in validator.iter_errors({"values": answers})], [])
                self.assertEqual(sorted(validator.schema["properties"]["values"]["required"]), NEEDED[form])
            wrong = [{**answers, **mistake} for mistake in MISTAKES[form]]
            wrong += [{key: value for key, value in answers.items() if key != cell} for cell in NEEDED[form]]
            for values in wrong:
                with self.subTest(form, values=values):
                    self.assertFalse(self.send(form, values)[0])
                    self.assertFalse(validator.is_valid({"values": values}))
            for values in ([{**answers, **UNASKED[form]}] if form in UNASKED else []):
                self.assertTrue(self.send(form, values)[0] and validator.is_valid({"values": values}), values)
            for mistake in ASKED.get(form, []):
                self.assertFalse(self.send(form, {**answers, **mistake})[0], mistake)
            for document in ({}, [], {"values": answers, "more": 1}, {"values": None}):
                with self.subTest(form, document=document):
                    self.assertFalse(validator.is_valid(document))

    def test_the_schema_has_the_labels_and_helpers_of_cells(self):
        forms, sources = samples()
        self.serve(forms, sources)
        schema = self.validator("expense").schema
        self.assertEqual(schema["title"], "Expense Report")
        purpose = schema["properties"]["values"]["properties"]["purpose"]
        self.assertEqual(purpose["title"], "Purpose")
        form = forms["expense"]
        helped = [cell for section in form["sections"] for cell in section["cells"] if "helper" in cell]
        self.assertTrue(helped)
        for cell in helped:
            self.assertEqual(
                schema["properties"]["values"]["properties"][cell["id"]]["description"], cell["helper"]["en"])
        kinds = self.validator("work-orders").schema["properties"]["values"]["properties"]
        self.assertEqual(kinds["kind"]["enum"][-2:], ["Replacement", None])
        self.assertEqual(kinds["status"]["default"], ["planned", "released", "progress"])
        self.assertTrue(kinds["language"]["readOnly"])


class EveryKindChecks(FormSchemaCase):
    def test_a_required_cell_with_the_default_today_may_be_omitted(self):
        self.serve({"today": {"title": "Today", "sections": [{"cells": [
            {"id": "day", "type": "date", "label": "Day", "required": True, "value": "today"},
            {"id": "at", "type": "date-time", "label": "At", "required": True, "value": "now"},
            {"id": "stay", "type": "date-range", "label": "Stay", "required": True, "value": {"from": "today", "to": "today+6d"}}]}]}})
        validator = self.validator("today")
        self.assertTrue(self.send("today", {})[0] and validator.is_valid({"values": {}}))
        self.assertFalse(self.send("today", {"day": None})[0] or validator.is_valid({"values": {"day": None}}))

    def test_the_schema_accepts_everything_that_the_form_accepts(self):
        forms = {}
        for way, settings in WAYS.items():
            cells = [{**copy.deepcopy(cell), **settings} for cell in CELLS]
            if way in ("demanded", "disabled"):
                for cell in cells:
                    cell.pop("required", None)
            forms[way] = {"title": way, "sections": [{"cells": [{"id": "asked", "type": "switch", "label": "Asked"}] + cells}]}
        self.serve(forms, {"tools.csv": "id,name\nt1,Saw\nt2,File\n"})
        chance = random.Random(7)
        taken = both = 0
        for way in forms:
            validator = self.validator(way)
            empty = {"name": "Ada"} if way == "plain" else {}
            if way == "required":
                empty = {
                    "name": "Ada", "code": "AB1", "letters": "a", "count": "2", "size": "1", "note": "a",
                    "total": {"amount": "1", "currency": "USD"}, "yen": {"amount": "1", "currency": "JPY"}, "pieces": 4,
                    "share": 0, "day": "2026-01-31", "time": "00:00", "fast": True, "shift": "Early", "parts": ["A", "B"],
                    "tool": "t1"}
            for cell in CELLS:
                for value in VALUES[cell["type"]] + STRANGE:
                    values = {**empty, "asked": chance.random() < 0.5, cell["id"]: value}
                    if way == "locked":
                        values.setdefault("name", "Ada")
                    accepted, body = self.send(way, values)
                    valid = validator.is_valid({"values": values})
                    taken += accepted
                    both += not accepted and not valid
                    if accepted:
                        with self.subTest(way, values=values):
                            self.assertTrue(valid, list(validator.iter_errors({"values": values})))
        # Otherwise nothing was tested.
        self.assertGreater(taken, 300)
        self.assertGreater(both, 300)


class SchemaRouteChecks(FormSchemaCase):
    def test_the_schema_is_revalidated_and_not_sent_again_if_unchanged(self):
        self.serve({"small": SMALL})
        _, fields, body = self.ask("GET", "/forms/small/schema.json")
        self.assertEqual(fields["Cache-Control"], "no-cache")
        self.assertEqual(fields["X-Content-Type-Options"], "nosniff")
        self.assertIn("default-src 'none'", fields["Content-Security-Policy"])
        status, again, rest = self.ask("GET", "/forms/small/schema.json", **{"If-None-Match": fields["ETag"]})
        self.assertEqual((status, rest, again["ETag"]), (304, b"", fields["ETag"]))
        self.assertEqual(self.ask("HEAD", "/forms/small/schema.json")[0], 200)
        self.assertEqual(self.ask("GET", "/forms/none/schema.json")[0], 404)
        status, fields, _ = self.ask("POST", "/forms/small/schema.json", "a=b")
        self.assertEqual(status, 405)
        self.assertEqual(fields["Allow"], "GET, HEAD, OPTIONS")


if __name__ == "__main__":
    unittest.main()
