"""Each language on every page: no English is left, and the page declares its language and direction; Arabic is also filled in,
before a release in three engines."""

import json
import re
import unittest

import formcells
from browser import DESKTOP, PHONE, TABLET
from engines import Engines
from engines.chromium import Chromium
from engines.firefox import Firefox
from engines.webkit import WebKit
from extent import before_a_release
from formcells import Server
from visitor import Visitor
from window import Window

LOCALES = formcells.ROOT / "Templates/locales"
LANGUAGES = sorted(path.stem for path in LOCALES.glob("*.json"))


def words(language):
    return json.loads((LOCALES / f"{language}.json").read_text())


def texts(language):
    """The texts of a language by key path."""
    def collect(node, path):
        if isinstance(node, dict):
            for key, value in node.items():
                yield from collect(value, f"{path}.{key}")
        else:
            yield path, node
    return dict(collect(words(language), ""))


def said(name):
    """A form text in all languages, none of it English."""
    return {language: f"«{language} {name}»" for language in LANGUAGES}


def options(*names):
    return [{"value": name, "label": said(name)} for name in names]


# All kinds of cells, with invalid entries.
TOUR = {
    "title": said("tour"), "locale": "en",
    "sections": [
        {"cells": [
            {"id": "name", "type": "text", "label": said("name"), "required": True},
            {"id": "mail", "type": "text", "label": said("mail"), "format": "email"},
            {"id": "web", "type": "text", "label": said("web"), "format": "url"},
            {"id": "code", "type": "text", "label": said("code"), "maxLength": 3},
            {"id": "total", "type": "currency", "label": said("total"), "currency": "EUR", "minimum": 1000},
            {"id": "day", "type": "date", "label": said("day"), "minimum": "2026-01-31"},
            {"id": "hour", "type": "time", "label": said("hour"), "minimum": "13:00"},
            {"id": "count", "type": "number", "label": said("count"), "maximum": 5},
            {"id": "secret", "type": "password", "label": said("secret"), "minLength": 12},
            {"id": "story", "type": "note", "label": said("story"), "maxLength": 5},
            {"id": "lights", "type": "switch", "label": said("lights")},
            {"id": "side", "type": "radio-group", "label": said("side"), "required": True, "options": options("a", "b")},
            {"id": "kinds", "type": "list-picker", "label": said("kinds"), "selection": "multiple", "minimum": 2,
             "options": options(*"abcdefghijkl")},
            {"id": "plant", "type": "select", "label": said("plant"), "options": options("a", "b")},
            {"id": "sort", "type": "order-picker", "label": said("sort"), "criteria": [
                {"id": each, "label": said(each), "selected": each == "x"} for each in "xyz"]},
        ]},
        {"container": "modal", "label": said("more"), "cells": [{"id": "note", "type": "text", "label": said("note")}]},
    ],
}
WRONG = {"mail": "nobody", "web": "nothing", "code": "12345", "total": "1", "day": "2020-01-01", "hour": "12:00",
         "count": "9", "secret": "short", "story": "1234567"}
RIGHT = {"name": "Ada", "mail": "a@example.com", "web": "https://example.com", "code": "1", "total": "1000", "day": "2026-02-01",
         "hour": "14:00", "count": "3", "secret": "long enough to be one", "story": "1"}

SPOKEN_ATTRIBUTES = ("aria-label", "placeholder", "title", "alt", "data-hint")


def read(page):
    """All text that is visible or spoken on the page."""
    found = [page.title]
    for element in page.root.all("body")[0].walk():
        if not any(each.tag in ("script", "template", "textarea") for each in element.ancestors()):
            found += [child for child in element.children if isinstance(child, str)]
        found += [element[name] for name in SPOKEN_ATTRIBUTES if name in element]
    return [" ".join(text.split()) for text in found if text.strip()]


