"""Submissions that are corrected: values that are old, hidden or no longer in the form stay, and nobody overwrites another's work
unknowingly."""

import json
import tempfile
import unittest
import urllib.parse
import uuid

import sent_files
from answers_site import OPTIONS, Answers
from deliveries import Program
from formcells import Server, run, wait_until
from visitor import Visitor

FORM = {
    "title": "Trial", "locale": "en-US", "timeZone": "Pacific/Auckland", "sections": [{"title": "All", "cells": [
        {"id": "name", "type": "text", "label": "Name"},
        {"id": "yen", "type": "currency", "label": "Price", "currency": "JPY"},
        {"id": "kind", "type": "radio-group", "label": "Kind", "options": ["Red", "Green"]},
        {"id": "kinds", "type": "checkbox-group", "label": "Kinds", "options": ["Red", "Green"], "other": {}},
        {"id": "area", "type": "select", "label": "Area", "options": ["Red", "Green"]},
        {"id": "plant", "type": "list-picker", "label": "Plant", "source": {"file": "plants.csv", "value": "id", "label": "name"}},
        {"id": "plants", "type": "list-picker", "label": "Plants", "selection": "multiple", "other": {},
         "source": {"file": "plants.csv", "value": "id", "label": "name"}},
        {"id": "start", "type": "date", "label": "Start", "minimum": "today"},
        {"id": "at", "type": "date-time", "label": "Appointment", "minimum": "now"},
        {"id": "ok", "type": "switch", "label": "Consent"},
        {"id": "why", "type": "note", "label": "Reason", "required": True, "visibleWhen": {"cell": "ok", "equals": True}},
        {"id": "host", "type": "text", "label": "Host", "readOnly": True, "value": "nobody"},
        {"id": "pin", "type": "password", "label": "Password", "required": True}]}]}
PLANTS = "id,name\np1,North\np2,South\np3,Groß & Söhne + Co\n"


