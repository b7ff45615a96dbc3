"""Services that the program works with, each on a free port and in its own folder, never the machine's own services."""

import contextlib
import functools
import os
import pathlib
import pwd
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import lasting

PATIENCE_SECONDS = 60
ARTICLES = pathlib.Path(__file__).resolve().parents[2] / "Sources/formcells/formcells.docc"


def free_port():
    """A port below the range for outgoing connections (ip(7), `ip_local_port_range`), so that no connection takes it between two
    starts."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def is_listening(port):
    try:
        socket.create_connection(("127.0.0.1", port)).close()
        return True
    except OSError:
        return False


class Service:
    """A process with a folder. A context manager."""

    host = "127.0.0.1"

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"formcells-{type(self).__name__.lower()}-"))
        self.port = free_port()
        self.process = None

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        if self.process is not None and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        """Starts the service, each time on the same port; returns once it accepts connections."""
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder, **self.identity())
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"{type(self).__name__} does not start: {self.log_text()[-2000:]}")
            time.sleep(0.02)
        return self

    def stop(self):
        self.end(signal.SIGTERM)

    def kill(self):
        self.end(signal.SIGKILL)

    def end(self, number):
        self.process.send_signal(number)
        self.process.wait(PATIENCE_SECONDS)

    def identity(self):
        return {}

    def log_text(self):
        return (self.folder / "log").read_text(errors="replace")


class Valkey(Service):
    """Debian's redis-server, which speaks the same protocol; with TLS if it is given a certificate."""

    def __init__(self, password=None, tls=False):
        super().__init__()
        self.password, self.tls = password, tls
        if tls:
            self.make_certificate()

    def command(self):
        port = ["--port", "0", "--tls-port", str(self.port)] if self.tls else ["--port", str(self.port)]
        if self.tls:
            port += ["--tls-cert-file", "server.pem", "--tls-key-file", "server.key", "--tls-auth-clients", "no"]
        if self.password:
            port += ["--requirepass", self.password]
        return ["redis-server", "--bind", "127.0.0.1", *port, "--save", "", "--dir", str(self.folder)]

    def make_certificate(self):
        """Creates a self-signed certificate for 127.0.0.1: only clients that are given the file trust it."""
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=formcells test",
             "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "server.key", "-out", "server.pem"],
            cwd=self.folder, check=True, capture_output=True)

    @property
    def url(self):
        user = f":{self.password}@" if self.password else ""
        return f"valkey{'s' if self.tls else ''}://{user}127.0.0.1:{self.port}/1"

    def is_ready(self):
        return self.ask("PING").strip() == "PONG"

    def ask(self, *words):
        """The output of redis-cli."""
        options = ["-p", str(self.port), "-n", "1"]
        if self.tls:
            options += ["--tls", "--cacert", str(self.folder / "server.pem")]
        environment = {**os.environ, **({"REDISCLI_AUTH": self.password} if self.password else {})}
        done = subprocess.run(["redis-cli", *options, *words], env=environment, capture_output=True)
        return done.stdout.decode(errors="replace")


