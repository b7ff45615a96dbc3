"""Builds the package that "Your own server" shows, exactly as shown, with this checkout beside it; starts it, and sends a form and
a file.

Takes no argument. The documents' test checks that the page shows these files.
"""

import hashlib
import json
import os
import pathlib
import pty
import shutil
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Tools"))
import sent_files

PACKAGE = ROOT / "Tests" / "Hosts" / "plain"


def send(url, name):
    request = urllib.request.Request(
        f"{url}/forms/visit", json.dumps({"values": {"name": name}}).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 201, answer.status


PHOTO = b"\x89PNG\r\n\x1a\n" + os.urandom(5 << 20)


def send_file(url, content):
    """Sends more than a body may hold in memory."""
    body, content_type = sent_files.body([], [("photo", "crack.png", content)])
    request = urllib.request.Request(f"{url}/forms/report", body, {"Content-Type": content_type, "Accept": "application/json"})
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 201, answer.status


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "formcells").symlink_to(ROOT)
        shutil.copytree(PACKAGE, folder / "my-forms")
        place = folder / "my-forms"
        shutil.copytree(ROOT / "Tests" / "HostTests" / "Forms", place / "forms")
        (place / "forms" / "report.json").write_text(json.dumps({"title": "Report", "sections": [
            {"cells": [{"id": "photo", "type": "attachment", "label": "Photo"}]}]}))
        # Built once for all runs, with another port, as something may already use the usual one.
        main_file = place / "Sources" / "my-forms" / "main.swift"
        main_file.write_text(main_file.read_text().replace("port: 8080", "port: 0"))
        subprocess.run(
            ["swift", "build", "--quiet", "--scratch-path", ROOT / ".build-hosts" / "plain"], cwd=place, check=True)
        # A terminal, so that the host's output arrives line by line.
        reader, writer = pty.openpty()
        host = subprocess.Popen([ROOT / ".build-hosts" / "plain" / "debug" / "my-forms"], cwd=place, stdout=writer)
        os.close(writer)
        try:
            with os.fdopen(reader) as output:
                url = output.readline().split()[-1]
                with urllib.request.urlopen(f"{url}/forms/visit") as page:
                    assert b"Visitor Badge" in page.read()
                send(url, "Ada")
                send(url, "Grace")
                send_file(url, PHOTO)
                assert host.poll() is None, "the host has ended"
        finally:
            host.terminate()
            host.wait()
        lines = (place / "data" / "submissions" / "visit.jsonl").read_text().splitlines()
        assert [json.loads(line)["values"]["name"] for line in lines] == ["Ada", "Grace"], lines
        assert (place / "data" / "files" / hashlib.sha256(PHOTO).hexdigest()).read_bytes() == PHOTO
    print("plain: 1 passed, 0 failed")


if __name__ == "__main__":
    sys.exit(main())
