"""The answers of forms that are no longer served: they stay available as long as their submissions and a definition exist."""

import csv
import io
import json
import shutil
import subprocess
import unittest

import formcells
from answers_site import OPTIONS, Answers
from formcells import Server, wait_until
from test_answers import PASSWORD, sign_in
from visitor import Visitor

OTHER = {"title": "Other", "sections": [{"cells": [{"id": "name", "type": "text", "label": "Name"}]}]}
FORMER = {"title": "Former", "timeZone": "Asia/Tokyo", "sections": [{"cells": [
    {"id": "name", "type": "text", "label": "Name"},
    {"id": "kind", "type": "radio-group", "label": "Kind", "options": [
        {"value": "a", "label": "Rare"}, {"value": "b", "label": "Usual"}]}]}]}
EARLIER = {**FORMER, "title": "Long ago"}
WITH_SOURCE = {"title": "Sourced", "sections": [{"cells": [
    {"id": "plant", "type": "list-picker", "label": "Plant", "source": {"file": "plants.csv", "value": "id", "label": "name"}}]}]}


def send(server, form, **values):
    status, _, content = Visitor(server).request(
        "POST", f"/forms/{form}", json.dumps({"values": values}),
        {"Content-Type": "application/json", "Accept": "application/json"})
    assert status == 201, content
    return json.loads(content)["id"]


class FormerForms(unittest.TestCase):
    cost = 8

    def serve(self, forms, options, **sources):
        return self.enterContext(Server(forms, options=options, **sources))

    def replace(self, server, gone, **forms):
        """Restarts the server without these forms, and with others."""
        server.terminate()
        for name in gone:
            (server.forms / f"{name}.json").unlink()
        for name, form in forms.items():
            (server.forms / f"{name}.json").write_text(json.dumps(form))

    def test_answers_of_former_forms_are_listed_shown_downloaded_corrected_and_erased(self):
        server = self.serve({"former": EARLIER, "zoo": OTHER}, OPTIONS)
        old = send(server, "former", name="Ada", kind="a")
        self.replace(server, [], former=FORMER)
        server.start()
        ids = [send(server, "former", name=name, kind="b") for name in ("Bob", "Cleo")]
        self.replace(server, ["former"])
        server.start()
        self.assertEqual(Visitor(server).request("GET", "/forms/former")[0], 404)
        owner = Answers(server, starts=3).browser()
        cards = [each.text() for each in owner.open("/").root.all("li") if each["class"] == "form-card"]
        self.assertEqual(["No longer served" in each for each in cards], [False, True])
        # Titled by the newest version.
        self.assertTrue(cards[1].startswith("Former"), cards[1])
        self.assertIn("3 submissions", cards[1])
        owner.follow("Former")
        self.assertIn("Usual", owner.page.text)
        self.assertIn("2 of 3", owner.open("/forms/former?f.kind=b").text)
        self.assertIn("67 %", owner.open("/forms/former/figures").text)
        _, _, body = owner.request("GET", "/forms/former.csv?sort=name")
        self.assertEqual([each["name"] for each in csv.DictReader(io.StringIO(body.decode()))], ["Ada", "Bob", "Cleo"])
        # Shown with the version that was filled in.
        self.assertIn("Earlier", owner.open(f"/forms/former/{old}").text)
        owner.press("Correct")
        owner.page.type("Name", "Ada L.")
        self.assertIn("Ada L.", owner.press("Submit").text)
        self.assertEqual(server.submissions("former")[-1]["replaces"], old)
        owner.open(f"/forms/former/{ids[0]}")
        owner.press("Erase")
        self.assertIn("grace", owner.press("Erase").text)
        self.assertNotIn("values", server.submissions("former")[1])
        self.assertIn("2 submissions", owner.open("/").text)
        for id in (old, ids[1]):
            owner.post(f"/forms/former/{id}", [("_erase", "yes")])
        # A form without submissions is not listed.
        self.assertNotIn("Former", owner.open("/").text)

    def test_a_former_form_without_a_definition_is_listed_with_the_reason(self):
        server = self.serve({"former": FORMER, "sourced": WITH_SOURCE, "zoo": OTHER}, OPTIONS, sources={"plants.csv": "id,name\np1,North\n"})
        send(server, "former", name="Ada", kind="a")
        send(server, "sourced", plant="p1")
        self.replace(server, ["former", "sourced"])
        shutil.rmtree(server.data / "forms/former")
        (server.forms / "plants.csv").unlink()
        server.start()
        owner = Answers(server, starts=2).browser()
        for form in ("former", "sourced"):
            with self.subTest(form):
                card = next(each.text() for each in owner.open("/").root.all("li") if form in each.text())
                self.assertIn("1 submission", card)
                self.assertIn("can no longer be loaded", card)
                for address in (f"/forms/{form}", f"/forms/{form}/figures", f"/forms/{form}.csv"):
                    self.assertIn("can no longer be loaded", owner.open(address, expected=404).text)
        for reason in ("'former' is not served, and none of its definitions exists", "'sourced' is not served, and version "):
            wait_until(lambda: reason in server.log_text(), "the log says why")
            self.assertEqual(server.log_text().count(reason), 1)
        # Its definition is still in the data folder; with its options back, the page works.
        (server.forms / "plants.csv").write_text("id,name\np1,North\n")
        self.assertIn("North", owner.open("/forms/sourced").text)
        # There is no page for a name that never was a form.
        for form in ("nobody", "former.jsonl", "%2e%2e"):
            self.assertEqual(owner.request("GET", f"/forms/{form}")[0], 404)

    def test_users_see_only_the_former_forms_of_their_accounts(self):
        server = self.serve({"former": FORMER, "zoo": OTHER}, ["--answers", "127.0.0.1:0"])
        for name, forms in (("grace", "former"), ("alan", "zoo")):
            subprocess.run(
                [formcells.PROGRAM, "user", "add", name, "--data", server.data, "--forms", forms], input=PASSWORD + "\n",
                text=True, check=True, env=formcells.clean_environment(), timeout=formcells.PATIENCE_SECONDS,
                capture_output=True)
        send(server, "former", name="Ada", kind="a")
        self.replace(server, ["former"])
        server.start()
        Answers(server, starts=2)
        grace, alan = sign_in(server), sign_in(server, "alan")
        self.assertIn("Ada", grace.open("/forms/former").text)
        self.assertNotIn("Other", grace.open("/").text)
        self.assertNotIn("Former", alan.open("/").text)
        for address in ("/forms/former", "/forms/former.csv", "/forms/former/figures"):
            self.assertEqual(alan.request("GET", address)[0], 403)
