"""Attachments when something goes wrong: the server is killed, the disk is full, a limit is reached."""

import hashlib
import http.client
import itertools
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile
import threading
import unittest
import urllib.request

import formcells
import prometheus
import sent_files
from formcells import SANITIZER, Server, wait_until
from services import PostgreSQL
from visitor import Visitor

CLAIM = {"title": "Claim", "sections": [{"cells": [
    {"id": "subject", "type": "text", "label": "Subject", "required": True},
    {"id": "bills", "type": "attachment", "label": "Bills", "maximum": 9, "required": False}]}]}
MEGABYTE = 1 << 20
KILLS = 5 if SANITIZER else 20
CLIENTS = 4
BROKEN = (OSError, http.client.HTTPException)


def digest(content):
    return hashlib.sha256(content).hexdigest()


def links(page):
    return [each["href"] for each in page.root.all("a") if "file=" in (each["href"] or "")]


class Client(threading.Thread):
    """Adds files to a form and sends it repeatedly until its server is gone; records what the server confirmed."""

    def __init__(self, server, seed, done):
        super().__init__()
        self.server, self.seed, self.done = server, seed, done
        # File contents by the addresses on pages, and by the receipts of sent forms.
        self.named, self.sent = {}, {}

    def content(self, number):
        size = [10, 5000, 300_000, 1_500_000][number % 4]
        return f"{self.seed} {number} ".encode() + os.urandom(size)

    def run(self):
        for number in itertools.count():
            try:
                self.fill(number)
            except BROKEN:
                return

    def fill(self, number):
        visitor = Visitor(self.server)
        contents = [self.content(number), self.content(number + 1)]
        visitor.open("/forms/claim").choose_file("Choose files", contents[0], "one.bin")
        self.note(visitor.press("Add File"), contents)
        self.done.release()
        visitor.page.choose_file("Choose files", contents[1], "two.bin")
        # The first submit is refused because the subject is missing.
        self.note(visitor.press("Submit", expected=422), contents)
        self.done.release()
        visitor.page.type("Subject", "Lunch")
        page = visitor.press("Submit")
        if "receipt=" in page.url:
            self.sent[page.url.split("receipt=")[1].split("#")[0]] = contents
        self.done.release()

    def note(self, page, contents):
        for link, content in zip(links(page), contents):
            self.named[link] = content


