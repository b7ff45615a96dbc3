"""What the article on operating says about a proxy, moved files, and a restored copy."""

import fcntl
import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import termios
import unittest
import urllib.request

import formcells
from formcells import Server
from sample_forms import SMALL
from services import Nginx, PostgreSQL
from visitor import Visitor


def send(server, name, form="small"):
    """Sends a form as a program does."""
    request = urllib.request.Request(
        f"{server.url}/forms/{form}", json.dumps({"values": {"name": name}}).encode(),
        {"Content-Type": "application/json", "Accept": "application/json"})
    with urllib.request.urlopen(request, timeout=formcells.PATIENCE_SECONDS) as answer:
        return json.load(answer)["id"]


class ProxyChecks(unittest.TestCase):
    def test_behind_nginx_a_form_is_sent_and_forged_proxy_headers_are_ignored(self):
        for article in ("Deployment.md", "BeyondOneMachine.md"):
            with Server({"small": SMALL}, options=["--trust-proxy"]) as server, Nginx([server.port] * 2, article) as nginx:
                visitor = Visitor(nginx)
                visitor.open("/forms/small").type("Name", "Ada")
                self.assertIn("receipt=", visitor.press("Submit").url)
                for field, value in [
                    ("Forwarded", "for=192.0.2.1;proto=https;host=evil.example"), ("X-Forwarded-Proto", "https"),
                    ("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Host", "evil.example"),
                    ("X-Forwarded-Prefix", "/elsewhere"), ("X-Forwarded-Port", "1"), ("X-Request-Id", "invented"),
                ]:
                    with self.subTest(article=article, field=field):
                        self.check_that_nobody_believes(field, value, nginx)
                server.terminate()
                self.assertNotIn("192.0.2.1", server.log_text())
                self.assertNotIn("invented", server.log_text())

    def check_that_nobody_believes(self, field, value, nginx):
        request = urllib.request.Request(f"{nginx.url}/forms/small", b"name=Eve&_do=submit", {
            field: value, "Origin": nginx.url})
        with urllib.request.build_opener(KeepAnswer).open(request, timeout=formcells.PATIENCE_SECONDS) as answer:
            self.assertEqual(answer.status, 303)
            self.assertNotIn("Secure", answer.headers["Set-Cookie"])
            self.assertRegex(answer.headers["Location"], "^/forms/")


class KeepAnswer(urllib.request.HTTPRedirectHandler):
    """Follows no redirect."""

    def http_error_303(self, request, answer, code, message, headers):
        return answer


class DescriptorChecks(unittest.TestCase):
    cost = 8

    def test_submissions_to_many_forms_leave_file_descriptors_for_visitors(self):
        count = 120
        forms = {f"form-{number}": SMALL for number in range(count)}
        for soft, hard in [(96, 96), (40, 40), (64, 4096)]:
            with self.subTest(soft=soft, hard=hard), Server(
                    forms, preexec=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))) as server:
                pid = server.process.pid
                self.assertEqual(resource.prlimit(pid, resource.RLIMIT_NOFILE), (hard, hard))
                for turn in range(2):
                    for form in forms:
                        send(server, str(turn), form)
                self.assertLess(len(os.listdir(f"/proc/{pid}/fd")), min(hard, 200))
                self.assertEqual(
                    [[each["values"]["name"] for each in server.submissions(form)] for form in forms],
                    [["0", "1"]] * count)
                server.terminate()
                notes = [line for line in server.log_text().splitlines() if "LimitNOFILE" in line]
                self.assertEqual(len(notes), 1, server.log_text()[-500:])
                self.assertIn(f"may open {hard} files", notes[0])
                self.assertNotIn("error", server.log_text())


