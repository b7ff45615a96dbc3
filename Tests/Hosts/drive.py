"""Fills in a form at a host's own server, as a browser without scripts does; argument: the host's program."""

import json
import os
import pty
import subprocess
import sys
import tempfile
import types
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "Tests", "Tools"))
from visitor import Visitor


def fill_in(url, data):
    parts = urllib.parse.urlsplit(url)
    ada = Visitor(types.SimpleNamespace(url=url, host=parts.hostname, port=parts.port))
    ada.open("/forms/visit")
    ada.press("Submit", expected=422)
    ada.page.type("Full Name", "Ada")
    ada.press("Areas")
    ada.page.tick("Workshop")
    ada.press("Apply")
    ada.press("Submit")
    assert "receipt=" in ada.page.url, ada.page.url
    ada.open("/nothing", expected=404)
    status, fields, content = ada.request("HEAD", "/forms/visit")
    assert (status, content) == (200, b""), (status, content)
    status, fields, content = ada.request("POST", "/forms/visit", b"x" * (2 << 20))
    assert status == 413, status
    with open(os.path.join(data, "submissions", "visit.jsonl")) as lines:
        [submission] = [json.loads(line) for line in lines]
    assert submission["values"] == {"name": "Ada", "areas": ["Workshop"]}, submission


def main(program):
    with tempfile.TemporaryDirectory() as data:
        # A terminal: what the host prints comes a line at a time.
        reader, writer = pty.openpty()
        host = subprocess.Popen(
            [program, *(os.path.join(ROOT, each) for each in ("Tests/HostTests/Forms", "Templates", "Public")), data],
            stdout=writer)
        os.close(writer)
        try:
            with os.fdopen(reader) as output:
                fill_in(output.readline().split()[-1], data)
        finally:
            host.terminate()
            host.wait()
    print("1 passed, 0 failed")


main(sys.argv[1])
