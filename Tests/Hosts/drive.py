"""Fills in a form at a host's server, in Chromium with scripts and without. Arguments: the host's program and its name."""

import contextlib
import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import types
import urllib.parse
import urllib.request

from playwright.sync_api import expect, sync_playwright

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "Tests", "Tools"))
from visitor import Visitor

FORMS, TEMPLATES, PUBLIC = (os.path.join(ROOT, each) for each in ("Tests/HostTests/Forms", "Templates", "Public"))
SENT = {"name": "Ada", "areas": ["Workshop"]}


@contextlib.contextmanager
def running(*command):
    """Runs a host; yields its address."""
    # A terminal, so that the host's output arrives line by line.
    reader, writer = pty.openpty()
    host = subprocess.Popen(command, stdout=writer)
    os.close(writer)
    try:
        with os.fdopen(reader) as output:
            yield output.readline().split()[-1]
    finally:
        host.terminate()
        host.wait()


class Window:
    """A visitor's browser on the form's page."""

    def __init__(self, context, address):
        self.page = context.new_page()
        self.page.goto(address)

    def button(self, name):
        return self.page.get_by_role("button", name=name)

    def choose(self, area, instead_of=None):
        self.button("Areas").click()
        dialog = self.page.get_by_role("dialog", name="Areas")
        if instead_of:
            dialog.get_by_role("checkbox", name=instead_of).last.uncheck()
        dialog.get_by_role("checkbox", name=area).check()
        dialog.get_by_role("button", name="Apply").click()
        expect(self.button("Areas")).to_have_accessible_name(f"Areas {area}")

    def send(self):
        self.button("Submit").click()

    def is_sent(self):
        self.page.wait_for_url("**receipt=*")


def get(url):
    with urllib.request.urlopen(url) as answer:
        return answer.read().decode()


def check_protocol(url, path):
    """What the adapter adds to the site: a limit on bodies, and no content for HEAD."""
    parts = urllib.parse.urlsplit(url)
    ada = Visitor(types.SimpleNamespace(url=url, host=parts.hostname, port=parts.port))
    ada.open(f"{path}/nothing", expected=404)
    status, _, content = ada.request("HEAD", f"{path}/forms/visit")
    assert (status, content) == (200, b""), (status, content)
    status, _, _ = ada.request("POST", f"{path}/forms/visit", b"x" * (2 << 20))
    assert status == 413, status


def nio(program, context):
    with tempfile.TemporaryDirectory() as data, running(program, FORMS, TEMPLATES, PUBLIC, data) as url:
        window = Window(context, f"{url}/forms/visit")
        name = window.page.get_by_label("Full Name")
        name.fill("Grace")
        window.choose("Workshop")
        # The host's check returns a message for this cell, which disappears once the answer is changed.
        window.send()
        expect(window.page.get_by_role("link", name="Full Name: Grace is registered already.")).to_be_visible()
        expect(name).to_have_accessible_description(re.compile("^Error: Grace is registered already"))
        name.fill("Ada")
        window.send()
        window.is_sent()
        with open(os.path.join(data, "submissions", "visit.jsonl")) as lines:
            assert [json.loads(line)["values"] for line in lines] == [SENT]
        check_protocol(url, "")


def hummingbird(program, context):
    with running(program, TEMPLATES, PUBLIC) as url:
        assert get(url) == "the host's own page"
        context.request.get(f"{url}/sign-in/Ada")
        window = Window(context, f"{url}/town/forms/forms/visit")
        name = window.page.get_by_label("Full Name")
        expect(name).to_have_value("Ada")
        assert not name.is_editable()
        window.choose("Laboratory")
        window.send()
        expect(window.page.get_by_role("link", name="Areas: Ada may not enter the laboratory.")).to_be_visible()
        window.choose("Workshop", instead_of="Laboratory")
        # The store is locked once: nothing is sent, and nothing is lost.
        window.send()
        expect(window.page.get_by_text("Your answers could not be saved.")).to_be_visible()
        expect(window.button("Areas")).to_have_accessible_name("Areas Workshop")
        assert get(f"{url}/visits") == ""
        window.send()
        window.is_sent()
        assert [json.loads(line)["values"] for line in get(f"{url}/visits").splitlines()] == [SENT]
        # The next user of the browser sees none of it.
        window.page.goto(f"{url}/town/forms/forms/visit?draft=new")
        window.choose("Lobby")
        context.request.get(f"{url}/sign-in/Ben")
        window.page.reload()
        expect(name).to_have_value("Ben")
        expect(window.button("Areas")).not_to_have_accessible_name("Areas Lobby")
        check_protocol(url, "/town/forms")


def main(program, name):
    passed = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell",
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        for scripts in (True, False):
            with browser.new_context(java_script_enabled=scripts, locale="en-US") as context:
                context.set_default_timeout(15_000)
                {"nio": nio, "hummingbird": hummingbird}[name](program, context)
            passed += 1
        browser.close()
    print(f"{name}: {passed} passed, 0 failed")


main(*sys.argv[1:])
