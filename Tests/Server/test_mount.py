"""A site below a path of its host: with `--base-path`, or behind nginx, which strips a prefix and passes it on in a header."""

import re
import unittest
import urllib.parse

from formcells import Server
from sample_forms import SMALL, WORKSHOP, WORKSHOP_SOURCES
from services import Nginx
from visitor import Page, Visitor

PREFIX = "/town/forms-2"


# Links in texts of the gallery; their addresses come from the definition, whatever the prefix is.
TEXT_LINKS = {"/terms", "/travel", "https://example.com/paid(2026)", "https://example.com/rules",
    "mailto:travel@example.com"}


class Crawl:
    """Every address named by the site's pages and files, requested once; each must be below the prefix."""

    def __init__(self, check, visitor):
        self.check, self.visitor = check, visitor
        self.met = set()

    def page(self, page):
        """Checks the addresses on a page."""
        for element in page.root.walk():
            if element.tag == "a" and element["href"] in TEXT_LINKS:
                continue
            for name in ("href", "src", "action", "formaction"):
                if element[name] and not element[name].startswith("#"):
                    self.meet(page.url, element[name])

    def meet(self, base, reference):
        if reference.startswith("data:"):
            return
        url = urllib.parse.urljoin(base, reference)
        parts = urllib.parse.urlsplit(url)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        if path in self.met:
            return
        self.met.add(path)
        self.check.assertTrue(path.startswith(PREFIX + "/"), f"{reference} of {base}")
        if "/gallery" in base:
            # There are several hundred of one kind, so only their addresses are checked.
            return
        status, fields, content = self.visitor.request("GET", path)
        self.check.assertIn(status, (200, 303), f"{reference} of {base}")
        kind = fields["Content-Type"] or ""
        if status == 303:
            self.meet(url, fields["Location"])
        elif kind.startswith("text/html"):
            self.page(Page(status, fields, content, url))
        elif kind.startswith("text/css"):
            for name in re.findall(r'url\("?([^")]+)', content.decode()):
                self.meet(url, name)
        elif kind.startswith("text/javascript"):
            for name in re.findall(r'\bimport\("([^"]+)"\)|\bfrom "([^"]+)"', content.decode()):
                self.meet(url, "".join(name))


class Mounted:
    """A journey and a crawl; the `visitor` uses addresses that begin with the prefix."""

    def test_each_address_is_below_the_prefix_and_exists(self):
        visitor = self.visitor
        crawl = Crawl(self, visitor)
        visitor.open(PREFIX + "/")
        crawl.page(visitor.page)
        crawl.meet(visitor.page.url, f"{PREFIX}/gallery")

        visitor.open(f"{PREFIX}/forms/workshop")
        visitor.page.type("Summary", "Conveyor stops")
        visitor.press("Machine")
        self.assertEqual(visitor.page.path, f"{PREFIX}/forms/workshop/cells/machine")
        crawl.page(visitor.page)
        visitor.page.choose("Motor 0001")
        visitor.press("Apply")
        self.assertEqual(visitor.page.path, f"{PREFIX}/forms/workshop")
        visitor.press("Submit", expected=422)
        crawl.page(visitor.page)
        visitor.press("Impact")
        visitor.press("Slower")
        visitor.page.type("Email", "ada@example.com")
        visitor.press("Submit")
        self.assertIn("receipt=", visitor.page.url)
        self.assertEqual(visitor.page.path, f"{PREFIX}/forms/workshop")
        crawl.page(visitor.page)
        self.assertEqual(self.server.submissions("workshop")[-1]["values"]["summary"], "Conveyor stops")

        for path in (f"{PREFIX}/nothing", f"{PREFIX}/forms/nothing", f"{PREFIX}/assets/css/site.css"):
            visitor.open(path, expected=404)
            crawl.page(visitor.page)
        visitor.open(f"{PREFIX}/forms/workshop?draft=new")
        crawl.page(visitor.page)
        self.assertTrue([path for path in crawl.met if "/assets/js/modules/" in path], "what scripts ask for later")

    def test_the_location_of_a_programs_receipt_has_the_prefix(self):
        status, fields, _ = self.visitor.request(
            "POST", f"{PREFIX}/forms/workshop", body='{"values": {"summary": "x", "machine": "m-00001", "impact": "slow"}}',
            headers={"Content-Type": "application/json", "Accept": "application/json"})
        self.assertEqual(status, 201)
        self.assertTrue(fields["Location"].startswith(f"{PREFIX}/forms/workshop?receipt="), fields["Location"])

    def test_the_cookies_path_is_the_prefix(self):
        self.visitor.open(f"{PREFIX}/forms/workshop")
        self.visitor.press("Machine")
        self.assertIn(f"; Path={PREFIX};", self.visitor.set_cookies[-1])


