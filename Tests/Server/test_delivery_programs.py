"""The ready-made programs `mail` and `webhook`, each run alone: what they send, and what they refuse."""

import email
import email.policy
import hashlib
import hmac
import http.client
import http.server
import json
import pathlib
import subprocess
import tempfile
import threading
import unittest

from deliveries import Program
from formcells import PATIENCE_SECONDS, ROOT, Server, wait_until

ID = "0123456789abcdef0123456789abcdef"


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="formcells-")))

    def run_program(self, name, values, settings, head=None, text="Trip\n\nWho\n    Ada\n", language="en"):
        line = {"id": ID, "form": "trip", "version": "v", "submittedAt": "2026-01-31T12:00:00.000Z", **(head or {}), "values": values}
        self.line = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()
        environment = {
            "PATH": f"{self.folder}:/usr/bin:/bin", "FORMCELLS_FORM": "trip", "FORMCELLS_ID": ID,
            "FORMCELLS_LANGUAGE": language, "FORMCELLS_DESTINATION": "office", **settings}
        if text is not None:
            (self.folder / "text").write_bytes(text.encode())
            environment["FORMCELLS_TEXT"] = str(self.folder / "text")
        return subprocess.run(
            [ROOT / "Sources/formcells/deliver" / name], env=environment, input=self.line + b"\n", capture_output=True,
            timeout=PATIENCE_SECONDS)


