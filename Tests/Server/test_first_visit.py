"""For a browser on its first visit, the page itself contains its style sheet and its script."""

import base64
import hashlib
import re
import unittest

from formcells import Server
from sample_forms import SMALL
from ten_cells import FIRST_VIEW_BYTE_LIMIT, FORM
from visitor import Visitor

OPENED = {"Sec-Fetch-Dest": "document"}
LATER = rb'<link rel="stylesheet" href="/assets/css/later\.[0-9a-f]{16}\.css">'
LATER_IN_HEAD = re.compile(LATER + rb".*<body>", re.DOTALL)
LATER_AT_END = re.compile(rb"<noscript>" + LATER + rb"</noscript></body>")


class FirstVisitChecks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"goods": FORM, "small": SMALL}))

    def get(self, path="/forms/goods", **fields):
        status, answered, body = Visitor(self.server).request("GET", path, headers=fields)
        self.assertEqual(status, 200, path)
        return answered, body

    def asset(self, pattern, page):
        return self.get(re.search(pattern, page).group(1).decode())[1]

    def test_the_policy_allows_only_the_inline_style_and_script(self):
        for path in ("/", "/forms/goods"):
            fields, body = self.get(path, **OPENED)
            policy = dict(part.split(" ", 1) for part in fields["Content-Security-Policy"].split("; "))
            for name, pattern in (("style-src", rb"<style>(.*?)</style>"), ("script-src", rb"<script [^>]*>(.*?)</script>")):
                texts = re.findall(pattern, body, re.DOTALL)
                self.assertEqual(len(texts), 1, path)
                digest = base64.b64encode(hashlib.sha256(texts[0]).digest()).decode()
                self.assertEqual(policy[name], f"'self' 'sha256-{digest}'", path)
            self.assertNotIn(b'rel="stylesheet" href="/assets/css/site', body)
            self.assertNotRegex(body, rb"<script[^>]* src")

    def test_the_inline_style_and_script_equal_the_served_files(self):
        _, asked = self.get()
        _, body = self.get(**OPENED)
        style = self.asset(rb'rel="stylesheet" href="([^"]*)"', asked)
        self.assertIn(b"<style>" + style + b"</style>", body)
        script = self.asset(rb'<script [^>]*src="([^"]*)"', asked)
        # The inline script names later files by whole address, because it is not in their folder.
        held = re.search(rb"<script [^>]*>(.*?)</script>", body, re.DOTALL).group(1)
        self.assertEqual(held.replace(b'import("/assets/js/', b'import("./'), script)
        self.assertNotEqual(held, script)
        for address in re.findall(rb'import\("([^"]*)"\)', held):
            self.get(address.decode())
        # The rest of the page is the same, except the link for browsers without scripts.
        rest, own = re.compile(rb"<body>.*", re.DOTALL), re.compile(rb'name="_fill" value="\w*"|<noscript>.*?</noscript>')
        self.assertEqual(*(own.sub(b"", rest.search(page).group()) for page in (body, asked)))

    def test_the_second_style_sheet_is_at_the_end_on_a_first_visit_else_in_the_head(self):
        for path, fields, is_new in (
                ("/forms/goods", OPENED, True), ("/forms/goods", {}, True),
                ("/forms/goods", {**OPENED, "Cookie": "viewport=compact"}, False),
                ("/forms/goods/cells/supplier", OPENED, False), ("/", OPENED, False)):
            with self.subTest(path, fields=fields):
                body = self.get(path, **fields)[1]
                self.assertEqual(bool(LATER_IN_HEAD.search(body)), not is_new)
                self.assertEqual(bool(LATER_AT_END.search(body)), is_new)

    def test_without_cookies_a_page_with_errors_links_the_second_style_sheet(self):
        visitor = Visitor(self.server, headers=OPENED)
        visitor.open("/forms/goods")
        visitor.cookies.clear()
        visitor.press("Submit", expected=422)
        self.assertTrue(visitor.page.errors())
        self.assertIn(b"<style>", visitor.page.body)
        self.assertRegex(visitor.page.body, LATER_IN_HEAD)

    def test_on_later_visits_and_for_scripts_the_page_has_no_inline_style(self):
        for fields in ({}, {"Sec-Fetch-Dest": "empty"}, {**OPENED, "Cookie": "viewport=compact"},
                       {**OPENED, "Cookie": f"formcells={'0' * 32}"}, {**OPENED, "Cookie": f"__Host-formcells={'0' * 32}"}):
            with self.subTest(fields):
                answered, body = self.get(**fields)
                self.assertNotIn(b"<style", body)
                self.assertNotIn("sha256", answered["Content-Security-Policy"])
        # A host's cookie does not count as an earlier visit.
        self.assertIn(b"<style", self.get(**OPENED, Cookie="theme=dark")[1])

    def test_below_a_base_path_the_inline_script_imports_addresses_with_it(self):
        with Server({"goods": FORM}, options=["--base-path", "/town"]) as server:
            status, _, body = Visitor(server).request("GET", "/town/forms/goods", headers=OPENED)
            self.assertEqual(status, 200)
            self.assertRegex(body, rb'import\("/town/assets/js/page\.')
            self.assertNotIn(b'import("/assets', body)

    def test_a_form_of_ten_cells_fits_into_a_connections_initial_window(self):
        fields, body = self.get(**OPENED, **{"Accept-Encoding": "gzip"})
        head = ["HTTP/1.1 200 OK", *(f"{name}: {value}" for name, value in fields.items()), ""]
        self.assertLessEqual(sum(len(line) + 2 for line in head) + len(body), FIRST_VIEW_BYTE_LIMIT)
