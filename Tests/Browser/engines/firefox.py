"""Debian's Firefox ESR, by WebDriver BiDi over its own socket.

Playwright's Firefox runs scripts in spite of `java_script_enabled=False`; here a preference turns them off.
"""

import base64
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading

import websocket

import fonts
from engines import Gone, actions

PROGRAM = "/usr/bin/firefox-esr"
PATIENCE_SECONDS = 60

# No first-run pages, no update checks, no downloads.
PREFERENCES = {
    "remote.active-protocols": 1,
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "intl.accept_languages": "en-US, en",
    # One process for all pages and none started in advance, because there is only one site.
    "dom.ipc.processCount": 1,
    "dom.ipc.processCount.webIsolated": 1,
    "fission.webContentIsolationStrategy": 0,
    "dom.ipc.processPrelaunch.enabled": False,
    "extensions.webextensions.remote": False,
    "network.process.enabled": False,
    "media.rdd-process.enabled": False,
    "browser.cache.disk.enable": False,
    "toolkit.telemetry.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "extensions.update.enabled": False,
    "extensions.getAddons.cache.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.startup.page": 0,
    # No animation, in pages or in the browser.
    "ui.prefersReducedMotion": 1,
}


class Firefox:
    def __init__(self, scripts):
        self.scripts = scripts
        self.profile = pathlib.Path(tempfile.mkdtemp(prefix="formcells-firefox-"))
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});"
                 for name, value in {**PREFERENCES, "javascript.enabled": scripts}.items()]
        (self.profile / "user.js").write_text("\n".join(lines))
        self.process = subprocess.Popen(
            [PROGRAM, "--headless", "--no-remote", "--profile", str(self.profile), "--remote-debugging-port", "0"],
            env=fonts.environment(fonts.WIDE), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True)
        self.count = 0
        try:
            self.socket = websocket.create_connection(
                self._address() + "/session", suppress_origin=True, timeout=PATIENCE_SECONDS)
            self.send("session.new", capabilities={"alwaysMatch": {"unhandledPromptBehavior": {"default": "accept", "beforeUnload": "accept"}}})
        except BaseException:
            self.close()
            raise

    def _address(self):
        """The address on which it reports to listen. Its other output is read to the end, so that it never blocks."""
        said = []
        for line in self.process.stderr:
            said.append(line)
            found = re.search(r"ws://\S+", line)
            if found:
                threading.Thread(target=self.process.stderr.read, daemon=True).start()
                return found.group()
        raise AssertionError(f"Firefox does not listen; it says: {''.join(said)[-2000:]}")

    def send(self, method, **parameters):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") != self.count:
                continue
            if answer["type"] == "error":
                raise Gone(f"{method}: {answer['error']}: {answer['message']}")
            return answer["result"]

    def open(self, size, touch=False):
        return FirefoxWindow(self, size, touch)

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE_SECONDS)
        shutil.rmtree(self.profile, ignore_errors=True)


class FirefoxWindow(actions.Window):
    def __init__(self, firefox, size, touch, user=None):
        self.firefox, self.send, self.touch, self.size = firefox, firefox.send, touch, size
        # A separate cookie store.
        self.user = user or self.send("browser.createUserContext")["userContext"]
        self.context = self.send("browsingContext.create", type="tab", userContext=self.user)["context"]
        self.resize(size)

    def another(self):
        return FirefoxWindow(self.firefox, self.size, self.touch, self.user)

    def activate(self):
        self._go("activate")

    def _go(self, method, **parameters):
        self.send(f"browsingContext.{method}", context=self.context, **parameters)

    def goto(self, url):
        self._go("navigate", url=url, wait="complete")

    def back(self):
        self._go("traverseHistory", delta=-1)

    def forward(self):
        self._go("traverseHistory", delta=1)

    def reload(self):
        self._go("reload", wait="complete")

    def resize(self, size):
        self._go("setViewport", viewport={"width": size[0], "height": size[1]})

    def _evaluate(self, expression):
        answer = self.send(
            "script.evaluate", expression=expression, target={"context": self.context}, awaitPromise=False)
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return answer["result"]

    def evaluate(self, expression):
        return self._evaluate(expression).get("value")

    def element(self, expression):
        answer = self._evaluate(expression)
        return {"type": "element", "element": {"sharedId": answer["sharedId"]}} if "sharedId" in answer else None

    def _perform(self, steps):
        self.send("input.performActions", context=self.context, actions=steps)

    def screenshot(self, path):
        picture = self.send("browsingContext.captureScreenshot", context=self.context)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(picture))

    def close(self):
        self.send("browser.removeUserContext", userContext=self.user)
