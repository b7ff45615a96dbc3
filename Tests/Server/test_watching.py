"""Metrics and the log as operators read them, and as the page Operating describes them."""

import datetime
import json
import re
import unittest
import urllib.error
import urllib.request

import formcells
import prometheus
from formcells import Server, wait_until
from sample_forms import SMALL
from visitor import Visitor

PAGE = formcells.ROOT / "Sources/formcells/formcells.docc/Deployment.md"


class WatchingCase(unittest.TestCase):
    def serve(self, *options):
        self.address = prometheus.free_address()
        self.server = self.enterContext(Server({"small": SMALL}, options=["--metrics", self.address, *options]))

    def send(self, name, path="/forms/small"):
        request = urllib.request.Request(
            self.server.url + path, json.dumps({"values": {"name": name}}).encode(), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=formcells.PATIENCE_SECONDS) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def get(self, path):
        try:
            with urllib.request.urlopen(self.server.url + path, timeout=formcells.PATIENCE_SECONDS) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code


class MetricsChecks(WatchingCase):
    def test_submissions_are_counted_by_outcome(self):
        self.serve()
        before = prometheus.read(self.address)
        self.assertEqual(before["formcells_submissions_total"].value(outcome="accepted"), 0)
        self.assertEqual([self.send("Ada"), self.send("Bob"), self.send("")], [201, 201, 422])
        visitor = Visitor(self.server)
        visitor.open("/forms/small")
        visitor.press("Submit", expected=422).type("Name", "Eve")
        visitor.press("Submit")
        after = prometheus.read(self.address)
        submissions = after["formcells_submissions_total"]
        self.assertEqual(
            [submissions.value(outcome=outcome) for outcome in ("accepted", "refused", "failed")], [3, 2, 0])
        self.assertEqual(after["formcells_submissions_stored_total"].value(), 3)
        self.assertEqual(after["formcells_drafts_begun_total"].value(), 1)
        self.assertEqual(after["formcells_sessions"].value(), 1)
        for name in ("formcells_submission_duration_seconds", "formcells_submission_sync_duration_seconds"):
            self.assertEqual(after[name].values("_count")[()], 3)
            self.assertGreater(after[name].values("_sum")[()], 0)
        self.assertEqual(after["formcells_submissions_up"].value(), 1)

    def test_requests_are_counted_by_route_and_unknown_paths_together(self):
        self.serve()
        # With a single form, "/" redirects to it.
        for path in ["/", "/forms/small", "/forms/small?draft=new", "/forms/none", "/forms/small/cells/name", "/healthz",
                     "/schema/form.json", "/forms/small/schema.json", "/assets/none.css", "/secret-of-a-visitor", "/a/b/c"]:
            self.get(path)
        self.send("Ada")
        families = prometheus.read(self.address)
        routes = {dict(labels)["route"]: value for labels, value in
                  families["formcells_request_duration_seconds"].values("_count").items() if dict(labels)["method"] == "GET"}
        self.assertEqual(routes, {
            "/": 1, "/forms/{form}": 4, "/forms/{form}/cells/{cell}": 1, "/healthz": 1, "/schema/form.json": 1,
            "/forms/{form}/schema.json": 1, "/assets/{file}": 1, "other": 2})
        posts = families["formcells_request_duration_seconds"].values("_count")
        self.assertEqual(posts[(("method", "POST"), ("route", "/forms/{form}"))], 1)
        self.assertEqual(families["formcells_requests_total"].value(status="404"), 5)

    def test_metrics_show_a_failing_disk(self):
        self.serve()
        self.assertEqual(self.send("Ada"), 201)
        folder = self.server.data / "submissions"
        # Even root cannot write into a folder that does not exist.
        folder.rename(self.server.data / "away")
        try:
            self.assertEqual(self.send("Bob"), 503)
            families = prometheus.read(self.address)
            self.assertEqual(families["formcells_submissions_total"].value(outcome="failed"), 1)
            self.assertEqual(families["formcells_submissions_up"].value(), 0)
            self.assertGreaterEqual(families["formcells_submission_write_failures_total"].value(), 1)
        finally:
            (self.server.data / "away").rename(folder)
        wait_until(lambda: prometheus.read(self.address)["formcells_submissions_up"].value() == 1, "it is up again")

    def test_the_article_names_all_metrics(self):
        self.serve("--deliver", "copy=/bin/true")
        self.get("/")
        there = prometheus.read(self.address)
        named = {found[1]: found[2] for found in re.finditer(
            r"(?m)^\| `(formcells_\w+)(?:\{[^`]*\})?` \| (\w+) \|", PAGE.read_text(encoding="utf-8"))}
        # Metrics of a remote store, and of a run that has not happened yet.
        others = {"formcells_remote_sessions_up": "gauge", "formcells_retention_last_run_timestamp_seconds": "gauge"}
        self.assertEqual(named, {name: family.kind for name, family in there.items()} | others)
        labels = {found[1]: re.findall(r"\w+", found[2]) for found in re.finditer(
            r"(?m)^\| `(formcells_\w+)\{([^`]*)\}`", PAGE.read_text(encoding="utf-8"))}
        self.assertEqual(labels, {
            name: used for name, family in there.items()
            if (used := sorted({key for _, pairs in family.samples for key, _ in pairs if key != "le"}))})


