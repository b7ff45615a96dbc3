"""The Nu HTML checker finds no error on any page: every page of the gallery, the sample forms, the pages around them."""

import re
import unittest
import urllib.error
import urllib.request

import formcells
from formcells import Server
from nu_checker import Checker
from sample_forms import WORKSHOP, WORKSHOP_SOURCES


def get(server, path):
    """A page, whatever its status."""
    request = urllib.request.Request(f"{server.url}{path}")
    try:
        with urllib.request.urlopen(request, timeout=formcells.PATIENCE_SECONDS) as response:
            return response.read()
    except urllib.error.HTTPError as error:
        return error.read()


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"workshop": WORKSHOP}, WORKSHOP_SOURCES, options=["--gallery"]))
        cls.checker = cls.enterClassContext(Checker())

    def check(self, path):
        self.assertEqual(self.checker.errors(get(self.server, path)), [], path)

    def test_the_checker_finds_a_mistake(self):
        page = get(self.server, "/gallery/text-empty").replace(b"<main>", b"<main><button><a href=x>y</a></button>")
        self.assertEqual(len(self.checker.errors(page)), 1)

    def test_every_page_of_the_gallery(self):
        index = get(self.server, "/gallery").decode()
        paths = sorted(set(re.findall(r'href="(/gallery/[^"?]+)', index)))
        self.assertGreater(len(paths), 100)
        for path in paths:
            with self.subTest(path):
                self.check(path)

    def test_the_gallery_itself(self):
        self.check("/gallery")
        self.check("/gallery/conformance")

    def test_the_pages_around_the_forms(self):
        for path in ("/", "/forms/workshop", "/forms/workshop/cells/machine", "/nowhere"):
            with self.subTest(path):
                self.check(path)