class Crashes(unittest.TestCase):
    cost = 40

    def test_killing_the_server_loses_no_file_that_a_page_or_a_submission_names(self):
        with Server({"claim": CLAIM}) as server:
            receipts, checked = {}, 0
            for moment in range(KILLS):
                done = threading.Semaphore(0)
                clients = [Client(server, f"{moment}.{each}", done) for each in range(CLIENTS)]
                for client in clients:
                    client.start()
                # A different step each time; the other clients are at any step.
                for _ in range(3 + moment):
                    self.assertTrue(done.acquire(timeout=60))
                server.kill()
                for client in clients:
                    client.join()
                server.start()
                visitor = Visitor(server)
                for client in clients:
                    receipts.update(client.sent)
                    for link, content in client.named.items():
                        status, _, body = visitor.request("GET", link)
                        self.assertEqual((status, digest(body)), (200, digest(content)))
                        checked += 1
                submissions = {each["id"]: each for each in server.submissions("claim")}
                for each in submissions.values():
                    for file in each["values"]["bills"]:
                        path = server.data / "files" / file["sha256"]
                        self.assertEqual((path.stat().st_size, digest(path.read_bytes())), (file["bytes"], file["sha256"]))
                        self.assertFalse((server.data / "files" / "unsent" / file["sha256"]).exists())
                # Every visitor who saw a receipt is among them, with both files.
                for receipt, contents in receipts.items():
                    found = [file["sha256"] for file in submissions[receipt]["values"]["bills"]]
                    self.assertEqual(found, [digest(content) for content in contents])
            self.assertGreater(checked, KILLS)
            self.assertGreater(len(receipts), KILLS // 2)
            incoming = server.data / "files" / "incoming"
            wait_until(lambda: [path for path in incoming.glob("*/*")] == [], "nothing half arrived is left")


class FullDisks(unittest.TestCase):
    def told(self, server):
        """A file that finds no room is reported by name at its cell; everything else stays, and a small file still fits."""
        visitor = Visitor(server)
        page = visitor.open("/forms/claim")
        page.type("Subject", "left & right").choose_file("Choose files", b"small", "small.txt")
        page = visitor.press("Add File")
        self.assertEqual(len(links(page)), 1)
        page.choose_file("Choose files", os.urandom(3 * MEGABYTE), "large.bin")
        page = visitor.press("Submit", expected=422)
        self.assertIn("large.bin", " ".join(page.errors()))
        self.assertEqual(page.value("Subject"), "left & right")
        self.assertEqual(len(links(page)), 1)
        self.assertIn("receipt=", visitor.press("Submit").url)
        line, = server.submissions("claim")
        self.assertEqual([file["name"] for file in line["values"]["bills"]], ["small.txt"])
        self.assertEqual(sorted(path.name for path in (server.data / "files").iterdir() if len(path.name) == 64), [digest(b"small")])

    def test_files_beyond_the_limit_of_all_files_are_refused(self):
        with Server({"claim": CLAIM}, options=["--files-limit", "4MiB", "--file-limit", "4MiB"]) as server:
            # 3 MiB are in use, so no other file of 3 MiB fits.
            status, _ = sent_files.send(server, "claim", [("subject", "")], [("bills", "a.bin", b"x" * 3 * MEGABYTE)])
            self.assertEqual(status, 422)
            visitor = Visitor(server)
            visitor.open("/forms/claim").type("Subject", "Kept").choose_file("Choose files", os.urandom(3 * MEGABYTE), "b.bin")
            page = visitor.press("Submit", expected=422)
            self.assertIn("b.bin", " ".join(page.errors()))
            self.assertEqual(page.value("Subject"), "Kept")
            # The same file again needs no more space.
            visitor.page.choose_file("Choose files", b"x" * 3 * MEGABYTE, "again.bin")
            self.assertIn("receipt=", visitor.press("Submit").url)

    def test_a_file_above_the_systems_file_size_limit_is_refused(self):
        limit = 2 * MEGABYTE
        with Server({"claim": CLAIM}, preexec=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))) as server:
            self.told(server)

    def test_a_file_is_refused_when_its_folder_cannot_be_written(self):
        with Server({"claim": CLAIM}) as server:
            visitor = Visitor(server)
            visitor.open("/forms/claim").type("Subject", "Kept").choose_file("Choose files", b"a", "a.txt")
            visitor.press("Add File")
            # Any disk error will do: here a file replaces the folder of the marks.
            unsent = server.data / "files" / "unsent"
            moved = unsent.rename(unsent.with_name("moved"))
            unsent.write_text("")
            page = visitor.page
            page.choose_file("Choose files", b"b", "b.txt")
            page = visitor.press("Submit", expected=422)
            self.assertIn("b.txt", " ".join(page.errors()))
            self.assertEqual((page.value("Subject"), len(links(page))), ("Kept", 1))
            unsent.unlink()
            moved.rename(unsent)
            self.assertIn("receipt=", visitor.press("Submit").url)


