"""No page of the gallery throws an error on a desktop: each combination of scripts in one browser engine, each script in all
three. `test_axe` covers a phone: every cell in every state, and everything around it or opened by it."""

import json
import re
import unittest

import gallery_pages
from browser import DESKTOP
from engines import Engines
from engines.chromium import Chromium
from engines.firefox import Firefox
from engines.webkit import WebKit
from extent import FULL
from formcells import Server
from probe import probing
from sample_forms import SMALL
from window import Window


class GalleryPages:
    """Pages in one engine, which the classes below choose."""

    engine = None
    cost = 15

    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"small": SMALL}, options=["--gallery"]))
        cls.base = cls.enterClassContext(probing(cls.server))

    def setUp(self):
        self.window = Window(Engines.get(self.engine, True), self.base, DESKTOP)
        self.addCleanup(self.window.close)

    def errors(self, path):
        """The errors of a page's scripts until all of them have started."""
        window = self.window
        window.open(path)
        # A pointer movement, like a visitor's, starts the scripts.
        window.port.evaluate("void dispatchEvent(new Event('pointermove'))")
        window.wait(f"the scripts of {path} have taken over", lambda: window.port.evaluate("hasStarted"))
        return json.loads(window.port.evaluate("JSON.stringify(pageErrors)"))

    def scripts_by_page(self):
        """The scripts of each page of the gallery."""
        base = self.server.url
        scripts = {
            path: frozenset(" ".join(re.findall(r'data-module="([^"]*)"', gallery_pages.html(base, path))).split())
            for path in [gallery_pages.LIST, *gallery_pages.every(base)]}
        self.assertGreater(len(set(scripts.values())), 10)
        return scripts

    def combinations(self):
        """One page for each combination of scripts."""
        return list({combination: path for path, combination in self.scripts_by_page().items()}.values())

    def paths(self):
        """A few pages that together load all scripts, each time the page with the most missing ones; before a release, one for
        each combination of scripts."""
        if FULL:
            return self.combinations()
        scripts, paths = self.scripts_by_page(), []
        missing = set().union(*scripts.values())
        while missing:
            paths.append(max(scripts, key=lambda path: len(scripts[path] & missing)))
            missing -= scripts[paths[-1]]
        return paths

    def test_no_page_of_the_gallery_throws_an_error(self):
        thrown = {path: errors for path in self.paths() if (errors := self.errors(path))}
        self.assertEqual(thrown, {})

    def test_an_error_of_a_script_is_detected(self):
        self.errors("/gallery/text-empty")
        self.window.port.evaluate("void setTimeout(() => { throw new Error('seen') })")
        self.window.wait("it was seen", lambda: "seen" in self.window.port.evaluate("pageErrors.join()"))


class ChromiumGallery(GalleryPages, unittest.TestCase):
    engine = Chromium

    def paths(self):
        return self.combinations()


class FirefoxGallery(GalleryPages, unittest.TestCase):
    engine = Firefox


class WebKitGallery(GalleryPages, unittest.TestCase):
    engine = WebKit
