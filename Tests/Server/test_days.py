"""Dates with buttons and in three fields, from the page to the record, without scripts."""

import csv
import datetime
import io
import json
import unittest
import urllib.parse

from formcells import Server, run
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
        """The recorded values, or the messages."""
        status, _, body = Visitor(self.server, {"Accept": "application/json", "Accept-Language": language}).request(
            "POST", f"/forms/{form}", plain(pairs))
        answer = json.loads(body)
        if status != 201:
            return [each["message"] for each in answer["errors"]]
        return next(each["values"] for each in self.server.submissions(form) if each["id"] == answer["id"])

    def test_buttons_enter_dates_within_the_bounds(self):
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

    def test_the_message_names_the_wrong_part_of_a_date_and_keeps_all_parts(self):
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
                self.assertEqual([name for name in names if page.find("textbox", name)["aria-invalid"] == "true"], wrong)

    def test_a_date_in_three_fields_is_read_in_each_language(self):
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

    def test_the_fields_of_a_date_are_in_the_order_of_the_language(self):
        for locale, order in [("en-US", "month day year"), ("de-DE", "day month year"), ("ja-JP", "year month day"),
                              ("ar-EG", "day month year")]:
            visitor = Visitor(self.server, {"Accept-Language": locale})
            visitor.open(f"/forms/{locale.lower()}")
            parts = [each["data-part"] for each in visitor.page.root.walk() if each["data-part"]]
            self.assertEqual(" ".join(parts), order)

    def test_a_program_can_send_a_date_or_its_parts(self):
        for pairs in ([("born", "1980-02-01")], [("born.day", "1"), ("born.month", "2"), ("born.year", "1980")],
                      [("born.day", "1980-02-01")], [("born.year", "1.2.1980")]):
            self.assertEqual(self.sent(pairs)["born"], "1980-02-01")
        self.assertEqual(self.sent([("born.week", "1")]), ["the form has no cell “born.week”"])
        self.assertEqual(self.sent([("born", "first of May")]), ["Enter a date as YYYY-MM-DD."])
        status, _, _ = Visitor(self.server, {"Accept": "application/json"}).request(
            "POST", "/forms/days", json.dumps({"values": {"born": "1980-02-01", "start": None}}).encode(),
            {"Content-Type": "application/json"})
        self.assertEqual(status, 201)

    def test_a_year_of_another_calendar_is_refused_with_a_message(self):
        self.assertEqual(
            self.sent([("born.day", "1"), ("born.month", "2"), ("born.year", "1400")], "ar-eg", "en-US"),
            ["يُرجى إدخال السنة حسب التقويم الميلادي."])


STAY = {
    "title": "Stay", "timeZone": "UTC",
    "sections": [{"cells": [
        {"id": "stay", "type": "date-range", "label": "Stay", "minimum": "2026-01-01", "minimumDays": 2,
         "maximumDays": 400, "quick": ["this-week", "next-week", "this-month", "last-7-days", "last-30-days"]},
        {"id": "why", "type": "text", "label": "Why", "visibleWhen": {"cell": "stay", "filled": True}},
    ]}],
}


