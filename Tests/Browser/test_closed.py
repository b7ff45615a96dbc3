"""The second visitor with an invitation is told that it is used, also with scripts."""

from playwright.sync_api import expect

from browser import PHONE, BrowserCase
from formcells import Server, run

FORM = {"title": "Course", "access": "invited", "sections": [{"cells": [{"id": "name", "type": "text", "label": "Name"}]}]}


class Second(BrowserCase):
    size = PHONE
    scripts = True

    def find_server(self, _):
        self.server = self.enterContext(Server({"course": FORM}))
        made = run("invite", "course", "1", "--data", self.server.data)
        self.link = next(word for word in made.stdout.decode().split() if "invitation=" in word)
        self.path = self.link[self.link.index("/forms/"):]
        return self.server

    def send(self, page, name):
        page.get_by_role("textbox", name="Name").fill(name)
        page.get_by_role("button", name="Submit", exact=True).last.click()

    def test_the_second_sender_of_an_invitation_is_told_and_keeps_the_answers(self):
        other = self.context.browser.new_context(base_url=self.server.url).new_page()
        self.addCleanup(other.context.close)
        other.goto(self.path)
        self.send(self.page, "Ada")
        self.page.wait_for_url("**receipt=*")
        self.send(other, "Grace")
        expect(other.get_by_text("This invitation has already been used")).to_be_visible()
        expect(other.get_by_text("Grace")).to_be_visible()
        self.assertEqual([line["values"]["name"] for line in self.server.submissions("course")], ["Ada"])