class SignalChecks(unittest.TestCase):
    def half_sent(self, server):
        """A connection on which half of a form was sent."""
        connection = socket.create_connection((server.host, server.port), formcells.PATIENCE_SECONDS)
        connection.sendall(
            b"POST /forms/small HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\nContent-Length: 8\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\n\r\n")
        # The server is reading the request.
        self.assertEqual(connection.recv(100), b"HTTP/1.1 100 Continue\r\n\r\n")
        return connection

    def test_sighup_drains_the_server_as_sigterm_and_sigint_do(self):
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            with self.subTest(number), Server({"small": SMALL}) as server:
                with self.half_sent(server) as connection:
                    server.process.send_signal(number)
                    formcells.wait_until(lambda: self.refuses(server), "it accepts nobody any more")
                    connection.sendall(b"name=Ada")
                    self.assertIn(b"201 Created", connection.recv(1000))
                self.assertEqual(server.process.wait(formcells.PATIENCE_SECONDS), 0)
                self.assertEqual(len(server.submissions("small")), 1)

    @staticmethod
    def refuses(server):
        try:
            socket.create_connection((server.host, server.port)).close()
            return False
        except OSError:
            return True

    def test_a_closed_terminal_drains_the_server_unless_it_runs_under_nohup(self):
        for ignores in (False, True):
            with self.subTest(ignores=ignores), TerminalServer({"small": SMALL}, ignores) as server:
                send(server, "Ada")
                with self.half_sent(server) as connection:
                    os.close(server.terminal)
                    if not ignores:
                        formcells.wait_until(lambda: self.refuses(server), "it accepts nobody any more")
                    connection.sendall(b"name=Bob")
                    self.assertIn(b"201 Created", connection.recv(1000))
                if ignores:
                    send(server, "Eve")
                    server.process.send_signal(signal.SIGTERM)
                self.assertEqual(server.process.wait(formcells.PATIENCE_SECONDS), 0)
                self.assertEqual(len(server.submissions("small")), 2 + ignores)


class TerminalServer(Server):
    """A server whose controlling terminal is `terminal`, which the check closes; with `ignores`, SIGHUP is ignored as by nohup."""

    def __init__(self, forms, ignores):
        super().__init__(forms)
        self.ignores = ignores

    def start(self):
        self.terminal, inner = os.openpty()

        def lead():
            fcntl.ioctl(2, termios.TIOCSCTTY, 0)
            if self.ignores:
                signal.signal(signal.SIGHUP, signal.SIG_IGN)

        self.process = subprocess.Popen(
            [formcells.PROGRAM, "serve", str(self.forms), "--port", "0", "--data", str(self.data)], cwd=formcells.ROOT,
            env=formcells.clean_environment(), stdin=inner, stdout=subprocess.PIPE, stderr=inner, start_new_session=True,
            preexec_fn=lead)
        os.close(inner)
        self.host, port = self._read_line().removeprefix("listening on http://").rsplit(":", 1)
        self.port = int(port)
        return self


class DataChecks(unittest.TestCase):
    def test_a_journal_that_was_moved_away_is_created_again(self):
        with Server({"small": SMALL}) as server:
            path = server.data / "submissions/small.jsonl"
            send(server, "Ada")
            path.rename(server.folder / "archive.jsonl")
            send(server, "Bob")
            self.assertEqual([each["values"]["name"] for each in server.submissions("small")], ["Bob"])
            self.assertEqual((server.folder / "archive.jsonl").read_text().count('"Ada"'), 1)
            server.restart()
            send(server, "Eve")
            self.assertEqual([each["values"]["name"] for each in server.submissions("small")], ["Bob", "Eve"])
            self.assertNotIn("error", server.log_text())

    def test_a_backup_that_ends_in_half_a_line_is_restored(self):
        with Server({"small": SMALL}) as server:
            send(server, "Ada")
            send(server, "Bob")
            path = server.data / "submissions/small.jsonl"
            copy = path.read_bytes()[:-10]
            server.kill()
            shutil.rmtree(server.data)
            path.parent.mkdir(parents=True)
            path.write_bytes(copy)
            server.start()
            self.assertEqual([each["values"]["name"] for each in server.submissions("small")], ["Ada"])
            formcells.wait_until(lambda: "small.jsonl" in server.log_text(), "the log names the file")
            self.assertTrue(path.with_name("small.jsonl.torn").exists())
            send(server, "Eve")
            self.assertEqual([each["values"]["name"] for each in server.submissions("small")], ["Ada", "Eve"])


