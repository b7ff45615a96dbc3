"""Forms that open and close by schedule and never accept one too many: on one server, and on two that share a database."""

import concurrent.futures
import datetime
import json
import subprocess
import unittest
import urllib.parse

import formcells
from formcells import Server, run, wait_until
from services import PostgreSQL
from visitor import Visitor


def course(**keys):
    return {"title": "Course", "timeZone": "UTC", **keys, "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Name", "required": True},
        {"id": "day", "type": "list-picker", "label": "Day", "options": [
            {"value": "mo", "label": "Monday", "places": 3}, {"value": "tu", "label": "Tuesday"}]}]}]}


def time_in(seconds):
    """A time for a definition, in whole minutes."""
    now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return now.strftime("%Y-%m-%dT%H:%M")


def send(server, number, day=None):
    """Posts a form as a program does; returns the status and the id."""
    values = {"name": f"Visitor {number}"} | ({"day": day} if day else {})
    status, _, body = Visitor(server).request(
        "POST", "/forms/course", json.dumps({"values": values}), {"Content-Type": "application/json"})
    return status, json.loads(body)


def send_many(servers, count, day=None):
    with concurrent.futures.ThreadPoolExecutor(40) as pool:
        return list(pool.map(lambda number: send(servers[number % len(servers)], number, day), range(count)))


class Availability(unittest.TestCase):
    def stored(self, server):
        return [json.loads(line) for line in (server.data / "submissions/course.jsonl").read_text().splitlines()]

    def test_three_of_200_visitors_get_the_three_places_and_erasing_frees_one(self):
        with Server({"course": course()}) as server:
            answers = send_many([server], 200, "mo")
            self.assertEqual(sorted({status for status, _ in answers}), [201, 422])
            self.assertEqual([status for status, _ in answers].count(201), 3)
            refused = next(body for status, body in answers if status == 422)
            self.assertEqual(
                refused["errors"], [{"cell": "day", "message": "Not enough places left: Monday. Select another option."}])
            self.assertEqual(len(self.stored(server)), 3)
            visitor = Visitor(server)
            page = visitor.open("/forms/course/cells/day")
            self.assertIn("Full", page.text)
            full = next(each for each in page.root.all("input") if each["value"] == "mo")
            self.assertIn("disabled", full)

            server.process.kill()
            server.process.wait()
            server.start()
            self.assertEqual(send(server, 300, "mo")[0], 422)
            self.assertEqual(send(server, 301, "tu")[0], 201)

            first = self.stored(server)[0]["id"]
            subprocess.run(
                [formcells.PROGRAM, "erase", "course", "--id", first, "--yes", "--data", server.data], check=True,
                env=formcells.clean_environment(), capture_output=True, timeout=formcells.PATIENCE_SECONDS)
            self.assertEqual(send(server, 302, "mo")[0], 201)
            self.assertEqual(send(server, 303, "mo")[0], 422)

    def test_submitting_a_form_many_times_at_once_takes_the_last_place_once(self):
        with Server({f"course{turn}": course(limit=1) for turn in range(5)}) as server, \
                concurrent.futures.ThreadPoolExecutor(20) as pool:
            for turn in range(5):
                visitor = Visitor(server)
                page = visitor.open(f"/forms/course{turn}").type("Name", "Ada")
                url, pairs = page.submission(page.find("button", "Submit"))
                body = urllib.parse.urlencode(pairs)
                answers = list(pool.map(lambda _: visitor.request("POST", url, body), range(20)))
                self.assertEqual({status for status, _, _ in answers}, {303})
                self.assertEqual(len({fields["Location"] for _, fields, _ in answers}), 1)
                self.assertEqual(len(server.submissions(f"course{turn}")), 1)

    def test_a_closed_form_says_so_on_each_page_and_accepts_nothing(self):
        forms = {"course": course(closes=time_in(-2 * 86_400)), "soon": course(opens=time_in(3600))}
        with Server(forms) as server:
            visitor = Visitor(server)
            self.assertIn("could be filled in until", visitor.open("/").text)
            page = visitor.open("/forms/course", 403)
            self.assertEqual((page.status, page.title), (403, "Closed – Course"))
            self.assertEqual(visitor.open("/forms/soon", 403).title, "Not Open Yet – Course")
            self.assertEqual(send(server, 1)[0], 403)
            status, _, body = visitor.request(
                "POST", "/forms/course", "name=Ada", {"Content-Type": "application/x-www-form-urlencoded"})
            self.assertEqual(status, 403)
            self.assertIn("Ada", body.decode())
            self.assertFalse((server.data / "submissions/course.jsonl").exists())
            checked = run("check", server.forms / "course.json")
            self.assertIn("could be filled in until", checked.stderr.decode() + checked.stdout.decode())

    def test_two_servers_with_one_database_give_away_exactly_the_places_of_an_option(self):
        with PostgreSQL() as database:
            options = ["--submissions", database.url]
            with Server({"course": course()}, options=options) as one, \
                    Server({"course": course()}, options=options) as two:
                answers = send_many([one, two], 200, "mo")
                self.assertEqual([status for status, _ in answers].count(201), 3, answers[:5])
                self.assertEqual({status for status, _ in answers}, {201, 422})
                self.assertEqual(
                    database.query("SELECT count(*) FROM formcells_submissions WHERE line::text LIKE '%\"mo\"%'"), ["3"])
                for server in (one, two):
                    wait_until(
                        lambda: "Full" in Visitor(server).open("/forms/course/cells/day").text, "the option is full")
                # With another definition, old submissions are erased, and their places are free again.
                one.process.terminate()
                one.process.wait()
                formcells.write_forms(one.forms, {"course": course(limit=4, retention={"days": 1})})
                one.start()
                self.assertEqual(sorted(status for status, _ in send_many([one], 5)), [201, 403, 403, 403, 403])
                database.query("UPDATE formcells_submissions SET submitted_at = now() - interval '3 days'")
                one.process.terminate()
                one.process.wait()
                one.start()
                wait_until(lambda: send(one, 400, "mo")[0] == 201, "what was erased gives its places back")
                self.assertEqual([send(one, number, "mo")[0] for number in (401, 402, 403, 404)], [201, 201, 422, 422])
                self.assertEqual([send(one, number)[0] for number in (405, 406)], [201, 403])

    def test_a_full_option_is_not_preselected(self):
        form = course()
        form["sections"][0]["cells"][1] |= {"value": "mo", "prefill": True}
        with Server({"course": form}) as server:
            self.assertEqual([send(server, number, "mo")[0] for number in range(4)], [201, 201, 201, 422])
            for address in ("/forms/course", "/forms/course?with.day=mo"):
                visitor = Visitor(server)
                visitor.open(address)
                visitor.page.type("Name", "Ada")
                visitor.press("Submit")
                self.assertIn("receipt=", visitor.page.url)

    def test_places_of_a_read_only_cell_are_an_error(self):
        form = course()
        form["sections"][0]["cells"][1] |= {"readOnly": True, "value": "mo"}
        with Server({"small": {"title": "T", "sections": [{"cells": [{"id": "a", "type": "text", "label": "A"}]}]}}) as server:
            formcells.write_forms(server.forms, {"course": form})
            checked = run("check", server.forms / "course.json")
            self.assertEqual(checked.returncode, 1)
            self.assertIn("“places” has no effect: the cell is read-only", checked.stdout.decode() + checked.stderr.decode())


if __name__ == "__main__":
    unittest.main()
