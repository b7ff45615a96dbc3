"""The receipt: what was sent, when (in the time zone of the form), and under which reference. Also the current day in that time
zone."""

import datetime
import json
import pathlib
import re
import tempfile
import unittest
import zoneinfo

from formcells import Server, run, write_forms
from visitor import Visitor

CELLS = [
    {"id": "name", "type": "text", "label": "Name", "required": True},
    {"id": "pin", "type": "password", "label": "PIN"},
    {"id": "towns", "type": "list-picker", "label": "Towns", "selection": "multiple", "options": ["Bergen", "Lyon"]},
    {"id": "secret", "type": "text", "label": "Secret", "visibleWhen": {"cell": "name", "equals": "Grace"}},
]
FORMS = {
    "trip": {
        "title": "Trip", "timeZone": "Pacific/Kiritimati",
        "receipt": {"text": "A planner calls you.", "link": {"label": "Travel Rules", "url": "https://example.com/rules"}},
        "sections": [{"title": "About You", "cells": CELLS}],
    },
    "quiet": {"title": "Quiet", "receipt": {"answers": False}, "sections": [{"cells": CELLS}]},
    "plain": {"title": "Plain", "sections": [{"cells": CELLS}]},
    "first": {
        "title": "First", "timeZone": "Pacific/Kiritimati",
        "sections": [{"cells": [{"id": "day", "type": "date", "label": "Day", "minimum": "today"}]}],
    },
    "last": {
        "title": "Last", "timeZone": "Pacific/Pago_Pago",
        "sections": [{"cells": [{"id": "day", "type": "date", "label": "Day", "minimum": "today"}]}],
    },
}


class ReceiptCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server(FORMS, options=["--time-zone", "Asia/Kolkata"]))

    def setUp(self):
        self.visitor = Visitor(self.server)

    def send(self, form, name="Ada", pin="493027"):
        page = self.visitor.open(f"/forms/{form}")
        page.type("Name", name).type("PIN", pin)
        view = self.visitor.press("Towns")
        view.tick("Lyon")
        self.visitor.press("Apply")
        return self.visitor.press("Submit")

    def answers(self, page):
        return {row.all("dt")[0].text(): [each.text() for each in row.all("dd")]
                for row in page.root.walk() if row["class"] == "answer"}


class Receipts(ReceiptCase):
    def test_a_receipt_shows_the_answers_and_what_happens_next(self):
        page = self.send("trip")
        self.assertEqual(page.title, "Sent")
        self.assertEqual(page.root.all("p")[0].text(), "A planner calls you.")
        self.assertEqual(self.answers(page), {
            "Name": ["Ada"], "PIN": ["A password was entered"], "Towns": ["Lyon"]})
        self.assertEqual([each.text() for each in page.root.all("h2")], ["About You"])
        self.assertNotIn("493027", page.html)
        self.assertEqual(page.find("link", "Travel Rules")["href"], "https://example.com/rules")
        # Printing needs scripts.
        self.assertFalse(page.has("button", "Print"))

    def test_a_receipts_time_is_in_the_forms_time_zone_else_the_servers(self):
        for form, zone in [("trip", "Pacific/Kiritimati"), ("plain", "Asia/Kolkata")]:
            with self.subTest(form):
                stamp = self.send(form).root.all("time")[0]
                sent = datetime.datetime.fromisoformat(self.server.submissions(form)[-1]["submittedAt"])
                local = sent.astimezone(zoneinfo.ZoneInfo(zone))
                self.assertEqual(datetime.datetime.fromisoformat(stamp["datetime"]), sent.replace(microsecond=0))
                self.assertIn(f"{local:%B} {local.day}, {local.year}", stamp.text())
                self.assertIn(f"{local.hour % 12 or 12}:{local:%M}", stamp.text())
        self.assertTrue(stamp.text().endswith(" IST"), stamp.text())

    def test_a_receipts_reference_is_the_submissions_id_in_groups_of_four(self):
        data = self.send("plain").root.all("data")[0]
        self.assertEqual(data["value"], self.server.submissions("plain")[-1]["id"])
        self.assertRegex(data.text(), r"^([0-9a-f]{4} ){7}[0-9a-f]{4}$")
        self.assertEqual(data.text().replace(" ", ""), data["value"])

    def test_a_receipt_keeps_its_address_and_shows_answers_only_to_the_visitor(self):
        page = self.send("plain")
        self.visitor.open("/forms/plain?draft=new").type("Name", "Grace")
        self.visitor.press("Submit")
        again = self.visitor.open(page.url)
        self.assertEqual(self.answers(again)["Name"], ["Ada"])
        other = Visitor(self.server).open(page.url)
        self.assertEqual(self.answers(other), {})
        self.assertIn(page.root.all("data")[0]["value"], other.html)

    def test_a_form_can_have_a_receipt_without_answers(self):
        page = self.send("quiet")
        self.assertEqual(self.answers(page), {})
        self.assertNotIn("Ada", page.html)

    def test_a_receipt_does_not_show_answers_of_hidden_cells(self):
        self.visitor.open("/forms/plain").type("Name", "Grace")
        page = self.visitor.press("Towns")
        page = self.visitor.press("Close")
        page.type("Secret", "hush")
        page.type("Name", "Ada")
        page = self.visitor.press("Submit")
        self.assertNotIn("hush", page.html)
        self.assertNotIn("Secret", self.answers(page))

    def test_receipts_of_the_oldest_submissions_lose_their_answers_first(self):
        """The stored answers of all forms together have a limit; receipts stay."""
        first = self.send("plain", name="A" * 200_000)
        self.assertEqual(len(self.answers(first)), 3)
        self.visitor.open("/forms/plain?draft=new").type("Name", "B" * 200_000)
        second = self.visitor.press("Submit")
        self.assertEqual(list(self.answers(second)), ["Name", "Nothing entered"])
        self.assertEqual(self.answers(second)["Nothing entered"], ["PIN, Towns"])
        first = self.visitor.open(first.url)
        self.assertEqual((self.answers(first), first.title), ({}, "Sent"))


