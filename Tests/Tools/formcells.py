"""Starts the real `formcells` program: a single command, or a server in its own folder."""

import contextlib
import json
import os
import pathlib
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("FORMCELLS_PROGRAM", str(ROOT / ".build/debug/formcells"))

# "address" or "thread" if Tests/sanitize has built the program, which is then many times slower.
SANITIZER = os.environ.get("SANITIZER")

# Generous, for a debug build on a busy machine with 2 cores. Nothing takes this long unless something is broken.
PATIENCE_SECONDS = 300 if SANITIZER else 60


def unsanitized(reason, *kinds):
    """Marks a check, or a class of checks, that proves nothing when the program was built with one of these sanitizers."""
    def mark(check):
        check.unsanitized = reason if SANITIZER in kinds else None
        return check
    return mark


def clean_environment(extra=None):
    """The environment without the variables that a developer may have set for a server of their own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FORMCELLS_")}
    environment.update(extra or {})
    return environment


def run(*arguments, environment=None, cwd=ROOT, text=""):
    """Runs a command to its end with a text on standard input; returns a CompletedProcess with bytes."""
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], cwd=cwd, env=clean_environment(environment), input=text.encode(),
        capture_output=True, timeout=PATIENCE_SECONDS)


def wait_until(question, what):
    """Waits until `question` is true, for things that another process does by itself."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    asked = threading.Event()
    while not question():
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {PATIENCE_SECONDS} s: {what}")
        asked.wait(0.05)


def write_forms(folder, forms, sources=None):
    """Writes definitions (id to dict) and their source files (name to text) into a folder."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, form in forms.items():
        (folder / f"{name}.json").write_text(json.dumps(form, ensure_ascii=False, indent=2), encoding="utf-8")
    for name, text in (sources or {}).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def reserved_port():
    """A socket that is bound but does not listen. It keeps the port free for the server while the server is down; the server
    shares the address, so it can still listen there."""
    reservation = socket.socket()
    reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reservation.bind(("127.0.0.1", 0))
    return reservation


class Server:
    """A server on a free port, with forms and data in a temporary folder. A context manager."""

    # A socket that keeps the port while the server is down; None if it has no port yet or was given one.
    reservation = None

    def __init__(self, forms, sources=None, options=(), environment=None, preexec=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="formcells-"))
        self.data = self.folder / "data"
        self.forms = write_forms(self.folder / "forms", forms, sources)
        self.options = list(options)
        self.environment = environment
        self.preexec = preexec
        # The command that starts the program, if a tool watches it.
        self.wrapper, self.program = [], PROGRAM
        self.process = None
        self.host, self.port = "127.0.0.1", 0

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        if SANITIZER == "address" and self.process is not None and self.process.poll() is None:
            # The address sanitizer looks for leaks only when the process exits by itself.
            self.process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
        self.end()
        for path in [self.data, *self.data.glob("**")]:
            if path.is_dir():
                path.chmod(0o755)
        shutil.rmtree(self.folder, ignore_errors=True)
        if self.reservation is not None:
            self.reservation.close()

    def start(self):
        """Starts the server on the port that it had before (at first on any); returns once it listens."""
        if self.port == 0:
            self.reservation = reserved_port()
            self.port = self.reservation.getsockname()[1]
        command = [
            *self.wrapper, self.program, "serve", str(self.forms), "--port", str(self.port), "--data", str(self.data),
            *self.options]
        self.log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=clean_environment(self.environment), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=self.log, preexec_fn=self.preexec)
        self.log.close()
        self.first_line = self._read_line()
        prefix = "listening on http://"
        if not self.first_line.startswith(prefix):
            raise AssertionError(f"no listening line: {self.first_line!r}; the log says: {self.log_text()[-2000:]}")
        self.host, port = self.first_line[len(prefix):].rsplit(":", 1)
        self.port = int(port)
        return self

    def _read_line(self):
        deadline = time.monotonic() + PATIENCE_SECONDS
        line = b""
        while not line.endswith(b"\n"):
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            chunk = os.read(self.process.stdout.fileno(), 1) if ready else b""
            if not chunk:
                break
            line += chunk
        return line.decode().rstrip("\n")

    @property
    def url(self):
        return f"http://{self.host}:{self.port}"

    def log_text(self):
        return (self.folder / "log").read_text(errors="replace")

    def terminate(self):
        """Sends SIGTERM; returns the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_SECONDS)

    def kill(self):
        """Sends SIGKILL, which leaves of the process what a power cut would."""
        self.process.kill()
        self.process.wait(PATIENCE_SECONDS)

    def end(self):
        """Sends SIGKILL if the process still runs."""
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def restart(self):
        self.kill()
        return self.start()

    def submissions(self, form):
        """The submissions on disk, each line parsed. Fails on an incomplete line."""
        path = self.data / "submissions" / f"{form}.jsonl"
        if not path.exists():
            return []
        text = path.read_text(encoding="utf-8")
        assert text == "" or text.endswith("\n"), f"half a line at the end of {path.name}: {text[-80:]!r}"
        return [json.loads(line) for line in text.splitlines()]