class LogChecks(WatchingCase):
    def lines(self):
        self.server.terminate()
        return self.server.log_text().splitlines()

    def test_log_lines_contain_no_queries_and_no_values(self):
        for form in ("text", "json"):
            with self.subTest(form):
                self.serve("--log", form)
                self.get("/forms/small?draft=0123456789abcdef&name=SECRET")
                self.get("/?SECRET")
                self.send("SECRET")
                visitor = Visitor(self.server)
                visitor.open("/forms/small").type("Name", "SECRET")
                visitor.press("Submit")
                lines = self.lines()
                text = "\n".join(lines)
                for hidden in ("SECRET", "draft", "0123456789abcdef", "?"):
                    self.assertNotIn(hidden, text)
                self.assertGreaterEqual(len(lines), 5)
                if form == "json":
                    first = json.loads(lines[0])
                    self.assertEqual(
                        list(first),
                        ["time", "peer", "method", "path", "status", "bytes", "microseconds", "id", "fault"])
                    self.assertEqual((first["method"], first["path"], first["status"]), ("GET", "/forms/small", 200))
                    datetime.datetime.strptime(first["time"], "%Y-%m-%dT%H:%M:%SZ")
                else:
                    self.assertRegex(
                        lines[0], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ 127\.0\.0\.1 GET /forms/small 200 \d+ \d+us "
                        "([0-9a-z]{4}-){2}[0-9a-z]{4}$")

    def test_log_off_logs_only_errors(self):
        self.serve("--log", "off")
        self.get("/")
        self.assertEqual(self.send("Ada"), 201)
        (self.server.data / "submissions").rename(self.server.data / "away")
        self.assertEqual(self.send("Bob"), 503)
        (self.server.data / "away").rename(self.server.data / "submissions")
        lines = self.lines()
        self.assertTrue(lines)
        for line in lines:
            self.assertRegex(line, "small.jsonl")

    def test_an_error_page_names_the_request_id_of_its_log_lines(self):
        own = r"^([0-9a-z]{4}-){2}[0-9a-z]{4}$"
        for form, given, expected in (
                ("text", "a-visitor's", own), ("json", "7f3c/9:a=1", "^7f3c/9:a=1$"), ("text", "<not> well formed", own)):
            with self.subTest(given):
                self.serve("--log", form, *([] if expected == own and "<" not in given else ["--trust-proxy"]))
                visitor = Visitor(self.server)
                visitor.open("/forms/small").type("Name", "Ada")
                (self.server.data / "submissions").rename(self.server.data / "away")
                visitor.headers["X-Request-Id"] = given
                page = visitor.press("Submit", expected=503)
                (self.server.data / "away").rename(self.server.data / "submissions")
                name = page.fields["X-Request-Id"]
                self.assertRegex(name, expected)
                self.assertIn(f"Request id: {name}", page.text)
                lines = [line for line in self.lines() if name in line]
                self.assertEqual(
                    [(f"(request {name})" in line, "/forms/small" in line) for line in lines], [(True, False), (False, True)])



if __name__ == "__main__":
    unittest.main()
