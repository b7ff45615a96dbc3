"""What checks without a network share: a server below a path of the host, and a network that can be down."""

import re

from playwright.sync_api import expect

import lasting
from browser import PHONE, BrowserCase
from formcells import Server
from sample_forms import SMALL
from weak_network import WeakNetwork

PREFIX = "/town/forms-2"
# The address of a draft that the server has stored.
DRAFT = re.compile("draft=[0-9a-f]{16}")
# The server refuses a text that the page accepts.
STRICT = {
    "title": "Strict Form",
    "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Name", "required": True},
        {"id": "code", "type": "text", "label": "Code", "pattern": "[A-Z]{3}"},
    ]}],
}
# A switch that shows a cell, for which the page asks the server.
ASKING = {
    "title": "Asking Form",
    "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Name", "required": True},
        {"id": "car", "type": "switch", "label": "Car"},
        {"id": "plate", "type": "text", "label": "Plate", "visibleWhen": {"cell": "car", "equals": True}},
    ]}],
}
# With a single form, the list of forms would redirect to it.
BOTH = {"small": SMALL, "strict": STRICT, "asking": ASKING}
# Whether the service worker has cached these paths.
IS_KEPT = """async (paths) => {
  const isKept = async () => {
    if (!navigator.serviceWorker.controller) return false;
    const cache = await caches.open("formcells %s/ pages");
    for (const path of paths) if (!await cache.match(path)) return false;
    return true;
  };
  const end = performance.now() + 60000;
  while (performance.now() < end) {
    if (await isKept()) return true;
    await new Promise(requestAnimationFrame);
  }
  return false;
}""" % PREFIX


class OfflineCase(BrowserCase):
    size = PHONE
    scripts = True
    workers = "allow"
    path = f"{PREFIX}/forms/small"
    definitions = {"small": SMALL}
    sources = None
    # The server and the network, by the names of the forms.
    shared = {}

    def find_server(self, _):
        names = tuple(self.definitions)
        if names not in self.shared:
            server = lasting.stack.enter_context(Server(self.definitions, self.sources, options=["--base-path", PREFIX]))
            self.shared[names] = server, lasting.stack.enter_context(WeakNetwork(server))
        self.forms, self.network = self.shared[names]
        self.network.is_away, self.network.lost_answers = False, 0
        self.network.hanging, self.network.hanging_count = None, 0
        self.network.goes_on.clear()
        self.network.posts.clear()
        return self.network

    def setUp(self):
        super().setUp()
        self.failures = []
        self.page.on("pageerror", lambda error: self.failures.append(str(error)))
        self.already = len(self.forms.submissions("small"))

    def tearDown(self):
        self.assertEqual(self.failures, [], "no script has failed")

    def sent(self):
        """The names recorded during this check, in order."""
        return [line["values"]["name"] for line in self.forms.submissions("small")[self.already:]]

    def wait_until_kept(self, *paths):
        self.assertTrue(self.page.evaluate(IS_KEPT, [PREFIX + path for path in paths]), paths)

    def queued_count(self):
        return self.page.evaluate("""(name) => new Promise((done, fail) => {
          const request = indexedDB.open(name);
          request.onerror = fail;
          request.onsuccess = () => {
            const count = request.result.transaction("forms").objectStore("forms").count();
            count.onsuccess = () => { request.result.close(); done(count.result); };
          };
        })""", f"formcells {PREFIX}/ unsent")

    def begin_draft(self, name):
        """Types a name, and waits until the server has a draft with it."""
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            self.fill("Name", name)
        self.page.wait_for_url(DRAFT)

    def lose_network(self):
        self.network.is_away = True
        self.context.set_offline(True)

    def find_network(self):
        self.network.is_away = False
        self.context.set_offline(False)

    def hold_history(self):
        """Simulates a slow device: from now on, `history.go` waits for `letGo`. Meanwhile the page counts its posts."""
        self.page.evaluate("""() => {
          const [go, ask] = [history.go.bind(history), fetch.bind(window)];
          const held = [];
          history.go = (steps) => held.push(steps);
          window.posted = 0;
          window.fetch = (...request) => {
            posted += Number(request[1]?.method === "POST");
            return ask(...request);
          };
          window.letGo = () => {
            [history.go, window.fetch] = [go, ask];
            for (const steps of held) go(steps);
            return posted;
          };
        }""")

    def let_history_go(self):
        """Lets it continue; returns the number of posts before."""
        return self.page.evaluate("letGo()")

    def submit(self, name):
        self.fill("Name", name)
        self.page.get_by_role("button", name="Submit", exact=True).last.click()

    def submit_in_vain(self, name):
        self.submit(name)
        expect(self.page.get_by_role("heading", name="Not Sent Yet")).to_be_focused()
