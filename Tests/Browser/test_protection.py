"""A form that is protected against robots, in a browser that fills it in automatically, with scripts off and on."""

from playwright.sync_api import expect

from browser import PHONE, BrowserCase
from enhanced import is_press
from formcells import Server, wait_until
from playwright_chromium import WHOLE, launch

FORM = {"title": "Visit", "protect": True, "sections": [{"cells": [
    {"id": token, "type": "text", "label": label, "autocomplete": token, **({"required": True} if token == "name" else {})}
    for token, label in {
        "name": "Name", "email": "E-Mail", "organization": "Company", "address-line1": "Street", "address-level2": "City",
        "postal-code": "Post Code", "tel": "Phone"}.items()]}]}
ADDRESS = {
    "NAME_FULL": "Ada Lovelace", "NAME_FIRST": "Ada", "NAME_LAST": "Lovelace", "EMAIL_ADDRESS": "ada@example.org",
    "COMPANY_NAME": "Engines", "ADDRESS_HOME_LINE1": "1 Main St", "ADDRESS_HOME_CITY": "London", "ADDRESS_HOME_ZIP": "12345",
    "ADDRESS_HOME_STATE": "CA", "ADDRESS_HOME_COUNTRY": "US", "PHONE_HOME_WHOLE_NUMBER": "+12025550123"}


class Protected(BrowserCase):
    path = "/forms/visit"

    def find_server(self, _):
        return self.enterContext(Server({"visit": FORM}))

    def press(self):
        self.page.locator("main .primary").click()

    def send(self):
        """Like a person who is asked to send it again, because a test may be too fast at first."""
        def is_sent():
            with self.page.expect_response(lambda response: is_press(response.request)) as answer:
                self.press()
            # The target of the answer; the old page stays for a moment.
            headers = answer.value.headers
            is_receipt = "receipt=" in headers.get("content-location", headers.get("location", ""))
            expect(self.page.locator(".receipt" if is_receipt else "#_problems")).to_be_visible()
            return is_receipt
        wait_until(is_sent, "the form is sent")
        self.assertEqual(len(self.server.submissions("visit")), 1)

    def test_a_filled_decoy_requires_another_press_and_loses_nothing(self):
        page = self.page
        page.locator("#name").fill("Ada")
        page.locator("#_leave").fill("x", force=True)
        self.press()
        expect(page.locator("#_problems")).to_contain_text("A field that has to stay empty was filled in")
        expect(page.locator("#_problems")).to_be_focused()
        self.assertEqual(self.server.submissions("visit"), [])
        expect(page.locator("#name")).to_have_value("Ada")
        expect(page.locator("#_leave")).to_have_value("")
        self.send()

    def test_the_decoy_is_neither_in_the_tab_order_nor_in_the_accessibility_tree(self):
        page = self.page
        self.assertEqual(page.get_by_role("textbox", name="Leave this empty").count(), 0)
        self.assertNotIn("Leave this empty", page.locator("body").aria_snapshot())
        page.locator("#tel").focus()
        page.keyboard.press("Tab")
        expect(page.locator("main .primary")).to_be_focused()
        self.assertEqual(self.sideways(), 0)

    def test_values_filled_in_by_the_browser_are_sent(self):
        # Only the whole browser fills in fields automatically.
        browser = launch(WHOLE, self.family)
        self.addCleanup(browser.close)
        page = self.page = browser.new_page(java_script_enabled=self.scripts, base_url=self.server.url)
        page.goto(self.path)
        tools = page.context.new_cdp_session(page)
        tools.send("DOM.enable")
        tools.send("Autofill.enable")
        root = tools.send("DOM.getDocument", {"depth": -1})["root"]["nodeId"]
        node = tools.send("DOM.querySelector", {"nodeId": root, "selector": "#name"})["nodeId"]
        field = tools.send("DOM.describeNode", {"nodeId": node})["node"]["backendNodeId"]
        address = {"fields": [{"name": name, "value": value} for name, value in ADDRESS.items()]}
        tools.send("Autofill.setAddresses", {"addresses": [address]})
        page.locator("#name").focus()
        tools.send("Autofill.trigger", {"fieldId": field, "address": address})
        expect(page.locator("#postal-code")).to_have_value("12345")
        expect(page.locator("#_leave")).to_have_value("")
        self.send()
        self.assertEqual(self.server.submissions("visit")[0]["values"]["name"], "Ada Lovelace")


class ProtectedWithScripts(Protected):
    scripts = True
    size = PHONE

    def test_a_save_waiting_behind_a_refused_press_removes_no_error(self):
        page, held, posts = self.page, [], []
        page.clock.install()
        page.reload()
        # After this save, the next pause belongs to the script.
        with page.expect_response(lambda response: response.request.method == "POST"):
            page.locator("#name").fill("Ada")
            page.clock.run_for(2000)
        expect(page.locator("#_save_state")).to_have_text("Saved")
        page.route("**/forms/**", lambda route: route.continue_() if held else held.append(route))
        page.locator("#email").fill("ada@example.org")
        page.locator("#_leave").fill("x", force=True)
        self.press()
        wait_until(lambda: page.title() and held, "it is under way")
        page.clock.run_for(2000)
        page.on("request", lambda request: request.method == "POST" and posts.append(request.post_data))
        held[0].continue_()
        expect(page.locator("#_problems")).to_contain_text("A field that has to stay empty was filled in")
        # A save would be sent before the next press.
        self.send()
        self.assertRegex(posts[0], "=submit$")