class MailChecks(Case):
    def setUp(self):
        super().setUp()
        program = self.folder / "sendmail"
        program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$*" >>{self.folder}/words\ncat >{self.folder}/mail\n')
        program.chmod(0o755)

    def mail(self, values, settings=None, **more):
        """The words of sendmail's command line, and the message."""
        result = self.run_program("mail", values, settings or {"MAIL_TO": "office@example.org"}, **more)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        raw = (self.folder / "mail").read_bytes()
        self.assertLess(max(map(len, raw.splitlines())), 78)
        self.assertTrue(raw.isascii())
        message = email.message_from_bytes(raw, policy=email.policy.default)
        self.assertEqual(message.defects, [])
        return (self.folder / "words").read_text().split("\n")[-2], message

    def test_mail_sends_the_text_to_the_operator(self):
        text = "Reise\nGesendet: 31.01.2026, 12:00\n\nWer\n    Jürgen 😀\n    .\n    zwei \nFrom\n\n"
        words, message = self.mail(
            {"who": "x"}, {"MAIL_TO": "office@example.org", "MAIL_FROM": "forms@example.org"}, text=text, language="de-AT",
            head={"replaces": "f" * 32, "by": "jane"})
        self.assertEqual(words, "-i -f forms@example.org office@example.org")
        self.assertEqual((message["To"], message["From"], message["Subject"]), ("office@example.org", "forms@example.org", "Reise"))
        self.assertEqual(message["Message-ID"], f"<{ID}.office@example.org>")
        self.assertEqual(message["Content-Language"], "de-AT")
        self.assertEqual(message.get_content().rstrip("\n"), text.rstrip("\n"))

    def test_mail_can_leave_out_corrections(self):
        settings = {"MAIL_TO": "office@example.org", "MAIL_CORRECTIONS": "no"}
        self.assertEqual(self.run_program("mail", {}, settings, head={"replaces": "f" * 32, "by": "jane"}).returncode, 0)
        self.assertFalse((self.folder / "mail").exists())
        self.mail({"replaces": "x", "note": ',"replaces":"y"'}, settings)
        result = self.run_program("mail", {}, {**settings, "MAIL_CORRECTIONS": "never"})
        self.assertEqual((result.returncode, result.stderr), (1, b"MAIL_CORRECTIONS is yes or no\n"))

    def test_no_text_of_a_visitor_becomes_a_mail_header_or_an_address(self):
        evil = "x\r\nBcc: all@example.org\r\n\r\n.\r\nFrom evil\u0085\u2028"
        for text in (f"Trip\n{evil}", evil):
            words, message = self.mail({"who": evil}, text=text)
            self.assertEqual(words, "-i office@example.org")
            self.assertEqual(set(message.keys()), {
                "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "Content-Language", "MIME-Version", "Content-Type",
                "Content-Transfer-Encoding"})
            self.assertIn("Bcc: all@example.org", message.get_content())

    def test_long_and_non_ascii_subjects_are_encoded_without_splitting_characters(self):
        for subject in ("Bericht", "Änderung für Köln", "日本語のとても長い件名" * 8, "=?UTF-8?Q?x?=", "a\r\nBcc: b@example.org", "😀" * 60):
            _, message = self.mail({}, {"MAIL_TO": "office@example.org", "MAIL_SUBJECT": subject})
            shown = subject.replace("\r", " ").replace("\n", " ")
            self.assertTrue(shown.startswith(message["Subject"].rstrip()) or message["Subject"] == shown, message["Subject"])
            self.assertGreater(len(message["Subject"]), min(40, len(subject) - 1))

    def test_a_copy_goes_only_to_one_valid_address(self):
        settings = {"MAIL_TO_CELL": "email"}
        for typed, sent in (
                ("o'neil+x@sub.example.org", "o'neil+x@sub.example.org"), ("ada@example.org.", "ada@example.org"),
                ("ada@exämple.de", "ada@xn--exmple-cua.de"), ("ada@BÜCHER-Köln.example", "ada@xn--bcher-kln-67a3d.example"),
                ("ada@ドメイン名例.jp", "ada@xn--eckwd4c7cu47r2wf.jp"), ("ada@ПРИМЕР.рф", "ada@xn--e1afmkfd.xn--p1ai")):
            words, message = self.mail({"email": typed}, settings)
            self.assertEqual((words, message["To"]), (f"-i {sent}", sent))
        # For servers that accept non-ASCII letters before the @ (RFC 6531).
        self.assertEqual(self.run_program("mail", {"email": "jörg@exämple.de"}, settings).returncode, 0)
        self.assertIn("To: jörg@xn--exmple-cua.de\n", (self.folder / "mail").read_text())
        (self.folder / "mail").unlink()
        for text in (
                "a@example.org, b@example.org", "a@example.org b@example.org", "A <a@example.org>", "a@example.org\nBcc: b@example.org",
                "-oQ/tmp@example.org", "a@b@c.org", "a", "@example.org", "a@-x.org", "a@example..org", "a@[127.0.0.1]", "a..b@example.org",
                "\"|x\"@example.org", "a" * 250 + "@example.org", "a@" + "ä" * 60 + ".org", ["a@example.org"], {"other": "x"}):
            result = self.run_program("mail", {"email": text}, settings)
            self.assertEqual((result.returncode, result.stdout), (65, b""), text)
            self.assertEqual(result.stderr, b"what is in the cell email is not an address that mail can be sent to\n")
        for values in ({}, {"email": None}, {"email": ""}):
            result = self.run_program("mail", values, settings)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""), values)
        self.assertFalse((self.folder / "mail").exists())

    def test_wrong_settings_and_errors_of_sendmail_are_failures_with_a_reason(self):
        for settings, reason in (
                ({}, b"neither MAIL_TO nor MAIL_TO_CELL"), ({"MAIL_TO": "a, b"}, b"MAIL_TO is not one"),
                ({"MAIL_TO": "a@b.org", "MAIL_TO_CELL": "c"}, b"both set"),
                ({"MAIL_TO": "a@b.org", "MAIL_FROM": "x\ny"}, b"MAIL_FROM is not one"),
                ({"MAIL_TO": "a@b.org", "SENDMAIL": "/none"}, b"/none is not installed")):
            result = self.run_program("mail", {}, settings)
            self.assertEqual(result.returncode, 1)
            self.assertIn(reason, result.stderr)
        result = self.run_program("mail", {}, {"MAIL_TO": "a@b.org"}, text=None)
        self.assertEqual((result.returncode, result.stderr), (1, b"FORMCELLS_TEXT names no file: the form is not known\n"))
        (self.folder / "sendmail").write_text("#!/bin/sh\ncat >/dev/null\necho mailbox full >&2\nexit 75\n")
        result = self.run_program("mail", {}, {"MAIL_TO": "a@b.org"})
        self.assertEqual((result.returncode, result.stderr), (75, b"mailbox full\n"))

    def test_mail_sends_long_answers_complete(self):
        text = "Zürich " * 40_000
        _, message = self.mail({}, text=f"Trip\n{text}\n")
        self.assertIn(text.rstrip(), message.get_content())


