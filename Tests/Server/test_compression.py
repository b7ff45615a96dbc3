"""gzip on the wire (RFC 9110 §8.4, §12.5.3): the same content for clients that accept it, and no other difference."""

import gzip
import re
import unittest

from formcells import Server
from sample_forms import SMALL, WORKSHOP, WORKSHOP_SOURCES
from ten_cells import FIRST_VIEW_BYTE_LIMIT, FORM
from visitor import Visitor


class CompressionChecks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"workshop": WORKSHOP, "small": SMALL}, WORKSHOP_SOURCES))

    def setUp(self):
        self.visitor = Visitor(self.server)

    def get(self, path, accepted, method="GET", **headers):
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.visitor.request(method, path, headers={"Accept-Encoding": accepted, **named})

    def stylesheet(self):
        page = self.visitor.open("/")
        return next(link["href"] for link in page.root.all("link") if link["rel"] == "stylesheet")

    @staticmethod
    def without_name(page):
        """A page without the random name that each new form has."""
        return re.sub(rb'name="_fill" value="[^"]*"', b"", page)

    def test_gzip_carries_the_same_content_and_headers(self):
        for path in ("/forms/workshop", "/forms/workshop/cells/machine", "/schema/form.json", self.stylesheet()):
            with self.subTest(path):
                _, plain, expected = self.get(path, "identity")
                status, packed, body = self.get(path, "gzip, deflate, br, zstd")
                self.assertEqual(status, 200)
                self.assertEqual(packed.get_all("Content-Encoding"), ["gzip"])
                self.assertEqual(int(packed["Content-Length"]), len(body))
                self.assertLess(len(body), len(expected) / 2)
                self.assertEqual(self.without_name(gzip.decompress(body)), self.without_name(expected))
                self.assertIsNone(plain["Content-Encoding"])
                for fields in (plain, packed):
                    self.assertIn("accept-encoding", re.split(r"\s*,\s*", fields["Vary"].lower()))
                for name in ("Content-Type", "Cache-Control", "Content-Security-Policy", "Vary"):
                    self.assertEqual(packed[name], plain[name], name)

    def test_each_visitor_gets_another_form_name_in_gzip_and_uncompressed_pages(self):
        with Server({"goods": FORM}) as server:
            names = set()
            for turn in range(6):
                for accepted in ("gzip", "identity"):
                    status, fields, body = Visitor(server).request("GET", "/forms/goods", headers={"Accept-Encoding": accepted})
                    self.assertEqual((status, fields["Content-Encoding"]), (200, "gzip" if accepted == "gzip" else None))
                    page = gzip.decompress(body) if accepted == "gzip" else body
                    names.add(re.search(rb'name="_fill" value="([0-9a-f]{32})"', page)[1])
                    self.assertEqual(page.count(b"<html"), 1)
            self.assertEqual(len(names), 12)

    def test_gzip_is_sent_only_to_clients_that_accept_it(self):
        sheet = self.stylesheet()
        for accepted in ("gzip;q=0", "gzip;q=0.0, *", "identity", "", "br", "*;q=0", "gzip;q=0.5, identity;q=0.9"):
            for path in ("/forms/workshop", sheet):
                with self.subTest(path=path, accepted=accepted):
                    status, fields, body = self.get(path, accepted)
                    self.assertEqual((status, fields["Content-Encoding"]), (200, None))
                    self.assertIn(b"{" if path == sheet else b"<html", body)
        for accepted in ("GZIP", "x-gzip", "*", "identity;q=0, gzip;q=0.1", "br;q=1, gzip;q=0.2"):
            with self.subTest(accepted=accepted):
                self.assertEqual(self.get(sheet, accepted)[1]["Content-Encoding"], "gzip")

    def test_head_has_the_length_of_get_in_each_coding(self):
        # Filled in, because a new form has another random name each time.
        self.visitor.open("/forms/workshop").type("Summary", "Belt <torn> & smoking")
        self.visitor.press("Machine")
        for path in ("/forms/workshop", self.stylesheet(), "/schema/form.json"):
            for accepted in ("gzip", "identity"):
                with self.subTest(path=path, accepted=accepted):
                    head = self.get(path, accepted, "HEAD")
                    length = len(self.get(path, accepted)[2])
                    self.assertEqual(head[2], b"")
                    self.assertEqual(int(head[1]["Content-Length"]), length)
                    self.assertEqual(head[1]["Content-Encoding"], "gzip" if accepted == "gzip" else None)

    def test_each_coding_of_an_asset_has_its_own_strong_etag_and_304(self):
        sheet = self.stylesheet()
        tags = {accepted: self.get(sheet, accepted)[1]["ETag"] for accepted in ("gzip", "identity")}
        self.assertEqual(len(set(tags.values())), 2)
        for accepted, tag in tags.items():
            self.assertRegex(tag, r'^"[^"]+"$')
            status, fields, body = self.get(sheet, accepted, If_None_Match=tag)
            self.assertEqual((status, body, fields["ETag"]), (304, b"", tag))
            self.assertIsNone(fields["Content-Encoding"])
            self.assertEqual(fields["Vary"], "Accept-Encoding")
            other = next(each for each in tags.values() if each != tag)
            self.assertEqual(self.get(sheet, accepted, If_None_Match=other)[0], 200)
            self.assertEqual(self.get(sheet, accepted, If_None_Match=f"{other}, W/{tag}")[0], 304)

    def test_small_and_empty_answers_are_not_compressed(self):
        submit = self.visitor.request("POST", "/forms/small", b"name=x", {"Accept-Encoding": "gzip"})
        for expected, (status, fields, body) in [
            (200, self.get("/healthz", "gzip")), (303, submit), (204, self.get("/forms/small", "gzip", "OPTIONS")),
        ]:
            with self.subTest(expected):
                self.assertEqual((status, fields["Content-Encoding"]), (expected, None))
                self.assertLess(len(body), 860)

    def test_a_refused_submit_is_compressed_too(self):
        status, fields, body = self.visitor.request(
            "POST", "/forms/workshop", b"_do=submit", {"Accept-Encoding": "gzip"})
        self.assertEqual((status, fields["Content-Encoding"]), (422, "gzip"))
        self.assertIsNotNone(fields["Set-Cookie"])
        self.assertIn(b'id="_problems"', gzip.decompress(body))

    def test_a_range_request_for_an_asset_gets_the_whole_asset(self):
        sheet = self.stylesheet()
        for accepted in ("gzip", "identity"):
            whole = self.get(sheet, accepted)[2]
            status, fields, body = self.get(sheet, accepted, Range="bytes=0-9")
            self.assertEqual((status, fields["Content-Range"], body), (200, None, whole))


HEAD_BYTE_LIMIT = 500


class FirstViewChecks(unittest.TestCase):
    def test_a_form_of_ten_cells_fits_into_a_connections_initial_window(self):
        with Server({"goods": FORM}) as server:
            visitor = Visitor(server)

            def wire_bytes(path):
                status, fields, body = visitor.request("GET", path, headers={"Accept-Encoding": "gzip"})
                self.assertEqual(status, 200)
                head = ["HTTP/1.1 200 OK", *(f"{name}: {value}" for name, value in fields.items()), ""]
                return sum(len(line) + 2 for line in head) + len(body)

            page = visitor.open("/forms/goods")
            head = page.root.all("head")[0]
            sheets = [link["href"] for link in head.all("link") if link["rel"] == "stylesheet"]
            scripts = [script["src"] for script in page.root.all("script")]
            self.assertEqual((len(sheets), len(scripts)), (1, 1))
            paths = ["/forms/goods", *sheets, *scripts]
            # Two more answers, each with its own head.
            self.assertLessEqual(sum(map(wire_bytes, paths)), FIRST_VIEW_BYTE_LIMIT + 2 * HEAD_BYTE_LIMIT)
