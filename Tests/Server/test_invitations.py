"""Forms that can be sent only with an invitation, each invitation once."""

import concurrent.futures
import json
import os
import pathlib
import tempfile
import unittest
import urllib.parse

from formcells import Server, run
from services import PostgreSQL
from visitor import Visitor

ASSEMBLY = {"title": "Assembly", "access": "invited", "sections": [{"cells": [
    {"id": "name", "type": "text", "label": "Name", "required": True},
    {"id": "vote", "type": "radio-group", "label": "Vote", "options": ["Yes", "No"]}]}]}


def other(code):
    """The same code with another last letter."""
    return code[:-1] + ("Q" if code[-1] == "A" else "A")


class Folders(unittest.TestCase):
    @unittest.skipUnless(os.geteuid() == 0, "needs root")
    def test_files_that_root_writes_belong_to_the_owner_of_the_data_folder(self):
        with tempfile.TemporaryDirectory(prefix="formcells-") as folder:
            # Other users cannot enter the folder, as with systemd's DynamicUser.
            data = pathlib.Path(folder) / "data"
            data.mkdir()
            os.chown(data, 10001, 10001)
            line = {"id": f"{1:032x}", "form": "assembly", "version": "0" * 16, "submittedAt": "2026-01-31T12:00:00.000Z", "values": {}}
            for words, text in (
                    (["invite", "assembly", "1"], ""), (["user", "add", "ada"], "correct horse battery\n"),
                    (["import", "-"], json.dumps(line) + "\n")):
                done = run(*words, "--data", data, text=text)
                self.assertEqual(done.returncode, 0, done.stderr)
            erased = run("erase", "assembly", "--id", line["id"], "--data", data)
            self.assertEqual(erased.returncode, 0, erased.stderr)
            self.assertEqual(json.loads((data / "submissions/assembly.jsonl").read_text())["by"], "root")
            paths = list(data.rglob("*"))
            self.assertTrue({"key", "users", "assembly.jsonl"} <= {path.name for path in paths})
            self.assertEqual({path.stat().st_uid for path in paths}, {10001})

    def test_a_missing_data_folder_is_named(self):
        with tempfile.TemporaryDirectory(prefix="formcells-") as folder:
            data = pathlib.Path(folder) / "none"
            for words in (["invite", "assembly", "--list"], ["user", "list"], ["user", "remove", "ada"]):
                done = run(*words, "--data", data)
                self.assertEqual((done.returncode, data.exists()), (1, False), done.stderr)
                self.assertIn(b"there is no such folder", done.stderr)
            done = run("invite", "assembly", "1", "--data", data)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"note: the folder {data} is new".encode(), done.stderr)
            self.assertIn(b"note: nobody has sent 'assembly' so far", done.stderr)

    def test_a_note_says_that_an_invited_form_needs_no_invitation(self):
        form = {"title": "Open", "sections": [{"cells": [{"id": "name", "type": "text", "label": "Name"}]}]}
        with Server({"open": form}) as server:
            visitor = Visitor(server)
            visitor.open("/forms/open")
            visitor.press("Submit")
            self.assertIn(b"note: anybody can send 'open'", run("invite", "open", "1", "--data", server.data).stderr)


