"""Attachments with scripts: files go to the server at once, in pieces; where that cannot be, with the form."""

import hashlib

from playwright.sync_api import expect

import lasting
from enhanced import Enhanced
from formcells import Server

CLAIM = {
    "title": "Claim",
    "sections": [{"cells": [
        {"id": "subject", "type": "text", "label": "Subject", "required": True},
        {"id": "bills", "type": "attachment", "label": "Bills", "maximum": 3, "accept": ["image/*", "application/pdf"]},
        {"id": "plan", "type": "attachment", "label": "Plan", "maxBytes": 3_000_000, "required": False},
    ]}],
}


def pdf(name, size=200):
    return {"name": name, "mimeType": "application/pdf", "buffer": (b"%PDF-1.4 " + name.encode() * size)[:max(size, 20)]}


class Attaching(Enhanced):
    form = "claim"
    server_of_all = None
    has_module = True

    @classmethod
    def find_server(cls, browser):
        if Attaching.server_of_all is None:
            Attaching.server_of_all = lasting.stack.enter_context(Server({"claim": CLAIM}))
        return Attaching.server_of_all

    def setUp(self):
        super().setUp()
        self.bills = self.page.locator("#bills_file")
        self.before = len(self.server.submissions("claim"))

    def rows(self, cell="bills"):
        return self.page.locator(f"#{cell} .attachment-file")

    def submit(self):
        self.button("Submit").click()
        self.page.get_by_role("heading", name="Sent").wait_for()
        return self.server.submissions("claim")[-1]["values"]


class WithoutTheModule(Attaching):
    """Its file does not come: what is chosen goes with the form, as it does without scripts."""

    def setUp(self):
        super().setUp()
        self.page.route("**/attachment*.mjs", lambda route: route.abort())
        self.page.reload()
        self.page.evaluate("window.isSame = true")

    def test_AT2_add_file_sends_what_is_chosen(self):
        self.bills.set_input_files([pdf("a.pdf"), pdf("b.pdf")])
        self.button("Add File").first.click()
        expect(self.rows()).to_have_count(2)
        self.assertSamePage()
        self.assertEqual(self.bills.evaluate("(field) => field.files.length"), 0, "it is sent once")

    def test_AT2_submit_takes_it_along_and_a_refused_one_keeps_it(self):
        file = pdf("a.pdf", 700_000)
        self.bills.set_input_files([file])
        self.button("Submit").click()
        expect(self.rows()).to_have_count(1)
        self.page.get_by_role("textbox", name="Subject").fill("Lunch")
        sent, = self.submit()["bills"]
        self.assertEqual((sent["name"], sent["sha256"]), ("a.pdf", hashlib.sha256(file["buffer"]).hexdigest()))

    def test_AT2_what_is_saved_while_typing_carries_no_file(self):
        saves = []
        self.page.on("request", lambda request: request.method == "POST" and saves.append(request))
        self.bills.set_input_files([pdf("a.pdf")])
        self.page.get_by_role("textbox", name="Subject").type("Lunch")
        self.page.locator("#_saved").wait_for()
        self.assertEqual([request.headers["content-type"].split(";")[0] for request in saves],
                         ["application/x-www-form-urlencoded"] * len(saves))
        self.assertNotIn("a.pdf", "".join(request.post_data for request in saves))
        self.assertEqual(self.bills.evaluate("(field) => field.files.length"), 1, "the file waits for a press")
