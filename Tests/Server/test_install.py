"""`formcells install` and the installed files: the program works by itself, and shells complete its command line."""

import hashlib
import os
import pathlib
import shutil
import stat
import subprocess
import tempfile
import unittest

import formcells
from formcells import run
from sample_forms import SMALL
from visitor import Visitor

LIST = "share/formcells/installed.txt"
COMPLETIONS = ["share/bash-completion/completions/formcells", "share/zsh/site-functions/_formcells"]


def content(folder):
    """Each file below a folder with its bytes; for the program, only its name."""
    files = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    return {name: name if name == "bin/formcells" else path.read_bytes() for name, path in files.items()}


class Installed(unittest.TestCase):
    """A folder with the installed program, for all checks of a class, which leave it unchanged."""

    @classmethod
    def setUpClass(cls):
        cls.prefix = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="formcells-"))) / "local"
        cls.said = run("install", "--prefix", cls.prefix)
        assert cls.said.returncode == 0, cls.said.stderr


class FileChecks(Installed):
    def test_install_writes_the_program_its_files_and_completions_and_nothing_else(self):
        own = {"bin/formcells", LIST, "share/formcells/form.schema.json", *COMPLETIONS}
        for name in ("Templates", "Public"):
            files = [path for path in (formcells.ROOT / name).rglob("*") if path.is_file()]
            self.assertGreater(len(files), 20)
            own |= {f"share/formcells/{path.relative_to(formcells.ROOT)}" for path in files}
            for path in files:
                copy = self.prefix / "share/formcells" / path.relative_to(formcells.ROOT)
                self.assertEqual(copy.read_bytes(), path.read_bytes())
        for name in ("mail", "webhook"):
            own.add(f"share/formcells/deliver/{name}")
            copy = self.prefix / "share/formcells/deliver" / name
            self.assertEqual(copy.read_bytes(), (formcells.ROOT / "Sources/formcells/deliver" / name).read_bytes())
            self.assertEqual(stat.S_IMODE(copy.stat().st_mode), 0o755)
        self.assertEqual(content(self.prefix).keys(), own)
        self.assertEqual((self.prefix / "share/formcells/form.schema.json").read_bytes(), run("schema").stdout)
        self.assertIn(f"{self.prefix}/bin/formcells", self.said.stdout.decode())
        self.assertIn("is not on the search path", self.said.stdout.decode())

    def test_installed_files_are_readable_for_all_whatever_the_umask(self):
        with tempfile.TemporaryDirectory() as folder:
            old = os.umask(0o077)
            try:
                self.assertEqual(run("install", "--prefix", f"{folder}/local").returncode, 0)
            finally:
                os.umask(old)
            for path in pathlib.Path(folder, "local").rglob("*"):
                is_run = path.is_dir() or path.parent.name in ("bin", "deliver")
                self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o755 if is_run else 0o644, path)

    def test_the_list_names_each_file_with_its_checksum(self):
        lines = dict(reversed(line.split("  ")) for line in (self.prefix / LIST).read_text().splitlines())
        self.assertEqual(lines.keys(), content(self.prefix).keys() - {LIST})
        for name, digest in lines.items():
            if name != "bin/formcells":
                self.assertEqual(digest, hashlib.sha256((self.prefix / name).read_bytes()).hexdigest(), name)

    @formcells.unsanitized("the sanitizer reads what it leaves out in the checkout", "address", "thread")
    def test_the_installed_program_works_without_the_checkout(self):
        """An empty folder hides the checkout, so that nothing below it can be opened."""
        hidden = [
            "unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
            'mount -t tmpfs none "$0" && cd / && exec "$@"', formcells.ROOT]
        program = self.prefix / "bin/formcells"
        environment = formcells.clean_environment()
        for command, text in [(["check"], "forms, 0 errors"), (["schema"], ""), (["render", "expense"], "")]:
            result = subprocess.run(
                [*hidden, program, *command], env=environment, capture_output=True, timeout=formcells.PATIENCE_SECONDS)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            self.assertIn(text, result.stderr.decode())
        server = formcells.Server({"small": SMALL})
        server.wrapper, server.program = hidden, program
        with server:
            visitor = Visitor(server)
            visitor.open("/forms/small").type("Name", "Ada")
            self.assertIn("receipt=", visitor.press("Submit").url)
            self.assertEqual(server.submissions("small")[0]["values"], {"name": "Ada"})