class Invitations(unittest.TestCase):
    def invite(self, server, *arguments):
        done = run("invite", "assembly", *arguments, "--data", server.data)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.decode().splitlines()

    def link(self, line):
        parts = urllib.parse.urlsplit(line)
        return f"{parts.path}?{parts.query}"

    def sent(self, server):
        path = server.data / "submissions/assembly.jsonl"
        return [json.loads(line)["values"]["name"] for line in path.read_text().splitlines()] if path.exists() else []

    def test_each_invitation_records_once_and_the_list_shows_unused_ones(self):
        with Server({"assembly": ASSEMBLY}, options=["--log", "json"]) as server:
            lines = self.invite(server, "3", "--url", "https://forms.example.org/")
            self.assertEqual(len(set(lines)), 3)
            self.assertTrue(all(line.startswith("https://forms.example.org/forms/assembly?invitation=") for line in lines))
            links = [self.link(line) for line in lines]
            self.assertEqual(len(self.invite(server, "--list")), 3)

            visitor = Visitor(server)
            visitor.open(links[0]).type("Name", "Ada")
            # Viewing a link does not use up the invitation, nor does viewing it on another device.
            Visitor(server).open(links[0])
            # The session and the server may end: the page carries its invitation.
            server.process.kill()
            server.process.wait()
            server.start()
            page = visitor.page
            visitor.press("Submit")
            self.assertIn("receipt=", visitor.page.url)
            self.assertNotIn("invitation", visitor.page.url)
            # The same page sent again leads to the same receipt.
            receipt = visitor.page.url
            visitor.cookies.clear()
            visitor.press("Submit", page=page)
            self.assertEqual(visitor.page.url, receipt)
            self.assertEqual(self.sent(server), ["Ada"])

            page = Visitor(server).open(links[0], 403)
            self.assertEqual(page.title, "Invitation Used – Assembly")
            self.assertEqual(len(self.invite(server, "--list")), 2)
            self.assertNotIn("Ada", "".join(self.invite(server, "--list")))
            self.assertNotIn(links[0].split(".")[-1], server.log_text())

            # Two visitors at the same time: the second keeps what was entered.
            one, two = Visitor(server), Visitor(server)
            one.open(links[1]).type("Name", "One")
            two.open(links[1]).type("Name", "Two")
            before = one.page
            one.press("Submit")
            # Back with other values: the page offers no action that would fail.
            before.type("Name", "Another")
            page = one.press("Submit", page=before, expected=403)
            self.assertIn("This invitation has already been used", page.text)
            self.assertIn("Another", page.text)
            page = two.press("Submit", expected=403)
            self.assertIn("This invitation has already been used", page.text)
            self.assertIn("Two", page.text)
            self.assertEqual(self.sent(server), ["Ada", "One"])

            # A program can use an invitation too.
            path, query = links[2].split("?")
            headers = {"Content-Type": "application/json"}
            body = json.dumps({"values": {"name": "Program"}})
            self.assertEqual(Visitor(server).request("POST", path, body, headers)[0], 403)
            for _ in range(2):
                self.assertEqual(Visitor(server).request("POST", f"{path}?{query}", body, headers)[0], 201)
            other = json.dumps({"values": {"name": "Other"}})
            self.assertEqual(Visitor(server).request("POST", f"{path}?{query}", other, headers)[0], 403)
            self.assertEqual(self.invite(server, "--list"), [])

    def test_a_draft_of_a_used_or_withdrawn_invitation_says_why_it_cannot_be_sent(self):
        with Server({"assembly": ASSEMBLY}) as server:
            for is_used in True, False:
                link = self.link(self.invite(server, "1")[0])
                one, two = Visitor(server), Visitor(server)
                for visitor, name in (one, "One"), (two, "Two"):
                    visitor.open(link).type("Name", name)
                if is_used:
                    one.press("Submit")
                else:
                    self.invite(server, "--revoke", link.split("invitation=")[1].split(".")[0])
                two.press("Submit", expected=403)
                title = "Invitation Used" if is_used else "Invitation Withdrawn"
                for address in link, "/forms/assembly":
                    page = two.open(address, 403)
                    self.assertEqual(page.title, f"{title} – Assembly", address)
                    self.assertIn("Two", page.text)

    def test_a_used_invitation_cannot_be_withdrawn(self):
        with Server({"assembly": ASSEMBLY}) as server:
            used, other = map(self.link, self.invite(server, "2"))
            visitor = Visitor(server)
            visitor.open(used).type("Name", "Ada")
            visitor.press("Submit")
            names = [each.split("invitation=")[1].split(".")[0] for each in (used, other)]
            revoked = run("invite", "assembly", "--revoke", names[0], "--revoke", names[1], "--data", server.data)
            self.assertEqual(revoked.returncode, 0)
            sent, = server.submissions("assembly")
            self.assertEqual(
                revoked.stderr.decode(), f"note: {names[0]} has already been used, and what was sent stays; to erase it: "
                f"formcells erase assembly --id {sent['id']}\n")
            self.assertEqual(Visitor(server).open(used, 403).title, "Invitation Used – Assembly")
            self.assertEqual(Visitor(server).open(other, 403).title, "Invitation Withdrawn – Assembly")

    def test_without_a_valid_invitation_nothing_of_the_form_is_shown(self):
        with Server({"assembly": ASSEMBLY}) as server:
            link, kept = map(self.link, self.invite(server, "2"))
            visitor = Visitor(server)
            self.assertIn("by invitation only", visitor.open("/", 403).text)
            blank = visitor.open("/forms/assembly", 403)
            self.assertEqual(blank.title, "By Invitation – Assembly")
            self.assertNotIn("Vote", blank.text)
            name, code = link.split("invitation=")[1].split(".")
            for wrong in (f"{name}.{other(code)}", f"{'0' * 32}.{code}", name, "x.y"):
                page = Visitor(server).open(f"/forms/assembly?invitation={wrong}", 403)
                self.assertEqual(page.text, blank.text)
            # Addresses of drafts reveal no more, nor do invented ones.
            for query in ("draft=", "draft=x", "draft=0123456789abcdef", f"draft=x&invitation={name}.{other(code)}"):
                self.assertEqual(Visitor(server).open(f"/forms/assembly?{query}", 403).text, blank.text, query)
            self.assertIn("Vote", Visitor(server).open(f"/forms/assembly?draft=x&invitation={name}.{code}").text)
            # Characters that mails and people add around a link are ignored.
            for around in ("{}.", "{})", "{}%20", "%20{}", "{}%3E", "{}%E2%80%99", "{}/", "{}%0D%0A"):
                given = around.format(f"{name.upper()}.{code}")
                self.assertIn("Vote", Visitor(server).open(f"/forms/assembly?invitation={given}").text, given)
            begun, typing = Visitor(server), Visitor(server)
            for each in (begun, typing):
                each.open(link).type("Name", "Eve")
            self.invite(server, "--revoke", name)
            # A save, as the scripts send while someone types; the page after it says the same.
            url, pairs = typing.page.submission(typing.page.find("button", "Submit"))
            typing.post(url, [(key, "save" if key == "_do" else value) for key, value in pairs])
            page = typing.press("Submit", expected=403)
            self.assertIn("This invitation was withdrawn", page.text)
            self.assertIn("Eve", page.text)
            withdrawn = Visitor(server).open(link, 403)
            self.assertEqual(withdrawn.title, "Invitation Withdrawn – Assembly")
            self.assertNotIn("Vote", withdrawn.text)
            page = begun.press("Submit", expected=403)
            self.assertIn("This invitation was withdrawn", page.text)
            self.assertIn("Eve", page.text)
            status, _, sent = Visitor(server).request(
                "POST", link, json.dumps({"values": {"name": "Eve"}}), {"Content-Type": "application/json"})
            self.assertEqual((status, b"withdrawn" in sent), (403, True))
            self.assertEqual(self.sent(server), [])
            self.assertEqual([line.split("\t")[0] for line in self.invite(server, "--list")], [kept.split("invitation=")[1].split(".")[0]])
            # One browser with two invitations has two forms.
            third = self.link(self.invite(server, "1")[0])
            both = Visitor(server)
            for number, address in enumerate((kept, third)):
                both.open(address).type("Name", f"Person {number}")
                both.press("Submit")
                self.assertIn("receipt=", both.page.url)
            self.assertEqual(self.sent(server), ["Person 0", "Person 1"])

    def test_wrong_usage_of_invite_is_explained(self):
        with Server({"assembly": ASSEMBLY}) as server:
            for arguments, part in (
                    (("assembly",), "say one thing"), (("assembly", "0"), "number of links"), (("assembly", "2", "--list"), "say one thing"),
                    (("assembly", "--revoke", "x"), "32 digits"), (("Assembly", "2"), "not the id"), ((), "FORM"),
                    (("assembly", "2", "--url", "forms"), "expected an address")):
                refused = run("invite", *arguments, "--data", server.data)
                self.assertEqual(refused.returncode, 2, arguments)
                self.assertIn(part, refused.stderr.decode())
            unknown = run("invite", "assembly", "--revoke", "0" * 32, "--data", server.data)
            self.assertEqual(unknown.returncode, 1)
            self.assertIn("nothing was changed", unknown.stderr.decode())


