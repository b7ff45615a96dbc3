"""Erasing on the answers' pages: one question, one erasure, and the name of who did it; and reading meanwhile."""

import concurrent.futures
import csv
import json
import unittest

from answers_site import OPTIONS, Answers
from formcells import Server, run, wait_until
from visitor import Visitor

FORM = {"title": "Trial", "sections": [{"cells": [
    {"id": "name", "type": "text", "label": "Name"},
    {"id": "kind", "type": "radio-group", "label": "Kind", "options": ["Rare", "Usual"]}]}]}


def line(number, **values):
    head = {"id": f"{number:032x}", "form": "trial", "version": "", "submittedAt": f"2026-01-{number % 28 + 1:02}T12:00:00.000Z"}
    return json.dumps({**head, "values": values}, separators=(",", ":")) + "\n"


class Erasing(unittest.TestCase):
    cost = 10

    def serve(self, lines):
        server = Server({"trial": FORM, "other": FORM}, options=OPTIONS)
        (server.data / "submissions").mkdir(parents=True)
        (server.data / "submissions/trial.jsonl").write_text("".join(lines))
        self.enterContext(server)
        return server, Answers(server)

    def test_erase_can_be_pressed_again_after_a_double_click_reload_or_back(self):
        server, answers = self.serve([line(1, name="Ada"), line(2, name="Bob")])
        browser = answers.browser()
        address = f"/forms/trial/{1:032x}"
        browser.open(address)
        browser.press("Erase")
        question = browser.page
        self.assertIn("Ada", json.dumps(server.submissions("trial")))
        erased = browser.press("Erase", page=question)
        self.assertNotIn("Ada", erased.text)
        self.assertIn("grace", erased.text)
        # A double click, a reload, and Back.
        self.assertEqual(browser.press("Erase", page=question).text, erased.text)
        self.assertEqual(browser.reload().text, erased.text)
        self.assertEqual(browser.open(question.url).text, erased.text)
        self.assertEqual(["values" in each for each in server.submissions("trial")], [False, True])
        said = f"erased from 'trial' by grace: {1:032x}"
        wait_until(lambda: said in server.log_text(), "the log says who")
        server.restart()
        self.assertEqual(server.log_text().count(said), 1)
        self.assertEqual(Answers(server, starts=2).browser("alan").open(address).text.replace("alan", "grace"), erased.text)

    def test_wrong_addresses_origins_and_strangers_erase_nothing(self):
        server, answers = self.serve([line(1, name="Ada")])
        browser = answers.browser()
        address = f"/forms/trial/{1:032x}"
        yes = [("_erase", "yes")]
        self.assertEqual(browser.open(f"{address}?_erase=yes").status, 200)
        self.assertEqual(browser.post(f"/forms/other/{1:032x}", yes, expected=404).status, 404)
        self.assertEqual(browser.post(f"/forms/trial/{9:032x}", yes, expected=404).status, 404)
        for origin in ("http://evil.example", "null"):
            fields = {"Origin": origin, "Sec-Fetch-Site": "cross-site"}
            self.assertEqual(browser.request("POST", address, "_erase=yes", fields)[0], 403)
        self.assertEqual(Visitor(answers).request("POST", address, "_erase=yes")[0], 403)
        self.assertEqual(["values" in each for each in server.submissions("trial")], [True])

    def test_erasing_also_erases_a_correction_made_meanwhile(self):
        server, answers = self.serve([line(1, name="Ada")])
        browser, other = answers.browser(), answers.browser("alan")
        browser.open(f"/forms/trial/{1:032x}")
        browser.press("Erase")
        question = browser.page
        other.open(f"/forms/trial/{1:032x}")
        other.press("Correct")
        other.page.type("Name", "Ada L.")
        other.press("Submit")
        browser.press("Erase", page=question)
        self.assertEqual(["values" in each for each in server.submissions("trial")], [False, False])
        other.reload()
        self.assertNotIn("Ada", other.page.text)

    def test_answers_can_be_read_while_others_are_erased(self):
        count = 4000
        lines = [line(number, name=f"name {number}.", kind="Rare" if number % 2 else "Usual") for number in range(1, count + 1)]
        server, answers = self.serve(lines)
        browser = answers.browser()
        self.assertIn(str(count // 2), browser.open("/forms/trial?f.kind=Rare").text.replace(",", ""))
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            erased = pool.submit(run, "erase", "trial", "--where", "kind=Rare", "--data", server.data, "--yes")
            reads = 0
            while not erased.done() or reads < 10:
                for address in (
                        "/forms/trial?f.kind=Rare", "/forms/trial?f.kind=Rare&page=40", "/forms/trial?q=name", "/forms/trial.csv?q=name",
                        "/forms/trial/figures"):
                    status, _, content = answers.browser().request("GET", address)
                    self.assertEqual(status, 200, content[-500:])
                    reads += 1
                    if "csv" in address:
                        rows = list(csv.reader(content.decode("utf-8-sig").splitlines()))
                        self.assertEqual([each for each in rows[1:] if not any("name " in value for value in each)], [])
            self.assertEqual(erased.result().returncode, 0, erased.result().stderr)
        after = browser.open("/forms/trial?f.kind=Rare")
        self.assertNotIn("name 1.", after.text)
        self.assertNotRegex(server.log_text(), "built again|was changed|damaged")


if __name__ == "__main__":
    unittest.main()
