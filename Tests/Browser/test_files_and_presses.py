"""What buttons do with files that are being uploaded or were refused."""

import re
import urllib.parse

from playwright.sync_api import expect

from test_attachments import Sending, pdf
from visitor import Visitor


class FilesAndPresses(Sending):
    def unsent(self):
        self.assertEqual(len(self.server.submissions("claim")), self.before)

    def is_held(self, button, text, cell="bills"):
        self.button(button).click()
        expect(self.page.locator(".notice")).to_contain_text(text)
        expect(self.running(cell).get_by_role("button", name=re.compile("^Remove"))).to_be_focused()
        self.unsent()

    def test_AT6_a_file_that_the_server_refused_blocks_presses_until_it_is_removed(self):
        self.page.get_by_role("textbox", name="Subject").fill("Lunch")
        self.choose([{"name": "evil.png", "mimeType": "image/png", "buffer": b"<html>"}])
        text = "“evil.png” cannot be added"
        expect(self.running()).to_contain_text(text)
        for button in ("Submit", "Submit", "Save for Later"):
            self.is_held(button, text)
        self.button("Remove evil.png").click()
        expect(self.running()).to_have_count(0)
        self.assertEqual(self.submit()["bills"], [])

    def test_AT6_a_file_that_is_too_large_blocks_a_press(self):
        self.page.get_by_role("textbox", name="Subject").fill("Lunch")
        self.choose([pdf("large.pdf", 3_000_001)], "plan")
        expect(self.running("plan")).to_contain_text("larger than")
        self.is_held("Submit", "“large.pdf” is larger than 2.8 MB. Add a smaller file.", "plan")

    def test_AT11_small_files_chosen_together_are_all_added(self):
        for _ in range(3):
            self.choose([pdf(f"{name}.pdf") for name in "abc"])
            self.added(3)
            expect(self.page.locator("#_problems")).to_have_count(0)
            self.button("Start Over").click()
            self.added(0)

    def test_AT11_only_the_refused_file_among_several_has_a_message(self):
        self.choose([pdf("a.pdf"), {"name": "evil.png", "mimeType": "image/png", "buffer": b"<html>"}])
        expect(self.rows()).to_have_count(2)
        expect(self.running()).to_have_count(1)
        expect(self.running()).to_contain_text("“evil.png” cannot be added")
        expect(self.page.locator("#_problems")).to_have_count(0)

    def test_AT13_saving_for_later_waits_for_files(self):
        self.page.get_by_role("textbox", name="Subject").fill("Lunch")
        let_go = self.hold_from(0)
        self.choose([pdf("a.pdf")])
        self.button("Save for Later").click()
        expect(self.page.locator(".notice")).to_contain_text("Your files are still being sent.")
        let_go()
        link = self.page.locator("a[href*='resume=']").first
        link.wait_for()
        parts = urllib.parse.urlsplit(link.get_attribute("href"))
        elsewhere = Visitor(self.server)
        elsewhere.open(f"{parts.path}?{parts.query}")
        self.assertIn("a.pdf", elsewhere.page.text)

    def test_start_over_cancels_uploads(self):
        self.page.get_by_role("textbox", name="Subject").fill("Lunch")
        let_go = self.hold_from(0)
        self.choose([pdf("a.pdf")])
        expect(self.running()).to_have_count(1)
        self.button("Start Over").click()
        expect(self.page.get_by_role("textbox", name="Subject")).to_have_value("")
        expect(self.running()).to_have_count(0)
        let_go()
        self.page.get_by_role("textbox", name="Subject").fill("Dinner")
        sent = self.submit()
        self.assertEqual((sent["subject"], sent["bills"]), ("Dinner", []))
