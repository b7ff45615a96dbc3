"""A form that is begun on one device and finished on another, after a restart, by the link of "Save for Later"."""

import json
import pathlib
import re
import subprocess
import tempfile
import unittest
import urllib.parse

from formcells import Server, run
from services import PostgreSQL
from visitor import Visitor

TRIP = {"title": "Trip", "save": True, "sections": [
    {"title": "Trip", "cells": [
        {"id": "name", "type": "text", "label": "Name", "required": True},
        {"id": "days", "type": "number", "label": "Days", "maximum": 9},
        {"id": "pin", "type": "password", "label": "PIN"},
        {"id": "bill", "type": "attachment", "label": "Bill"}]}]}
TOKEN = re.compile(r"resume=([0-9a-f]{32})")


def save(visitor):
    """Saves the page's entries; returns the address of the link."""
    visitor.press("Save for Later")
    links = [link["href"] for link in visitor.page.root.all("a") if "resume=" in (link["href"] or "")]
    assert len(links) == 1, visitor.page.text
    return urllib.parse.urlsplit(links[0])


def local(link):
    return f"{link.path}?{link.query}"


class SaveForLater(unittest.TestCase):
    def begin(self, server, name="Ada"):
        visitor = Visitor(server)
        visitor.open("/forms/trip")
        visitor.page.type("Name", name)
        visitor.page.type("Days", "12")
        visitor.page.type("PIN", "0815")
        return visitor

    def test_a_network_that_has_saved_too_often_is_told_when_it_may_again(self):
        form = {**TRIP, "locale": "de"}
        with Server({"trip": TRIP, "reise": form}) as server:
            visitor = self.begin(server)
            url, pairs = visitor.page.submission(visitor.page.find("button", "Save for Later"))
            for _ in range(200):
                self.assertEqual(visitor.request("POST", url, urllib.parse.urlencode(pairs))[0], 303)
            page = visitor.press("Save for Later", expected=503)
            self.assertRegex(page.text, "too many were saved from your network. Nothing was lost: try again in (1 h|5[0-9] min).")
            self.assertIn(int(page.fields["Retry-After"]), range(3000, 3601))
            self.assertEqual((page.value("Name"), page.value("Days")), ("Ada", "12"))
            other = Visitor(server, {"Accept-Language": "de"})
            other.open("/forms/reise")
            self.assertIn("Versuchen Sie es in", other.press("Für später speichern", expected=503).text)
            # What is sent is not limited by it.
            visitor.page.type("Days", "3")
            self.assertIn("receipt=", visitor.press("Submit").url)

    def test_a_form_is_begun_on_one_device_and_finished_on_another_after_a_restart(self):
        with Server({"trip": TRIP}, options=["--log", "json"]) as server:
            visitor = self.begin(server)
            link = save(visitor)
            self.assertEqual(link.scheme, "http")
            self.assertIn(f":{server.port}", link.netloc)
            self.assertIn("It works until", visitor.page.text)
            self.assertNotIn("resume", visitor.page.url)
            # On disk there is neither the secret nor a password.
            token = TOKEN.search(link.query)[1]
            stored = list((server.data / "drafts").iterdir())
            self.assertEqual(len(stored), 1)
            content = stored[0].read_bytes()
            self.assertNotIn(token.encode(), content)
            self.assertNotIn(b"0815", content)
            self.assertNotIn(token, stored[0].name)
            self.assertEqual(stored[0].stat().st_mode & 0o777, 0o600)

            server.process.kill()
            server.process.wait()
            server.start()
            other = Visitor(server)
            other.open(local(link))
            self.assertNotIn("resume", other.page.url)
            self.assertEqual(other.page.find("textbox", "Name")["value"], "Ada")
            # An invalid value stays as it was typed.
            self.assertEqual(other.page.find("spinbutton" if other.page.has("spinbutton", "Days") else "textbox", "Days")["value"], "12")
            other.page.type("Days", "3")
            # Saving again keeps the link.
            other.page.type("Name", "Ada L.")
            self.assertEqual(local(save(other)), local(link))
            third = Visitor(server)
            third.open(local(link))
            self.assertEqual(third.page.find("textbox", "Name")["value"], "Ada L.")
            third.press("Submit")
            self.assertIn("receipt=", third.page.url)
            # After sending, the link leads nowhere; nor does any invented one.
            gone = Visitor(server).open(local(link), 404)
            self.assertEqual(gone.status, 404)
            for secret in ("0" * 32, "x", token.upper(), "../" + token):
                page = Visitor(server).open(f"/forms/trip?resume={urllib.parse.quote(secret)}", 404)
                self.assertEqual((page.status, page.title), (404, gone.title))
            self.assertNotIn(token, server.log_text())
            left = b"".join(path.read_bytes() for path in (server.data / "drafts").iterdir())
            self.assertNotIn(b"Ada", left)

    def test_a_changed_definition_keeps_the_saved_values_that_fit(self):
        with Server({"trip": TRIP}) as server:
            link = save(self.begin(server))
            changed = json.loads(json.dumps(TRIP))
            changed["sections"][0]["cells"][0]["label"] = "Full Name"
            changed["sections"][0]["cells"].pop(1)
            server.process.terminate()
            server.process.wait()
            (server.forms / "trip.json").write_text(json.dumps(changed))
            server.start()
            page = Visitor(server).open(local(link))
            self.assertEqual(page.find("textbox", "Full Name")["value"], "Ada")
            self.assertIn("form", page.text)
            self.assertTrue(page.has("button", "Save for Later"))

    def test_the_qr_code_of_the_link_can_be_read(self):
        with Server({"trip": TRIP}) as server, tempfile.TemporaryDirectory() as folder:
            visitor = self.begin(server)
            link = save(visitor)
            svg = next(each for each in visitor.page.root.all("svg") if each["class"] == "saved-code")
            x, y, width, height = map(int, svg["viewbox"].split()) if svg["viewbox"] else map(int, svg["viewBox"].split())
            dark = [[False] * width for _ in range(height)]
            for column, row, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", svg.all("path")[1]["d"]):
                for offset in range(int(length)):
                    dark[int(row) - y][int(column) - x + offset] = True
            scale = 6
            rows = [" ".join("0" if cell else "1" for cell in line for _ in range(scale)) for line in dark for _ in range(scale)]
            picture = pathlib.Path(folder) / "code.pgm"
            picture.write_text(f"P2\n{width * scale} {height * scale}\n1\n" + "\n".join(rows) + "\n")
            read = subprocess.run(["zbarimg", "-q", "--raw", picture], capture_output=True, text=True, check=True)
            self.assertEqual(read.stdout.strip(), urllib.parse.urlunsplit(link))

    def test_opening_the_link_does_not_replace_a_newer_draft(self):
        with Server({"trip": TRIP}) as server:
            visitor = self.begin(server)
            link = save(visitor)
            visitor.press("Back to the Form") if visitor.page.has("button", "Back to the Form") else visitor.open(
                next(each["href"] for each in visitor.page.root.all("a") if each.text() == "Back to the Form"))
            visitor.page.type("Name", "Newer")
            visitor.press("Save for Later")
            visitor.open(local(link))
            self.assertEqual(visitor.page.find("textbox", "Name")["value"], "Newer")

    def back(self, visitor):
        visitor.open(next(each["href"] for each in visitor.page.root.all("a") if each.text() == "Back to the Form"))

    def test_two_devices_do_not_overwrite_each_others_saved_drafts(self):
        with Server({"trip": TRIP}) as server:
            laptop, phone = self.begin(server, "Laptop"), Visitor(server)
            link = local(save(laptop))
            phone.open(link)
            phone.page.type("Name", "Phone")
            self.assertEqual(local(save(phone)), link)
            # The laptop has no newer entries, so it continues with what the phone saved.
            laptop.open(link)
            self.assertEqual(laptop.page.find("textbox", "Name")["value"], "Phone")
            laptop.page.type("Name", "Laptop again")
            self.assertEqual(local(save(laptop)), link)
            # Both have continued: the second one gets a new link and is told so.
            self.back(phone)
            phone.page.type("Name", "Phone again")
            other = local(save(phone))
            self.assertNotEqual(other, link)
            self.assertIn("This is a new one", phone.page.text)
            self.assertEqual(Visitor(server).open(link).find("textbox", "Name")["value"], "Laptop again")
            self.assertEqual(Visitor(server).open(other).find("textbox", "Name")["value"], "Phone again")
            # Unsaved entries stay, and the page says so.
            self.back(laptop)
            laptop.page.type("Name", "Unsaved")
            laptop.press("Submit", expected=422)
            third = Visitor(server)
            third.open(link)
            third.page.type("Name", "Third")
            save(third)
            laptop.open(link)
            self.assertIn("Another device has saved different answers", laptop.page.text)
            self.assertEqual(laptop.page.find("textbox", "Name")["value"], "Unsaved")
            # A mail program has added characters around the link.
            for around in (link + ".", link + "%3E", link.replace("resume=", "resume=%20")):
                self.assertEqual(Visitor(server).open(around).find("textbox", "Name")["value"], "Third", around)

    def test_a_draft_sent_from_one_device_is_not_sent_again_without_asking(self):
        with Server({"trip": TRIP}) as server:
            one, two = self.begin(server), Visitor(server)
            one.page.type("Days", "1")
            link = local(save(one))
            two.open(link)
            two.press("Submit")
            self.assertIn("receipt=", two.page.url)
            self.back(one)
            one.page.type("Days", "2")
            # Also after the session has ended: the page knows how it was saved.
            one.cookies.clear()
            one.page.type("PIN", "0815")
            one.press("Submit", expected=422)
            self.assertIn("already sent", one.page.text)
            self.assertEqual(len((server.data / "submissions/trip.jsonl").read_text().splitlines()), 1)
            # It becomes another submission if the visitor insists.
            one.press("Submit")
            self.assertIn("receipt=", one.page.url)
            self.assertEqual(len((server.data / "submissions/trip.jsonl").read_text().splitlines()), 2)

    def test_the_link_shows_saved_answers_of_a_form_that_is_full(self):
        with Server({"trip": TRIP | {"limit": 1}}) as server:
            late = self.begin(server, "Late")
            first = self.begin(server, "First")
            first.page.type("Days", "1")
            first.press("Submit")
            self.assertIn("receipt=", first.page.url)
            link = local(save(late))
            page = Visitor(server).open(link, 403)
            self.assertIn("Late", page.text)

    def test_a_file_of_a_saved_draft_is_kept_when_another_submission_with_it_is_erased(self):
        database = self.enterContext(PostgreSQL())
        for options in [], ["--submissions", database.url]:
            for saves_first in True, False:
                with self.subTest(options=options, saves_first=saves_first), Server({"trip": TRIP}, options=options) as server:
                    def fill(name, days):
                        visitor = self.begin(server, name)
                        visitor.page.type("Days", days)
                        visitor.page.choose_file("Choose a file", b"%PDF-1.4 the same for all", "consent.pdf")
                        return visitor

                    def send(visitor):
                        visitor.press("Submit")
                        self.assertIn("receipt=", visitor.page.url)
                        return re.search("receipt=([0-9a-f]{32})", visitor.page.url)[1]
                    link = save(fill("Saved", "1")) if saves_first else None
                    sent = send(fill("Sent", "2"))
                    link = link or save(fill("Saved", "3"))
                    erased = run("erase", "trip", "--data", server.data, *options, "--id", sent, "--yes")
                    self.assertEqual(erased.returncode, 0, erased.stderr)
                    elsewhere = Visitor(server)
                    elsewhere.open(local(link))
                    self.assertIn("consent.pdf", elsewhere.page.text)
                    elsewhere.page.type("PIN", "0815")
                    # No draft names the file any more, so it is removed.
                    last = send(elsewhere)
                    self.assertEqual(run("erase", "trip", "--data", server.data, *options, "--id", last, "--yes").returncode, 0)
                    if options:
                        self.assertEqual(database.query("SELECT digest FROM formcells_files"), [])
                    else:
                        self.assertEqual([each for each in (server.data / "files").iterdir() if len(each.name) == 64], [])

    def test_a_link_works_at_each_server_of_a_fleet(self):
        with PostgreSQL() as database:
            options = ["--submissions", database.url]
            with Server({"trip": TRIP}, options=options) as one, Server({"trip": TRIP}, options=options) as two:
                link = save(self.begin(one))
                other = Visitor(two)
                other.open(local(link))
                self.assertEqual(other.page.find("textbox", "Name")["value"], "Ada")
                self.assertNotIn(TOKEN.search(link.query)[1], "".join(database.query("SELECT name FROM formcells_drafts")))


class Settings(unittest.TestCase):
    def test_draft_days_must_not_be_zero(self):
        refused = run("serve", "--draft-days", "0")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("--draft-days", refused.stderr.decode())


if __name__ == "__main__":
    unittest.main()
