"""`formcells user`: who may see answers."""

import os
import pathlib
import pty
import select
import stat
import subprocess
import tempfile
import unittest

import formcells
from formcells import run


class UserChecks(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.data = self.folder / "data"

    def user(self, *words, password="a dozen letters"):
        return subprocess.run(
            [formcells.PROGRAM, "user", *words, "--data", self.data], input=password + "\n", text=True,
            capture_output=True, env=formcells.clean_environment(), timeout=formcells.PATIENCE_SECONDS)

    def assert_refused(self, result, status, *parts):
        self.assertEqual((result.returncode, result.stdout), (status, ""))
        for part in parts:
            self.assertIn(part, result.stderr)

    def test_users_are_added_listed_changed_and_removed(self):
        self.assertEqual(self.user("add", "Grace").returncode, 0)
        (self.data / "forms/expense").mkdir(parents=True)
        added = self.user("add", "alan", "--forms", "expense,trip")
        self.assertEqual(added.returncode, 0)
        self.assertIn("note: nobody has sent a form 'trip' so far", added.stderr)
        self.assertNotIn("'expense'", added.stderr)
        self.assertEqual(self.user("list").stdout, "alan\texpense, trip\ngrace\tall forms\n")
        before = (self.data / "users").read_text()
        self.assertNotIn("dozen", before)
        self.assertEqual(stat.S_IMODE((self.data / "users").stat().st_mode), 0o600)
        self.assertEqual(self.user("password", "GRACE", password="another dozen").returncode, 0)
        after = (self.data / "users").read_text()
        self.assertNotEqual(before, after)
        self.assertEqual(before.splitlines()[0], after.splitlines()[0])
        self.assertEqual(self.user("remove", "alan").returncode, 0)
        self.assertEqual(self.user("list").stdout, "grace\tall forms\n")

    def test_wrong_commands_are_explained_and_change_nothing(self):
        self.user("add", "grace")
        before = (self.data / "users").read_text()
        self.assert_refused(self.user("add", "Grace"), 1, "formcells user password grace")
        self.assert_refused(self.user("add", "bob", password="short"), 1, "shorter than 12 characters")
        self.assert_refused(self.user("add", "bob", password="x" * 501), 1, "longer than 500 bytes")
        self.assert_refused(self.user("remove", "bob"), 1, "there is no 'bob'; the users are 'grace'")
        self.assert_refused(self.user("password", "bob"), 1, "there is no 'bob'")
        self.assert_refused(self.user("add", "a:b"), 2, "'a:b' is not a name")
        self.assert_refused(self.user("add", "bob", "--forms", "A,b"), 2, "'A' is not the id of a form")
        self.assert_refused(self.user("add", "bob", "--forms", ""), 2, "'' is not the id of a form")
        self.assert_refused(self.user("remove", "grace", "--forms", "a"), 2, "only with 'add'")
        self.assert_refused(self.user("lst"), 2, "did you mean 'list'?")
        self.assert_refused(self.user(), 2, "say what 'user' is to do")
        self.assertEqual((self.data / "users").read_text(), before)

    def test_a_damaged_users_file_is_named_with_its_line(self):
        self.user("add", "grace")
        with open(self.data / "users", "a") as file:
            file.write("alan\n")
        for words in (["list"], ["add", "bob"]):
            self.assert_refused(self.user(*words), 1, f"{self.data}/users:2: error: this is not a line NAME:HASH:FORMS")

    def test_concurrent_commands_lose_no_user(self):
        names = [f"user{number}" for number in range(8)]
        processes = [
            subprocess.Popen(
                [formcells.PROGRAM, "user", "add", name, "--data", self.data], stdin=subprocess.PIPE, text=True,
                env=formcells.clean_environment())
            for name in names]
        for process in processes:
            process.communicate("a dozen letters\n", timeout=formcells.PATIENCE_SECONDS)
        self.assertEqual([process.returncode for process in processes], [0] * len(names))
        self.assertEqual([line.split("\t")[0] for line in self.user("list").stdout.splitlines()], names)

    def test_a_terminal_asks_twice_for_the_password_and_does_not_show_it(self):
        for second, status in (("a dozen letters", 0), ("another dozen", 1)):
            with self.subTest(second=second):
                ours, theirs = pty.openpty()
                process = subprocess.Popen(
                    [formcells.PROGRAM, "user", "add", f"grace{status}", "--data", self.data], stdin=theirs,
                    stdout=theirs, stderr=theirs, env=formcells.clean_environment(), start_new_session=True)
                os.close(theirs)
                shown = b""
                for answer, question in ((b"a dozen letters\n", b"Password of"), (second.encode() + b"\n", b"Repeat the password: ")):
                    while question not in shown:
                        ready, _, _ = select.select([ours], [], [], formcells.PATIENCE_SECONDS)
                        self.assertTrue(ready, f"no {question!r} after {shown!r}")
                        shown += os.read(ours, 1000)
                    os.write(ours, answer)
                self.assertEqual(process.wait(formcells.PATIENCE_SECONDS), status)
                os.close(ours)
                self.assertNotIn(b"dozen", shown)
        self.assertEqual(run("user", "list", "--data", self.data).stdout, b"grace0\tall forms\n")


if __name__ == "__main__":
    unittest.main()
