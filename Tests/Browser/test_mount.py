"""A whole journey below a path of the host, with scripts and without: no request leaves that path."""

import urllib.parse

from playwright.sync_api import expect

import lasting
from browser import PHONE, BrowserCase
from enhanced import Enhanced
from formcells import Server
from sample_forms import WORKSHOP, WORKSHOP_SOURCES

PREFIX = "/town/forms-2"


class MountedCase(BrowserCase):
    size = PHONE
    path = f"{PREFIX}/forms/workshop"
    shared = None

    def find_server(self, _):
        if MountedCase.shared is None:
            MountedCase.shared = lasting.stack.enter_context(Server(
                {"workshop": WORKSHOP}, WORKSHOP_SOURCES, options=["--base-path", PREFIX]))
        return MountedCase.shared

    def setUp(self):
        self.asked = []
        super().setUp()
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.reload()

    def check_addresses(self):
        paths = [urllib.parse.urlsplit(url).path for url in self.asked]
        self.assertEqual([path for path in paths if not path.startswith(PREFIX + "/")], [])
        self.assertIn("css", {path.rsplit(".")[-1] for path in paths})


class MountedWithoutScripts(MountedCase):
    def test_a_journey_stays_below_the_base_path(self):
        self.fill("Summary", "Conveyor stops")
        dialog = self.open_picker("Machine")
        dialog.get_by_role("searchbox", name="Search").fill("robot 04")
        self.press_key("Enter")
        dialog.get_by_role("radio", name="Robot 0456").check()
        self.press("Apply", dialog)
        self.press("Slower", self.open_picker("Impact"))
        self.open_picker("Parts").get_by_role("checkbox", name="Coupling", exact=True).check()
        self.press("Apply", self.page.get_by_role("dialog"))
        self.page.go_back()
        expect(self.page.get_by_role("dialog", name="Parts")).to_be_visible()
        self.page.go_forward()
        self.press("Submit")
        self.assertIn("receipt", self.page.url)
        self.assertEqual(self.server.submissions("workshop")[-1]["values"]["machine"], "m-00456")
        self.assertEqual({cookie["path"] for cookie in self.context.cookies()}, {PREFIX})
        self.check_addresses()


class MountedWithScripts(MountedCase, Enhanced):
    def test_a_journey_stays_below_the_base_path(self):
        page = self.page
        self.fill("Summary", "Conveyor stops")
        dialog = self.open("Machine")
        self.assertEqual(urllib.parse.urlsplit(page.url).path, f"{PREFIX}/forms/workshop/cells/machine")
        dialog.get_by_role("searchbox", name="Search").fill("robot 04")
        dialog.get_by_role("radio", name="Robot 0456").check()
        self.button("Apply", dialog).click()
        expect(page.locator("dialog")).to_have_count(0)
        self.button("Slower", self.open("Impact")).click()
        expect(page.locator("dialog")).to_have_count(0)
        self.open("Parts")
        page.go_back()
        expect(page.locator("dialog")).to_have_count(0)
        self.assertEqual(urllib.parse.urlsplit(page.url).path, f"{PREFIX}/forms/workshop")
        dialog = self.open("Parts")
        dialog.get_by_role("checkbox", name="Coupling", exact=True).first.check()
        dialog.get_by_role("button", name="Apply").click()
        expect(page.locator("dialog")).to_have_count(0)
        self.button("Submit").click()
        page.wait_for_url("**receipt**")
        self.assertEqual(self.server.submissions("workshop")[-1]["values"]["parts"], ["Coupling"])
        paths = {cookie["name"]: cookie["path"] for cookie in self.context.cookies()}
        self.assertEqual(paths, {"formcells": PREFIX, "viewport": PREFIX + "/"})
        self.check_addresses()
        self.assertTrue([url for url in self.asked if "/assets/js/page." in url], "what scripts ask for later")
