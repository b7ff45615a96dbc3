"""What was entered stays unchanged wherever it is shown: its spaces and lines, in full on paper, and in its own language and
direction."""

import base64
import json
import subprocess

import lasting
from browser import PHONE, BrowserCase
from engines import Engines
from engines.firefox import Firefox
from enhanced import Held
from extent import before_a_release
from formcells import Server
from window import Window

PLACES = ["Lobby", "Workshop", "Yard", "Roof", "Gate", "Cellar", "Tower"]
ENTERED = {
    "title": "Entered",
    "review": True,
    "sections": [
        {
            "cells": [
                {"id": "name", "type": "text", "label": "Name"},
                {"id": "site", "type": "text", "label": "Site", "prefix": "https://", "suffix": ".example.com"},
                {"id": "remarks", "type": "note", "label": "Remarks", "maxLength": 5000},
                {"id": "owner", "type": "list-picker", "label": "Owner",
                 "source": {"file": "people.csv", "value": "id", "label": "name"}},
                {"id": "spots", "type": "list-picker", "label": "Spots", "selection": "multiple", "options": PLACES,
                 "other": {"label": "Another Spot"}},
                {"id": "kind", "type": "radio-group", "label": "Kind", "options": ["Plain", "Fancy"], "other": {"label": "Own"}},
                {"id": "code", "type": "password", "label": "Code"},
            ],
        },
        {"title": "More", "label": "More", "container": "modal",
         "cells": [{"id": "inner", "type": "text", "label": "Inner"}]},
    ],
}
ARABIC = {
    "title": "نموذج",
    "locale": "ar",
    "review": True,
    "sections": [{"cells": [
        {"id": "site", "type": "text", "label": "العنوان", "prefix": "https://", "suffix": ".example.com"},
        {"id": "mail", "type": "text", "label": "البريد", "format": "email"},
        {"id": "loss", "type": "text", "label": "خسارة", "format": "decimal", "prefix": "-$", "suffix": "%"},
        {"id": "weight", "type": "number", "label": "الوزن", "unit": "kg (net)", "value": -3},
        {"id": "tools", "type": "list-picker", "label": "الأدوات", "selection": "multiple",
         "options": ["C++", "(A) first", "-5", "مفتاح"], "value": ["C++", "(A) first", "-5"]},
        {"id": "on", "type": "switch", "label": "تشغيل", "onLabel": "On!", "offLabel": "Off."},
        {"id": "order", "type": "order-picker", "label": "ترتيب", "criteria": [
            {"id": "a", "label": "C++", "selected": True}, {"id": "b", "label": "(A) first"}]},
        {"id": "day", "type": "date", "label": "التاريخ", "value": "2026-01-31"},
    ]}],
}
SPACED = "a    b"
LINES = "first   line\n\n    indented\n\ttabbed  "
WORDS = [f"word{number:03}" for number in range(25)]
ROWS = [f"line{number:03}" for number in range(120)]
SECRET = "correct-horse"

# The letters in the order in which they are drawn, from left to right.
DRAWN = """element => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (let index = 0; index < node.length; index++) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + 1);
            const box = range.getBoundingClientRect();
            if (box.width > 0 && node.data[index].trim()) found.push([Math.round(box.top), box.left, node.data[index]]);
        }
    }
    return found.sort((one, other) => one[0] - other[0] || one[1] - other[1]).map(([, , letter]) => letter).join("");
}"""


def texts_of(pdf):
    """The words on paper, by pdftotext from Debian's package poppler-utils."""
    return subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()


class EnteredCase(BrowserCase):
    shared = None
    form = "entered"

    def find_server(self, _):
        if EnteredCase.shared is None:
            EnteredCase.shared = lasting.stack.enter_context(Server(
                {"entered": ENTERED, "arabic": ARABIC}, {"people.csv": "id,name\n1,Jörg Müller\n2,Ada Lovelace\n"}))
        return EnteredCase.shared

    def choose(self, picker, *names):
        view = self.open_picker(picker)
        for name in names:
            view.get_by_label(name, exact=True).check()
        self.press("Apply", view)

    def open_section(self):
        with self.page.expect_navigation():
            self.page.locator("[data-opens=section]").click()

    def answer(self, label):
        return self.page.locator(".answer", has=self.page.get_by_text(label, exact=True)).locator("dd.answer-text")

    def fill_in(self, name=SPACED, remarks=LINES, other="Mole   Hill"):
        self.fill("Name", name)
        self.fill("Remarks", remarks)
        self.fill("Code", SECRET)
        self.choose("Owner", "Jörg Müller")
        view = self.open_picker("Spots")
        for place in PLACES:
            view.get_by_label(place, exact=True).check()
        view.get_by_label("Another Spot", exact=True).first.check()
        view.get_by_role("textbox", name="Another Spot").fill(other)
        self.press("Apply", view)

    def review(self):
        self.press("Continue")

    def send(self):
        self.press("Submit")