if __name__ == "__main__":
    unittest.main()


class Fleet(unittest.TestCase):
    """Two servers with one database."""

    cost = 4

    def invite(self, *arguments):
        done = run("invite", "assembly", *arguments, "--submissions", self.database.url)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.decode().splitlines()

    def test_each_server_accepts_invitations_and_each_one_records_once(self):
        self.database = self.enterContext(PostgreSQL())
        servers = [
            self.enterContext(Server({"assembly": ASSEMBLY}, options=["--submissions", self.database.url])) for _ in range(2)]
        links = self.invite("12")
        revoked = links.pop()
        self.invite("--revoke", f"https://forms.example.org{revoked}")
        self.assertEqual(len(self.invite("--list")), 11)
        for server in servers:
            self.assertIn("invitation was withdrawn", Visitor(server).open(revoked, 403).text)
        one, two = map(Visitor, servers)
        one.open(links[0]).type("Name", "One")
        two.open(links[0]).type("Name", "Two")
        one.press("Submit")
        page = two.press("Submit", expected=403)
        self.assertIn("This invitation has already been used", page.text)
        self.assertIn("Two", page.text)

        def send(server, link, name):
            body = json.dumps({"values": {"name": name}})
            return Visitor(server).request("POST", link, body, {"Content-Type": "application/json"})[0]

        # At the same time, on both servers.
        with concurrent.futures.ThreadPoolExecutor(2) as people:
            for link in links[1:]:
                answers = people.map(send, servers, [link, link], ["Left", "Right"])
                self.assertEqual(sorted(answers), [201, 403])
        self.assertEqual(len(self.database.query("SELECT id FROM formcells_submissions")), len(links))
        self.assertEqual(self.invite("--list"), [])