class AgainChecks(unittest.TestCase):
    """Installs over an existing installation."""

    cost = 15

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="formcells-")))
        self.prefix = self.folder / "local"
        self.install()

    def install(self, status=0):
        result = run("install", "--prefix", self.prefix)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result.stderr.decode()

    def test_a_second_install_replaces_the_first_completely_and_nothing_else(self):
        first = content(self.prefix)
        # As an older version left it: one file is missing, one no longer exists now, one had other content.
        share = self.prefix / "share/formcells"
        (share / "Public/icon.svg").unlink()
        for name in ("Templates/cells/old/lever.html", "Templates/form.html"):
            (share / name).parent.mkdir(exist_ok=True)
            (share / name).write_text("<p>old</p>\n")
        lines = [line for line in (self.prefix / LIST).read_text().splitlines() if not line.endswith("/form.html")]
        old = hashlib.sha256(b"<p>old</p>\n").hexdigest()
        lines += [f"{old}  share/formcells/Templates/cells/old/lever.html", f"{old}  share/formcells/Templates/form.html"]
        (self.prefix / LIST).write_text("\n".join(lines) + "\n")
        (share / "Templates/mine.html").write_text("mine")
        (self.prefix / "bin/other").write_text("other")
        self.install()
        self.assertEqual(content(self.prefix), {**first, "share/formcells/Templates/mine.html": b"mine", "bin/other": b"other"})
        self.assertFalse((share / "Templates/cells/old").exists())

    def test_a_running_server_keeps_working_during_an_install(self):
        server = formcells.Server({"small": SMALL})
        server.program = self.prefix / "bin/formcells"
        with server:
            self.install()
            visitor = Visitor(server)
            page = visitor.open("/forms/small")
            self.assertIn("Name", page.text)
            self.assertEqual(server.terminate(), 0)
            server.start()

    def test_install_refuses_to_overwrite_changed_files_and_changes_nothing(self):
        form = self.prefix / "share/formcells/Templates/form.html"
        form.write_text(form.read_text() + "<!-- mine -->\n")
        before = content(self.prefix)
        said = self.install(status=1)
        self.assertIn(f"{form}:1:1: error: changed since it was installed", said)
        self.assertEqual(content(self.prefix), before)
        form.unlink()
        program = self.prefix / "bin/formcells"
        program.unlink()
        program.symlink_to(formcells.PROGRAM)
        self.assertIn(f"{program}:1:1: error: changed since it was installed", self.install(status=1))
        self.assertTrue(program.is_symlink())
        shutil.rmtree(self.prefix / "share")
        self.assertIn(f"{program}:1:1: error: install did not write this", self.install(status=1))
        self.assertEqual([str(path) for path in self.prefix.rglob("*")], [str(self.prefix / "bin"), str(program)])

    def test_a_list_of_files_that_leads_out_of_the_folder_is_refused(self):
        (self.folder / "mine").write_text("mine")
        for line in ("-  ../mine", f"-  {self.folder}/mine", "nonsense"):
            with self.subTest(line):
                (self.prefix / LIST).write_text(f"{line}\n")
                self.assertIn(f"{self.prefix / LIST}:1:1: error: install did not write this line", self.install(status=1))
                self.assertEqual((self.folder / "mine").read_text(), "mine")


class RefusalChecks(unittest.TestCase):
    def test_an_unwritable_folder_is_named_with_a_remedy(self):
        with tempfile.TemporaryDirectory(prefix="formcells-") as folder:
            prefix = pathlib.Path(folder, "usr")
            self.assertEqual(run("install", "--prefix", prefix).returncode, 0)
            before = content(prefix)
            # Read-only even for root.
            read_only = [
                "unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
                'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"', folder]
            for place in (prefix, pathlib.Path(folder, "opt")):
                result = subprocess.run(
                    [*read_only, formcells.PROGRAM, "install", "--prefix", place], env=formcells.clean_environment(),
                    capture_output=True, text=True, timeout=formcells.PATIENCE_SECONDS)
                self.assertEqual(result.returncode, 1, result.stderr)
                first, second = result.stderr.splitlines()
                self.assertRegex(first, rf"{place}\S*:? .*Read-only file system$")
                self.assertRegex(second, r"^error: nothing was installed; .*sudo \S+/formcells install --prefix .*~/\.local$")
            self.assertEqual(content(prefix), before)
            self.assertEqual(os.listdir(folder), ["usr"])

    def test_wrong_usage_of_install_is_refused(self):
        for arguments, word in [
            (["--prefix"], "DIR"), (["--prefix", "~/local"], "$HOME"), (["--prefix", ""], "--prefix"), (["/usr/local"], "/usr/local"),
            (["--prefx", "/x"], "did you mean '--prefix'?"), (["--templates", "/x"], "'--templates' is not an option of 'install'"),
        ]:
            with self.subTest(arguments):
                result = run("install", *arguments)
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertIn(word, result.stderr.decode())