class Shown(EnteredCase):
    size = PHONE

    def check_answers(self):
        self.assertEqual(self.answer("Name").inner_text(), SPACED)
        self.assertEqual(self.answer("Remarks").inner_text().rstrip(), LINES.rstrip())
        self.assertEqual(self.answer("Remarks").evaluate("answer => answer.textContent"), LINES)
        self.assertEqual(self.answer("Spots").last.inner_text(), "Mole   Hill")
        for label in ("Name", "Remarks", "Owner", "Spots"):
            for answer in self.answer(label).all():
                self.assertEqual(answer.get_attribute("translate"), "no", label)
                self.assertEqual(answer.evaluate("answer => answer.getBoundingClientRect().right <= innerWidth"), True)
        # The questions belong to the form, so they may be translated.
        self.assertEqual(self.page.locator("dt[translate], h1[translate], [translate=no] a").count(), 0)

    def test_answers_keep_blanks_and_lines_and_are_marked_as_not_translatable(self):
        self.fill_in()
        self.assertEqual(self.page.locator("#owner_value").get_attribute("translate"), "no")
        self.assertEqual(self.page.locator("#spots_value").get_attribute("translate"), "no")
        self.assertEqual(self.page.locator("#remarks").get_attribute("translate"), "no")
        self.review()
        self.check_answers()
        self.send()
        self.check_answers()
        reference = self.page.locator("data")
        self.assertEqual(reference.evaluate("data => data.closest('[translate=no]') !== null"), True)

    def test_an_answer_in_a_sections_summary_is_marked_as_not_translatable(self):
        self.open_section()
        self.fill("Inner", "Blue   sky")
        self.press("Apply")
        self.assertEqual(self.page.locator(".picker-value [translate=no]").last.text_content(), "Blue sky")

    def test_rows_of_data_and_typed_texts_are_not_translatable_but_options_are(self):
        self.assertEqual(self.open_picker("Owner").locator(".rows").first.get_attribute("translate"), "no")
        self.page.goto("/forms/entered")
        view = self.open_picker("Spots")
        view.get_by_label("Another Spot", exact=True).first.check()
        view.get_by_role("textbox", name="Another Spot").fill("Mole   Hill")
        self.press("Apply", view)
        view = self.open_picker("Spots")
        self.assertEqual(view.locator("[translate=no]").all_inner_texts(), ["Mole   Hill"])


class RightToLeft(EnteredCase):
    size = PHONE
    form = "arabic"
    media = {}

    def drawn(self, element):
        return (self.page.locator(element) if isinstance(element, str) else element).evaluate(DRAWN)

    def test_prefixes_suffixes_units_and_options_keep_their_direction(self):
        self.assertEqual(self.page.evaluate("document.documentElement.dir"), "rtl")
        self.assertEqual(self.drawn("#site_prefix"), "https://")
        self.assertEqual(self.drawn("#site_suffix"), ".example.com")
        self.assertEqual(self.drawn("#loss_prefix"), "-$")
        self.assertEqual(self.drawn("#weight_state"), "kg(net)")
        self.assertEqual(self.drawn(".switch-off"), "Off.")
        self.assertEqual(self.drawn(self.page.locator(".criterion-label").first), "C++")
        self.assertEqual(self.drawn(self.page.locator(".criterion-label").last), "(A)first")
        # From right to left, each value intact.
        self.assertEqual(self.drawn("#tools_value").replace("\u2068", "").replace("\u2069", ""), "-5،(A)first،C++")

    def test_answers_keep_their_direction(self):
        for name, text in (("site", "shop"), ("mail", "a-b@example.com"), ("loss", "2.5")):
            self.page.locator(f"#{name}").fill(text)
        self.assertEqual(self.page.locator("#mail").evaluate("field => getComputedStyle(field).direction"), "ltr")
        with self.page.expect_navigation():
            self.page.locator(".actions .primary").click()
        for label, drawn in (("العنوان", "https://shop.example.com"), ("البريد", "a-b@example.com"), ("الوزن", "-3kg(net)")):
            self.assertEqual(self.drawn(self.answer(label)), drawn)
        self.assertEqual([self.drawn(each) for each in self.answer("الأدوات").all()], ["C++", "(A)first", "-5"])

    def inside(self, pseudo):
        """The left and right edges of a part of Chromium's own date field."""
        session = self.context.new_cdp_session(self.page)
        nodes = [session.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]]
        for node in nodes:
            nodes += node.get("children", []) + node.get("shadowRoots", [])
            attributes = node.get("attributes", [])
            if dict(zip(attributes[::2], attributes[1::2])).get("pseudo") == pseudo:
                box = session.send("DOM.getBoxModel", {"nodeId": node["nodeId"]})["model"]["border"]
                return min(box[::2]), max(box[::2])
        raise AssertionError(f"no {pseudo}")

    def test_the_calendar_button_does_not_overlap_the_year(self):
        year = self.inside("-webkit-datetime-edit-year-field")
        button = self.inside("-webkit-calendar-picker-indicator")
        self.assertGreaterEqual(max(button[0] - year[1], year[0] - button[1]), 6)


