"""The pages for form owners, as their browsers use them with scripts off."""

import csv
import io
import json
import re
import subprocess
import unittest
import urllib.parse
import zipfile

import formcells
from formcells import Server, wait_until
from visitor import Visitor

TRIP = {"title": "Trip", "timeZone": "Europe/Oslo", "sections": [{"cells": [
    {"id": "name", "type": "text", "label": "Name", "required": True},
    {"id": "pin", "type": "password", "label": "PIN", "required": True},
    {"id": "class", "type": "radio-group", "label": "Class", "options": ["First", "Second"]},
    {"id": "total", "type": "currency", "label": "Total", "currency": "EUR"},
    {"id": "day", "type": "date", "label": "Day"}]}]}
PASSWORD = "a dozen letters"


class Pages:
    """The address of a server's answers' pages, for `Visitor`."""

    def __init__(self, server):
        self.host = "127.0.0.1"
        found = re.compile(r"answers on http://[^\n]*:(\d+)\n")
        wait_until(lambda: found.search(server.log_text()), "the answers' address is told")
        self.port = int(found.findall(server.log_text())[-1])
        self.url = f"http://{self.host}:{self.port}"


def sign_in(server, name="grace"):
    visitor = Visitor(Pages(server))
    visitor.open("/")
    visitor.page.type("Name", name)
    visitor.page.type("Password", PASSWORD)
    visitor.press("Sign In")
    return visitor


