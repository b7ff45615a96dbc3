"""Forms rebuilt from those of other systems, and a sample form with many kinds of cells, filled in as their visitors would."""

import json

import lasting
from browser import DESKTOP, PHONE, BrowserCase
from formcells import ROOT, Server
from playwright.sync_api import expect

REBUILT, SAMPLES = ROOT / "Tests/GuidelinesTests/Definitions/right", ROOT / "Templates/forms"
DEFINITIONS = [
    *(REBUILT / f"{name}.json" for name in ("evaluation", "expense-claim", "job-application", "problem-report")),
    SAMPLES / "training-days.json", SAMPLES / "travel-expenses.json"]
SOURCES = [
    *(REBUILT / f"{name}.csv" for name in ("accounts", "offices", "places")),
    *(SAMPLES / f"{name}.csv" for name in ("exchange-rates", "hotels", "workplaces"))]


class RealForms:
    """On a phone without scripts, and on a desktop with them."""

    shared = None
    path = "/"

    def find_server(self, browser):
        if RealForms.shared is None:
            RealForms.shared = lasting.stack.enter_context(Server(
                {path.stem: json.loads(path.read_text()) for path in DEFINITIONS},
                {path.name: path.read_text() for path in SOURCES}))
        return RealForms.shared

    def open(self, name):
        self.page.goto(f"/forms/{name}")
        self.assertEqual(self.sideways(), 0)
        if self.scripts:
            # The scripts of cells load when the page is idle.
            self.page.wait_for_load_state("networkidle")

    def choose(self, cell, *way):
        """Opens a cell's view and presses a row on each level; then Apply if there is one."""
        self.page.locator(f"#{cell}").click()
        view = self.page.get_by_role("dialog")
        for text in way:
            view.get_by_text(text, exact=True).click()
        apply = view.get_by_role("button", name="Apply", exact=True)
        if apply.count():
            apply.click()
        expect(self.page.locator("dialog")).to_have_count(0)

    def fill(self, label, text):
        self.page.get_by_role("textbox", name=label, exact=True).fill(text)

    def tick(self, *names):
        for name in names:
            # Chips and segments cover their input elements.
            self.page.get_by_label(name, exact=True).check(force=True)

    def update(self, label):
        """Scripts off: a button updates what depends on an answer."""
        if not self.scripts:
            self.press(f"Update {label}")

    def sent(self, name, button="Submit"):
        self.page.get_by_role("button", name=button, exact=True).click()
        self.page.wait_for_url("**?receipt=*")
        return self.server.submissions(name)[-1]["values"]

    def refused(self, *errors):
        """Sends the form, which is refused with these errors."""
        self.page.get_by_role("button", name="Submit", exact=True).click()
        expect(self.page.get_by_role("region", name="There is a problem").get_by_role("link")).to_have_text(errors)

    def test_a_visitor_can_report_a_problem(self):
        self.open("problem-report")
        links = self.page.get_by_role("main").get_by_role("link")
        self.assertEqual(links.first.get_attribute("href"), "https://forum.example.org/wishes")
        self.refused(
            "I have searched the open reports for the same problem: Search the open reports first, then tick the box.",
            "The Problem: Enter a value.", "Version with the Problem: Enter a value.",
            "Kind of Installation: Select an option.")
        self.page.get_by_role("checkbox", name="I have searched the open reports").check()
        self.fill("The Problem", "The lights go out at noon.")
        self.fill("Version with the Problem", "core-2026.11.1")
        self.tick("Container")
        self.page.locator("#since").fill("2026-01-31T09:30")
        self.assertEqual(self.sent("problem-report"), {
            "read": True, "problem": "The lights go out at noon.", "version": "core-2026.11.1", "worked": "",
            "kind": "Container", "since": "2026-01-31T09:30", "part": "", "docs": "", "yaml": "", "logs": "", "more": ""})

    def test_a_visitor_can_apply_for_a_job(self):
        self.open("job-application")
        self.fill("First Name", "Ada")
        self.fill("Last Name", "Lovelace")
        for name, text in (("Day", "10"), ("Month", "12"), ("Year", "1995")):
            self.page.get_by_role("textbox", name=name, exact=True).fill(text)
        self.tick("Female")
        self.fill("Email", "ada@example.com")
        self.choose("country", "France")
        self.choose("office", "Lyon")
        self.tick("Mon", "Thu")
        pay = self.page.get_by_role("group", name="Pay per Hour")
        pay.get_by_role("textbox", name="From").fill("30")
        pay.get_by_role("textbox", name="To").fill("45")
        self.tick("Paste it here")
        self.update("How You Send It")
        self.fill("Text of the Résumé", "I write programs.")
        self.page.get_by_role("checkbox", name="You may keep my answers").check()
        self.page.get_by_role("button", name="Continue", exact=True).click()
        self.page.get_by_role("heading", name="Check your answers").wait_for()
        answers = self.page.get_by_role("main").inner_text()
        for text in ("December 10, 1995", "Lyon", "30 – 45 €", "I write programs."):
            self.assertIn(text, answers)
        values = self.sent("job-application", "Apply")
        self.assertEqual(
            [values[name] for name in ("born", "gender", "country", "office", "days", "pay", "way", "resume-text", "privacy")],
            ["1995-12-10", "Female", "FR", "lyo", ["Mon", "Thu"], {"from": 30, "to": 45}, "paste", "I write programs.", True])
        self.assertNotIn("resume-link", values)

    def test_a_visitor_can_evaluate_an_employee(self):
        self.open("evaluation")
        for label, text in (("Your Name", "Ada Lovelace"), ("Your Job Title", "Engineer"), ("Name", "Zofia Kowalska"),
                            ("Done Best", "Plans"), ("To Be Done Better", "Notes")):
            self.fill(label, text)
        self.tick("Coworker")
        self.page.locator("#period_last-month").click()
        expect(self.page.locator("#period_from")).not_to_have_value("")
        rows = {"Attendance": "Good", "Attire": "Fair", "Professional manner": "Very good", "Order at the desk": "Poor",
                "Skill": "Excellent"}
        for row, option in rows.items():
            self.page.get_by_role("radio", name=f"{row}, {option}", exact=True).check(force=True)
        self.page.get_by_role("radio", name="Work with others, Good", exact=True).check(force=True)
        self.tick("9")
        self.page.get_by_role("button", name="Continue", exact=True).click()
        missing = self.page.get_by_role("region", name="There is a problem").get_by_role("link")
        expect(missing).to_have_count(1)
        self.assertIn("Quality of work", missing.inner_text())
        missing.click()
        self.page.get_by_role("radio", name="Quality of work, Good", exact=True).check(force=True)
        self.page.get_by_role("button", name="Continue", exact=True).click()
        self.page.get_by_role("heading", name="Check your answers").wait_for()
        values = self.sent("evaluation")
        self.assertEqual(values["work"], {
            "attendance": "3", "attire": "2", "manner": "4", "order": "1", "skill": "5", "quality": "3"})
        self.assertEqual((values["team"], values["again"]), ({"others": "3", "criticism": None, "learning": None}, 9))

    def test_a_visitor_can_register_for_training(self):
        self.open("training-days")
        self.fill("Name", "Ada Lovelace")
        self.fill("Badge Number", "no-0042")
        self.choose("workplace", "France", "Lyon", "Foundry")
        self.tick("Monday", "Friday", "English")
        self.fill("Travelling Time, One Way", "1 h 30")
        self.page.get_by_role("switch", name="I need a bed").check(force=True)
        self.update("I need a bed")
        self.page.locator("#stay_next-week").click()
        expect(self.page.locator("#stay_from")).not_to_have_value("")
        self.tick("Harbour")
        self.update("Part of Town")
        self.choose("hotel", "Quay House")
        for row, option in (("Electrics", "Some"), ("Hydraulics", "New to me"), ("Controls", "A lot")):
            self.page.get_by_role("radio", name=f"{row}, {option}", exact=True).check(force=True)
        group = self.page.get_by_role("group", name="Size of Group You Learn Best In")
        group.get_by_role("textbox", name="From").fill("4")
        group.get_by_role("textbox", name="To").fill("12")
        self.page.get_by_role("checkbox", name="I keep to the safety rules").check()
        values = self.sent("training-days", "Register")
        self.assertEqual(
            [values[name] for name in ("badge", "workplace", "days", "language", "travel", "hotel", "group")],
            ["NO-0042", "lyon-foundry", ["mon", "fri"], "en", "PT1H30M", "quay", {"from": 4, "to": 12}])
        self.assertEqual(values["experience"], {"electrics": "some", "hydraulics": "none", "controls": "much"})

    def test_a_visitor_can_claim_travel_expenses(self):
        self.open("travel-expenses")
        self.fill("Purpose", "A fair")
        for name, day in (("from", "2026-01-05"), ("to", "2026-01-07")):
            self.page.locator(f"#{name}").fill(day)
        for kind, amount, currency in (("Ticket", "1450.50", "Norwegian Krone"), ("Bed", "99.99", None), ("Meal", "20", None)):
            self.page.get_by_role("button", name="Add Receipt", exact=True).click()
            view = self.page.get_by_role("dialog")
            view.locator("[id$=_day]").fill("2026-01-06")
            self.tick(kind)
            view.get_by_role("textbox", name="Amount").fill(amount)
            if currency:
                number = self.page.url.split("/items/receipts/")[1].split("?")[0]
                self.page.locator(f"#receipts_{number}_currency").click()
                self.page.get_by_role("dialog").get_by_text(currency, exact=True).click()
            self.page.get_by_role("button", name="Apply", exact=True).last.click()
            expect(self.page.locator("dialog")).to_have_count(0)
        self.page.get_by_role("button", name="Remove Receipt 3").click()
        expect(self.page.get_by_role("button", name="Change Receipt 3")).to_have_count(0)
        expect(self.page.locator("#total")).to_have_value("€223.28")
        self.page.get_by_role("button", name="Continue", exact=True).click()
        self.page.get_by_role("heading", name="Check your answers").wait_for()
        values = self.sent("travel-expenses")
        self.assertEqual((values["days"], values["total"]["amount"], values["open"]["amount"]), (3, "223.28", "223.28"))
        self.assertEqual([item["euros"]["amount"] for item in values["receipts"]], ["123.29", "99.99"])

    def test_a_volunteer_can_claim_expenses(self):
        self.open("expense-claim")
        self.fill("Name", "Ada Lovelace")
        self.page.locator("#period_last-month").click()
        expect(self.page.locator("#period_from")).not_to_have_value("")
        self.fill("Time Spent", "90 min")
        self.fill("Purpose", "Two matches")
        self.page.locator("#claims").fill("2")
        self.page.keyboard.press("Tab")
        self.update("Number of Claims")
        expect(self.page.get_by_role("heading", name="Claim 3")).to_have_count(0)
        for number, above, account, amount in ((1, "Matches and Members", "Matches", "12.50"), (2, "Office", "Supplies", "7")):
            self.choose(f"c{number}-centre", "Running")
            self.choose(f"c{number}-account", above, account)
            self.page.locator(f"#c{number}-amount").fill(amount)
        self.page.get_by_role("button", name="Continue", exact=True).click()
        self.page.get_by_role("heading", name="Check your answers").wait_for()
        values = self.sent("expense-claim")
        self.assertEqual(
            [values.get(name) for name in ("effort", "claims", "c1-account", "c2-account", "c1-centre", "c3-centre")],
            ["PT1H30M", 2, "4500", "4800", "Running", None])
        self.assertEqual(values["c1-amount"]["amount"], "12.50")
        self.assertEqual(sorted(values["period"]), ["from", "to"])


class PlainRealForms(RealForms, BrowserCase):
    size = PHONE


class EnhancedRealForms(RealForms, BrowserCase):
    size = DESKTOP
    scripts = True
