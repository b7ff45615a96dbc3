"""No page of the gallery throws an error at a desk: in one browser engine each combination of scripts, in all three each script.
On a phone every cell in every state, and whatever stands around one or opens, is seen by `test_axe`."""

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
    """Pages in one engine; the classes below say which."""

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
        """What the scripts of a page throw until all of them have taken over."""
        window = self.window
        window.open(path)
        # As a hand on the mouse does, to which scripts wake up.
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
        """Few pages that have all of its scripts, what has most of those that are missing first; before a release one for each
        combination of scripts."""
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

    def test_an_error_would_be_seen(self):
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