class Answers(unittest.TestCase):
    def setUp(self):
        server = Server({"trip": TRIP}, options=["--answers", "127.0.0.1:0"])
        self.enterContext(server)
        self.server = server
        for name in ("grace", "alan"):
            subprocess.run(
                [formcells.PROGRAM, "user", "add", name, "--data", server.data], input=PASSWORD + "\n", text=True,
                check=True, env=formcells.clean_environment(), timeout=formcells.PATIENCE_SECONDS, capture_output=True)

    def send(self, name, total="12.50", day="2026-01-05", choice="First"):
        pairs = {"name": name, "pin": "0815", "class": choice, "total": total, "day": day}
        body = urllib.parse.urlencode(pairs)
        status, _, content = Visitor(self.server).request("POST", "/forms/trip", body, {"Accept": "application/json"})
        self.assertEqual(status, 201, content)
        return json.loads(content)["id"]

    def lines(self):
        return self.server.submissions("trip")

    def download(self, owner, address):
        status, fields, body = owner.request("GET", address)
        self.assertEqual(status, 200, body[:300])
        self.assertEqual(fields["Content-Length"], str(len(body)))
        return fields, body

    def test_figures_show_the_search_results_with_a_table_of_the_same_numbers(self):
        for number in range(6):
            self.send(f"Visitor {number}", f"{number}00.00", f"2026-01-0{number + 1}", "First" if number % 3 else "Second")
        owner = sign_in(self.server)
        owner.open("/forms/trip?f.class=First")
        owner.follow("Figures")
        self.assertEqual(owner.page.path, "/forms/trip/figures")
        figures = {each.all("h2")[0].text(): each for each in owner.page.root.all("section") if each.all("table")}
        self.assertEqual(list(figures), ["Submissions over time", "Name", "Class", "Total", "Day"])
        rows = [[cell.text() for cell in row.children if cell.tag in ("th", "td")] for row in figures["Class"].all("tr")]
        self.assertEqual(rows, [["Value", "Number", "Share"], ["First", "4", "100 %"], ["Second", "0", "0 %"]])
        picture = figures["Class"].all("svg")[0]
        self.assertEqual((picture["role"], picture.all("title")[0].text()), ("img", "Class: First: 4 (100 %)"))
        self.assertIn("€300.00", figures["Total"].text())
        owner.follow("Table")
        self.assertEqual(owner.page.url.rsplit("?")[-1], "f.class=First")

    def test_search_results_can_be_downloaded(self):
        for number in range(3):
            self.send(f"Visitor, \"{number}\"", day=f"2026-01-0{number + 1}")
        self.send("=1+1", choice="Second")
        owner = sign_in(self.server)
        owner.open("/forms/trip?f.class=First&sort=day")
        links = {name: owner.page.find("link", name)["href"] for name in ("CSV", "JSONL", "XLSX")}
        fields, body = self.download(owner, links["CSV"])
        self.assertEqual(fields["Content-Type"], "text/csv; charset=utf-8")
        self.assertEqual(fields["Content-Disposition"], 'attachment; filename="trip.csv"')
        rows = list(csv.DictReader(io.StringIO(body.decode())))
        self.assertEqual([each["name"] for each in rows], [f'Visitor, "{number}"' for number in range(3)])
        _, body = self.download(owner, links["JSONL"])
        self.assertEqual(
            [json.loads(line)["values"]["day"] for line in body.splitlines()], [f"2026-01-0{each}" for each in (1, 2, 3)])
        _, body = self.download(owner, links["XLSX"])
        self.assertIsNone(zipfile.ZipFile(io.BytesIO(body)).testzip())
        # A formula becomes text in every format.
        _, body = self.download(owner, "/forms/trip.csv?q=1%2B1")
        self.assertIn(b"'=1+1", body)
        # An invalid filter downloads nothing: the page gives the reason.
        owner.open("/forms/trip.csv?f.day.from=sometime", expected=422)
        self.assertIn("Day: Enter a date", owner.page.text)
        self.assertEqual(list((self.server.data / "downloads").rglob("*.*")), [])

    def test_nobody_gets_a_figure_or_a_file_without_signing_in(self):
        self.send("Ada")
        stranger = Visitor(Pages(self.server))
        for address in ("/forms/trip/figures", "/forms/trip.csv", "/forms/trip.jsonl", "/forms/trip.xlsx"):
            status, fields, body = stranger.request("GET", address)
            self.assertEqual((status, body), (303, b""))
            self.assertIn("/sign-in?to=", fields["Location"])

    def test_content_types_that_no_page_sends_are_refused_and_sign_nobody_in(self):
        right = urllib.parse.urlencode({"name": "grace", "password": PASSWORD})
        for kind, extra in [
            ("application/json", {}), ("text/plain", {}), ("application/x-www-form-urlencoded; charset=utf-16", {}),
            ("application/x-www-form-urlencoded", {"Content-Encoding": "gzip"})]:
            for who in (Visitor(Pages(self.server)), sign_in(self.server)):
                for address in ("/sign-in", "/sign-out"):
                    with self.subTest(kind=kind, address=address):
                        status, fields, _ = who.request("POST", address, right, {"Content-Type": kind, **extra})
                        self.assertEqual((status, fields["Set-Cookie"]), (415, None))

    def correct(self, owner, identifier):
        owner.open(f"/forms/trip/{identifier}")
        owner.press("Correct")

    def test_a_correction_is_validated_and_replaces_the_submission(self):
        first = self.send("Ada")
        owner = sign_in(self.server)
        self.correct(owner, first)
        self.assertEqual(owner.page.value("Name"), "Ada")
        owner.page.type("Name", "")
        owner.press("Submit", expected=422)
        self.assertEqual(len(self.lines()), 1)
        owner.page.type("Name", "Ada Lovelace")
        owner.page.type("Total", "13")
        owner.press("Submit")
        old, new = self.lines()
        self.assertEqual((new["replaces"], new["by"]), (first, "grace"))
        self.assertEqual(new["values"], {**old["values"], "name": "Ada Lovelace", "total": {"amount": "13.00", "currency": "EUR"}})
        self.assertEqual(owner.page.path, f"/forms/trip/{new['id']}")
        self.assertIn("Ada Lovelace", owner.page.text)
        owner.open("/forms/trip")
        self.assertIn("1 submission", owner.page.text)
        # The old address still shows what was sent, and links to what replaced it.
        owner.open(f"/forms/trip/{first}")
        self.assertIn(f"/forms/trip/{new['id']}", [link["href"] for link in owner.page.root.all("a")])
        self.assertEqual(formcells.run("export", "trip", "--data", self.server.data).stdout.count(b"\n"), 2)

    def test_the_second_of_two_concurrent_corrections_is_refused_and_not_stored(self):
        first = self.send("Ada")
        one, other = sign_in(self.server), sign_in(self.server, "alan")
        for owner, name in ((one, "Ada by Grace"), (other, "Ada by Alan")):
            self.correct(owner, first)
            owner.page.type("Name", name)
        one.press("Submit")
        other.press("Submit", expected=409)
        self.assertIn("grace", other.page.text)
        self.assertEqual([line["values"]["name"] for line in self.lines()], ["Ada", "Ada by Grace"])
        # The newest submission can be opened and corrected.
        newest = self.lines()[1]["id"]
        other.open(next(link["href"] for link in other.page.root.all("a") if newest in (link["href"] or "")))
        other.press("Correct")
        other.page.type("Name", "Ada by Alan")
        other.press("Submit")
        self.assertEqual(self.lines()[2]["replaces"], newest)

    def test_a_submission_erased_meanwhile_cannot_be_corrected(self):
        first = self.send("Ada")
        one, other = sign_in(self.server), sign_in(self.server, "alan")
        self.correct(one, first)
        other.open(f"/forms/trip/{first}")
        other.press("Erase")
        other.press("Erase")
        one.page.type("Name", "Ada again")
        one.press("Submit", expected=None)
        self.assertNotIn(b"Ada", (self.server.data / "submissions/trip.jsonl").read_bytes())
        self.assertIn("rased", one.page.text)

    def test_submit_pressed_twice_records_one_correction(self):
        first = self.send("Ada")
        owner = sign_in(self.server)
        self.correct(owner, first)
        owner.page.type("Name", "Ada Lovelace")
        page = owner.page
        owner.press("Submit", page=page)
        owner.press("Submit", page=page, expected=None)
        self.assertEqual([line["values"]["name"] for line in self.lines()], ["Ada", "Ada Lovelace"])

    def test_two_corrections_can_be_open_at_the_same_time(self):
        ids = [self.send("Ada"), self.send("Bob")]
        owner = sign_in(self.server)
        pages = []
        for identifier in ids:
            self.correct(owner, identifier)
            pages.append(owner.page)
        self.assertEqual([page.value("Name") for page in pages], ["Ada", "Bob"])
        for page, name in zip(pages, ("Ada L.", "Bob K.")):
            page.type("Name", name)
            owner.press("Submit", page=page)
        self.assertEqual(
            {line["replaces"]: line["values"]["name"] for line in self.lines()[2:]}, dict(zip(ids, ("Ada L.", "Bob K."))))


if __name__ == "__main__":
    unittest.main()
