"""Addresses as people type, shorten and forward them: those that name a page lead there, and nowhere else."""

import http.client
import unittest
import urllib.parse

from formcells import PATIENCE_SECONDS, Server, run
from sample_forms import SMALL, WORKSHOP, WORKSHOP_SOURCES
from visitor import Visitor


class MeantAddresses(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        forms = {"workshop": WORKSHOP, "small": SMALL}
        cls.server = cls.enterClassContext(Server(forms, WORKSHOP_SOURCES, options=["--gallery"]))
        cls.below = cls.enterClassContext(
            Server(forms, WORKSHOP_SOURCES, options=["--base-path", "/Town/forms", "--trust-proxy"]))

    def ask(self, server, method, path, **headers):
        """Sends the path unchanged."""
        connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE_SECONDS)
        try:
            connection.request(method, path, b"name=a" if method == "POST" else None, headers)
            answer = connection.getresponse()
            return answer.status, answer.headers
        finally:
            connection.close()

    def check(self, server, path, location, **headers):
        for method in ("GET", "HEAD", "POST"):
            with self.subTest(f"{method} {path}"):
                status, fields = self.ask(server, method, path, **headers)
                self.assertEqual((status, fields["Location"]), (308, location))
                self.assertEqual(fields["Cache-Control"], "no-store")

    def test_extra_slashes_and_other_capitals_redirect_to_the_page(self):
        for path, location in [
            ("/forms/small/", "/forms/small"), ("/forms/Small", "/forms/small"), ("/FORMS/SMALL//", "/forms/small"),
            ("//forms//small", "/forms/small"), ("/forms", "/"), ("/forms/", "/"), ("/Forms/", "/"),
            ("/forms/workshop/cells/machine/", "/forms/workshop/cells/machine"),
            ("/forms/workshop/Cells/Machine", "/forms/workshop/cells/machine"),
            ("/forms/workshop/cells/MACHINE", "/forms/workshop/cells/machine"),
            ("/forms/small/schema.json/", "/forms/small/schema.json"), ("/Schema/Form.json", "/schema/form.json"),
            ("/healthz/", "/healthz"), ("/gallery/", "/gallery"), ("/Gallery", "/gallery"),
        ]:
            self.check(self.server, path, location)

    def test_a_redirect_keeps_the_query_unchanged(self):
        for query in ("utm_source=mail", "draft=new&step=2", "q=%C3%BC%0d%0aX:%20y", "", "a=/../?b"):
            self.check(self.server, f"/forms/Small/?{query}", f"/forms/small?{query}")

    def test_redirects_keep_the_base_path_and_a_proxys_prefix(self):
        self.check(self.below, "/town/forms/forms/small/", "/Town/forms/forms/small")
        self.check(self.below, "/Town/forms/forms/", "/Town/forms/")
        self.check(self.below, "/Town/forms/forms/small/", "/x/Town/forms/forms/small", **{"X-Forwarded-Prefix": "/x"})
        for path in ("/townforms/small", "/Town/formsforms/small", "/town/", "/forms/small/"):
            self.assertEqual(self.ask(self.below, "GET", path)[0], 404, path)

    def test_other_addresses_are_404_and_never_redirect_to_another_host(self):
        for path in (
            "//evil.example", "//evil.example/", "/\\evil.example", "/forms//evil.example/", "/forms/%2e%2e",
            "/forms/%2e%2e/", "/forms/../small/", "/forms/nothing/", "/Nothing", "/nothing/",
            "/ASSETS/css/site.css", "/https:/evil.example/", "/forms/small%00/", "/forms/small/more/",
        ):
            for method in ("GET", "POST"):
                with self.subTest(f"{method} {path}"):
                    status, fields = self.ask(self.server, method, path)
                    self.assertEqual((status, fields["Location"]), (404, None))

    def test_a_post_that_follows_the_redirect_is_recorded(self):
        visitor = Visitor(self.server)
        body = urllib.parse.urlencode({"name": "followed"})
        _, fields, _ = visitor.request("POST", "/forms/SMALL/", body, {"Accept": "application/json"})
        status, _, _ = visitor.request("POST", fields["Location"], body, {"Accept": "application/json"})
        self.assertEqual(status, 201)
        self.assertIn("followed", [each["values"]["name"] for each in self.server.submissions("small")])


class ListeningAddresses(unittest.TestCase):
    def test_the_first_line_has_a_valid_url_for_each_spelling_of_the_host(self):
        for host, begin in [
            ("[::1]", "http://[::1]:"), ("::1", "http://[::1]:"), ("::", "http://[::]:"),
            ("localhost", "http://localhost:"), ("127.0.0.2", "http://127.0.0.2:"),
        ]:
            with self.subTest(host), Server({"small": SMALL}, options=["--host", host]) as server:
                self.assertTrue(server.first_line.startswith(f"listening on {begin}"), server.first_line)
                self.assertTrue(server.first_line.removeprefix(f"listening on {begin}").isdigit())
                server.host = host.strip("[]")
                self.assertEqual(Visitor(server).request("GET", "/healthz")[0], 200)

    def test_an_invalid_host_is_an_error(self):
        for host in ("[::1", "[::1]x", "no host", "[]"):
            done = run("serve", "--host", host, "--port", "0")
            self.assertEqual((done.returncode, done.stdout), (1, b""), host)
            self.assertIn(b"unknown host", done.stderr)


if __name__ == "__main__":
    unittest.main()
