"""The commands from outside: output and exit statuses (0 success, 1 findings or failure, 2 wrong usage)."""

import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.request

import formcells
from formcells import Server, run
from sample_forms import SMALL


# Arguments with which each command ends successfully by itself; DIR is an empty folder.
COMMANDS = {
    "serve": ["--port", "0"], "check": [], "render": ["expense"], "paths": ["expense", "--output", "DIR/paths"],
    "export": ["none"], "import": ["DIR/none.jsonl"],
    "init": ["DIR/forms"], "schema": [], "install": ["--prefix", "DIR/local"],
}


class UsageChecks(unittest.TestCase):
    def test_wrong_usage_ends_with_2_and_says_why(self):
        cases = [
            (["frobnicate"], "frobnicate"),
            (["serve", "--nonsense"], "--nonsense"),
            (["serve", "--port"], "--port"),
            (["serve", "--port", "abc"], "abc"),
            (["serve", "--port", "70000"], "70000"),
            (["serve", "--port", "-1"], "-1"),
            # As if a shell variable for the value were empty.
            (["serve", "--data", "--watch"], "--watch"),
            (["serve", "--workers", "0"], "0"),
            (["serve", "--workers", "many"], "many"),
            (["serve", "--max-body", "lots"], "lots"),
            (["serve", "--session-idle", "soon"], "soon"),
            (["serve", "--session-limit", "0"], "0"),
            (["serve", "--drain-delay", "later"], "later"),
            *[(["serve", "--base-path", path], path) for path in ("/", "forms", "/forms/", "/a//b", "/a/../b", "/a%20b")],
            (["serve", "--take-over=perhaps"], "--take-over"),
            (["serve", "--log", "xml"], "xml"),
            (["serve", "--sessions", "nowhere"], "nowhere"),
            (["serve", "--metrics", "here"], "here"),
            (["serve", "one", "two"], "two"),
            (["serve", "--watch=perhaps"], "--watch"),
            (["check", "--port", "1"], "--port"),
            (["check", "--format", "csv"], "csv"),
            (["render"], "FORM"),
            (["render", "x", "--viewport", "huge"], "huge"),
            (["render", "x", "--search", "y"], "--cell"),
            (["export"], "FORM"),
            (["export", "x", "--format", "xml"], "xml"),
            (["export", "x", "--since", "yesterday"], "yesterday"),
            (["export", "x", "--since", "2026-02-30"], "2026-02-30"),
            (["export", "x", "--since", "2026-02-28T25:00:00Z"], "T25"),
            (["render", "x", "--locale", "!!"], "!!"),
            (["help", "frobnicate"], "frobnicate"),
            (["help", "serve", "check"], "one command"),
            (["--version", "--nonsense"], "--version"),
            (["serve", "--max-bodies", "1KiB"], "--max-body"),
            (["serve", "--address-posts", "0"], "address-posts"),
            (["serve", "--address-connections", "5", "--trust-proxy"], "--trust-proxy"),
        ]
        for arguments, word in cases:
            with self.subTest(" ".join(arguments)):
                result = run(*arguments)
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertEqual(result.stdout, b"")
                self.assertIn(word, result.stderr.decode())

    def test_a_bad_value_in_the_environment_ends_with_2_and_names_the_variable(self):
        for name, value in [
            ("FORMCELLS_PORT", "abc"), ("FORMCELLS_WORKERS", "-1"), ("FORMCELLS_MAX_BODY", "big"),
            ("FORMCELLS_SESSION_IDLE", "x"), ("FORMCELLS_LOG", "loud"), ("FORMCELLS_TRUST_PROXY", "maybe"),
            ("FORMCELLS_BASE_PATH", "forms"), ("FORMCELLS_MAX_BODIES", "big"), ("FORMCELLS_ADDRESS_POSTS", "-1"), ("FORMCELLS_ADDRESS_CONNECTIONS", "x"),
        ]:
            with self.subTest(name):
                result = run("serve", environment={name: value})
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertIn(name, result.stderr.decode())

    @formcells.unsanitized("AddressSanitizer itself reads /proc to name what it finds", "address")
    def test_arguments_are_read_without_the_proc_file_system(self):
        bare = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]
        command = [*bare, formcells.PROGRAM, "help", "export"]
        result = subprocess.run(command, capture_output=True, timeout=formcells.PATIENCE_SECONDS)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("--since", result.stdout.decode())

    def test_help_and_version_end_with_0(self):
        for arguments in [["--help"], ["--version"]] + [
            ["help", command] for command in COMMANDS
        ]:
            with self.subTest(" ".join(arguments)):
                result = run(*arguments)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertTrue(result.stdout.strip())
                self.assertEqual(result.stderr, b"")

    def test_an_output_that_cannot_be_written_ends_with_1_and_the_reason(self):
        with tempfile.TemporaryDirectory() as folder:
            for words in (["--version"], ["--help"], ["help", "serve"], ["schema"], ["render", "expense"],
                          ["check", "--format", "sarif"], ["init", folder]):
                with self.subTest(words=words), open("/dev/full", "wb") as full:
                    result = subprocess.run(
                        [formcells.PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                        env=formcells.clean_environment(), cwd=formcells.ROOT, timeout=formcells.PATIENCE_SECONDS)
                    self.assertEqual(result.returncode, 1)
                    self.assertIn("standard output cannot be written: No space left on device", result.stderr.decode())

    def test_the_readme_names_every_command(self):
        commands = re.findall(r"^  formcells ([a-z]+)", formcells.run("help").stdout.decode(), re.M)
        self.assertIn("serve", commands)
        readme = (formcells.ROOT / "README.md").read_text(encoding="utf-8")
        self.assertEqual([each for each in commands if f"| `formcells {each}" not in readme], [])

    def test_the_help_of_a_command_names_each_of_its_options(self):
        options = {
            "serve": "templates public host port workers data session-idle session-limit max-body trust-proxy log "
            "max-bodies address-connections address-posts "
            "metrics watch sessions base-path drain-delay take-over allow-sources frame-ancestors deliver deliver-in-order",
            "outbox": "data submissions format id all yes",
            "check": "templates public format strict",
            "render": "templates public viewport cell values errors search locale pretty",
            "paths": "templates public output allow-sources",
            "export": "templates public format data since forms rows labels bom files all allow-sources",
            "erase": "data submissions id where dry-run yes",
        }
        for command, names in options.items():
            text = run("help", command).stdout.decode()
            for name in names.split():
                with self.subTest(f"{command} --{name}"):
                    self.assertRegex(text, rf"(?m)^\s+--{name}\b")


class EnvironmentChecks(unittest.TestCase):
    """Options set by environment variables."""

    cost = 15

    def run(self, result=None):
        with tempfile.TemporaryDirectory(prefix="formcells-") as folder:
            self.folder = pathlib.Path(folder)
            return super().run(result)

    def command(self, command, environment, arguments=None):
        words = COMMANDS[command] if arguments is None else arguments
        words = [word.replace("DIR", str(self.folder)) for word in words]
        return run(command, *words, environment=environment, cwd=self.folder)

    def options(self, command):
        """A command's options by name, each with the name of its value or ""."""
        text = run("help", command).stdout.decode()
        return dict(re.findall(r"(?m)^  --([a-z-]+) ?(\S*)  ", text))

    def test_an_unknown_variable_is_wrong_usage_and_the_nearest_name_is_suggested(self):
        for command in COMMANDS:
            for name, meant in [
                ("FORMCELLS_PROT", "; did you mean FORMCELLS_PORT?"), ("FORMCELLS_SESSION-IDLE", "FORMCELLS_SESSION_IDLE"),
                ("FORMCELLS_PROGRAM", "sets no option\n"), ("FORMCELLS_", "sets no option\n"),
                ("FORMCELLS_DATA_DIR", "FORMCELLS_DATA?"), ("FORMCELLS_DATADIR", "FORMCELLS_DATA?"),
                ("FORMCELLS_LOG_FORMAT", "FORMCELLS_LOG?"), ("FORMCELLS_SESSION_MEMO", "FORMCELLS_SESSION_MEMORY?"),
                ("FORMCELLS_BIND", "sets no option\n"),
            ]:
                with self.subTest(f"{command} {name}"):
                    result = self.command(command, {name: "1"})
                    self.assertEqual((result.returncode, result.stdout), (2, b""))
                    self.assertIn(f"error: {name} in the environment sets no option", result.stderr.decode())
                    self.assertIn(meant, result.stderr.decode())
        self.assertEqual(list(self.folder.iterdir()), [], "nothing was done")

    def test_variables_of_a_kubernetes_service_or_docker_link_set_no_option(self):
        service = {
            "FORMCELLS_SERVICE_HOST": "10.0.0.1", "FORMCELLS_SERVICE_PORT": "80", "FORMCELLS_SERVICE_PORT_HTTP": "80",
            "FORMCELLS_SERVICE_PORT_METRICS_V2": "9100", "FORMCELLS_PORT": "tcp://10.0.0.1:80",
            "FORMCELLS_PORT_80_TCP": "tcp://10.0.0.1:80", "FORMCELLS_PORT_80_TCP_PROTO": "tcp", "FORMCELLS_PORT_80_TCP_PORT": "80",
            "FORMCELLS_PORT_80_TCP_ADDR": "10.0.0.1", "FORMCELLS_PORT_53_UDP": "udp://10.0.0.1:53"}
        others = {name.replace("FORMCELLS", f"FORMCELLS_{other}"): value.replace("10.0.0.1", "fd00::1")
                  for other in ("DATA", "METRICS", "WEB_2", "LOG") for name, value in service.items()}
        link = {"FORMCELLS_NAME": "/web/formcells", "FORMCELLS_ENV_PATH": "/bin", "FORMCELLS_PORT": "tcp://172.17.0.5:8080",
                "FORMCELLS_PORT_8080_TCP": "tcp://172.17.0.5:8080"}
        for environment in (service, {**service, **others}, link):
            result = self.command("check", environment)
            self.assertEqual(result.returncode, 0, result.stderr)
            with Server({"small": SMALL}, environment=environment) as server:
                self.assertEqual(urllib.request.urlopen(f"{server.url}/healthz", timeout=formcells.PATIENCE_SECONDS).status, 200)
        # Anything else is still reported as a mistake.
        for name, value in [
            ("FORMCELLS_PORT", "10.0.0.1:80"), ("FORMCELLS_PORT", "tcp"), ("FORMCELLS_SERVICE_PORT", "tcp"), ("FORMCELLS_NAME", "x"),
            ("FORMCELLS_ENV_PATH", "/bin"), ("FORMCELLS_PORT_80", "80"), ("FORMCELLS_HOST_SERVICE", "x"), ("FORMCELLS_DATA_PORT", "80"),
        ]:
            with self.subTest(name=name, value=value):
                result = self.command("serve", {name: value}, [])
                self.assertEqual(result.returncode, 2)
                self.assertIn(name, result.stderr.decode())

    def test_help_works_with_unknown_variables_in_the_environment(self):
        for arguments in (["help", "serve"], ["check", "--help"], ["--version"]):
            self.assertEqual(run(*arguments, environment={"FORMCELLS_PROT": "1"}).returncode, 0)

    def test_variables_for_options_of_other_commands_are_ignored(self):
        every = {name for command in COMMANDS for name in self.options(command)}
        self.assertGreater(len(every), 35)
        for command in ("check", "render", "init", "schema", "install"):
            others = {f"FORMCELLS_{name.upper().replace('-', '_')}": "?!" for name in every - self.options(command).keys()}
            with self.subTest(command):
                result = self.command(command, others)
                self.assertEqual(result.returncode, 0, result.stderr)

    def test_every_option_of_every_command_is_set_by_its_variable(self):
        for command in ("serve", "check", "render", "paths", "export", "import", "install"):
            options = self.options(command)
            self.assertTrue(options)
            for name in options:
                # These name the product's own files, which some commands do not need.
                if name in ("templates", "public") and (command in ("export", "import", "paths") or (command, name) == ("render", "public")):
                    continue
                variable = f"FORMCELLS_{name.upper().replace('-', '_')}"
                with self.subTest(f"{command} {variable}"):
                    # No option accepts this value, whether it expects a number, a word or a folder.
                    result = self.command(command, {variable: "/dev/null/?!"}, {"serve": [], "install": [], "paths": ["expense"]}.get(command))
                    self.assertNotEqual(result.returncode, 0)
                    self.assertRegex(result.stderr.decode() + result.stdout.decode(), rf"/dev/null/\?!|{variable}")

    def test_an_argument_wins_over_an_invalid_variable(self):
        self.assertEqual(run("check", "--format", "text", environment={"FORMCELLS_FORMAT": "?!"}).returncode, 0)


class OwnFolderChecks(unittest.TestCase):
    """Commands without a form or folder use the sample forms, and say so."""

    def test_a_command_says_when_it_uses_the_sample_forms(self):
        samples = formcells.ROOT / "Templates/forms"
        with tempfile.TemporaryDirectory(prefix="formcells-") as folder:
            own = formcells.write_forms(f"{folder}/forms", {
                "expense": {"title": "Spesen", "sections": [{"cells": [{"id": "a", "type": "text", "label": "A"}]}]},
                "mine": SMALL})
            checked = run("check", cwd=folder).stderr.decode().splitlines()
            self.assertEqual(checked[0], f"note: these are the sample forms in {samples}; for those of this folder: formcells check forms")
            self.assertRegex(checked[-1], r"^\d+ forms, 0 errors, \d+ warnings?$")
            self.assertEqual(run("check", "forms", cwd=folder).stderr.decode(), "2 forms, 0 errors, 0 warnings\n")
            self.assertEqual(run("check", cwd="/").stderr.decode().splitlines()[0], f"note: these are the sample forms in {samples}")
            sample = run("render", "expense", cwd=folder)
            self.assertEqual(sample.returncode, 0)
            self.assertEqual(
                sample.stderr.decode(), f"note: this is the sample form {samples}/expense.json; to use the one here, name its file, "
                "forms/expense.json\n")
            self.assertNotIn(b"Spesen", sample.stdout)
            self.assertEqual(run("render", "expense", cwd="/").stderr, b"")
            mine = run("render", "mine", cwd=folder)
            self.assertEqual((mine.returncode, mine.stdout), (1, b""))
            self.assertIn("did you mean forms/mine.json?", mine.stderr.decode())
            self.assertEqual(run("render", own / "mine.json", cwd=folder).stderr, b"")


class ServeChecks(unittest.TestCase):
    def test_serve_prints_one_line_with_its_address_and_answers_there(self):
        with Server({"small": SMALL}) as server:
            self.assertRegex(server.first_line, r"^listening on http://127\.0\.0\.1:[1-9][0-9]*$")
            with socket.create_connection((server.host, server.port), 10) as connection:
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                self.assertTrue(connection.makefile("rb").readline().startswith(b"HTTP/1.1 200 "))
            self.assertEqual(server.terminate(), 0)
            self.assertEqual(server.process.stdout.read(), b"", "one line on standard output, no more")

    def test_sigterm_and_sigint_end_the_server_with_0(self):
        for which in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(which.name), Server({"small": SMALL}) as server:
                server.process.send_signal(which)
                self.assertEqual(server.process.wait(formcells.PATIENCE_SECONDS), 0)

    def test_a_request_in_flight_is_finished_while_it_drains(self):
        body = b"name=Drained+visitor&_do=submit"
        with Server({"small": SMALL}) as server:
            with socket.create_connection((server.host, server.port), 10) as connection:
                connection.sendall(
                    b"POST /forms/small HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
                    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n" % len(body))
                answer = connection.makefile("rb")
                # The interim answer proves that the request is in flight before the signal is sent.
                self.assertEqual(answer.readline(), b"HTTP/1.1 100 Continue\r\n")
                self.assertEqual(answer.readline(), b"\r\n")
                server.process.send_signal(signal.SIGTERM)
                connection.sendall(body)
                self.assertTrue(answer.readline().startswith(b"HTTP/1.1 303 "))
            self.assertEqual(server.process.wait(formcells.PATIENCE_SECONDS), 0)
            self.assertEqual(server.submissions("small")[0]["values"], {"name": "Drained visitor"})

    def test_metrics_can_be_read_and_not_posted(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            address = "127.0.0.1:%d" % free.getsockname()[1]
        with Server({"small": SMALL}, options=["--metrics", address]):
            with urllib.request.urlopen(f"http://{address}/metrics", timeout=formcells.PATIENCE_SECONDS) as answer:
                text = answer.read().decode()
            for name in ("stored", "write_failures", "lines_damaged", "corrected", "erased"):
                self.assertRegex(text, rf"(?m)^formcells_submissions?_{name}_total 0$")
            with self.assertRaises(urllib.error.HTTPError) as caught:
                urllib.request.urlopen(f"http://{address}/metrics", b"x", timeout=formcells.PATIENCE_SECONDS)
            self.assertEqual(caught.exception.code, 405)
            self.assertEqual(caught.exception.headers["Allow"], "GET, HEAD")
            caught.exception.close()

    def test_F10_another_value_for_a_locked_cell_is_logged_and_counted_without_the_value(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            address = "127.0.0.1:%d" % free.getsockname()[1]
        locked = {"title": "Locked", "sections": [{"cells": [
            {"id": "center", "type": "text", "label": "Center", "value": "CC-1", "readOnly": True}]}]}
        with Server({"locked": locked}, options=["--metrics", address]) as server:
            for value in (b"CC-1", b"forged"):
                with urllib.request.urlopen(
                        f"{server.url}/forms/locked", b"center=" + value, timeout=formcells.PATIENCE_SECONDS) as answer:
                    answer.read()
            with urllib.request.urlopen(f"http://{address}/metrics", timeout=formcells.PATIENCE_SECONDS) as answer:
                self.assertRegex(answer.read().decode(), r"(?m)^formcells_locked_entries_total 1$")
            server.terminate()
            log = server.log_text()
            self.assertEqual(log.count("locked: form locked: center: another value was posted, and ignored"), 1, log)
            self.assertNotIn("forged", log)

    def test_a_port_in_use_ends_with_1_and_the_reason(self):
        with socket.socket() as other, tempfile.TemporaryDirectory() as folder:
            other.bind(("127.0.0.1", 0))
            other.listen()
            forms = formcells.write_forms(folder, {"small": SMALL})
            result = run("serve", forms, "--port", other.getsockname()[1], "--data", f"{folder}/data")
        self.assertEqual(result.returncode, 1)
        self.assertIn("in use", result.stderr.decode())

    def test_a_second_server_on_the_same_port_is_refused(self):
        with Server({"small": SMALL}) as server:
            result = subprocess.run(
                [formcells.PROGRAM, "serve", server.forms, "--port", str(server.port), "--data", server.folder / "two"],
                cwd=formcells.ROOT, env=formcells.clean_environment(), stdin=subprocess.DEVNULL, capture_output=True,
                timeout=formcells.PATIENCE_SECONDS)
            self.assertEqual(result.returncode, 1, result.stdout)
            self.assertIn("in use", result.stderr.decode().lower())

    def test_the_environment_sets_options_and_an_argument_wins(self):
        with Server({"small": SMALL}, environment={"FORMCELLS_WORKERS": "1", "FORMCELLS_PORT": "1"}) as server:
            self.assertNotEqual(server.port, 1)

    def test_a_data_folder_that_cannot_be_made_ends_with_1_and_names_it(self):
        with tempfile.TemporaryDirectory() as folder:
            forms = formcells.write_forms(folder, {"small": SMALL})
            for path in ("/dev/null/data", f"{forms}/small.json"):
                result = run("serve", forms, "--port", "0", "--data", path)
                self.assertEqual(result.returncode, 1)
                self.assertIn(path.removesuffix("/data"), result.stderr.decode())
                self.assertIn("Not a directory", result.stderr.decode())

    def test_a_missing_folder_of_forms_ends_with_1_and_names_it(self):
        for command in ("serve", "check"):
            with self.subTest(command):
                result = run(command, "/nowhere/forms")
                self.assertEqual(result.returncode, 1)
                said = result.stderr.decode() + result.stdout.decode()
                self.assertIn("/nowhere/forms", said)


@formcells.unsanitized("a sanitizer brings libraries of its own", "address", "thread")
class LinkChecks(unittest.TestCase):
    def test_the_program_links_the_runtime_libxml2_libc_and_what_its_traits_name(self):
        text = subprocess.run(["ldd", formcells.PROGRAM], capture_output=True, text=True, check=True).stdout
        needed = subprocess.run(["readelf", "-d", formcells.PROGRAM], capture_output=True, text=True, check=True).stdout
        names = re.findall(r"NEEDED.*\[(.*)\]", needed)
        self.assertTrue(names)
        # libcrypt is the C library's crypt(3), a separate file since glibc 2.28.
        allowed = r"^(libxml2|libc|libcrypt|libm|libgcc_s|libstdc\+\+|libpthread|libdl|ld-linux-.*|libswift.*|lib_Swift.*|lib_Internal.*|libdispatch|libBlocksRuntime)\.so"
        with open(formcells.PROGRAM, "rb") as program:
            has_traits = b"Valkey is not in this program" not in program.read()
        if has_traits:
            # Tests/fresh checks a program without these libraries.
            allowed += r"|^(libpq|libhiredis|libsqlite3)\.so"
        self.assertEqual([name for name in names if not re.match(allowed, name)], [])
        self.assertNotRegex(text, r"libFoundation|libcurl|libicu.*Foundation")