class Days(ReceiptCase):
    def test_today_is_the_date_in_the_forms_time_zone(self):
        """The first and the last place on earth to begin a day: their dates always differ."""
        def refused(form, day):
            self.visitor.open(f"/forms/{form}?draft=new").type("Day", str(day))
            return "receipt=" not in self.visitor.press("Submit", expected=None).url

        day = datetime.timedelta(days=1)
        for form, zone in [("first", "Pacific/Kiritimati"), ("last", "Pacific/Pago_Pago")]:
            today = datetime.datetime.now(zoneinfo.ZoneInfo(zone)).date()
            with self.subTest(form):
                self.assertTrue(refused(form, today - day))
                self.assertFalse(refused(form, today + day))


class Zones(unittest.TestCase):
    def check(self, zone):
        with tempfile.TemporaryDirectory() as folder:
            write_forms(pathlib.Path(folder), {"trip": {**FORMS["trip"], "timeZone": zone}})
            result = run("check", f"{folder}/trip.json")
            return result.returncode, (result.stdout + result.stderr).decode()

    def test_an_unknown_time_zone_is_an_error_with_the_nearest_name(self):
        self.assertEqual(self.check("Europe/Berlin")[0], 0)
        status, text = self.check("Europe/Berlim")
        self.assertEqual(status, 1)
        self.assertIn("timeZone: “Europe/Berlim” is not a time zone; did you mean “Europe/Berlin”?", text)

    def test_an_unknown_time_zone_on_the_command_line_is_wrong_usage(self):
        for environment, arguments in [(None, ["--time-zone", "Berlin"]), ({"FORMCELLS_TIME_ZONE": "Berlin"}, [])]:
            result = run("serve", *arguments, environment=environment)
            self.assertEqual(result.returncode, 2)
            self.assertIn("did you mean “Europe/Berlin”?", result.stderr.decode())

    def test_a_receipts_link_must_lead_to_the_web_or_this_site(self):
        for url in ["javascript:alert(1)", "//example.com", "rules", "https://example.com/a b", "data:text/html,x"]:
            with self.subTest(url), tempfile.TemporaryDirectory() as folder:
                form = {**FORMS["trip"], "receipt": {"link": {"label": "Rules", "url": url}}}
                write_forms(pathlib.Path(folder), {"trip": form})
                result = run("check", f"{folder}/trip.json")
                self.assertEqual(result.returncode, 1)
                self.assertIn("receipt.link.url", (result.stdout + result.stderr).decode())


class Rendered(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        steps = [{"container": "step", "title": f"Step {cell['id']}", "cells": [cell]} for cell in CELLS]
        write_forms(cls.folder, {
            "trip": FORMS["trip"], "way": {"title": "Way", "review": True, "sections": steps}})
        (cls.folder / "values.txt").write_text(json.dumps({"name": "Ada", "towns": ["Bergen"]}))

    def render(self, form, *options):
        return run("render", self.folder / f"{form}.json", *options)

    def html(self, form, *options):
        result = self.render(form, *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout, self.render(form, *options).stdout, "the same bytes again")
        return result.stdout.decode()

    def test_render_makes_steps_review_receipt_and_list_of_forms(self):
        values = ["--values", self.folder / "values.txt"]
        self.assertIn("<title>Step towns – Step 3 of 3 – Way</title>", self.html("way", "--step", "3"))
        self.assertIn("<title>Error: Step name – Step 1 of 3 – Way</title>", self.html("way", "--step", "1", "--errors"))
        self.assertIn("<title>Check your answers – Way</title>", self.html("way", "--page", "review", *values))
        receipt = self.html("trip", "--page", "receipt", *values)
        self.assertIn('<time datetime="2026-01-31T14:00:00+14:00">', receipt)
        self.assertIn("Bergen", receipt)
        self.assertIn("<title>Forms</title>", self.html("trip", "--page", "index"))

    def test_render_refuses_contradictory_options(self):
        for options in [
            ["--page", "review", "--step", "1"], ["--page", "receipt", "--errors"], ["--page", "index", "--cell", "towns"],
            ["--page", "index", "--values", "x"], ["--step", "1", "--cell", "towns"], ["--step", "0"], ["--page", "x"],
        ]:
            with self.subTest(options):
                self.assertEqual(self.render("way", *options).returncode, 2)
        for form, options in [("trip", ["--step", "1"]), ("way", ["--step", "5"]), ("way", ["--step", "4"]),
                              ("trip", ["--page", "review"])]:
            with self.subTest(form=form, options=options):
                result = self.render(form, *options)
                self.assertEqual(result.returncode, 1)
                self.assertRegex(result.stderr.decode(), re.compile(f"^error: .*{form}"))


if __name__ == "__main__":
    unittest.main()