class RangeChecks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.forms = {each.lower(): dict(STAY, locale=each) for each in LOCALES}
        cls.server = cls.enterClassContext(Server({"stay": STAY, **cls.forms}))

    def sent(self, body, form="stay", language="en", kind="application/x-www-form-urlencoded"):
        """The recorded range, or the messages."""
        status, _, answer = Visitor(self.server, {"Accept": "application/json", "Accept-Language": language}).request(
            "POST", f"/forms/{form}", body, {"Content-Type": kind})
        answer = json.loads(answer)
        if status != 201:
            return [each["message"] for each in answer["errors"]]
        return next(each["values"]["stay"] for each in self.server.submissions(form) if each["id"] == answer["id"])

    def test_two_date_fields_are_one_date_range(self):
        visitor = Visitor(self.server)
        visitor.open("/forms/stay").type("From", "2026-01-05").type("To", "2026-01-04")
        page = visitor.press("Submit", expected=422)
        self.assertEqual(page.errors(), ["Stay: Enter a last day that is not before the first."])
        self.assertEqual((page.value("From"), page.value("To")), ("2026-01-05", "2026-01-04"))
        self.assertEqual(
            [each["id"] for each in page.root.walk() if each["aria-invalid"] == "true"], ["stay", "stay_to"])
        page.type("To", "2026-01-09")
        page = visitor.press("Update Stay")
        page.type("Why", "Rest")
        visitor.press("Submit")
        self.assertEqual(self.server.submissions("stay")[-1]["values"], {
            "stay": {"from": "2026-01-05", "to": "2026-01-09"}, "why": "Rest"})
        self.assertIn("January 5, 2026 – January 9, 2026", visitor.page.text)

    def test_buttons_enter_both_dates_of_a_range(self):
        visitor = Visitor(self.server)
        visitor.open("/forms/stay")
        today = datetime.datetime.now(datetime.timezone.utc).date()
        sunday = today - datetime.timedelta((today.weekday() + 1) % 7)
        for name, first, days in [("This Week", sunday, 7), ("Next Week", sunday + datetime.timedelta(7), 7),
                                  ("Last 7 Days", today - datetime.timedelta(6), 7),
                                  ("Last 30 Days", today - datetime.timedelta(29), 30)]:
            visitor.press(f"{name} Stay")
            self.assertEqual(visitor.page.value("From"), first.isoformat(), name)
            self.assertEqual(visitor.page.value("To"), (first + datetime.timedelta(days - 1)).isoformat(), name)
        visitor.press("This Month Stay")
        self.assertEqual(visitor.page.value("From"), today.replace(day=1).isoformat())
        following = datetime.date.fromisoformat(visitor.page.value("To")) + datetime.timedelta(1)
        self.assertEqual(following.day, 1)

    def test_weeks_begin_on_the_first_weekday_of_the_forms_locale(self):
        for locale, weekday in (("de-DE", 0), ("en-US", 6), ("ar-EG", 5), ("pt-BR", 6), ("fr-FR", 0)):
            visitor = Visitor(self.server, {"Accept-Language": locale})
            visitor.open(f"/forms/{locale.lower()}")
            visitor.press_element(next(each for each in visitor.page.root.all("button") if each["id"] == "stay_this-week"))
            first = next(each["value"] for each in visitor.page.root.all("input") if each["id"] == "stay_from")
            self.assertEqual(datetime.date.fromisoformat(first).weekday(), weekday, locale)

    def test_a_program_can_send_a_date_range_in_each_notation(self):
        whole = {"from": "2026-01-05", "to": "2026-01-09"}
        for pairs in ([("stay", "2026-01-05/2026-01-09")], [("stay", "2026-01-05"), ("stay", "2026-01-09")],
                      [("stay.from", "2026-01-05"), ("stay.to", "2026-01-09")],
                      [("stay.from", "5.1.2026"), ("stay.to", "2026/01/09")]):
            self.assertEqual(self.sent(plain(pairs)), whole)
        values = json.dumps({"values": {"stay": whole}}).encode()
        self.assertEqual(self.sent(values, kind="application/json"), whole)
        self.assertIsNone(self.sent(json.dumps({"values": {"stay": None}}).encode(), kind="application/json"))
        self.assertIsNone(self.sent(plain([("stay.from", ""), ("stay.to", "")])))
        for wrong in ({"from": "2026-01-05"}, {"from": "2026-01-05", "to": "today"}, "2026-01-05/2026-01-09", {}):
            body = json.dumps({"values": {"stay": wrong}}).encode()
            self.assertIsInstance(self.sent(body, kind="application/json"), list)

    def test_each_wrong_date_range_has_one_message_in_each_language(self):
        seen = set()
        for locale in LOCALES:
            for first, last in [("2026-01-05", ""), ("", "2026-01-05"), ("2026-01-05", "2026-01-04"),
                                ("2025-12-31", "2026-01-05"), ("2026-01-05", "2026-01-05"), ("2026-01-05", "2028-01-05"),
                                ("2026-02-30", "2026-03-05"), ("soon", "2026-03-05"), ("2026-01-05", "26-1-6"),
                                ("", "2026-02-30"), ("soon", "later")]:
                with self.subTest(locale=locale, first=first, last=last):
                    message, = self.sent(plain([("stay.from", first), ("stay.to", last)]), locale.lower(), locale)
                    self.assertNotIn("{", message)
                    seen.add((locale, message))
        self.assertEqual(len(seen), 11 * len(LOCALES))

    def test_an_export_has_a_column_for_each_date_of_a_range(self):
        with Server({"stay": STAY}) as server:
            for body in (plain([("stay", "2026-01-05/2026-01-09")]), plain([("stay", "")])):
                Visitor(server, {"Accept": "application/json"}).request("POST", "/forms/stay", body)
            rows = csv.DictReader(io.StringIO(run("export", "stay", "--data", server.data).stdout.decode()))
            rows = list(rows)
            self.assertEqual([(row["stay.from"], row["stay.to"]) for row in rows], [("2026-01-05", "2026-01-09"), ("", "")])
            self.assertNotIn("stay", rows[0])


if __name__ == "__main__":
    unittest.main()
