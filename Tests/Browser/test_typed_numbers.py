"""Amounts and numbers that the page formats when a field is left: it changes only what the server reads as the same value."""

import random

from browser import BrowserCase
from extent import FULL
from formcells import Server
from visitor import Visitor

LOCALES = {
    "en-US": "USD", "de-DE": "EUR", "de-CH": "CHF", "fr-FR": "EUR", "es-ES": "EUR", "it-IT": "EUR",
    "pt-BR": "BRL", "nl-NL": "EUR", "pl-PL": "PLN", "tr-TR": "TRY", "ar-EG": "EGP", "ar": "KWD", "he-IL": "ILS",
    "hi-IN": "INR", "ja-JP": "JPY", "ko-KR": "KRW", "zh-CN": "CNY", "sv-SE": "SEK",
}
if not FULL:
    # Locales with different separators and signs.
    LOCALES = {each: LOCALES[each] for each in ("en-US", "de-DE", "de-CH", "fr-FR", "ar-EG", "hi-IN", "sv-SE")}

TYPED = """
1000 1234.5 1234,5 1,234 1.234 1.000 1,000 1,0000 0,123 007 .5 ,5 5. 5, 1,234.56 1.234,56 12.5 12,50 1.234.567 1,234,567
1'234 1’234.50 1,23,456.70 1234567890123456 12345678901234.5 -5 −5 +5 --5 +-5 -+5 5- 5.00- (5) (1,234.50) -(5) 5,- 5,– 5.- 5,--
5,= 500/- 5:- -,50 -.50 –5 —5 1e3 1.5k 5% 1/2 ٥ ١٬٢٣٤٫٥٠ १२३ １２３ 1٢3 0.00 -0 00 1..2 1.2.3 12.345 12,345 abc
""".split() + ["1 234", "1\u00a0234,5", "1\u202f234,5", "- 5", "5 -", "1 2", " 5 ", "\u200f5", "\u200e-5", "\u061c-٥"]


def written_with(symbol):
    """The same numbers, with a symbol where people put it."""
    return [each.format(symbol) for each in (
        "{0}5", "5{0}", "{0} 5", "5 {0}", "-{0}5", "{0}-5", "{0} -5", "-5 {0}", "5- {0}", "5 {0}-", "({0}5)", "{0}(5)",
        "{0}1,234.50", "1.234,50 {0}", "5,- {0}", "{0} 5,=", "{0}{0}5", "{0}5{0}", "+{0}5", "{0}+5", "--{0}5", "-{0}-5")]


def form(locale):
    # A required cell that stays empty keeps the form open, so that the page shows how everything was read.
    currency = LOCALES[locale]
    cells = [{"id": "open", "type": "text", "label": "Open", "required": True}]
    for position, _ in enumerate(entries(locale)):
        cells += [
            {"id": f"a{position}", "type": "currency", "label": f"A{position}", "currency": currency},
            {"id": f"d{position}", "type": "text", "label": f"D{position}", "format": "decimal"}]
        if locale in ("en-US", "de-DE"):
            cells.append({"id": f"i{position}", "type": "text", "label": f"I{position}", "format": "integer"})
    return {"title": "Typed", "locale": locale, "submit": {"label": "Send"}, "sections": [{"cells": cells}]}


def entries(locale):
    symbols = {"EUR": "€", "USD": "$", "GBP": "£", "CHF": "CHF", "INR": "₹", "JPY": "¥", "BRL": "R$", "PLN": "zł"}
    chance = random.Random(locale)
    signs = "0123456789" * 2 + ".,' -()" + "\u00a0\u202f’−٫٬٣"
    guesses = ["".join(chance.choices(signs, k=chance.randint(1, 9))) for _ in range(10)]
    return TYPED + written_with(symbols.get(LOCALES[locale], LOCALES[locale])) + guesses


class TypedNumbers(BrowserCase):
    scripts = True
    cost = 60

    @classmethod
    def setUpClass(cls):
        cls.own = cls.enterClassContext(Server({f"typed-{each.lower()}": form(each) for each in LOCALES}))

    def find_server(self, browser):
        return self.own

    path = "/"

    def left(self, typed):
        """The texts of all number fields after this was typed into each and the field was left."""
        return self.page.evaluate(
            """typed => [...document.querySelectorAll("[data-money]")].map((field) => {
                field.focus();
                field.value = typed[Number(field.id.slice(1))];
                field.blur();
                return [field.id, field.value];
            })""", typed)

    def read(self, path, texts):
        """How the server shows these texts after they were sent, with its messages."""
        visitor = Visitor(self.own, {"Accept-Language": "en-US"})
        visitor.open(path)
        fields = {field["id"]: field for field in visitor.page.root.all("input")}
        for name, text in texts:
            fields[name].attributes["value"] = text
        visitor.press("Send", expected=422)
        fields = {field["id"]: field for field in visitor.page.root.all("input")}
        messages = {
            each["id"]: each.text() for each in visitor.page.root.walk() if (each["id"] or "").endswith("_error")}
        return {name: (fields[name]["value"], messages.get(f"{name}_error")) for name, _ in texts}

    def test_TI28_the_server_reads_numbers_formatted_by_the_page_as_typed(self):
        changed = 0
        # Pages with hundreds of cells are slow.
        self.context.set_default_timeout(60_000)
        for locale in LOCALES:
            path = f"/forms/typed-{locale.lower()}"
            self.page.goto(path)
            self.page.locator("[data-money]").first.wait_for()
            # The script has loaded once it formats a number as the server does.
            self.page.wait_for_function(
                """() => { const field = document.querySelector("#a0"); field.focus(); field.value = "1000"; field.blur();
                    return field.value !== "1000"; }""")
            typed = entries(locale)
            written = self.left(typed)
            before = [(name, typed[int(name[1:])]) for name, _ in written]
            was, now = self.read(path, before), self.read(path, written)
            for (name, text), (_, shown) in zip(before, written):
                with self.subTest(locale=locale, kind=name[0], typed=text, written=shown):
                    self.assertEqual(now[name], was[name], "read as the same")
                    if shown != text:
                        changed += 1
                        self.assertEqual(was[name], (shown, None), "as the server writes it")
        self.assertGreater(changed, len(LOCALES) * 10, "numbers that are right are written")