class LeftToRight(EnteredCase):
    size = PHONE

    def test_arabic_answers_of_an_english_form_keep_their_order(self):
        self.fill("Name", "سعر (5) C++")
        self.fill("Site", "مثال")
        self.review()
        self.assertEqual(self.answer("Name").evaluate(DRAWN)[-3:], "رعس")
        self.assertTrue(self.answer("Site").evaluate(DRAWN).startswith("https://"))
        self.assertTrue(self.answer("Site").evaluate(DRAWN).endswith(".example.com"))


class OnPaper(EnteredCase):
    """Chromium with scripts off: what the server has is printed."""

    def on_paper(self):
        text = texts_of(self.page.pdf())
        self.assertNotIn(SECRET, text)
        return text

    def check_all(self, *more):
        text = self.on_paper()
        self.assertEqual([word for word in (*WORDS, *ROWS, *PLACES, *more) if word not in text], [])

    def fill_all(self):
        self.fill_in(" ".join(WORDS), "\n".join(ROWS), "Mole Hill")

    def test_the_form_its_review_and_its_receipt_are_printed_completely(self):
        self.fill_all()
        self.check_all("Mole Hill", "Jörg Müller")
        self.fill("Code", SECRET)
        self.review()
        self.check_all("Mole Hill", "Jörg Müller")
        self.send()
        self.check_all("Mole Hill", "Jörg Müller")

    def test_a_closed_section_prints_all_its_answers(self):
        self.open_section()
        self.fill("Inner", " ".join(WORDS))
        self.press("Apply")
        text = self.on_paper()
        self.assertEqual([word for word in WORDS if word not in text], [])

    def test_texts_for_print_are_not_visible_on_the_screen(self):
        self.fill_all()
        self.assertGreater(self.page.locator(".printed").count(), 2)
        self.assertEqual([each.is_visible() for each in self.page.locator(".printed").all()],
                         [False] * self.page.locator(".printed").count())


class TypedOnPaper(OnPaper):
    """The same with scripts on, and also what was typed but not sent yet."""

    scripts = True

    def press(self, name, within=None):
        (within or self.page).get_by_role("button", name=name).first.click()
        self.page.wait_for_function("() => !document.querySelector('[data-kept-pressed]')")

    def open_picker(self, label):
        self.page.get_by_role("main").locator(f'button[aria-haspopup="dialog"]:has-text("{label}")').click()
        view = self.page.get_by_role("dialog", name=label, exact=True)
        view.wait_for()
        return view

    def open_section(self):
        self.page.locator("[data-opens=section]").click()
        self.page.get_by_role("dialog").wait_for()

    def review(self):
        super().review()
        self.page.wait_for_url("**review**")

    def send(self):
        super().send()
        self.page.locator(".receipt").wait_for()

    def test_unsaved_entries_are_printed_and_a_password_never(self):
        self.page.locator(".eye").click()
        # What the server has is in the page's markup and stays; later posts are held back.
        self.page.route("**/*", Held("POST").meet)
        self.fill("Name", " ".join(WORDS))
        self.fill("Remarks", "\n".join(ROWS))
        self.fill("Code", SECRET)
        text = self.on_paper()
        self.assertEqual([word for word in (*WORDS, *ROWS) if word not in text], [])
        self.assertEqual(self.page.locator(".printed").count(), 0, "and goes again")


class FirefoxOnPaper(EnteredCase):
    """Firefox's text areas do not grow with their text."""

    def check(self, scripts):
        engine = Engines.get(Firefox, scripts)
        window = Window(engine, self.server.url, (1000, 800))
        self.addCleanup(window.close)
        window.port.goto(self.server.url + "/forms/entered")
        window.see("textbox", "Name")
        return window

    def on_paper(self, window):
        answer = window.port.send("browsingContext.print", context=window.port.context)
        return texts_of(base64.b64decode(answer["data"]))

    def test_unsaved_entries_are_printed(self):
        window = self.check(scripts=True)
        window.wait("the scripts are there", lambda: window.port.evaluate("document.querySelector('.eye') !== null"))
        for name, text in (("name", " ".join(WORDS)), ("remarks", "\n".join(ROWS))):
            window.port.evaluate(f"document.getElementById('{name}').value = {json.dumps(text)}")
        text = self.on_paper(window)
        self.assertEqual([word for word in (*WORDS, *ROWS) if word not in text], [])

    @before_a_release
    def test_saved_entries_are_printed_without_scripts(self):
        window = self.check(scripts=False)
        for name, text in (("name", " ".join(WORDS)), ("remarks", "\n".join(ROWS))):
            window.port.evaluate(f"document.getElementById('{name}').value = {json.dumps(text)}")
        window.press("Spots", starts=True)
        window.press("Close")
        text = self.on_paper(window)
        self.assertEqual([word for word in (*WORDS, *ROWS) if word not in text], [])