ADDRESS = "ada@example.org"
PEOPLE = {"title": "People", "sections": [{"cells": [
    {"id": "name", "type": "text", "label": "Name"}, {"id": "mail", "type": "text", "label": "Mail"},
    {"id": "more", "type": "list-picker", "label": "More", "selection": "multiple", "options": ["a"], "other": {}}]}]}


def block(language):
    """The block in this language in the article on operating."""
    article = (formcells.ROOT / "Sources/formcells/formcells.docc/Deployment.md").read_text()
    part = article.split("### One person's answers", 1)[1].split("\n## ", 1)[0]
    return part.split(f"```{language}\n", 1)[1].split("```", 1)[0]


class DeletionChecks(unittest.TestCase):
    """One person's answers are deleted as the article says, and no trace is left."""

    def post(self, server, form, **values):
        request = urllib.request.Request(
            f"{server.url}/forms/{form}", json.dumps({"values": values}).encode(),
            {"Content-Type": "application/json", "Accept": "application/json"})
        with urllib.request.urlopen(request, timeout=formcells.PATIENCE_SECONDS) as answer:
            return json.load(answer)["id"]

    def ids(self, server, form="people"):
        exported = formcells.run("export", form, "--format", "jsonl", "--data", server.data)
        self.assertEqual((exported.returncode, exported.stderr), (0, b""))
        return [json.loads(line)["id"] for line in exported.stdout.splitlines()]

    def traces(self, folder, *texts):
        return [f"{path}: {text}" for path in folder.rglob("*") if path.is_file()
                for text in texts if text.encode() in path.read_bytes()]

    def test_no_trace_of_a_persons_deleted_answers_is_left_in_files(self):
        with Server({"people": PEOPLE, "small": SMALL}) as server:
            gone = [self.post(server, "people", name="Ada", mail=ADDRESS), self.post(server, "small", name=ADDRESS),
                    self.post(server, "people", name="A. L.", more=[{"other": ADDRESS}])]
            kept = [self.post(server, "people", name="Bob", mail=f"x{ADDRESS}"), self.post(server, "people", name="Eve", mail="e@example.org")]
            # A draft that was not sent, an incomplete line from a crash, and a line that the disk damaged.
            Visitor(server).open("/forms/people").type("Mail", ADDRESS)
            server.kill()
            path = server.data / "submissions/people.jsonl"
            lines = path.read_bytes()
            half = lines[:lines.index(b"\n") - 9]
            path.write_bytes(lines.replace(b'"name":"Eve"', b'"name":"Ev\0"') + half)
            server.start()
            self.assertIn(ADDRESS, path.with_name("people.jsonl.torn").read_text())
            (server.folder / "bin").mkdir()
            (server.folder / "bin/formcells").symlink_to(formcells.PROGRAM)
            environment = formcells.clean_environment()
            result = subprocess.run(
                ["sh", "-c", block("sh")], capture_output=True, timeout=formcells.PATIENCE_SECONDS, cwd=formcells.ROOT,
                env={**environment, "DATA": str(server.data), "WHO": ADDRESS,
                     "PATH": f"{server.folder / 'bin'}:{environment['PATH']}"})
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(re.findall(r"\d+ erased", result.stdout.decode()), ["2 erased", "1 erased"])
            self.assertEqual(self.traces(server.data, f'"{ADDRESS}"', "Ada"), [])
            self.assertEqual(self.ids(server), [kept[0]])
            again = self.post(server, "people", name="Zoe")
            self.assertEqual(self.ids(server), [kept[0], again])
            self.assertEqual(self.ids(server, "small"), [])
            server.restart()
            self.assertEqual(self.ids(server), [kept[0], again])
            self.assertNotIn(ADDRESS, server.log_text())


if __name__ == "__main__":
    unittest.main()