class BelowABasePath(Mounted, unittest.TestCase):
    cost = 15

    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server(
            {"workshop": WORKSHOP, "small": SMALL}, WORKSHOP_SOURCES, options=["--gallery"], environment={"FORMCELLS_BASE_PATH": PREFIX}))

    def setUp(self):
        self.visitor = Visitor(self.server)

    def test_only_the_health_check_is_served_outside_the_base_path(self):
        for path in ("/", "/forms/workshop", "/schema/form.json", "/gallery", "/town", "/town/", "/town/forms-2x/",
                     "//town/forms-2/", "/town%2Fforms-2/"):
            with self.subTest(path):
                self.assertEqual(self.visitor.request("GET", path)[0], 404)
        self.assertEqual(self.visitor.open("/forms/workshop", expected=404).find("link", "Forms")["href"], PREFIX + "/")
        self.assertEqual(self.visitor.request("POST", "/forms/workshop", body="_do=submit")[0], 404)
        # An address that is wrong only in its slashes redirects.
        status, fields, _ = self.visitor.request("GET", PREFIX + "//")
        self.assertEqual((status, fields["Location"]), (308, PREFIX + "/"))
        for path in (PREFIX, PREFIX + "/", "/healthz", PREFIX + "/healthz"):
            with self.subTest(path):
                self.assertEqual(self.visitor.request("GET", path)[0], 200)

    def test_a_forwarded_prefix_is_ignored_without_a_trusted_proxy(self):
        page = self.visitor.request("GET", PREFIX + "/", headers={"X-Forwarded-Prefix": "/evil"})[2]
        self.assertNotIn(b"evil", page)


class BehindAProxyThatStripsAPrefix(Mounted, unittest.TestCase):
    cost = 15

    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server(
            {"workshop": WORKSHOP, "small": SMALL}, WORKSHOP_SOURCES, options=["--trust-proxy", "--gallery"]))
        cls.nginx = cls.enterClassContext(Nginx([cls.server.port] * 2, prefix=PREFIX))

    def setUp(self):
        self.visitor = Visitor(self.nginx)

    def test_a_forwarded_prefix_that_is_not_a_path_is_ignored(self):
        direct = Visitor(self.server)
        for prefix in ("//evil.example", "evil", "/a/../b", '/"><script>', "/a, b"):
            with self.subTest(prefix):
                page = direct.request("GET", "/", headers={"X-Forwarded-Prefix": prefix})[2]
                self.assertIn(b'href="/forms/workshop"', page)
        page = direct.request("GET", "/", headers={"X-Forwarded-Prefix": "/a/"})[2]
        self.assertIn(b'href="/a/forms/workshop"', page)
        page = direct.request("GET", "/", headers={"X-Forwarded-Prefix": "/a, /b"})[2]
        self.assertIn(b'href="/a/b/forms/workshop"', page)

    def test_a_visitor_without_the_prefix_is_also_served(self):
        direct = Visitor(self.server)
        direct.open("/forms/workshop")
        self.assertEqual(direct.page.find("link", "Forms")["href"], "/")