class Articles(unittest.TestCase):
    """What the article on operating says about files."""

    @staticmethod
    def block(language, title, number=0):
        article = (formcells.ROOT / "Sources/formcells/formcells.docc/Deployment.md").read_text()
        part = article.split(f"## {title}", 1)[1].split("\n## ", 1)[0]
        return part.split(f"```{language}\n")[number + 1].split("```", 1)[0]

    def send(self, server, subject, content):
        status, answer = sent_files.send(server, "claim", [("subject", subject)], [("bills", "a.bin", content)])
        self.assertEqual(status, 201, answer)
        return server.submissions("claim")[-1]["id"] if (server.data / "submissions/claim.jsonl").exists() else None

    def test_the_articles_clamav_script_refuses_infected_files(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            scanner, check = folder / "clamdscan", folder / "check-file"
            # The scanner's exit statuses: 0 nothing found, 1 a virus, 2 an error.
            scanner.write_text('#!/bin/sh\ncontent=$(/bin/cat)\ncase $content in *EICAR*) echo FOUND; exit 1;; *broken*) exit 2;; esac\n')
            check.write_text(self.block("sh", "Files that visitors add").replace("/usr/bin/clamdscan", str(scanner)))
            scanner.chmod(0o755)
            check.chmod(0o755)
            with Server({"claim": CLAIM}, options=["--check-file", check]) as server:
                self.send(server, "a", b"harmless")
                for content, said in ((b"EICAR", "A virus was found in this file."), (b"broken", "a.bin")):
                    with self.subTest(content):
                        status, answer = sent_files.send(server, "claim", [("subject", "b")], [("bills", "a.bin", content)])
                        self.assertEqual(status, 422)
                        self.assertIn(said, json.dumps(answer, ensure_ascii=False))
                wait_until(lambda: "check of a file" in server.log_text(), "the log says that the program failed")

    def test_files_of_erased_answers_are_removed_and_others_are_not(self):
        with Server({"claim": CLAIM}) as server:
            for subject, content in (("gone@example.org", b"gone"), ("gone@example.org", b"both"), ("b", b"both"), ("c", b"kept")):
                self.send(server, subject, content)
            sent_files.send(server, "claim", [("subject", "")], [("bills", "a.bin", b"unsent")])
            erased = formcells.run("erase", "claim", "--where", "subject=gone@example.org", "--data", server.data, "--yes")
            self.assertEqual(erased.returncode, 0, erased.stderr)
            names = sorted(path.name for path in (server.data / "files").iterdir() if len(path.name) == 64)
            self.assertEqual(names, sorted(map(digest, (b"both", b"kept", b"unsent"))))

    def test_files_of_erased_answers_are_removed_from_postgresql(self):
        with PostgreSQL() as database, Server({"claim": CLAIM}, options=["--submissions", database.url]) as server:
            for subject, content in (("ada@example.org", b"gone"), ("ada@example.org", b"both"), ("b", b"both"), ("c", b"kept")):
                self.send(server, subject, content)
            sent_files.send(server, "claim", [("subject", "")], [("bills", "a.bin", b"unsent")])
            erased = formcells.run("erase", "claim", "--where", "*=ada@example.org", "--submissions", database.url, "--yes")
            self.assertEqual(erased.returncode, 0, erased.stderr)
            self.assertEqual(
                database.query("SELECT digest FROM formcells_files ORDER BY digest"),
                sorted(map(digest, (b"both", b"kept", b"unsent"))))
            self.assertEqual(database.query("SELECT count(*) FROM formcells_submissions WHERE line::text LIKE '%ada@%'"), ["0"])

    def test_a_restored_backup_has_every_file(self):
        commands = re.findall(r"^    (\S.*)$", (
            formcells.ROOT / "Sources/formcells/formcells.docc/Deployment.md").read_text().split("## Backup", 1)[1], re.M)[:3]
        self.assertEqual([command.split()[0] for command in commands], ["for", "cp", "tar"])
        with Server({"claim": CLAIM}) as server, Server({"claim": CLAIM}) as other:
            self.send(server, "a", b"sent")
            visitor = Visitor(server)
            visitor.open("/forms/claim").choose_file("Choose files", b"unsent", "b.bin")
            page = visitor.press("Submit", expected=422)
            (server.folder / "backup").mkdir()
            self.assertEqual(formcells.run("user", "add", "ada", "--data", server.data, text="correct horse battery\n").returncode, 0)
            for command in commands:
                subprocess.run(["sh", "-c", command], check=True, cwd=server.folder)
            other.kill()
            shutil.rmtree(other.data)
            (other.data / "submissions").mkdir(parents=True)
            for path in (server.folder / "backup").iterdir():
                path.rename(other.data / ("submissions/" + path.name if path.suffix == ".jsonl" else path.name))
            other.start()
            self.assertIn(b"ada", formcells.run("user", "list", "--data", other.data).stdout)
            self.assertEqual((other.data / "files" / digest(b"sent")).read_bytes(), b"sent")
            # A page that came from the first server continues on the other one.
            visitor.server = other
            page.type("Subject", "b")
            self.assertIn("receipt=", visitor.press("Submit").url)
            self.assertEqual(other.submissions("claim")[-1]["values"]["bills"][0]["sha256"], digest(b"unsent"))


class Figures(unittest.TestCase):
    def test_metrics_count_files(self):
        address = prometheus.free_address()
        with Server({"claim": CLAIM}, options=["--metrics", address, "--file-limit", "1MiB"]) as server:
            sent_files.send(server, "claim", [("subject", "a")], [("bills", "a.bin", b"abc"), ("bills", "empty.bin", b"")])
            sent_files.send(server, "claim", [("subject", "a")], [("bills", "large.bin", b"x" * 2 * MEGABYTE)])
            with urllib.request.urlopen(f"http://{address}/metrics") as answer:
                lines = answer.read().decode().splitlines()
            for line in ("formcells_files_added_total 1", 'formcells_files_refused_total{reason="empty"} 1',
                         'formcells_files_refused_total{reason="too-large"} 1', 'formcells_files_refused_total{reason="gone"} 0',
                         "formcells_file_bytes 3"):
                self.assertIn(line, lines)


if __name__ == "__main__":
    unittest.main()
