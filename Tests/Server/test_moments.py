"""Dates with times and durations, from the page to the record, without scripts."""

import datetime
import json
import re
import unittest
import urllib.parse
import zoneinfo

from formcells import Server
from visitor import Visitor

LOCALES = ["en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "pt-BR", "nl-NL", "pl-PL", "tr-TR", "ar-EG", "he-IL", "hi-IN",
           "ja-JP", "ko-KR", "zh-CN"]


def form(zone="Europe/Berlin", locale="en-US", step=15):
    return {
        "title": "Shift", "timeZone": zone, "locale": locale,
        "sections": [{"cells": [
            {"id": "begin", "type": "date-time", "label": "Begin", "step": step},
            {"id": "later", "type": "date-time", "label": "Later", "minimum": "now", "maximum": "2999-01-01T00:00"},
            {"id": "opened", "type": "date-time", "label": "Opened", "value": "now", "readOnly": True},
            {"id": "work", "type": "duration", "label": "Work", "minimum": 15, "maximum": "PT40H", "step": 5},
        ]}],
    }


class MomentChecks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        forms = {each.lower(): form(locale=each) for each in LOCALES}
        forms |= {"shift": form(), "kathmandu": form("Asia/Kathmandu"), "lord-howe": form("Australia/Lord_Howe")}
        forms |= {"hours": form(step=60), "apia": form("Pacific/Apia", step=720)}
        cls.server = cls.enterClassContext(Server(forms))

    def sent(self, values, name="shift", language="en"):
        """The recorded values, or the messages."""
        status, _, body = Visitor(self.server, {"Accept": "application/json", "Accept-Language": language}).request(
            "POST", f"/forms/{name}", urllib.parse.urlencode(values).encode())
        answer = json.loads(body)
        if status != 201:
            return [each["message"] for each in answer["errors"]]
        return next(each["values"] for each in self.server.submissions(name) if each["id"] == answer["id"])

    def test_a_page_records_a_date_with_time_and_a_duration_and_shows_them_localized(self):
        visitor = Visitor(self.server)
        visitor.open("/forms/shift").type("Begin", "2026-01-31T09:30").type("Work", "1 h 30")
        visitor.press("Submit")
        values = self.server.submissions("shift")[-1]["values"]
        self.assertEqual((values["begin"], values["work"], values["later"]), ("2026-01-31T09:30", "PT1H30M", None))
        self.assertIn("January 31, 2026, 9:30 AM", visitor.page.text.replace("\u202f", " "))
        self.assertIn("1 h 30 min", visitor.page.text)

    def test_times_that_the_clocks_skip_or_repeat_are_refused_with_valid_ones(self):
        for day, name, message in [
                ("2026-03-29T02:30", "shift", "This time does not exist: the clocks go forward. Enter March 29, 2026, "
                 "1:45\u202fAM or March 29, 2026, 3:00\u202fAM."),
                ("2026-10-25T02:00", "shift", "This time comes twice: the clocks go back. Enter October 25, 2026, "
                 "1:45\u202fAM or October 25, 2026, 3:00\u202fAM."),
                ("2026-10-04T02:15", "lord-howe", "This time does not exist: the clocks go forward. Enter October 4, 2026, "
                 "1:45\u202fAM or October 4, 2026, 2:30\u202fAM.")]:
            self.assertEqual(self.sent({"begin": day}, name), [message])
        for day in ("2026-03-29T01:45", "2026-03-29T03:00", "2026-10-25T01:45", "2026-10-25T03:00", "2026-03-28T02:30"):
            self.assertEqual(self.sent({"begin": day})["begin"], day)
        self.assertEqual(self.sent({"begin": "2026-03-29T02:30"}, "kathmandu")["begin"], "2026-03-29T02:30")

    def test_times_between_two_steps_are_refused_with_the_nearest_valid_ones(self):
        for day, name, below, above in [
                ("2026-03-29T01:40", "hours", "March 29, 2026, 1:00 AM", "March 29, 2026, 3:00 AM"),
                ("2026-10-25T01:40", "hours", "October 25, 2026, 1:00 AM", "October 25, 2026, 3:00 AM"),
                ("2026-03-29T02:40", "hours", "March 29, 2026, 1:00 AM", "March 29, 2026, 3:00 AM"),
                ("2026-03-28T02:40", "hours", "March 28, 2026, 2:00 AM", "March 28, 2026, 3:00 AM"),
                # This time zone skipped a whole day.
                ("2011-12-29T13:00", "apia", "December 29, 2011, 12:00 PM", "December 31, 2011, 12:00 AM")]:
            message, = self.sent({"begin": day}, name)
            self.assertEqual(
                re.findall("[A-Z][a-z]+ [0-9]+, [0-9]{4}, [0-9:]+ [AP]M", message.replace("\u202f", " ")), [below, above])

    def test_hours_with_three_decimals_are_refused_as_ambiguous(self):
        for text in ("2,000 h", "1.500 h", "1,500 Std."):
            message, = self.sent({"work": text})
            self.assertNotIn("Enter hours and minutes", message, text)
        self.assertEqual(self.sent({"work": "0,25 h"})["work"], "PT15M")
        self.assertEqual(self.sent({"work": "1,50 h"})["work"], "PT1H30M")

    def test_a_time_that_the_clocks_skip_stays_on_the_page(self):
        visitor = Visitor(self.server)
        page = visitor.open("/forms/shift").type("Begin", "2026-03-29T02:30")
        page = visitor.press("Submit", expected=422)
        self.assertEqual(page.value("Begin"), "2026-03-29T02:30")
        self.assertEqual(len(page.errors()), 1)

    def test_now_is_in_the_forms_time_zone(self):
        for name, zone in (("shift", "Europe/Berlin"), ("kathmandu", "Asia/Kathmandu")):
            now = datetime.datetime.now(zoneinfo.ZoneInfo(zone)).replace(tzinfo=None)
            text = lambda minutes: (now + datetime.timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M")  # noqa: E731
            self.assertEqual(self.sent({"later": text(5)}, name)["later"], text(5))
            self.assertEqual(len(self.sent({"later": text(-5)}, name)), 1)
            opened = datetime.datetime.fromisoformat(self.sent({}, name)["opened"])
            self.assertLess(abs(opened - now), datetime.timedelta(minutes=3))

    def test_dates_with_times_can_be_typed_in_each_language(self):
        for locale, typed in [
                ("en-US", "2026-01-31 9:30 am"), ("de-DE", "31.01.2026, 9:30 Uhr"), ("fr-FR", "31/01/2026 9h30"),
                ("es-ES", "31/1/2026, 9:30 h"), ("it-IT", "31/01/2026 09.30"), ("pt-BR", "31/01/2026 09h30"),
                ("nl-NL", "31-01-2026 9.30 uur"), ("pl-PL", "31.01.2026, 9:30"), ("tr-TR", "31.01.2026 09:30"),
                ("ar-EG", "٣١/٠١/٢٠٢٦ ٩:٣٠ ص"), ("he-IL", "31.1.2026, 9:30"), ("hi-IN", "३१/०१/२०२६ ९:३०"),
                ("ja-JP", "2026年1月31日 午前9時30分"), ("ko-KR", "2026. 1. 31. 오전 9:30"), ("zh-CN", "2026年1月31日上午9:30")]:
            with self.subTest(locale):
                self.assertEqual(self.sent({"begin": typed}, locale.lower(), locale)["begin"], "2026-01-31T09:30")
        for text in ("2026-01-31T09:30:00", "2026-01-31T09:30"):
            self.assertEqual(self.sent({"begin": text})["begin"], "2026-01-31T09:30")

    def test_durations_can_be_typed_in_each_language(self):
        for locale, texts in [
                ("en-US", "1:30|1 h 30|90 min|1.5 h|1h30m|1 hr 30 mins|PT1H30M|PT90M|1½ hours|1,5h"),
                ("de-DE", "1:30|1 Std. 30 Min.|90 Minuten|1,5 Stunden|1 Stunde 30 Minuten"),
                ("fr-FR", "1:30|1 h 30|90 min|1,5 h|1 heure 30 minutes"), ("es-ES", "1:30|1 h 30 min|1,5 horas|90 minutos"),
                ("it-IT", "1:30|1 ora 30 minuti|1,5 ore|90 min"), ("pt-BR", "1:30|1h30|1,5 hora|90 minutos"),
                ("nl-NL", "1:30|1 uur 30|1,5 uur|90 minuten"), ("pl-PL", "1:30|1 godz. 30 min|1,5 godziny|90 minut"),
                ("tr-TR", "1:30|1 saat 30 dakika|1,5 sa|90 dk"), ("ar-EG", "١:٣٠|١ ساعة ٣٠ دقيقة|١٫٥ ساعة|٩٠ دقيقة"),
                ("he-IL", "1:30|1 שעה 30 דקות|1.5 שע׳|90 דק׳"), ("hi-IN", "१:३०|१ घंटा ३० मिनट|१.५ घंटे|९० मिनट"),
                ("ja-JP", "1:30|1時間30分|1.5時間|90分|１：３０"), ("ko-KR", "1:30|1시간 30분|1.5시간|90분"),
                ("zh-CN", "1:30|1小时30分钟|1.5小时|90分钟")]:
            for text in texts.split("|"):
                with self.subTest(locale=locale, text=text):
                    values = self.sent({"work": text}, locale.lower(), locale)
                    self.assertIsInstance(values, dict, values)
                    self.assertEqual(values["work"], "PT1H30M")

    def test_a_duration_can_be_typed_as_the_page_shows_it(self):
        for locale in LOCALES:
            visitor = Visitor(self.server, {"Accept-Language": locale})
            page = visitor.open(f"/forms/{locale.lower()}")
            message, = self.sent({"work": "0:05"}, locale.lower(), locale)
            self.assertNotIn("{", message)
            page.type("Work", "2:45")
            visitor.press_element(next(each for each in page.root.all("button") if each["class"] == "primary"))
            answers = [each.text() for each in visitor.page.root.all("dd")]
            shown, = (each for each in answers if re.match(r"\W*2\D+45\D*$", re.sub(r"\d", lambda digit: str(int(digit[0])), each)))
            self.assertEqual(self.sent({"work": shown}, locale.lower(), locale)["work"], "PT2H45M", shown)

    def test_invalid_and_ambiguous_durations_are_refused_with_a_message(self):
        self.assertEqual(self.sent({"work": "90"}), ["This can mean 1 h 30 min or 90 h. Enter one of the two."])
        for text in ("1.30", "1.30 h"):
            self.assertEqual(self.sent({"work": text}), ["This can mean 1 h 30 min or 1 h 18 min. Enter one of the two."], text)
        for text in ("soon", "1:75", "1.33 h", "-1 h", "h", "1:30:15", "9" * 40, "1 h 90 min"):
            self.assertEqual(self.sent({"work": text}), ["Enter hours and minutes, such as 1:30."], text)
        self.assertEqual(self.sent({"work": "10 min"}), ["Enter 15 min or more."])
        self.assertEqual(self.sent({"work": "41 h"}), ["Enter 40 h or less."])
        self.assertEqual(self.sent({"work": "0:17"}), ["Enter 15 min or 20 min."])
        self.assertIsNone(self.sent({"work": " "})["work"])

    def test_invalid_and_ambiguous_dates_with_times_are_refused_with_a_message(self):
        example = "January 31, 2026, 9:30\u202fAM"
        for text in ("soon", "2026-01-31", "2026-02-30T09:30", "2026-01-31T25:00", "…"):
            self.assertEqual(self.sent({"begin": text}), [f"Enter a date and a time, such as {example}."], text)
        self.assertEqual(self.sent({"begin": "2026-01-31T09:31"}), [
            "Enter January 31, 2026, 9:30\u202fAM or January 31, 2026, 9:45\u202fAM."])
        self.assertEqual(self.sent({"begin": "01/02/2026 9:30"}), [
            "This can mean 2026-02-01 or 2026-01-02. Enter one of the two."])

    def test_a_program_can_send_dates_with_times_and_durations_as_json(self):
        for values, expected in [
                ({"begin": "2026-01-31T09:30", "work": "PT1H30M"}, 201), ({"work": "PT90M"}, 201),
                ({"begin": None, "work": None}, 201), ({"begin": "2026-03-29T02:30"}, 422), ({"begin": "31.1.2026"}, 422),
                ({"work": "1:30"}, 422), ({"work": 90}, 422)]:
            status, _, body = Visitor(self.server, {"Accept": "application/json"}).request(
                "POST", "/forms/shift", json.dumps({"values": values}).encode(), {"Content-Type": "application/json"})
            self.assertEqual(status, expected, (values, body))


if __name__ == "__main__":
    unittest.main()