class DeliveredTexts(unittest.TestCase):
    """The texts that a running server passes to the programs in addition to the line."""

    @staticmethod
    def form():
        def both(english, german):
            return {"en": english, "de": german}
        return {
            "title": both("Trip", "Reise nach Köln"), "locale": "en-US", "timeZone": "Europe/Berlin",
            "optionLists": {"agreement": [
                {"value": "1", "label": both("Yes", "Ja, gern")}, {"value": "2", "label": both("No", "Nein")}]},
            "sections": [
                {"title": both("You", "Sie"), "cells": [
                    {"id": "who", "type": "note", "label": both("Who", "Wer")},
                    {"id": "class", "type": "select", "label": both("Class", "Klasse"), "options": {"list": "agreement"}},
                    {"id": "plant", "type": "list-picker", "label": both("Plant", "Werk"),
                     "source": {"file": "plants.csv", "value": "id", "label": "name"}},
                    {"id": "views", "type": "matrix", "label": both("Views", "Meinung"), "options": {"list": "agreement"},
                     "rows": [{"id": "food", "label": both("Food", "Essen")}]},
                    {"id": "far", "type": "switch", "label": both("Far", "Weit"), "onLabel": both("Far away", "Sehr weit")},
                    {"id": "day", "type": "date", "label": both("Day", "Tag")},
                    {"id": "sum", "type": "currency", "label": both("Sum", "Summe"), "currency": "EUR"},
                    {"id": "empty", "type": "text", "label": both("Empty", "Leer")},
                    {"id": "email", "type": "text", "label": both("Mail", "Post"), "format": "email"}]},
                {"id": "stops", "title": both("Stops", "Orte"), "item": both("Stop", "Ort"), "container": "repeat", "cells": [
                    {"id": "place", "type": "text", "label": both("Place", "Wo")}]}]}

    def test_the_delivered_text_has_the_answers_of_the_receipt(self):
        folder = self.enterContext(tempfile.TemporaryDirectory(prefix="formcells-"))
        program = Program(folder, "a", 'cat >/dev/null; cat "$FORMCELLS_TEXT" >"$OUT"; ls /proc/self/fd >"$OUT.open"')
        with Server({"trip": self.form()}, sources={"plants.csv": "id,name\np3,Groß & Söhne + Co\n"},
                    options=["--deliver", f"a={program.path}"]) as server:
            connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE_SECONDS)
            body = json.dumps({"values": {
                "who": "Jürgen 😀\n\nzwei", "class": "1", "plant": "p3", "views": {"food": "2"}, "far": True, "day": "2026-03-01",
                "sum": {"amount": "1234.50", "currency": "EUR"}, "email": "ada@example.org", "stops": [{"place": "Ulm"}, {"place": "Köln"}]}})
            connection.request("POST", "/forms/trip", body, {
                "Content-Type": "application/json", "Accept": "application/json", "Accept-Language": "de"})
            answer = connection.getresponse()
            content = json.loads(answer.read())
            connection.close()
            self.assertEqual(answer.status, 201, content)
            wait_until(lambda: program.out.with_name("out.open").exists(), "it is delivered")
            lines = program.out.read_text().splitlines()
        reference = " ".join(content["id"][start:start + 4] for start in range(0, 32, 4))
        self.assertEqual(lines[0], "Reise nach Köln")
        self.assertRegex(lines[1], r"^Gesendet: ")
        self.assertRegex(lines[2], f": {reference}$")
        self.assertEqual(lines[3:], [
            "", "— Sie —", "", "Wer", "    Jürgen 😀", "    ", "    zwei", "", "Klasse", "    Ja, gern", "", "Werk",
            "    Groß & Söhne + Co", "", "Meinung", "    Essen: Nein", "", "Weit", "    Sehr weit", "", "Tag", "    1. März 2026", "",
            "Summe", "    1.234,50\u00a0€", "", "Post", "    ada@example.org", "", "— Ort 1 —", "", "Wo", "    Ulm", "", "— Ort 2 —", "",
            "Wo", "    Köln", "", "Keine Angaben", "    Leer"])


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.requests.append((self.path, dict(self.headers), body))
        if self.path == "/hang":
            self.server.released.wait(PATIENCE_SECONDS)
        self.send_response(int(self.path[1:]) if self.path[1:].isdigit() else 200)
        self.send_header("Location", "/200")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class WebhookChecks(Case):
    def setUp(self):
        super().setUp()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        self.server.requests, self.server.released = [], threading.Event()
        thread = threading.Thread(target=self.server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.addCleanup(self.server.released.set)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def post(self, settings, values=None):
        return self.run_program("webhook", values or {"who": "Jürgen"}, settings)

    def test_webhook_posts_the_unchanged_line_with_its_header_fields(self):
        result = self.post({"WEBHOOK_URL": f"{self.url}/201?a=b&c=%20", "WEBHOOK_AUTHORIZATION": "Bearer abc"})
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
        [(path, fields, body)] = self.server.requests
        self.assertEqual((path, body), ("/201?a=b&c=%20", self.line))
        self.assertEqual(
            {name: fields.get(name) for name in ("Content-Type", "Idempotency-Key", "FormCells-Form", "Authorization")},
            {"Content-Type": "application/json", "Idempotency-Key": ID, "FormCells-Form": "trip", "Authorization": "Bearer abc"})
        self.assertNotIn("FormCells-Signature", fields)

    def test_webhook_signatures_are_valid_for_each_secret(self):
        for secret in ("s", "geheim ü $x \\ \" % `id`", "x" * 63, "x" * 64, "x" * 65, "y" * 500, "%d%s\\000"):
            self.assertEqual(self.post({"WEBHOOK_URL": self.url, "WEBHOOK_SECRET": secret}, {"n": "%s \\101"}).returncode, 0)
            _, fields, body = self.server.requests.pop()
            time, signature = (part.split("=")[1] for part in fields["FormCells-Signature"].split(","))
            expected = hmac.new(secret.encode(), f"{time}.".encode() + body, hashlib.sha256).hexdigest()
            self.assertEqual(signature, expected, secret)
            self.assertEqual(body, self.line)
        # An empty secret is an error; it does not mean requests without a signature.
        result = self.post({"WEBHOOK_URL": self.url, "WEBHOOK_SECRET": ""})
        self.assertEqual((result.returncode, self.server.requests), (1, []))
        self.assertIn("WEBHOOK_SECRET is empty", result.stderr.decode())

    def test_webhook_puts_no_secret_on_a_command_line(self):
        for name in ("curl", "openssl", "awk", "od", "date", "cut", "tr", "cat"):
            real = subprocess.run(["sh", "-c", f"command -v {name}"], capture_output=True, text=True).stdout.strip()
            program = self.folder / name
            program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$0 $*" >>{self.folder}/words\nexec {real} "$@"\n')
            program.chmod(0o755)
        settings = {"WEBHOOK_URL": f"{self.url}/token-in-address", "WEBHOOK_SECRET": "geheim", "WEBHOOK_AUTHORIZATION": "Bearer xyzzy"}
        self.assertEqual(self.post(settings).returncode, 0)
        words = (self.folder / "words").read_text()
        self.assertIn("curl", words)
        for text in ("token-in-address", "geheim", "xyzzy", "Jürgen", "67656865696d"):
            self.assertNotIn(text, words)

    def test_each_status_other_than_2xx_is_a_failure_and_no_redirect_is_followed(self):
        for status in (301, 302, 307, 400, 404, 410, 429, 500, 503):
            result = self.post({"WEBHOOK_URL": f"{self.url}/{status}"})
            self.assertEqual((result.returncode, result.stderr.decode()), (1, f"the receiver answered {status}\n"))
        self.assertEqual([path for path, _, _ in self.server.requests], [f"/{status}" for status in (301, 302, 307, 400, 404, 410, 429, 500, 503)])

    def test_a_receiver_that_hangs_or_is_unreachable_is_a_failure_with_a_reason(self):
        result = self.post({"WEBHOOK_URL": f"{self.url}/hang", "WEBHOOK_SECONDS": "1"})
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"timed out", result.stderr)
        result = self.post({"WEBHOOK_URL": "http://127.0.0.1:1/"})
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"Couldn't connect", result.stderr)

    def test_webhook_addresses_must_be_https_or_local(self):
        for url in (
                "", "example.org", "http://example.org/", "http://127.0.0.1.example.org/", "http://127.0.0.1:80@example.org/",
                "https://user:password@example.org/", "ftp://example.org/", "file:///etc/passwd", "https://a b/", "https://",
                "https://a/\noutput = \"/tmp/x\"", "https://a/\"x", "http://localhost@example.org/"):
            result = self.post({"WEBHOOK_URL": url})
            self.assertEqual(result.returncode, 1, url)
            self.assertIn(b"WEBHOOK_URL", result.stderr)
        for settings in ({"WEBHOOK_SECONDS": "0"}, {"WEBHOOK_SECONDS": "999"}, {"WEBHOOK_AUTHORIZATION": "a\r\nX: y"}, {"WEBHOOK_AUTHORIZATION": "a\"\nurl = \"b"}):
            self.assertEqual(self.post({"WEBHOOK_URL": self.url, **settings}).returncode, 1)
        self.assertEqual(self.server.requests, [])
