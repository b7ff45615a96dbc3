"""A password on its way through the real server: it is in no answer, log line or file."""

import base64
import hashlib
import unittest
import urllib.parse

from formcells import Server
from visitor import Visitor

SECRET = "c0rrect-Horse+Bättery<9>"

ACCOUNT = {
    "title": "Account",
    "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Name", "required": True},
        {"id": "secret", "type": "password", "label": "Secret", "required": True, "minLength": 8},
        {"id": "pick", "type": "list-picker", "label": "Pick", "options": ["A", "B"]},
    ]}],
}


def traces(secret):
    """The secret in the forms in which it could be written: plain, escaped for JSON, HTML and URLs, in base64, truncated, and as
    unsalted digests."""
    plain = secret.encode()
    json = secret.encode("ascii", "backslashreplace").replace(b"\\x", b"\\u00")
    html = secret.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").encode()
    quoted = [urllib.parse.quote(secret).encode(), urllib.parse.quote_plus(secret).encode()]
    digests = [hashlib.new(name, plain).hexdigest().encode() for name in ("md5", "sha1", "sha256")]
    return [plain, json, html, *quoted, base64.b64encode(plain), secret[:11].encode(), *digests]


class Listener(Visitor):
    """A visitor who keeps every answer."""

    def __init__(self, server):
        super().__init__(server)
        self.heard = []

    def request(self, method, url, body=None, headers=None):
        status, fields, content = super().request(method, url, body, headers)
        self.heard.append(str(fields).encode() + content)
        return status, fields, content


class Passwords(unittest.TestCase):
    def go_through(self, *options):
        with Server({"account": ACCOUNT}, options=options) as server:
            visitor = Listener(server)
            page = visitor.open("/forms/account")
            page.root.by_id("secret").attributes["value"] = SECRET
            visitor.press("Pick")
            page = visitor.press("Close")
            self.assertIn("A password was entered.", page.text)
            page = visitor.press("Submit", expected=422)
            page.root.by_id("secret").attributes["value"] = "short"
            page.type("Name", "Ada")
            page = visitor.press("Submit", expected=422)
            page.root.by_id("secret").attributes["value"] = SECRET
            visitor.press("Submit")
            [line] = server.submissions("account")
            self.assertRegex(line["values"]["secret"]["hash"], r"\A\$y\$[./0-9A-Za-z]+\$[./0-9A-Za-z]+\$[./0-9A-Za-z]{43}\Z")
            self.assertEqual(server.terminate(), 0)
            places = {
                "the answers": b"\n".join(visitor.heard),
                "the log": server.log_text().encode(),
                "the data": b"\n".join(path.read_bytes() for path in server.data.rglob("*") if path.is_file()),
            }
        for place, content in places.items():
            self.assertTrue(content, place)
            for trace in traces(SECRET):
                self.assertNotIn(trace, content, place)

    def test_no_answer_no_text_log_and_no_file_contains_the_password(self):
        self.go_through("--log", "text")

    def test_no_answer_no_json_log_and_no_file_contains_the_password(self):
        self.go_through("--log", "json")


if __name__ == "__main__":
    unittest.main()
