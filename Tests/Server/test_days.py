"""Dates with buttons and in three fields, from the page to what is recorded, without scripts."""

import datetime
import json
import unittest
import urllib.parse

from formcells import Server
from visitor import Visitor

DAYS = {
    "title": "Days", "timeZone": "UTC",
    "sections": [{"cells": [
        {"id": "start", "type": "date", "label": "Start", "minimum": "today",
         "quick": ["yesterday", "today", "tomorrow", "next-week", "next-month"]},
        {"id": "born", "type": "date", "label": "Date of Birth", "parts": True, "maximum": "today-18y"},
    ]}],
}
LOCALES = ["en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "pt-BR", "nl-NL", "pl-PL", "tr-TR", "ar-EG", "he-IL", "hi-IN",
           "ja-JP", "ko-KR", "zh-CN"]


def plain(pairs):
    return urllib.parse.urlencode(pairs).encode()


class DayChecks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        forms = {each.lower(): dict(DAYS, locale=each) for each in LOCALES}
        cls.server = cls.enterClassContext(Server({"days": DAYS, **forms}))

    def sent(self, pairs, form="days", language="en"):
        """What is recorded, or the messages."""
        status, _, body = Visitor(self.server, {"Accept": "application/json", "Accept-Language": language}).request(
            "POST", f"/forms/{form}", plain(pairs))
        answer = json.loads(body)
        if status != 201:
            return [each["message"] for each in answer["errors"]]
        return next(each["values"] for each in self.server.submissions(form) if each["id"] == answer["id"])

    def test_buttons_enter_days_that_can_be_entered(self):
        visitor = Visitor(self.server)
        visitor.open("/forms/days")
        self.assertFalse(visitor.page.has("button", "Yesterday Start"))
        today = datetime.datetime.now(datetime.timezone.utc).date()
        for name, day in (("Tomorrow", today + datetime.timedelta(1)), ("Next Week", today + datetime.timedelta(7)),
                          ("Today", today)):
            visitor.press(f"{name} Start")
            self.assertEqual(visitor.page.value("Start"), day.isoformat())
        visitor.press("Next Month Start")
        month = datetime.date.fromisoformat(visitor.page.value("Start"))
        self.assertEqual((month.year * 12 + month.month) - (today.year * 12 + today.month), 1)
        visitor.page.type("Day", "1").type("Month", "2").type("Year", "1980")
        visitor.press("Submit")
        self.assertEqual(self.server.submissions("days")[-1]["values"], {"start": month.isoformat(), "born": "1980-02-01"})

    def test_the_page_names_the_part_that_is_wrong_and_keeps_all_three(self):
        for typed, wrong, message in [
                (("31", "2", "1980"), ["Day"], "Day: Enter a number from 1 to 29."),
                (("1", "", "1980"), ["Month"], "Complete the date. Missing: Month."),
                (("", "", "1980"), ["Day", "Month"], "Complete the date. Missing: Day, Month."),
                (("1", "13", "1980"), ["Month"], "Month: Enter a number from 1 to 12."),
                (("1", "2", "80"), ["Year"], "Enter the year with four digits, such as 1980."),
                (("x", "2", "1980"), ["Day"], "Day: Enter a number from 1 to 29."),
                (("1", "1", "2999"), ["Day", "Month", "Year"], None)]:
            with self.subTest(typed):
                visitor = Visitor(self.server)
                visitor.open("/forms/days")
                for name, text in zip(("Day", "Month", "Year"), typed):
                    visitor.page.type(name, text)
                page = visitor.press("Submit", expected=422)
                error, = page.errors()
                if message:
                    self.assertEqual(error, f"Date of Birth: {message}")
                names = ("Day", "Month", "Year")
                self.assertEqual(tuple(page.value(name) for name in names), typed)
                self.assertEqual([name for name in names if page.find("textbox", name)["aria-invalid"]], wrong)

    def test_three_fields_are_read_in_every_language(self):
        for locale, day, month, year in [
                ("en-US", "1", "Feb", "1980"), ("de-DE", "01.", "Februar", "1980"), ("fr-FR", " 1 ", "févr.", "1980"),
                ("es-ES", "01", "FEBRERO", "1980"), ("it-IT", "1", "feb", "1980"), ("pt-BR", "1", "fevereiro", "1980"),
                ("nl-NL", "1", "2", "1980"), ("pl-PL", "1", "lutego", "1980"), ("tr-TR", "1", "Şubat", "1980"),
                ("ar-EG", "١", "فبراير", "١٩٨٠"), ("he-IL", "1", "פברואר", "1980"), ("hi-IN", "१", "फ़रवरी", "१९८०"),
                ("ja-JP", "1日", "2月", "1980年"), ("ko-KR", "１", "2월", "１９８０"), ("zh-CN", "1", "二月", "1980")]:
            with self.subTest(locale):
                form = locale.lower()
                pairs = [("born.day", day), ("born.month", month), ("born.year", year)]
                self.assertEqual(self.sent(pairs, form, locale)["born"], "1980-02-01")
                self.assertEqual(len(self.sent([("born.day", "1"), ("born.year", "1980")], form, locale)), 1)
                wrong, = self.sent([("born.day", "1"), ("born.month", "99"), ("born.year", "1980")], form, locale)
                self.assertNotIn("{", wrong)

    def test_fields_stand_in_the_order_of_the_language(self):
        for locale, order in [("en-US", "month day year"), ("de-DE", "day month year"), ("ja-JP", "year month day"),
                              ("ar-EG", "day month year")]:
            visitor = Visitor(self.server, {"Accept-Language": locale})
            visitor.open(f"/forms/{locale.lower()}")
            parts = [each["data-part"] for each in visitor.page.root.walk() if each["data-part"]]
            self.assertEqual(" ".join(parts), order)

    def test_a_program_sends_a_day_or_its_parts(self):
        for pairs in ([("born", "1980-02-01")], [("born.day", "1"), ("born.month", "2"), ("born.year", "1980")],
                      [("born.day", "1980-02-01")], [("born.year", "1.2.1980")]):
            self.assertEqual(self.sent(pairs)["born"], "1980-02-01")
        self.assertEqual(self.sent([("born.week", "1")]), ["the form has no cell “born.week”"])
        self.assertEqual(self.sent([("born", "first of May")]), ["Enter a date as YYYY-MM-DD."])
        status, _, _ = Visitor(self.server, {"Accept": "application/json"}).request(
            "POST", "/forms/days", json.dumps({"values": {"born": "1980-02-01", "start": None}}).encode(),
            {"Content-Type": "application/json"})
        self.assertEqual(status, 201)

    def test_years_of_another_calendar_are_told(self):
        self.assertEqual(
            self.sent([("born.day", "1"), ("born.month", "2"), ("born.year", "1400")], "ar-eg", "en-US"),
            ["يُرجى إدخال السنة حسب التقويم الميلادي."])


if __name__ == "__main__":
    unittest.main()
