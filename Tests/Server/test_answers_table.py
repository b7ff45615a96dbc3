"""The table of a form's answers over HTTP: the search stays in its links, and one bad line hides nothing."""

import html
import http.client
import json
import re
import subprocess
import unittest
import urllib.parse

import formcells
from formcells import Server, wait_until

TRIAL = {"title": "Trial", "sections": [{"title": "All", "cells": [
    {"id": "name", "type": "text", "label": "Name"},
    {"id": "order", "type": "text", "label": "Order Number", "format": "integer"},
    {"id": "count", "type": "number", "label": "Count"},
    {"id": "kinds", "type": "checkbox-group", "label": "Kinds", "options": ["Red", "Green", "Blue"]}]}]}
PASSWORD = "a long enough word"


class TableCase(unittest.TestCase):
    def serve(self, *options, forms=None, user="grace"):
        self.headers = {"X-User": user} if user else {}
        self.cookies = {}
        header = ["--answers-header", "X-User"] if user else []
        self.server = Server(forms or {"trial": TRIAL}, options=["--answers", "127.0.0.1:0", *header, *options])
        self.enterContext(self.server)
        self.find_address(starts=1)

    def find_address(self, starts):
        """The answers' address, which a server logs at each start."""
        def told():
            return re.findall(r"answers on http://(\S+)\n", self.server.log_text())
        wait_until(lambda: len(told()) == starts, "the answers' address is told")
        self.address = told()[-1]

    def restart(self):
        self.server.kill()
        self.server.start()
        self.find_address(starts=2)

    def request(self, path, fields=None, origin=None):
        """Status, fields and text of a page of the answers; redirects are not followed."""
        connection = http.client.HTTPConnection(self.address, timeout=formcells.PATIENCE_SECONDS)
        headers = dict(self.headers)
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = None
        if fields is not None:
            body = urllib.parse.urlencode(fields)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if origin:
            headers["Origin"] = origin
        connection.request("GET" if fields is None else "POST", path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        connection.close()
        return answer.status, answer.headers, text

    def page(self, path, expected=200):
        status, _, text = self.request(path)
        self.assertEqual(status, expected, text[:300])
        return text

    def led(self, path, fields=None):
        status, headers, text = self.request(path, fields)
        self.assertEqual(status, 303, text[:600])
        return headers["Location"]

    def send(self, **values):
        host, port = self.server.host, self.server.port
        connection = http.client.HTTPConnection(host, port, timeout=formcells.PATIENCE_SECONDS)
        connection.request("POST", "/forms/trial", json.dumps({"values": values}), {
            "Content-Type": "application/json", "Accept": "application/json"})
        answer = json.load(connection.getresponse())
        connection.close()
        return answer["id"]

    def rows(self, query):
        """The values of the rows; for the column of times, only whether it is a link."""
        rows = re.findall(r'<tr role="row">(.*?)</tr>', self.page(f"/forms/trial?{query}"), re.S)[1:]
        return [[self.shown(cell) for cell in re.findall(r"<td.*?</td>", row, re.S)] for row in rows]

    @staticmethod
    def shown(cell):
        cell = re.sub(r'<span class="(card-label|hidden)">.*?</span>', "", cell, flags=re.S)
        return html.unescape(re.sub(r"<[^>]+>", "", cell)).strip()

    @staticmethod
    def links(text, pattern):
        return [html.unescape(link) for link in re.findall(pattern, text)]

    @staticmethod
    def fields(text):
        """The fields that the page's form would send, without its buttons."""
        form = re.search(r'<form class="form".*?</form>', text, re.S)[0]
        fields = []
        for field in re.findall(r"<input [^>]*>", form):
            given = {name: html.unescape(value) for name, value in re.findall(r'([a-z-]+)="([^"]*)"', field)}
            ticked = given["type"] not in ("checkbox", "radio") or " checked" in field
            if "name" in given and given["type"] not in ("file", "submit") and ticked:
                fields.append((given["name"], given.get("value", "")))
        return fields


class AddressChecks(TableCase):
    def test_extra_slashes_and_other_capitals_redirect_to_the_page(self):
        self.serve()
        id = self.send(name="Ada")
        digest = "0" * 64
        for path, location in [
            ("/forms", "/"), ("/Forms/", "/"), ("/forms/trial/", "/forms/trial"), ("//forms/TRIAL?q=%C3%BC", "/forms/trial?q=%C3%BC"),
            ("/forms/trial/Figures/", "/forms/trial/figures"), ("/forms/Trial.CSV", "/forms/trial.csv"),
            (f"/forms/trial/{id}/", f"/forms/trial/{id}"), (f"/forms/trial/{id.upper()}/Erase", f"/forms/trial/{id}/erase"),
            (f"/Forms/trial/{id}/files/{digest}/My%20Bill.PDF", f"/forms/trial/{id}/files/{digest}/My%20Bill.PDF"),
            ("/sign-in/", "/sign-in"),
        ]:
            for fields in (None, {"a": "b"}):
                with self.subTest(path, fields=fields):
                    status, headers, _ = self.request(path, fields)
                    self.assertEqual((status, headers["Location"]), (308, location))
        for path in ("/forms/trial/nothing/", "/Assets/x.css", "//elsewhere.example/", "/formsx/"):
            self.assertEqual(self.request(path)[0], 404, path)
        self.assertEqual(self.request("/forms/Nothing")[1]["Location"], "/forms/nothing")


class ResultsChecks(TableCase):
    def setUp(self):
        self.serve()
        self.sent = [self.send(name=name, count=count, kinds=kinds) for name, count, kinds in [
            ("Ann", 9, ["Red"]), ("Bob", 10, ["Red", "Blue"]), ("Cyd", 100, ["Green"]), ("Dan", 8, ["Red"])]]
        self.results = "f.kinds=Red&sort=-count"

    def second(self):
        return self.links(self.page(f"/forms/trial?{self.results}"), r'rowheader".*?href="([^"]+)"')[1]

    def corrected(self, link, **values):
        form = self.led(link, {"_correct": "1"})
        fields = [(name, values.get(name, value)) for name, value in self.fields(self.page(form))]
        return self.led(form, [*fields, ("_do", "submit")])

    def test_a_correction_leads_back_to_the_results(self):
        link = self.corrected(self.second(), name="Changed")
        self.assertTrue(link.endswith("?f.kinds=Red&sort=-count&at=2"), link)
        page = self.page(link)
        ways = self.links(page, r'page-link" href="([^"]+)"')
        self.assertEqual(ways, [
            f"/forms/trial/{self.sent[1]}?f.kinds=Red&sort=-count&at=1",
            f"/forms/trial/{self.sent[3]}?f.kinds=Red&sort=-count&at=3"])
        self.assertIn("/forms/trial?f.kinds=Red&amp;sort=-count", page)
        # The submission that it replaced links to it within the same results.
        old = self.page(f"/forms/trial/{self.sent[0]}?f.kinds=Red&sort=-count&at=2")
        self.assertIn(html.escape(link), old)

    def test_a_correction_that_moves_to_the_top_keeps_its_former_neighbours(self):
        for number in range(30):
            self.send(name=f"n{number}", kinds=["Blue"])
        self.results = "f.kinds=Blue"
        rows = self.links(self.page("/forms/trial?f.kinds=Blue"), r'rowheader".*?href="([^"]+)"')
        link = self.corrected(rows[19], name="Changed")
        ways = self.links(self.page(link), r'page-link" href="([^"]+)"')
        self.assertEqual([way.partition("?")[0] for way in ways], [
            rows[18].partition("?")[0], rows[20].partition("?")[0]])

    def test_erasing_and_cancelling_lead_back_to_the_results(self):
        link = self.second()
        question = self.led(link, {"_erase": "ask"})
        self.assertTrue(question.endswith("/erase?f.kinds=Red&sort=-count&at=2"), question)
        page = self.page(question)
        self.assertEqual(self.links(page, r'class="secondary" href="([^"]+)"'), [link])
        self.assertEqual(self.links(page, r'class="actions" method="post" action="([^"]+)"'), [link])
        erased = self.led(link, {"_erase": "yes"})
        self.assertEqual(erased, link)
        self.assertEqual(self.links(self.page(erased), r'class="secondary" href="([^"]+)"'), [
            f"/forms/trial/{self.sent[3]}?f.kinds=Red&sort=-count&at=2", "/forms/trial?f.kinds=Red&sort=-count"])

    def test_a_conflict_leads_back_to_the_results(self):
        link = self.second()
        form = self.led(link, {"_correct": "1"})
        fields = self.fields(self.page(form))
        self.corrected(f"/forms/trial/{self.sent[0]}?{self.results}&at=2", name="Faster")
        status, _, text = self.request(form, [*fields, ("_do", "submit")])
        if status == 409:
            self.assertIn("f.kinds=Red&amp;sort=-count", text)
        else:
            self.assertEqual(status, 303, text[:300])

    def test_a_reference_leads_to_its_submission(self):
        reference = self.sent[2]
        groups = " ".join(reference[place:place + 4] for place in range(0, 32, 4))
        for spelling in (reference, groups, groups.replace(" ", "-"), groups.upper()):
            query = urllib.parse.urlencode({"q": spelling, "typed": "1"})
            self.assertEqual(self.led(f"/forms/trial?{query}"), f"/forms/trial/{reference}")
        page = self.page(f"/forms/trial?q={'0' * 32}")
        self.assertIn("Use the filters for numbers and days.", page)

    def test_counts_agree_after_erasing_and_correcting(self):
        for number in range(6):
            self.send(name=f"n{number}", count=number)
        for sent in self.sent[:3]:
            self.led(f"/forms/trial/{sent}", {"_erase": "yes"})
        for _ in range(2):
            row = self.links(self.page("/forms/trial?sort=submitted"), r'rowheader".*?href="([^"]+)"')[0]
            self.corrected(row, name="Changed")
        self.assertIn(">7 submissions<", self.page("/"))
        self.assertIn(">7 submissions<", self.page("/forms/trial"))
        self.assertIn("1–7 of 7", self.page("/forms/trial"))
        lines = subprocess.run(
            [formcells.PROGRAM, "export", "trial", "--data", self.server.data, "--format", "jsonl"], text=True,
            capture_output=True, env=formcells.clean_environment(), timeout=formcells.PATIENCE_SECONDS, check=True)
        self.assertEqual(len(lines.stdout.splitlines()), 7)


class WideFormChecks(TableCase):
    def test_empty_filters_of_a_form_of_400_cells_are_removed_from_the_address(self):
        cells = [{"id": f"amount-{number}", "type": "number", "label": f"Amount {number}"} for number in range(400)]
        self.serve(forms={"trial": {"title": "Trial", "sections": [{"cells": cells}]}})
        self.send(**{"amount-3": 12})
        self.send(**{"amount-3": 30})
        _, _, text = self.request("/forms/trial")
        # A browser sends all fields of a search form, including empty ones.
        names = re.findall(r'name="(f\.[^"]+\.(?:from|to))"', text)
        self.assertEqual(len(names), 800)
        typed = "&".join(f"{name}={'20' if name == 'f.amount-3.from' else ''}" for name in names)
        status, headers, _ = self.request(f"/forms/trial?typed=1&{typed}")
        self.assertEqual((status, headers["Location"]), (303, "/forms/trial?f.amount-3.from=20"))
        self.assertIn("1 of 2", self.page(headers["Location"]))


class OrderChecks(TableCase):
    def test_numbers_in_text_cells_are_sorted_and_filtered_as_numbers(self):
        self.serve()
        for order in ("9", "10", "100", "8", "7"):
            self.send(order=order)
        self.send(name="none")
        self.assertEqual(self.rows("sort=order&columns=order"), [["7"], ["8"], ["9"], ["10"], ["100"], ["–"]])
        self.assertEqual(self.rows("sort=-order&columns=order&f.order.from=9"), [["100"], ["10"], ["9"]])
        self.assertEqual(self.rows("f.order=&columns=name"), [["none"]])
        # The search compares numbers as text.
        self.assertEqual(self.rows("q=100&columns=order"), [["100"]])

    def test_each_row_is_on_exactly_one_page_when_values_are_equal(self):
        self.serve()
        for number in range(130):
            self.send(name="the same for more than seventy bytes " * 2 + str(number % 2), count=5)
        for sort in ("count", "-count", "name", "-name", "submitted"):
            links = []
            for page in (1, 2, 3):
                text = self.page(f"/forms/trial?sort={sort}&page={page}")
                links += [link.partition("?")[0] for link in self.links(text, r'rowheader".*?href="([^"]+)"')]
            self.assertEqual((len(links), len(set(links))), (130, 130), sort)

    def test_a_search_always_has_the_same_address(self):
        self.serve()
        for number in range(60):
            self.send(name=f"n{number}", count=number, kinds=["Red"])
        asked = "f.count.from=2&f.kinds=Red&sort=-count&columns=name,count"
        typed = "typed=1&q=&f.name=&f.order.from=&f.kinds=Red&f.count.from=2&f.count.to=&sort=-count&columns=name&columns=count"
        self.assertEqual(self.led(f"/forms/trial?{typed}"), f"/forms/trial?{asked}")
        address = f"/forms/trial?{asked}"
        for _ in range(3):
            row = self.links(self.page(address), r'rowheader".*?href="([^"]+)"')[0]
            back = self.links(self.page(row), r'href="(/forms/trial\?[^"]+)"')[0]
            self.assertEqual(back, address)


class BadLineChecks(TableCase):
    def test_an_unreadable_line_hides_no_other_line(self):
        self.serve()
        self.send(name="Ann")
        # Lines that another program may write; at the next start the server sets such a line aside.
        lines = [("1", '{"name":"two","name":"names"}'), ("2", "null"), ("3", '{"name":"Cyd"}')]
        with open(self.server.data / "submissions/trial.jsonl", "a", encoding="utf-8") as journal:
            for digit, values in lines:
                journal.write(
                    f'{{"id":"{digit * 32}","form":"trial","version":"","submittedAt":"2026-01-0{digit}T12:00:00.000Z",'
                    f'"values":{values}}}\n')
        self.assertIn(">4 submissions<", self.page("/"))
        self.assertEqual(self.rows("columns=name"), [["Ann"], ["Cyd"], ["–"], ["Cannot Be Shown"]])
        wait_until(lambda: f"cannot be shown: {'1' * 32}: " in self.server.log_text(), "the line is named in the log")
        self.assertIn("Cannot Be Shown", self.page(f"/forms/trial/{'1' * 32}", expected=500))
        self.page(f"/forms/trial/{'2' * 32}")
        self.assertIn("Cyd", self.page(f"/forms/trial/{'3' * 32}"))

    def test_a_line_that_escapes_make_long_is_not_treated_as_damaged(self):
        self.serve()
        sent = self.send(name="Ann")
        self.server.kill()
        journal = self.server.data / "submissions/trial.jsonl"
        # From a body of 5 MiB, which `--max-body` may allow.
        line = json.dumps({"id": "1" * 32, "form": "trial", "submittedAt": "2026-01-01T12:00:00.000Z", "values": {
            "name": '"' * (5 << 20)}})
        self.assertGreater(len(line), 8 << 20)
        with open(journal, "a", encoding="utf-8") as file:
            file.write(line + "\n")
        before = journal.read_bytes()
        self.server.start()
        self.assertEqual(journal.read_bytes(), before)
        self.assertFalse(journal.with_name("trial.jsonl.torn").exists())
        self.assertEqual([line["id"] for line in self.server.submissions("trial")], [sent, "1" * 32])

    def test_an_unreadable_form_hides_no_other_form(self):
        other = {"title": "Other", "sections": [{"cells": [{"id": "a", "type": "text", "label": "A"}]}]}
        self.serve(forms={"trial": TRIAL, "other": other})
        self.send(name="Ann")
        journal = self.server.data / "submissions/other.jsonl"
        journal.mkdir()
        page = self.page("/")
        self.assertIn(">1 submission<", page)
        self.assertIn("Cannot Be Shown", page)
        self.assertIn("Cannot Be Shown", self.page("/forms/other", expected=503))
        self.assertEqual(self.rows("columns=name"), [["Ann"]])
        wait_until(lambda: "other.jsonl" in self.server.log_text(), "the file is named in the log")


class EarlierVersionChecks(TableCase):
    def test_cells_and_options_of_earlier_versions_can_be_searched(self):
        self.serve("--watch")
        self.send(name="Ann", order="9", kinds=["Blue"])
        form = json.loads((self.server.forms / "trial.json").read_text())
        cells = form["sections"][0]["cells"]
        cells[3]["options"][2] = "Navy"
        del cells[1]
        (self.server.forms / "trial.json").write_text(json.dumps(form))
        wait_until(lambda: 'value="Navy"' in self.page("/forms/trial"), "the new version")
        self.send(name="Bob", kinds=["Navy"])
        page = self.page("/forms/trial")
        self.assertIn("Order Number (earlier version)", page)
        self.assertIn("Blue (earlier version)", page)
        # The value of the earlier version appears if the query names it.
        self.assertEqual(self.rows("sort=submitted"), [["Ann", "–", "Blue"], ["Bob", "–", "Navy"]])
        self.assertEqual(self.rows("f.order=9&columns=name,order"), [["Ann", "9"]])
        self.assertEqual(self.rows("f.kinds=Blue&columns=name"), [["Ann"]])
        self.assertEqual(self.rows("q=blue&columns=name"), [["Ann"]])
        # Figures and downloads include it as well.
        figures = html.unescape(self.page("/forms/trial/figures?f.order=9"))
        self.assertIn("Order Number (earlier version)", figures)
        self.assertIn("1 of 2 submissions", figures)
        csv = self.page("/forms/trial.csv?f.order=9")
        self.assertRegex(csv, "order")
        self.assertEqual(len(csv.strip().splitlines()), 2)


    def test_a_text_is_still_found_after_its_cell_became_a_number_cell(self):
        cells = [{"id": "name", "type": "text", "label": "Name"}, {"id": "crop", "type": "text", "label": "Crop"}]
        form = {"title": "Trial", "sections": [{"cells": cells}]}
        self.serve("--watch", forms={"trial": form})
        self.send(name="Ann", crop="9 apples")
        cells[1]["type"] = "number"
        (self.server.forms / "trial.json").write_text(json.dumps(form))
        wait_until(lambda: "f.crop.from" in self.page("/forms/trial"), "the new version")
        self.send(name="Bob", crop=9)
        self.assertEqual(self.rows("q=apples&columns=name"), [["Ann"]])


class SignInChecks(TableCase):
    def setUp(self):
        self.serve(user=None)
        subprocess.run(
            [formcells.PROGRAM, "user", "add", "grace", "--data", self.server.data], input=PASSWORD + "\n", text=True,
            env=formcells.clean_environment(), timeout=formcells.PATIENCE_SECONDS, check=True, capture_output=True)
        self.sent = self.send(name="Ann", count=9, kinds=["Red"])
        self.led("/sign-in", {"name": "grace", "password": PASSWORD, "to": "/"})

    def hidden(self, text):
        return [
            (html.unescape(name), html.unescape(value))
            for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', text)]

    def test_a_correction_sent_without_a_session_is_kept_until_sign_in(self):
        form = self.led(f"/forms/trial/{self.sent}?q=ann&at=1", {"_correct": "1"})
        fields = [(name, "Typed “long”\n&" if name == "name" else value) for name, value in self.fields(self.page(form))]
        self.restart()
        status, _, text = self.request(form, [*fields, ("_do", "submit")])
        self.assertEqual(status, 403)
        self.assertIn("What you entered is kept", text)
        kept = self.hidden(text)
        status, _, text = self.request("/sign-in", [*kept, ("name", "grace"), ("password", "wrong but long")])
        self.assertEqual((status, self.hidden(text)), (422, kept))
        self.assertEqual(len(self.server.submissions("trial")), 1)
        status, headers, text = self.request("/sign-in", [*kept, ("name", "grace"), ("password", PASSWORD)])
        if status != 303:
            # The draft was only in memory: the page still has what was typed and has to be sent again.
            self.assertIn("Typed “long”", html.unescape(text))
            status, headers, text = self.request(form, [*self.fields(text), ("_do", "submit")])
        self.assertEqual(status, 303, text[:600])
        lines = self.server.submissions("trial")
        self.assertEqual(lines[-1]["values"]["name"], "Typed “long” &")
        self.assertEqual((lines[-1]["replaces"], lines[-1]["by"]), (self.sent, "grace"))

    def test_kept_fields_are_posted_to_corrections_only(self):
        self.cookies.clear()
        for target in (f"/forms/trial/{self.sent}", f"/forms/trial/{self.sent}?q=a", "/sign-out", "https://other.test/", "//a"):
            self.led("/sign-in", {
                "name": "grace", "password": PASSWORD, "to": target, "keeps": "1", "kept._erase": "yes"})
        self.assertEqual(len(self.server.submissions("trial")), 1)
        self.assertNotIn("erasedAt", self.server.submissions("trial")[0])
        status, _, _ = self.request(
            "/sign-in", {"name": "grace", "password": PASSWORD, "to": "/", "keeps": "1"}, origin="https://other.test")
        self.assertEqual(status, 403)

    def test_erasing_asks_again_after_signing_in(self):
        self.restart()
        link = self.led(f"/forms/trial/{self.sent}?q=ann&at=1", {"_erase": "yes"})
        target = urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)["to"][0]
        self.assertEqual(target, f"/forms/trial/{self.sent}/erase?q=ann&at=1")
        self.assertEqual(self.led("/sign-in", {"name": "grace", "password": PASSWORD, "to": target}), target)
        self.assertNotIn("erasedAt", self.server.submissions("trial")[0])

    def test_sign_in_leads_back_to_a_very_long_search_address(self):
        self.cookies.clear()
        asked = "/forms/trial?" + "&".join(f"f.kinds=value-{number}%20%C3%A9" for number in range(150))
        status, _, text = self.request(asked)
        self.assertEqual(status, 403)
        target = dict(self.hidden(text))["to"]
        self.assertEqual(target, asked)
        self.assertEqual(self.led("/sign-in", {"name": "grace", "password": PASSWORD, "to": target}), asked)
        page = self.page(asked)
        self.assertNotIn("Left out", page)
        longer = asked + "&" + "&".join(f"f.kinds=further-{number}" for number in range(150))
        self.assertIn("Left out, because the address would be too long: f.kinds", self.page(longer))

    def test_a_second_sign_in_keeps_the_first_session(self):
        first = dict(self.cookies)
        self.assertEqual(self.led("/sign-in?to=/forms/trial"), "/forms/trial")
        self.led("/sign-in", {"name": "grace", "password": PASSWORD, "to": "/"})
        self.led("/sign-out", {})
        self.assertTrue(self.led("/forms/trial").startswith("/sign-in?to="))
        self.cookies = first
        status, headers, _ = self.request("/forms/trial")
        self.assertEqual((status, headers["Cache-Control"]), (200, "no-store"))


if __name__ == "__main__":
    unittest.main()
