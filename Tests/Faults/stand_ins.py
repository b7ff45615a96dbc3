"""Services that follow another one until they take its place."""

import subprocess

from services import PostgreSQL, Valkey


class Standby(PostgreSQL):
    """A copy of another database that follows it until it is promoted."""

    def __init__(self, primary):
        self.primary = primary
        super().__init__(primary.options)
        subprocess.run(["rm", "-r", str(self.data)], check=True)
        subprocess.run(
            [self.program("pg_basebackup"), "--pgdata", str(self.data), "--write-recovery-conf", "--checkpoint=fast",
             "--no-sync", "--dbname", primary.url.replace("/postgres", "/")],
            check=True, capture_output=True, cwd=self.folder, **self.identity())

    def promote(self):
        self.query("SELECT pg_promote()")


class Replica(Valkey):
    """A second one that follows the first."""

    def __init__(self, primary):
        super().__init__()
        self.primary = primary

    def command(self):
        return [*super().command(), "--replicaof", "127.0.0.1", str(self.primary.port)]

    def is_ready(self):
        return super().is_ready() and "master_link_status:up" in self.ask("INFO", "replication")

    def promote(self):
        self.ask("REPLICAOF", "NO", "ONE")