class PostgreSQL(Service):
    """Debian's PostgreSQL. It refuses to run as root, so then it runs as its own user."""

    def __init__(self, options=()):
        super().__init__()
        self.options = options
        self.data = self.folder / "data"
        self.give_away(self.folder)
        subprocess.run(["cp", "-a", self.empty(), self.data], check=True)

    @staticmethod
    @functools.cache
    def empty():
        """The files of an empty database. Creating them takes many times as long as copying them."""
        folder = pathlib.Path(lasting.stack.enter_context(tempfile.TemporaryDirectory(prefix="formcells-empty-")))
        PostgreSQL.give_away(folder)
        subprocess.run(
            [PostgreSQL.program("initdb"), "--pgdata", folder / "data", "--username", "formcells", "--auth", "trust",
             "--encoding", "UTF8", "--locale", "C", "--no-sync"],
            check=True, capture_output=True, cwd=folder, **PostgreSQL.identity())
        return folder / "data"

    @staticmethod
    def give_away(folder):
        """Gives a folder to the user that PostgreSQL runs as; returns how to start a process as that user."""
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
        folder.chmod(0o755)

    @staticmethod
    def program(name):
        versions = sorted(pathlib.Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
        return str(versions[-1]) if versions else name

    @staticmethod
    def identity():
        if os.geteuid() != 0:
            return {}
        user = pwd.getpwnam("postgres")
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}

    def command(self):
        # fsync is off: the tests are about the program, and there is no power cut.
        settings = ["listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}", "fsync=off", *self.options]
        return [self.program("postgres"), "-D", str(self.data), "-p", str(self.port),
                *[word for setting in settings for word in ("-c", setting)]]

    def stop(self):
        """A fast stop: it closes connections and rolls back what is not committed."""
        self.end(signal.SIGINT)

    def kill(self):
        """An immediate stop: the next start recovers from the log."""
        self.end(signal.SIGQUIT)

    @property
    def url(self):
        return f"postgresql://formcells@127.0.0.1:{self.port}/postgres"

    def is_ready(self):
        return self.query("SELECT 1", check=False) == ["1"]

    def query(self, statement, check=True):
        """The rows as lines, with columns separated by "|"."""
        done = subprocess.run(
            ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", self.url, "--command", statement],
            capture_output=True)
        if check and done.returncode != 0:
            raise AssertionError(done.stderr.decode())
        return done.stdout.decode().splitlines() if done.returncode == 0 else []


class PgBouncer(Service):
    """Debian's pgbouncer in front of a database, with at most two connections to it."""

    def __init__(self, database, mode):
        super().__init__()
        self.identity = database.identity
        if self.identity():
            os.chown(self.folder, self.identity()["user"], self.identity()["group"])
        self.folder.chmod(0o755)
        (self.folder / "pgbouncer.ini").write_text(
            f"[databases]\npostgres = host=127.0.0.1 port={database.port} user=formcells\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {self.port}\nunix_socket_dir =\nauth_type = any\n"
            f"pool_mode = {mode}\ndefault_pool_size = 2\n")

    def command(self):
        return ["/usr/sbin/pgbouncer", str(self.folder / "pgbouncer.ini")]

    def is_ready(self):
        return is_listening(self.port)

    @property
    def url(self):
        return f"postgresql://formcells@127.0.0.1:{self.port}/postgres"


class Nginx(Service):
    """nginx in front of servers, with the settings from an article; it serves below `prefix` and strips it, as Routes.md says."""

    def __init__(self, ports, article="BeyondOneMachine.md", prefix=None):
        super().__init__()
        # The part of the article that readers copy, with the ports of this test.
        text = re.search(r"```nginx\n(.*?)```", (ARTICLES / article).read_text(encoding="utf-8"), re.S)[1]
        for number, port in enumerate(ports, 1):
            text = re.sub(rf"server (formcells-{number}|127\.0\.0\.1):8080", f"server 127.0.0.1:{port}", text)
        text = text.replace("listen 80;", f"listen 127.0.0.1:{self.port};")
        assert ":8080" not in text, text
        if prefix:
            routes = (ARTICLES / "Routes.md").read_text(encoding="utf-8")
            lines = re.search(r"```nginx\n(.*?)```", routes, re.S)[1].replace("/town/forms", prefix)
            text = text.replace("  location / {\n    proxy_pass http://formcells;\n", lines)
            text = text.replace('    proxy_set_header X-Forwarded-Prefix "";\n', "")
        folders = "\n".join(
            f"{name}_temp_path {self.folder}/{name};" for name in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        (self.folder / "nginx.conf").write_text(
            f"daemon off; pid {self.folder}/pid; error_log {self.folder}/log warn;\n{'user root;' * (os.geteuid() == 0)}\n"
            f"worker_processes 1; events {{ worker_connections 1024; }}\n"
            f"http {{ access_log off;\n{folders}\n{text}}}\n")

    def command(self):
        return ["nginx", "-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), "-e", str(self.folder / "log")]

    def kill(self):
        """Ends nginx by SIGTERM: its workers would outlive SIGKILL."""
        self.end(signal.SIGTERM)

    def is_ready(self):
        return is_listening(self.port)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"