class CompletionChecks(Installed):
    """The completions, run in their shells."""

    def bash(self, *words):
        """What bash offers for the last word of a command line."""
        line = " ".join(f"'{word}'" for word in ("formcells", *words))
        script = f"source {self.prefix / COMPLETIONS[0]}; COMP_WORDS=({line}); COMP_CWORD={len(words)}; _formcells; " \
            'printf "%s\\n" "${COMPREPLY[@]}"'
        result = subprocess.run(["bash", "-c", script], cwd=self.place, capture_output=True, text=True, check=True)
        self.assertEqual(result.stderr, "")
        return [line for line in result.stdout.splitlines() if line]

    def setUp(self):
        self.place = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="formcells-")))
        for name in ("a form.json", "notes.txt"):
            (self.place / name).write_text("")
        (self.place / "forms").mkdir()

    def options(self, command):
        text = run("help", command).stdout.decode()
        return {line.split()[0] for line in text.splitlines() if line.startswith("  --")}

    def test_bash_offers_commands_options_choices_and_files(self):
        commands = {"serve", "check", "render", "paths", "export", "import", "erase", "outbox", "user", "invite", "init", "schema", "install"}
        self.assertEqual(set(self.bash("")), commands | {"help", "--help", "--version"})
        self.assertEqual(self.bash("sch"), ["schema"])
        self.assertEqual(set(self.bash("help", "")), commands)
        for command in commands:
            self.assertEqual(set(self.bash(command, "--")), self.options(command), command)
        self.assertEqual(set(self.bash("--po")), {"--port"}, "bare formcells is formcells serve")
        self.assertEqual(set(self.bash("check", "--format", "")), {"text", "json", "sarif"})
        self.assertEqual(set(self.bash("export", "--format", "j")), {"jsonl"})
        self.assertEqual(set(self.bash("check", "--format", "=", "j")), {"json"})
        self.assertEqual(set(self.bash("check", "--format", "=")), {"text", "json", "sarif"})
        self.assertEqual(set(self.bash("check", "")), {"a form.json", "forms"})
        self.assertEqual(set(self.bash("import", "")), {"a form.json", "forms", "notes.txt"})
        self.assertEqual(set(self.bash("install", "--prefix", "")), {"forms"})
        self.assertEqual(self.bash("serve", "--port", ""), [])
        self.assertEqual(self.bash("schema", ""), [])

    def test_zsh_offers_commands_options_choices_and_files(self):
        offers = [
            ("formcells sch", "formcells schema "), ("formcells check --str", "formcells check --strict "),
            ("formcells export --format js", "formcells export --format jsonl "), ("formcells check for", "formcells check forms/"),
            ("formcells install --pre", "formcells install --prefix="),
        ]
        for typed, completed in offers:
            with self.subTest(typed):
                self.assertEqual(self.zsh(typed), completed)

    def zsh(self, typed):
        """The line after pressing Tab in a zsh without user settings."""
        script = f"""
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell 'PS1=; fpath=({self.prefix / COMPLETIONS[1]}(:h) $fpath); autoload -U compinit; compinit -D -u'
            zpty -w shell 'show() {{ print -r -- "LINE<$BUFFER>"; exit }}; zle -N show; bindkey "^X" show; print READY'
            zpty -r shell seen '*READY*READY*'
            zpty -w -n shell {typed!r}$'\\t'$'\\x18'
            zpty -r shell seen '*LINE<*>*'
            print -r -- $seen
        """
        result = subprocess.run(
            ["zsh", "-f", "-c", script], cwd=self.place, capture_output=True, text=True, timeout=formcells.PATIENCE_SECONDS)
        self.assertIn("LINE<", result.stdout, result.stderr)
        return result.stdout.rsplit("LINE<", 1)[1].split(">")[0]


if __name__ == "__main__":
    unittest.main()