class Correcting(unittest.TestCase):
    cost = 15

    def serve(self, form=FORM, lines=(), options=()):
        server = Server({"trial": form}, sources={"plants.csv": PLANTS}, options=[*OPTIONS, *options])
        (server.data / "submissions").mkdir(parents=True)
        (server.data / "submissions/trial.jsonl").write_text("".join(map(self.line, lines)))
        self.enterContext(server)
        return server, Answers(server)

    @staticmethod
    def line(values, **head):
        """A submission of last year, from a version whose definition no longer exists."""
        fields = {"id": uuid.uuid4().hex, "form": "trial", "version": "", "submittedAt": "2025-02-01T10:59:59.000Z", **head}
        return json.dumps({**fields, "values": values}, separators=(",", ":"), ensure_ascii=False) + "\n"

    @staticmethod
    def send(server, values):
        status, _, content = Visitor(server).request(
            "POST", "/forms/trial", json.dumps({"values": values}), {"Content-Type": "application/json", "Accept": "application/json"})
        assert status == 201, content

    def correct(self, server, answers, number=0):
        browser = answers.browser()
        browser.open(f"/forms/trial/{server.submissions('trial')[number]['id']}")
        browser.press("Correct")
        return browser

    def check_correction(self, server, expected, number=0):
        lines = server.submissions("trial")
        new = lines[-1]
        self.assertEqual(new["replaces"], lines[number]["id"])
        self.assertEqual(new["by"], "grace")
        self.assertEqual({**new["values"]}, expected)
        return new

    def test_a_correction_keeps_old_hidden_and_unknown_values(self):
        values = {
            "nothing": {"x": ["y", 1.50]}, "name": "Ada", "yen": {"amount": "12.50", "currency": "EUR"}, "kind": "Red",
            "kinds": ["Red", {"other": "mine"}], "area": "Green", "plant": "p2", "plants": ["p3", {"other": "own"}], "start": "2025-02-01",
            "at": "2025-02-02T08:00", "ok": False, "why": "hidden then", "host": "Hopper", "pin": {"hash": "$y$x"}}
        server, answers = self.serve(lines=[values])
        browser = self.correct(server, answers)
        self.assertEqual(browser.page.value("Name"), "Ada")
        browser.page.type("Name", "Ada L.")
        browser.press("Submit")
        self.assertIn("Ada L.", browser.page.text)
        self.check_correction(server, {**values, "name": "Ada L."})
        # A second correction: the day of the first submission counts.
        browser = self.correct(server, answers, number=1)
        browser.page.type("Name", "Ada King")
        browser.press("Submit")
        self.check_correction(server, {**values, "name": "Ada King"}, number=1)

    def test_a_correction_stores_what_is_entered_and_drops_what_becomes_hidden(self):
        values = {"name": "Ada", "yen": {"amount": "12.50", "currency": "EUR"}, "ok": True, "why": "because", "start": None}
        server, answers = self.serve(lines=[values])
        browser = self.correct(server, answers)
        browser.page.type("Price", "700")
        del browser.page.find("switch", "Consent").attributes["checked"]
        browser.page.type("Start", "2025-01-31")
        browser.press("Submit", expected=422)
        self.assertIn("Start", browser.page.errors()[0])
        browser.page.type("Start", "2025-02-03")
        browser.press("Submit")
        new = self.check_correction(server, server.submissions("trial")[-1]["values"])["values"]
        self.assertEqual(new["yen"], {"amount": "700", "currency": "JPY"})
        self.assertEqual((new["start"], new["ok"]), ("2025-02-03", False))
        self.assertNotIn("why", new)

    def test_a_removed_option_is_shown_and_must_be_chosen_again(self):
        for cell, value, gone in (("plant", "p9", "p9"), ("plants", ["p1", "p8"], "p8"), ("area", "Blue", "Blue")):
            with self.subTest(cell):
                server, answers = self.serve(lines=[{"name": "Ada", cell: value}])
                browser = self.correct(server, answers)
                self.assertIn(gone, browser.page.text)
                browser.press("Submit", expected=422)
                self.assertTrue(any(gone in each for each in browser.page.errors()), browser.page.errors())
                self.assertEqual(len(server.submissions("trial")), 1)

    def test_a_choice_that_cannot_be_shown_is_kept_beside_new_choices(self):
        values = {"name": "Ada", "kind": "Blue", "kinds": ["Red", "Blue", "Gray"]}
        server, answers = self.serve(lines=[values])
        browser = self.correct(server, answers)
        self.assertEqual(browser.page.checked(), ["Red", "None"])
        browser.press("Submit")
        self.check_correction(server, {**server.submissions("trial")[-1]["values"], **values})
        browser = self.correct(server, answers, 1)
        browser.page.choose("Green").untick("Red").tick("Green")
        browser.press("Submit")
        new = self.check_correction(server, server.submissions("trial")[-1]["values"], 1)["values"]
        self.assertEqual((new["kind"], new["kinds"]), ("Green", ["Green", "Blue", "Gray"]))

    def test_options_removed_by_a_reload_keep_their_labels(self):
        server, answers = self.serve()
        self.send(server, {"name": "Ada", "plant": "p2", "pin": "a long word"})
        (server.forms / "plants.csv").write_text("id,name\np1,North\n")
        wait_until(lambda: "reloaded" in server.log_text(), "the options are read again")
        browser = self.correct(server, answers)
        self.assertIn("South", browser.page.text)
        browser.press("Submit", expected=422)
        self.assertIn("South", " ".join(browser.page.errors()))

    def test_values_of_removed_cells_stay_even_without_the_old_definition(self):
        server, answers = self.serve()
        self.send(server, {"name": "Ada", "kind": "Green", "pin": "a long word"})
        before = server.submissions("trial")[0]
        server.terminate()
        form = {**FORM, "sections": [{"cells": [each for each in FORM["sections"][0]["cells"] if each["id"] not in ("kind", "pin")]}]}
        (server.forms / "trial.json").write_text(json.dumps(form))
        for number, remove in enumerate((False, True)):
            with self.subTest(removed=remove):
                if remove:
                    server.terminate()
                    for path in (server.data / "forms/trial").iterdir():
                        path.unlink()
                server.start()
                answers = Answers(server, starts=number + 2)
                browser = self.correct(server, answers, number)
                browser.page.type("Name", f"Ada {number}")
                browser.press("Submit")
                new = self.check_correction(server, {**before["values"], "name": f"Ada {number}"}, number)
                # The current form has no columns for cells that it no longer has.
                self.assertEqual(new["version"], before["version"])
                self.assertEqual((server.data / f"forms/trial/{new['version']}.json").exists(), not remove)
                table = answers.browser().request("GET", "/forms/trial.csv")[2].decode().splitlines()
                self.assertEqual(dict(zip(table[0].split(","), table[1].split(",")))["kind"], "Green")

    def test_rows_criteria_and_amounts_that_the_form_no_longer_has_are_kept(self):
        values = {
            "name": "Ada", "quality": {"food": "good", "view": "bad"}, "price": {"amount": "5.00", "currency": "EUR"},
            "order": [{"id": key, "selected": True, "direction": "descending"} for key in ("price", "day")]}
        form = {"title": "Trial", "sections": [{"cells": [
            {"id": "name", "type": "text", "label": "Name"},
            {"id": "quality", "type": "matrix", "label": "Quality", "options": ["good", "bad"], "rows": [{"id": "view", "label": "View"}]},
            {"id": "price", "type": "currency", "label": "Price", "currency": "USD"},
            {"id": "order", "type": "order-picker", "label": "Order", "criteria": [{"id": "day", "label": "Day"}, {"id": "size", "label": "Size"}]},
        ]}]}
        server, answers = self.serve(form, lines=[values])
        browser = self.correct(server, answers)
        # The values that still fit are filled in.
        self.assertEqual(browser.page.checked(), ["View, bad"])
        browser.page.type("Name", "Ada L.")
        browser.press("Submit")
        self.check_correction(server, {**values, "name": "Ada L."})
        browser = self.correct(server, answers, 1)
        browser.page.choose("View, good")
        browser.press("Move Day down")
        browser.press("Submit")
        new = self.check_correction(server, server.submissions("trial")[-1]["values"], 1)["values"]
        self.assertEqual(new["quality"], {"view": "good", "food": "good"})
        self.assertEqual([(each["id"], each["selected"]) for each in new["order"]], [("size", False), ("day", True)])

    def test_entries_that_the_form_can_hold_only_in_part_are_kept(self):
        values = {"name": "Ada", "legs": [{"from": "York", "seat": "12"}, {"from": "Ely", "seat": "7"}]}
        form = {"title": "Trial", "sections": [
            {"cells": [{"id": "name", "type": "text", "label": "Name"}]},
            {"container": "repeat", "id": "legs", "item": "Leg", "title": "Legs", "minimum": 1, "cells": [
                {"id": "from", "type": "text", "label": "From"}]}]}
        server, answers = self.serve(form, lines=[values])
        browser = self.correct(server, answers)
        self.assertFalse(browser.page.has("button", "Start Over"))
        browser.page.type("Name", "Ada L.")
        browser.press("Submit")
        self.check_correction(server, {**values, "name": "Ada L."})
        browser = self.correct(server, answers, 1)
        browser.press("Change Leg 2")
        browser.page.type("From", "Lincoln")
        browser.press("Apply")
        browser.press("Add Leg")
        browser.page.type("From", "Bath")
        browser.press("Apply")
        browser.press("Submit")
        self.check_correction(
            server, {"name": "Ada L.", "legs": [values["legs"][0], {"from": "Lincoln"}, {"from": "Bath"}]}, 1)

    def test_a_correction_whose_draft_no_longer_exists_shows_the_submission(self):
        form = {"title": "Trial", "sections": [
            {"cells": [
                {"id": "name", "type": "text", "label": "Name"},
                {"id": "kind", "type": "radio-group", "label": "Kind", "options": ["Red", "Green"]},
                {"id": "plants", "type": "list-picker", "label": "Plants", "selection": "multiple",
                 "source": {"file": "plants.csv", "value": "id", "label": "name"}}]},
            {"container": "repeat", "id": "legs", "item": "Leg", "title": "Legs", "cells": [
                {"id": "from", "type": "text", "label": "From"}]}]}
        values = {"name": "Ada", "kind": "Green", "plants": ["p1", "p3"], "legs": [{"from": "York"}, {"from": "Ely"}]}
        server, answers = self.serve(form, lines=[values])
        browser = self.correct(server, answers)
        address = browser.page.url.split("?")[0]
        for query in ("", "?draft=new", "?draft=0123456789abcdef", browser.page.url[len(address):]):
            with self.subTest(query):
                count = len(server.submissions("trial"))
                other = answers.browser("ben")
                page = other.open(f"/forms/trial/{server.submissions('trial')[-1]['id']}")
                other.press("Correct")
                other = answers.browser("ben")
                page = other.open(address.replace(server.submissions("trial")[0]["id"], server.submissions("trial")[-1]["id"]) + query)
                self.assertEqual((page.value("Name"), page.checked()), ("Ada", ["Green"]))
                self.assertIn("York", page.text)
                page.type("Name", "Ada").choose("Green")
                other.press("Submit")
                lines = server.submissions("trial")
                self.assertEqual((len(lines), lines[-1]["values"], lines[-1]["by"]), (count + 1, values, "ben"))

    def test_files_with_the_same_content_keep_their_own_names(self):
        cells = [{"id": "files", "type": "attachment", "label": "Files", "maximum": 2}]
        server, answers = self.serve({"title": "Trial", "sections": [{"cells": cells}]})
        names = ["Bill of January.txt", "Größe.txt"]
        self.assertEqual(sent_files.send(server, "trial", [], [("files", name, b"the same") for name in names])[0], 201)
        browser = answers.browser()
        browser.open(f"/forms/trial/{server.submissions('trial')[0]['id']}")
        links = [each["href"] for each in browser.page.root.all("a") if "/files/" in (each["href"] or "")]
        told = [browser.request("GET", link)[1]["Content-Disposition"] for link in links]
        self.assertEqual([each.split("''")[1] for each in told], [urllib.parse.quote(name) for name in names])

    def test_a_correction_keeps_the_visitors_language(self):
        label = {"en": "Name", "de": "Name"}
        form = {"title": {"en": "Trial", "de": "Probe"}, "sections": [{"cells": [{"id": "name", "type": "text", "label": label}]}]}
        for language in (None, "de"):
            with self.subTest(language):
                server, answers = self.serve(form)
                server.terminate()
                head = {"language": language} if language else {}
                (server.data / "submissions/trial.jsonl").write_text(self.line({"name": "Ada"}, **head))
                server.start()
                answers = Answers(server, starts=2)
                browser = Visitor(answers, {"X-User": "grace", "Accept-Language": "en" if language else "de"})
                browser.open(f"/forms/trial/{server.submissions('trial')[0]['id']}")
                button = [each for each in browser.page.root.all("button") if each["name"] == "_correct"][0]
                browser.press_element(button)
                browser.page.type("Name", "Ada L.")
                browser.press("Submit" if language else "Absenden")
                self.assertEqual(server.submissions("trial")[-1].get("language"), language)

    def test_the_second_of_two_corrections_is_refused_and_keeps_its_input(self):
        server, answers = self.serve(lines=[{"name": "Ada"}])
        first, second = self.correct(server, answers), answers.browser("alan")
        second.open(f"/forms/trial/{server.submissions('trial')[0]['id']}")
        second.press("Correct")
        form = second.page
        first.page.type("Name", "Grace's")
        first.press("Submit")
        form.type("Name", "Alan's")
        second.press("Submit", expected=409)
        self.assertEqual(len(server.submissions("trial")), 2)
        self.assertTrue(second.page.has("link", "Open the Newest"), second.page.names("link"))
        # Back shows the page from the server.
        second.open(form.url)
        self.assertEqual(second.page.value("Name"), "Alan's")

    def test_a_correction_sent_twice_is_recorded_once(self):
        server, answers = self.serve(lines=[{"name": "Ada"}])
        browser = self.correct(server, answers)
        form = browser.page
        form.type("Name", "Grace")
        browser.press("Submit", page=form)
        shown = browser.page.url
        browser.press("Submit", page=form)
        self.assertEqual(browser.page.url, shown)
        self.assertEqual(len(server.submissions("trial")), 2)
        server.terminate()
        self.assertEqual(server.log_text().count("corrected in 'trial' by grace"), 1)

    def test_a_late_delivery_says_that_the_submission_was_corrected(self):
        program = Program(self.enterContext(tempfile.TemporaryDirectory(prefix="formcells-")), "a", (
            'cat >/dev/null; [ -e "$OUT.ready" ] || exit 1; cat "$FORMCELLS_TEXT" >"$OUT.$FORMCELLS_ID"; '
            'echo "$FORMCELLS_ID ${FORMCELLS_REPLACED_BY-newest}" >>"$OUT"'))
        server, answers = self.serve(options=["--deliver", f"a={program.path}"])
        self.send(server, {"name": "Ada", "pin": "a long word"})
        browser = self.correct(server, answers)
        browser.page.type("Name", "Grace")
        browser.press("Submit")
        first, second = (each["id"] for each in server.submissions("trial"))
        program.out.with_name("out.ready").touch()
        self.assertEqual(run("outbox", "retry", "--data", server.data).returncode, 0)
        wait_until(lambda: len(program.lines()) == 2, "both are delivered")
        self.assertEqual(set(program.lines()), {f"{first} {second}", f"{second} newest"})
        texts = {each: program.out.with_name(f"out.{each}").read_text() for each in (first, second)}
        def grouped(name):
            return " ".join(name[start:start + 4] for start in range(0, 32, 4))
        self.assertIn(f"Replaces: {grouped(first)}\n\n— All —\n\nName\n    Grace\n", texts[second])
        self.assertIn(f"Replaced by: {grouped(second)}\n", texts[first])
        self.assertNotIn("$y$", texts[first] + texts[second])


if __name__ == "__main__":
    unittest.main()