class Languages(unittest.TestCase):
    """One visit in each language: the form, the refused form, a picker, the question, the receipt."""

    cost = 10

    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"tour": TOUR}))
        cls.english = cls.visit("en")

    @classmethod
    def visit(cls, language):
        """The texts of each page by the page's name, with its declared language and direction."""
        visitor, pages = Visitor(cls.server, {"Accept-Language": language}), {}

        def look(name):
            root = visitor.page.root.all("html")[0]
            pages[name] = {"texts": read(visitor.page), "lang": root["lang"], "dir": root["dir"]}

        def press(value, within="form"):
            visitor.press_element(next(
                button for around in visitor.page.root.all(within) for button in around.all("button")
                if button["value"] == value and button["class"] != "default-action"), expected=None)

        def fill(values):
            for name, value in values.items():
                visitor.page.root.by_id(name).attributes["value"] = value

        def tick():
            for box in [each for row in visitor.page.dialog.all("label") for each in row.all("input")][:3]:
                box.attributes["checked"] = ""

        visitor.open("/")
        look("list of forms")
        visitor.open("/forms/tour")
        look("form")
        fill(WRONG)
        press("submit")
        look("refused")
        press("kinds")
        look("picker")
        tick()
        fill({"_q": "zzz"})
        press("search")
        look("no results")
        press("close")
        look("question")
        press("discard", "dialog")
        press("plant")
        look("select")
        press("a", "dialog")
        fill(RIGHT)
        next(each for each in visitor.page.root.all("input") if each["name"] == "side").attributes["checked"] = ""
        press("kinds")
        tick()
        press("apply", "dialog")
        look("applied")
        fill({"secret": RIGHT["secret"]})
        press("submit")
        look("receipt")
        visitor.open("/nowhere", 404)
        look("error")
        return pages

    def test_each_page_is_in_its_language_and_declares_it(self):
        english = texts("en")
        for language in LANGUAGES:
            if language == "en":
                continue
            pages = self.visit(language)
            own = texts(language)
            # Some words are the same in both languages, and so is a currency code.
            same = {text.strip() for path, text in own.items() if english.get(path) == text} | {"(EUR)"}
            for name, page in pages.items():
                with self.subTest(language=language, page=name):
                    self.assertEqual(page["lang"], language)
                    self.assertEqual(page["dir"], "rtl" if language in ("ar", "he") else "ltr")
                    left = set(page["texts"]) & set(self.english[name]["texts"])
                    left = {text for text in left if re.search(r"[A-Za-z]{2}", text)} - same - set(RIGHT.values())
                    self.assertEqual(left, set())

    def test_the_visit_collects_the_intended_pages(self):
        titles = {name: page["texts"][0] for name, page in self.english.items()}
        self.assertEqual(titles["refused"], "Error: «en tour»")
        self.assertEqual(titles["receipt"], "Sent")
        self.assertIn("Discard changes?", self.english["question"]["texts"])
        self.assertIn("No Results Found", self.english["no results"]["texts"])
        self.assertGreater(len(self.english["refused"]["texts"]), 60)


ARABIC = {
    "title": "طلب صيانة", "locale": "ar",
    "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "الاسم", "required": True},
        {"id": "mail", "type": "text", "label": "البريد", "format": "email"},
        {"id": "kinds", "type": "list-picker", "label": "الأنواع", "selection": "multiple",
         "options": ["أسود", "أبيض", "SAP 5", "أحمر", "أخضر", "أزرق", "أصفر", "بني"]},
        {"id": "sort", "type": "order-picker", "label": "الترتيب", "criteria": [
            {"id": "x", "label": "التاريخ", "selected": True}, {"id": "y", "label": "المكان", "selected": True}]},
    ]}],
}

# Whether the chevron is at the left end of its cell and points left.
CHEVRON = """(() => {
    const chevron = document.querySelector(".chevron");
    const { left } = chevron.getBoundingClientRect();
    const label = document.querySelector(".picker .cell-label").getBoundingClientRect();
    return String(left < label.left && getComputedStyle(chevron).scale.startsWith("-1"));
})()"""


class ArabicPages:
    """Right-to-left pages in one engine, which the classes below choose."""

    engine = None
    size = None
    cost = 12

    def setUp(self):
        server = self.enterContext(Server({"arabic": ARABIC}))
        self.window = Window(Engines.get(self.engine, True), server.url, self.size)
        self.addCleanup(self.window.close)
        self.server, self.words = server, words("ar")
        self.window.open("/forms/arabic")

    def shot(self, name):
        self.window.screenshot(f"arabic-{type(self).__name__}-{name}")

    def evaluate(self, script):
        return self.window.port.evaluate(script)

    def test_an_arabic_form_is_filled_in_and_sent(self):
        window, say = self.window, self.words
        self.assertEqual(self.evaluate("document.documentElement.lang + ' ' + document.documentElement.dir"), "ar rtl")
        self.assertEqual(self.evaluate(CHEVRON), "true")
        self.assertEqual(self.evaluate("getComputedStyle(document.getElementById('mail')).direction"), "ltr")
        window.press(say["submit"])
        window.see("heading", say["problemTitle"])
        self.shot("refused")
        window.fill("الاسم", "آدا")
        window.open_picker("الأنواع")
        window.check("SAP 5")
        self.shot("picker")
        window.press(say["close"])
        window.see("alertdialog", say["discardQuestion"])
        self.shot("question")
        window.press(say["keepEditing"])
        window.gone("alertdialog")
        window.check("أحمر")
        window.press(say["apply"], starts=True)
        window.gone("dialog")
        window.press(say["moveDown"].replace("{label}", "التاريخ").replace("\u2068", "").replace("\u2069", ""))
        window.wait("the place comes first", lambda: window.met("checkbox")[0]["name"] == "المكان")
        self.shot("form")
        window.press(say["submit"])
        window.see("heading", say["receiptTitle"])
        self.shot("receipt")
        values = self.server.submissions("arabic")[0]["values"]
        self.assertEqual((values["name"], values["kinds"]), ("آدا", ["SAP 5", "أحمر"]))
        self.assertEqual([each["id"] for each in values["sort"]], ["y", "x"])


class ArabicChromium360(ArabicPages, unittest.TestCase):
    engine, size = Chromium, PHONE


@before_a_release
class ArabicFirefox700(ArabicPages, unittest.TestCase):
    engine, size = Firefox, TABLET


@before_a_release
class ArabicWebKit1280(ArabicPages, unittest.TestCase):
    engine, size = WebKit, DESKTOP
