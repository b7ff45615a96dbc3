"""What every HTTP client can rely on: statuses, methods, cookies, headers, assets."""

import re
import socket
import unittest
import urllib.parse

from formcells import Server
from sample_forms import SMALL, WORKSHOP, WORKSHOP_SOURCES
from visitor import Visitor

FORM = "application/x-www-form-urlencoded"


class ProtocolCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"workshop": WORKSHOP, "small": SMALL}, WORKSHOP_SOURCES))

    def setUp(self):
        self.visitor = Visitor(self.server)

    def request(self, *arguments, **named):
        return self.visitor.request(*arguments, **named)

    def raw(self, text):
        """Sends octets; returns everything received until the server closes."""
        with socket.create_connection((self.server.host, self.server.port), 15) as connection:
            connection.sendall(text)
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            while chunk := connection.recv(65536):
                answer += chunk
        return answer


class StatusChecks(ProtocolCase):
    def test_existing_addresses_are_200_and_others_404(self):
        for path, status in [
            ("/", 200), ("/forms/workshop", 200), ("/forms/workshop/cells/machine", 200), ("/healthz", 200),
            ("/schema/form.json", 200), ("/forms/workshop/schema.json", 200), ("/forms/nothing/schema.json", 404),
            ("/nothing", 404), ("/forms/nothing", 404), ("/forms/workshop/cells/no", 404),
            ("/forms/workshop/cells/summary", 404), ("/assets/css/site.css", 404), ("/assets/../Package.swift", 404),
            ("/assets/%2e%2e/Package.swift", 404),
        ]:
            with self.subTest(path):
                self.assertEqual(self.request("GET", path)[0], status)

    def test_a_method_that_is_not_allowed_is_405_with_allow(self):
        for method, path, allowed in [
            ("DELETE", "/", "GET"), ("PUT", "/forms/workshop", "POST"), ("POST", "/healthz", "GET"),
            ("POST", "/schema/form.json", "GET"), ("PATCH", "/forms/workshop/cells/machine", "POST"), ("POST", "/", "GET"),
        ]:
            with self.subTest(f"{method} {path}"):
                status, fields, _ = self.request(method, path, body="")
                self.assertEqual(status, 405)
                self.assertIn(allowed, re.split(r"\s*,\s*", fields["Allow"]))
                self.assertNotIn(method, fields["Allow"])
        self.assertEqual(self.request("BREW", "/")[0], 501)

    def test_a_body_that_is_too_large_is_413_and_one_of_another_type_415(self):
        status, _, page = self.request("POST", "/forms/small", body=b"name=" + b"x" * (1 << 20))
        self.assertEqual(status, 413)
        self.assertIn(b'href="">Back to the Form</a>', page, "the address that was posted to is the form's")
        self.assertLess(page.index(b"Back to the Form"), page.index(b'href="/"'))
        for kind in ("application/xml", "text/plain", None):
            status, _, _ = self.request("POST", "/forms/small", body=b"{}", headers={"Content-Type": kind})
            self.assertEqual(status, 415, kind)
        status, _, _ = self.request("POST", "/forms/small", body=b"name=a", headers={"Content-Encoding": "gzip"})
        self.assertEqual(status, 415, "a form in another coding")

    def test_a_body_with_an_unknown_action_is_400(self):
        for body in (b"_do=nonsense", b"_do=select-all:9", b"_open=nothing", b"_open=name"):
            with self.subTest(body):
                self.assertEqual(self.request("POST", "/forms/small", body=body)[0], 400)

    def test_a_post_without_a_button_submits_the_form(self):
        self.assertEqual(self.request("POST", "/forms/small", body=b"name=x")[0], 303)
        self.assertEqual(self.request("POST", "/forms/small", body=b"name=")[0], 422)

    def test_errors_have_html_pages(self):
        for arguments in [("GET", "/nothing"), ("PUT", "/forms/small"), ("POST", "/forms/small")]:
            status, fields, body = self.request(*arguments, body=b"_do=nonsense" if arguments[0] == "POST" else None)
            self.assertGreaterEqual(status, 400)
            self.assertTrue(fields["Content-Type"].startswith("text/html"))
            self.assertIn(b"<h1", body)
            self.assertIn(b'lang="en"', body)

    def test_requests_that_allow_smuggling_are_400_and_close_the_connection(self):
        bad = {
            "plus in the length": b"POST /forms/small HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nhello",
            "two lengths": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
            "space before the colon": b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
            "length and chunked": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "nonsense version": b"GET / HTTPS/1.1\r\nHost: x\r\n\r\n",
            "no host": b"GET / HTTP/1.1\r\n\r\n",
            "folded line": b"GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n",
            "bare line feed": b"GET / HTTP/1.1\nHost: x\n\n",
            "control character": b"GET / HTTP/1.1\r\nHost: x\r\nA: \x01\r\n\r\n",
            "bad chunk size": b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n",
        }
        for name, request in bad.items():
            with self.subTest(name):
                # A second request after it must not be answered.
                answer = self.raw(request + b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                self.assertTrue(answer.startswith(b"HTTP/1.1 400 "), answer[:80])
                self.assertEqual(answer.count(b"HTTP/1.1 "), 1)

    def test_a_request_for_an_https_address_over_plain_http_is_421(self):
        request = b"GET https://forms.example/ HTTP/1.1\r\nHost: forms.example\r\n\r\n"
        self.assertTrue(self.raw(request).startswith(b"HTTP/1.1 421 "))
        self.assertTrue(self.raw(request.replace(b"https", b"http")).startswith(b"HTTP/1.1 200 "))

    def test_a_request_refused_by_its_head_is_answered_before_its_body(self):
        for line, fields, status in [
            (b"POST /nothing", b"", b"404"), (b"POST /forms/nothing", b"", b"404"), (b"POST /schema/form.json", b"", b"405"),
            (b"POST /forms/small", b"Sec-Fetch-Site: cross-site\r\n", b"403"),
            (b"POST /forms/small", b"Content-Type: text/plain\r\n", b"415"),
            (b"POST /forms/small", b"Content-Type: text/plain\r\nContent-Type: text/html\r\n", b"400"),
            (b"POST /forms/small", b"Sec-Fetch-Site: cross-site\r\nExpect: 100-continue\r\n", b"403"),
        ]:
            with self.subTest(line=line, fields=fields):
                with socket.create_connection((self.server.host, self.server.port), 15) as connection:
                    connection.sendall(line + b" HTTP/1.1\r\nHost: x\r\n" + fields + b"Content-Length: 1000\r\n\r\na")
                    answer = connection.makefile("rb").read()
                self.assertEqual(answer.split(b" ", 2)[1], status)
                self.assertIn(b"\r\nConnection: close\r\n", answer)

    def test_bodies_beyond_the_memory_for_all_bodies_are_503(self):
        # One event loop, so it reads in order of arrival.
        with Server({"small": SMALL}, options=["--max-bodies", "1MiB", "--max-draft", "1MiB", "--workers", "1"]) as server:
            head = b"POST /forms/small HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            half = head + b"Content-Length: 700000\r\n\r\nname="
            with socket.create_connection((server.host, server.port), 15) as first:
                first.sendall(half)
                # This answer proves that the earlier bytes were read.
                visitor = Visitor(server)
                visitor.open("/forms/small")
                with socket.create_connection((server.host, server.port), 15) as second:
                    second.sendall(half)
                    answer = second.makefile("rb").read()
                self.assertTrue(answer.startswith(b"HTTP/1.1 503 "), answer[:60])
                self.assertIn(b"\r\nRetry-After: 5\r\n", answer)
                self.assertIn(b"<h1", answer)
                first.sendall(b"x" * (700_000 - 5))
                self.assertIn(first.makefile("rb").readline().split(b" ")[1], (b"303", b"422"))

    def test_other_limits_have_their_own_statuses(self):
        for name, request, status in [
            ("target", b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"414"),
            ("field", b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"x" * 200_000 + b"\r\n\r\n", b"431"),
            ("version", b"GET / HTTP/2.0\r\nHost: x\r\n\r\n", b"505"),
            ("coding", b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", b"501"),
        ]:
            with self.subTest(name):
                self.assertEqual(self.raw(request).split(b" ", 2)[1], status)
        answer = self.raw(b"\0" * 200_000)
        self.assertEqual(answer.split(b" ", 2)[1][:1], b"4")
        self.assertEqual(self.request("GET", "/healthz")[0], 200, "and it still serves")

    def test_head_has_the_fields_of_get_and_no_body(self):
        get, head = self.request("GET", "/"), self.request("HEAD", "/")
        self.assertEqual(head[0], 200)
        self.assertEqual(head[2], b"")
        self.assertEqual(head[1]["Content-Length"], get[1]["Content-Length"])

    def test_requests_in_one_packet_are_answered_in_order(self):
        one = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        answer = self.raw(one * 5 + b"GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        self.assertEqual(re.findall(rb"HTTP/1\.1 (\d+)", answer), [b"200"] * 5 + [b"404"])


class SecurityChecks(ProtocolCase):
    def test_only_a_post_sets_a_cookie_and_it_is_httponly_and_samesite(self):
        for path in ("/", "/forms/workshop", "/forms/workshop/cells/machine", "/nothing"):
            self.assertIsNone(self.request("GET", path)[1]["Set-Cookie"], path)
        self.visitor.open("/forms/workshop")
        self.visitor.press("Machine")
        self.assertEqual(len(self.visitor.set_cookies), 1)
        cookie = self.visitor.set_cookies[0]
        self.assertRegex(cookie, r"(?i); *HttpOnly")
        self.assertRegex(cookie, r"(?i); *SameSite=Lax")
        self.assertNotRegex(cookie, r"(?i); *Secure", "plain http")
        self.assertGreaterEqual(len(cookie.split(";")[0].split("=", 1)[1]), 22, "128 random bits")

    def test_behind_a_trusted_proxy_with_https_the_cookie_is_secure(self):
        with Server({"small": SMALL}, options=["--trust-proxy"]) as server:
            visitor = Visitor(server, {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "forms.example"})
            visitor.open("/forms/small")
            visitor.request("POST", "/forms/small", b"_do=submit", {"Sec-Fetch-Site": "same-origin"})
            self.assertRegex(visitor.set_cookies[0], r"(?i); *Secure")
            for told in (
                {"X-Forwarded-Proto": "https, http", "X-Forwarded-Host": "forms.example, inner:8080"},
                {"Forwarded": 'for=_a;proto=https;host="forms.example", for="[2001:db8::1]:5";proto=http;host=inner'},
            ):
                with self.subTest(told):
                    visitor = Visitor(server, {**told, "X-Forwarded-For": "6.6.6.6, 192.0.2.7"})
                    if "Forwarded" in told:
                        visitor = Visitor(server, told)
                    status, _, _ = visitor.request(
                        "POST", "/forms/small", b"_do=submit", {"Origin": "https://forms.example"})
                    self.assertEqual(status, 422, "a browser's own post")
                    self.assertRegex(visitor.set_cookies[0], r"(?i); *Secure")
            server.terminate()
            log = server.log_text()
            self.assertRegex(log, r"(?m)^\S+ 192\.0\.2\.7 POST /forms/small 422 ")
            self.assertRegex(log, r"(?m)^\S+ 2001:db8::1 POST /forms/small 422 ")
            self.assertNotIn("6.6.6.6", log)
        visitor = Visitor(self.server, {"X-Forwarded-Proto": "https"})
        visitor.request("POST", "/forms/small", b"_do=submit")
        self.assertNotRegex(visitor.set_cookies[0], r"(?i); *Secure", "an untrusted proxy is not believed")

    def test_the_port_from_a_trusted_proxy_belongs_to_the_origin(self):
        https = {"X-Forwarded-Proto": "https"}
        with Server({"small": SMALL}, options=["--trust-proxy"]) as server:
            for told, origin, status in [
                ({"Host": "forms.example", "X-Forwarded-Port": "8443", **https}, "https://forms.example:8443", 422),
                ({"Host": "forms.example", "X-Forwarded-Port": "8443, 80", **https}, "https://forms.example:8443", 422),
                ({"Host": "forms.example", "X-Forwarded-Port": "8443", **https}, "https://forms.example", 403),
                ({"Host": "forms.example", "X-Forwarded-Port": "8080"}, "http://forms.example:8080", 422),
                ({"Host": "[2001:db8::1]", "X-Forwarded-Port": "8443", **https}, "https://[2001:db8::1]:8443", 422),
                ({"Host": "inner:80", "X-Forwarded-Host": "forms.example, inner", "X-Forwarded-Port": "8443", **https},
                 "https://forms.example:8443", 422),
                # Host has the port that the browser used; the proxy's port is the one that it listens on.
                ({"Host": "forms.example:8443", "X-Forwarded-Port": "443", **https}, "https://forms.example:8443", 422),
                # From an inner hop.
                ({"Host": "forms.example", "X-Forwarded-Port": "80", **https}, "https://forms.example", 422),
                ({"Host": "forms.example", "X-Forwarded-Port": "443", **https}, "https://forms.example", 422),
                ({"Host": "forms.example", "X-Forwarded-Port": "none", **https}, "https://forms.example", 422),
                ({"Host": "forms.example", "X-Forwarded-Port": "99999", **https}, "https://forms.example", 422),
                ({"Host": "inner", "Forwarded": 'host="forms.example:8443";proto=https'}, "https://forms.example:8443", 422),
            ]:
                with self.subTest(told=told, origin=origin):
                    fields = {**told, "Origin": origin, "Sec-Fetch-Site": None}
                    self.assertEqual(Visitor(server).request("POST", "/forms/small", b"_do=submit", fields)[0], status)

    def test_the_log_of_a_refused_post_names_both_compared_origins(self):
        for options, fields, line in [
            (["--trust-proxy"], {"Origin": "https://forms.example:8443", "X-Forwarded-Proto": "https", "Host": "forms.example"},
             "Origin is 'https://forms.example:8443', this site is 'https://forms.example'"),
            ([], {"Origin": "https://forms.example", "X-Forwarded-Proto": "https", "Host": "forms.example"},
             "Origin is 'https://forms.example', this site is 'http://forms.example'; a proxy says otherwise, which counts only"
             " with --trust-proxy"),
            ([], {"Origin": "null", "Host": "forms.example"}, "Origin is 'null', this site is 'http://forms.example'"),
            ([], {"Origin": "https://e\t\\'\x1b.example" + "a" * 400, "Host": "forms.example"}, "Origin is 'https://e"),
            ([], {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
             "Sec-Fetch-Site is 'cross-site', Origin is 'https://evil.example'"),
        ]:
            with self.subTest(fields), Server({"small": SMALL}, options=options) as server:
                status, answer, _ = Visitor(server).request(
                    "POST", "/forms/small", b"_do=submit", {"Sec-Fetch-Site": None, **fields})
                server.terminate()
                if "\x1b" in fields["Origin"]:
                    self.assertEqual(status, 400)
                    continue
                self.assertEqual(status, 403)
                lines = [each for each in server.log_text().splitlines() if "another site" in each]
                self.assertEqual(len(lines), 1)
                self.assertIn(line, lines[0])
                self.assertIn(f"(request {answer['X-Request-Id']})", lines[0])

    def test_a_post_from_another_site_is_403(self):
        own, other = self.server.url, "https://evil.example"
        for site, origin, refused in [
            ("cross-site", other, True), ("same-site", own, True), ("cross-site", None, True), (None, other, True),
            (None, "null", True), (None, f"{own}0", True), ("same-origin", own, False), (None, own, False),
            (None, None, False), ("none", None, False), ("same-origin", None, False),
        ]:
            with self.subTest(site=site, origin=origin):
                status, fields, _ = self.request(
                    "POST", "/forms/small", b"_do=submit", {"Sec-Fetch-Site": site, "Origin": origin})
                self.assertEqual(status, 403 if refused else 422)
                if refused:
                    self.assertIsNone(fields["Set-Cookie"])

    def test_every_page_has_a_policy_without_unsafe_parts_and_no_inline_script_or_style(self):
        for path in ("/", "/forms/workshop", "/forms/workshop/cells/machine", "/nothing"):
            with self.subTest(path):
                _, fields, body = self.request("GET", path)
                policy = fields["Content-Security-Policy"]
                self.assertIn("default-src 'none'", policy)
                self.assertIn("frame-ancestors 'none'", policy)
                self.assertNotIn("unsafe-", policy)
                self.assertNotIn("*", policy)
                self.assertEqual(fields["X-Content-Type-Options"], "nosniff")
                self.assertIn("Referrer-Policy", fields)
                self.assertNotRegex(body, rb"<style|<script(?![^>]* src)| style=| on[a-z]+=")

    def test_a_visitors_text_never_becomes_markup(self):
        text = "\"'><script>alert(1)</script>{title}&amp;"
        visitor = self.visitor
        visitor.open("/forms/workshop").type("Summary", text).type("Email", text)
        page = visitor.press("Submit", expected=422)
        self.assertEqual(page.value("Summary"), text)
        view = visitor.press("Machine")
        self.assertEqual(view.foreign_scripts, [])
        view.type("Search", text, role="searchbox")
        view = visitor.press("Search")
        self.assertEqual(view.find("searchbox", "Search")["value"], text)
        self.assertEqual(view.foreign_scripts, [])


class AssetChecks(ProtocolCase):
    def assets(self):
        page = self.visitor.open("/")
        return [link["href"] for link in page.root.all("link") if link["rel"] == "stylesheet"]

    def test_assets_have_hashed_names_and_are_cached_for_a_year(self):
        for path in self.assets():
            self.assertRegex(path, r"^/assets/.*[0-9a-zA-Z_-]{8,}.*\.css$")
            status, fields, body = self.request("GET", path)
            self.assertEqual(status, 200)
            self.assertTrue(body)
            self.assertIn("immutable", fields["Cache-Control"])
            self.assertGreaterEqual(int(re.search(r"max-age=(\d+)", fields["Cache-Control"])[1]), 31_536_000)
            tag = fields["ETag"]
            status, fields, body = self.request("GET", path, headers={"If-None-Match": tag})
            self.assertEqual((status, body), (304, b""))
            self.assertEqual(fields["ETag"], tag)
            self.assertEqual(self.request("GET", path, headers={"If-None-Match": '"other"'})[0], 200)
            self.assertEqual(self.request("GET", path, headers={"If-Match": f'"other", {tag}'})[0], 200)
            self.assertEqual(self.request("GET", path, headers={"If-Match": '"other"'})[0], 412)

    def test_the_schema_is_revalidated_and_not_sent_again_if_unchanged(self):
        _, fields, body = self.request("GET", "/schema/form.json")
        self.assertEqual(fields["Cache-Control"], "no-cache")
        tag = fields["ETag"]
        status, fields, rest = self.request("GET", "/schema/form.json", headers={"If-None-Match": tag})
        self.assertEqual((status, rest, fields["ETag"]), (304, b"", tag))
        self.assertEqual(self.request("GET", "/schema/form.json", headers={"If-None-Match": '"other"'})[2], body)

    def test_each_asset_that_a_style_sheet_names_exists(self):
        seen, todo = set(), self.assets()
        self.assertTrue(todo)
        while todo:
            path = todo.pop()
            if path in seen:
                continue
            seen.add(path)
            status, fields, body = self.request("GET", path)
            self.assertEqual(status, 200, path)
            if path.endswith(".css"):
                for named in re.findall(r"""(?:@import\s+|url\(\s*)["']?([^"')\s]+)["']?""", body.decode()):
                    if not named.startswith("data:"):
                        todo.append(urllib.parse.urljoin(path, named))

    def test_pages_are_not_stored_by_caches(self):
        for path in ("/", "/forms/workshop"):
            self.assertIn("no-store", self.request("GET", path)[1]["Cache-Control"])


class ViewportChecks(ProtocolCase):
    def viewport(self, path, headers, expected=200):
        page = Visitor(self.server, headers).open(path, expected)
        return page.root.all("html")[0]["data-viewport"]

    def test_the_viewport_class_comes_from_the_address_else_the_cookie_else_the_hints(self):
        path = "/forms/workshop"
        hint, mobile = {"Sec-CH-Viewport-Width": "700"}, {"Sec-CH-UA-Mobile": "?1"}
        for name, url, headers, expected in [
            ("nothing", path, {}, "auto"),
            ("mobile", path, mobile, "compact"),
            ("width", path, {**hint, **mobile}, "medium"),
            ("599", path, {"Sec-CH-Viewport-Width": "599"}, "compact"),
            ("600", path, {"Sec-CH-Viewport-Width": "600"}, "medium"),
            ("839", path, {"Sec-CH-Viewport-Width": "839"}, "medium"),
            ("840", path, {"Sec-CH-Viewport-Width": "840"}, "expanded"),
            ("cookie", path, {**hint, "Cookie": "viewport=expanded"}, "expanded"),
            ("address", path + "?viewport=compact", {**hint, "Cookie": "viewport=expanded"}, "compact"),
            ("nonsense", path + "?viewport=huge", {"Cookie": "viewport=tiny", "Sec-CH-Viewport-Width": "x"}, "auto"),
        ]:
            with self.subTest(name):
                self.assertEqual(self.viewport(url, headers), expected)

    def test_error_pages_are_also_made_for_the_viewport_class(self):
        self.assertEqual(self.viewport("/nothing?viewport=medium", {}, 404), "medium")
        self.assertEqual(self.viewport("/forms/workshop?receipt=" + "0" * 32, {"Cookie": "viewport=expanded"}, 404), "expanded")
