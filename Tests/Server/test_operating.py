"""What the article on operating says: a proxy in front, files that are moved away, a copy that is restored."""

import json
import shutil
import unittest
import urllib.request

import formcells
from formcells import Server
from sample_forms import SMALL
from services import Nginx
from visitor import Visitor


def send(server, name):
    """As a program sends a form."""
    request = urllib.request.Request(
        f"{server.url}/forms/small", json.dumps({"values": {"name": name}}).encode(),
        {"Content-Type": "application/json", "Accept": "application/json"})
    with urllib.request.urlopen(request, timeout=formcells.PATIENCE_SECONDS) as answer:
        return json.load(answer)["id"]


class ProxyChecks(unittest.TestCase):
    def test_behind_nginx_a_form_is_sent_and_no_visitor_is_believed_what_the_proxy_has_to_say(self):
        for article in ("Operating.md", "BeyondOneMachine.md"):
            with Server({"small": SMALL}, options=["--trust-proxy"]) as server, Nginx([server.port] * 2, article) as nginx:
                visitor = Visitor(nginx)
                visitor.open("/forms/small").type("Name", "Ada")
                self.assertIn("receipt=", visitor.press("Submit").url)
                for field, value in [
                    ("Forwarded", "for=192.0.2.1;proto=https;host=evil.example"), ("X-Forwarded-Proto", "https"),
                    ("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Host", "evil.example"),
                    ("X-Forwarded-Prefix", "/elsewhere"), ("X-Request-Id", "invented"),
                ]:
                    with self.subTest(article=article, field=field):
                        self.check_that_nobody_believes(field, value, nginx)
                server.terminate()
                self.assertNotIn("192.0.2.1", server.log_text())
                self.assertNotIn("invented", server.log_text())

    def check_that_nobody_believes(self, field, value, nginx):
        request = urllib.request.Request(f"{nginx.url}/forms/small", b"name=Eve&_do=submit", {
            field: value, "Origin": nginx.url})
        with urllib.request.build_opener(KeepAnswer).open(request, timeout=formcells.PATIENCE_SECONDS) as answer:
            self.assertEqual(answer.status, 303)
            self.assertNotIn("Secure", answer.headers["Set-Cookie"])
            self.assertRegex(answer.headers["Location"], "^/forms/")


class KeepAnswer(urllib.request.HTTPRedirectHandler):
    """Follows nothing."""

    def http_error_303(self, request, answer, code, message, headers):
        return answer


class DataChecks(unittest.TestCase):
    def test_a_file_that_is_moved_away_is_begun_anew(self):
        with Server({"small": SMALL}) as server:
            path = server.data / "submissions/small.jsonl"
            send(server, "Ada")
            path.rename(server.folder / "archive.jsonl")
            send(server, "Bob")
            self.assertEqual([each["values"]["name"] for each in server.submissions("small")], ["Bob"])
            self.assertEqual((server.folder / "archive.jsonl").read_text().count('"Ada"'), 1)
            server.restart()
            send(server, "Eve")
            self.assertEqual([each["values"]["name"] for each in server.submissions("small")], ["Bob", "Eve"])
            self.assertNotIn("error", server.log_text())

    def test_a_copy_that_ends_in_half_a_line_is_restored(self):
        with Server({"small": SMALL}) as server:
            send(server, "Ada")
            send(server, "Bob")
            path = server.data / "submissions/small.jsonl"
            copy = path.read_bytes()[:-10]
            server.kill()
            shutil.rmtree(server.data)
            path.parent.mkdir(parents=True)
            path.write_bytes(copy)
            server.start()
            self.assertEqual([each["values"]["name"] for each in server.submissions("small")], ["Ada"])
            formcells.wait_until(lambda: "small.jsonl" in server.log_text(), "the log names the file")
            self.assertTrue(path.with_name("small.jsonl.torn").exists())
            send(server, "Eve")
            self.assertEqual([each["values"]["name"] for each in server.submissions("small")], ["Ada", "Eve"])


if __name__ == "__main__":
    unittest.main()
