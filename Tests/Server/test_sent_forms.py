"""Forms that a program sends without opening them: as JSON or plain fields, answered in JSON."""

import concurrent.futures
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

    def test_json_and_form_fields_give_the_same_submission(self):
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

    def test_errors_name_their_cells_and_nothing_is_stored(self):
        # First the values that cannot be read, then those that the form refuses.
        status, answer, _ = self.send('{"values": {"parts": ["p9"], "total": 7}}', "application/json")
        self.assertEqual((status, [error["cell"] for error in answer["errors"]]), (422, ["parts", "total", "name"]))
        status, answer, _ = self.send("total=much", "application/x-www-form-urlencoded")
        self.assertEqual((status, [error["cell"] for error in answer["errors"]]), (422, ["name", "total"]))
        status, answer, _ = self.send('{"values": {"name": "Ada",}}', "application/json")
        self.assertEqual((status, answer["errors"][0]["cell"]), (422, None))
        self.assertEqual(self.values(), [])

    def test_a_file_sent_in_a_wrong_way_is_refused_with_the_right_way(self):
        form = {"title": "Claim", "sections": [{"cells": [{"id": "bill", "type": "attachment", "label": "Bill"}]}]}
        with Server({"claim": form}) as self.server:
            way = "send each file as “bill.file” in multipart/form-data, with a filename"

            def part(disposition):
                content = f'--b\r\nContent-Disposition: form-data; {disposition}\r\n\r\nPaid.\r\n--b--\r\n'
                return self.send(content, "multipart/form-data; boundary=b", "claim")
            for status, answer, _ in [
                    self.send("bill=bill.txt", "application/x-www-form-urlencoded", "claim"), part('name="bill"'),
                    part('name="bill.file"')]:
                self.assertEqual((status, answer["errors"][0]["cell"].split(".")[0]), (422, "bill"))
                self.assertTrue(answer["errors"][0]["message"].endswith(way), answer)
            status, answer, _ = part('name="file"; filename="bill.txt"')
            self.assertEqual((status, answer["errors"][0]["cell"]), (422, "file"))
            self.assertEqual(answer["errors"][0]["message"], "the form has no cell “file”")
            for name in ("bill.file", "bill"):
                self.assertEqual(part(f'name="{name}"; filename="bill.txt"')[0], 201)
            self.assertEqual(
                [each["values"]["bill"][0]["name"] for each in self.server.submissions("claim")], ["bill.txt", "bill.txt"])

    def test_posts_from_another_site_or_in_another_coding_are_refused(self):
        for fields, expected in (
                ({"Sec-Fetch-Site": "cross-site"}, 403), ({"Origin": "https://elsewhere.example"}, 403),
                ({"Content-Encoding": "gzip"}, 415)):
            status, answer, _ = self.send('{"values": {"name": "Ada"}}', "application/json", **fields)
            self.assertEqual((status, [error["cell"] for error in answer["errors"]]), (expected, [None]))
        self.assertEqual(self.values(), [])

    def test_a_form_with_an_idempotency_key_is_recorded_once(self):
        content, kind = '{"values": {"name": "Ada", "parts": ["p1"]}}', "application/json"
        key = "8e03978e-40d5-43dd-bc93-6894a57f9324"
        first = self.send(content, kind, **{"Idempotency-Key": key})
        for written in (key, f'"{key}"', f" {key} "):
            status, answer, fields = self.send(content, kind, **{"Idempotency-Key": written})
            self.assertEqual((status, answer, fields["Location"]), (201, first[1], first[2]["Location"]))
        # Also as form fields with the same values, and after a restart.
        self.server.restart()
        fields = "name=Ada&parts=p1"
        for body, written in ((content, kind), (fields, "application/x-www-form-urlencoded")):
            self.assertEqual(self.send(body, written, **{"Idempotency-Key": key})[:2], first[:2])
        self.assertEqual(len(self.values()), 1)
        # With another key, or none, it is another submission.
        for fields in ({"Idempotency-Key": key.upper()}, {}, {}):
            self.assertNotEqual(self.send(content, kind, **fields)[1], first[1])
        self.assertEqual(len(self.values()), 4)

    def test_other_values_with_a_used_idempotency_key_are_422_and_not_recorded(self):
        content, kind = '{"values": {"name": "Ada"}}', "application/json"
        self.assertEqual(self.send(content, kind, **{"Idempotency-Key": "k"})[0], 201)
        for body, written in (
                ('{"values": {"name": "Bob"}}', kind), ('{"values": {"name": "Ada", "parts": ["p1"]}}', kind),
                ("name=Bob", "application/x-www-form-urlencoded")):
            for _ in range(2):
                status, answer, _ = self.send(body, written, **{"Idempotency-Key": "k"})
                self.assertEqual((status, [error["cell"] for error in answer["errors"]]), (422, [None]))
                self.assertIn("other values", answer["errors"][0]["message"])
        # A refused form is not recorded, so its key is still free.
        self.assertEqual(self.send('{"values": {"name": ""}}', kind, **{"Idempotency-Key": "l"})[0], 422)
        self.assertEqual(self.send('{"values": {"name": "Bob"}}', kind, **{"Idempotency-Key": "l"})[0], 201)
        self.assertEqual([each["name"] for each in self.values()], ["Ada", "Bob"])

    def test_a_repeat_gets_the_same_answer_even_if_the_form_is_full_changed_or_closed(self):
        name = {"id": "name", "type": "text", "label": "Name"}
        forms = {each: {"title": each, "sections": [{"cells": [name]}]} for each in ("full", "changed", "closed")}
        forms["full"]["limit"] = 1
        kind, ada = "application/json", '{"values": {"name": "Ada"}}'
        self.server = server = self.enterContext(Server(forms))
        first = {form: self.send(ada, kind, form, **{"Idempotency-Key": "k"}) for form in forms}
        self.assertEqual({form: status for form, (status, _, _) in first.items()}, dict.fromkeys(forms, 201))
        forms["changed"]["sections"][0]["cells"].append({**name, "id": "new", "required": True})
        forms["closed"]["closes"] = "2026-01-31T12:00"
        for form, definition in forms.items():
            (server.forms / f"{form}.json").write_text(json.dumps(definition))
        server.restart()
        for form in forms:
            for content, written in [(ada, kind), ("name=Ada", "application/x-www-form-urlencoded")]:
                status, answer, fields = self.send(content, written, form, **{"Idempotency-Key": "k"})
                self.assertEqual((status, answer, fields["Location"]), (201, first[form][1], first[form][2]["Location"]), form)
            status, answer, _ = self.send(ada.replace("Ada", "Bob"), kind, form, **{"Idempotency-Key": "k"})
            self.assertEqual((status, [error["cell"] for error in answer["errors"]]), (422, [None]), form)
            self.assertIn("other values", answer["errors"][0]["message"])
            self.assertEqual(len(server.submissions(form)), 1)
        # What the form did not have at that time was not recorded.
        for values in ({"name": "Ada", "new": "Q"}, {"name": 5}, {"name": "Ada", "none": "x"}):
            status, answer, _ = self.send(json.dumps({"values": values}), kind, "changed", **{"Idempotency-Key": "k"})
            self.assertEqual((status, "other values" in answer["errors"][0]["message"]), (422, True), values)
        # New submissions must satisfy the current form.
        self.assertEqual([self.send(ada, kind, form)[0] for form in forms], [403, 422, 403])

    def test_an_invalid_idempotency_key_is_400(self):
        for key in ("", '""', "a" * 256, "caf\u00e9", '"'  + "a" * 256 + '"'):
            status, answer, _ = self.send('{"values": {"name": "Ada"}}', "application/json", **{"Idempotency-Key": key})
            self.assertEqual(status, 400, key)
            self.assertIn("255", answer["errors"][0]["message"])
        self.assertEqual(self.send('{"values": {"name": "Ada"}}', "application/json", **{"Idempotency-Key": "a" * 255})[0], 201)
        self.assertEqual(len(self.values()), 1)

    def test_form_fields_with_an_idempotency_key_lead_to_the_same_receipt(self):
        def post(name):
            visitor = Visitor(self.server)
            status, fields, _ = visitor.request("POST", "/forms/order", f"name={name}", {"Idempotency-Key": "once"})
            return status, fields["Location"]
        first = post("Ada")
        self.assertEqual((first[0], post("Ada")), (303, first))
        self.assertEqual(post("Bob")[0], 422)
        self.assertEqual([each["name"] for each in self.values()], ["Ada"])

    def test_concurrent_posts_with_one_idempotency_key_are_one_submission(self):
        with concurrent.futures.ThreadPoolExecutor(10) as pool:
            answers = list(pool.map(
                lambda name: self.send(f'{{"values": {{"name": "{name}"}}}}', "application/json", **{"Idempotency-Key": "k"}),
                ["Ada"] * 5 + ["Bob"] * 5))
        [stored] = self.values()
        for (status, _, _), name in zip(answers, ["Ada"] * 5 + ["Bob"] * 5):
            self.assertEqual(status, 201 if name == stored["name"] else 422)

    def test_concurrent_repeats_of_one_request_take_the_last_place_once(self):
        form = {"title": "Full", "limit": 1, "sections": [{"cells": [{"id": "name", "type": "text", "label": "Name"}]}]}
        with Server({f"full{turn}": form for turn in range(5)}) as self.server, concurrent.futures.ThreadPoolExecutor(20) as pool:
            for turn in range(5):
                answers = list(pool.map(
                    lambda _, name=f"full{turn}": self.send('{"values": {"name": "Ada"}}', "application/json", name, **{"Idempotency-Key": "k"}),
                    range(20)))
                self.assertEqual({status for status, _, _ in answers}, {201})
                self.assertEqual(len({answer["id"] for _, answer, _ in answers}), 1)
                self.assertEqual(len(self.server.submissions(f"full{turn}")), 1)

    def test_a_custom_message_for_invalid_values_is_used_in_each_kind_of_post(self):
        words = "Ask the office."
        own = {"messages": {"invalid": words}}
        cells = [
            {"id": "start", "type": "time", "label": "Start"}, {"id": "size", "type": "radio-group", "label": "Size", "options": ["S", "M"]},
            {"id": "count", "type": "number", "label": "Count"}]
        form = {"title": "Form", "sections": [
            {"cells": [cell | own for cell in cells]},
            {"container": "repeat", "id": "days", "item": "Day", "title": "Days", "cells": [{"id": "day", "type": "date", "label": "Day"} | own]}]}
        values = {"start": "25:00", "size": "XL", "count": "x", "days": [{"day": "2026-02-30"}]}
        with Server({"form": form}) as self.server:
            _, answer, _ = self.send(json.dumps({"values": values}), "application/json", "form")
            self.assertEqual(
                {error["cell"]: error["message"] for error in answer["errors"]},
                dict.fromkeys(["start", "size", "count", "days[0].day"], words))
            _, answer, _ = self.send("start=25:00&size=XL&count=x", "application/x-www-form-urlencoded", "form")
            self.assertEqual(
                {error["cell"]: error["message"] for error in answer["errors"]}, dict.fromkeys(["start", "size", "count"], words))
            # Each mistake is reported once.
            _, answer, _ = self.send('{"values": {"start": {"a": 1, "b": 2}}}', "application/json", "form")
            self.assertEqual([error["message"] for error in answer["errors"]], [words])
            # A value that is not a list of entries is not reported like a day.
            _, answer, _ = self.send('{"values": {"days": 7}}', "application/json", "form")
            self.assertNotIn("office", answer["errors"][0]["message"])

    def test_clients_that_accept_json_get_each_error_as_json(self):
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

    def test_415_names_the_accepted_types(self):
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

    def test_an_unknown_form_and_an_unknown_type_are_errors_in_json(self):
        for content, kind, form, expected in (
                ('{"values": {}}', "application/json", "odrer", 404),
                ("name=Ada", "application/x-www-form-urlencoded", "odrer", 404), ("name: Ada", "text/yaml", "order", 415)):
            status, answer, _ = self.send(content, kind, form)
            self.assertEqual((status, [error["cell"] for error in answer["errors"]]), (expected, [None]))
            self.assertTrue(answer["errors"][0]["message"])
        self.assertIn("<html", self.send("name=Ada", "application/x-www-form-urlencoded", "odrer", Accept="text/html")[1])


if __name__ == "__main__":
    unittest.main()
