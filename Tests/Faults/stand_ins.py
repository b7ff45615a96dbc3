"""Services that replicate another one until they replace it."""

import subprocess

from relay import Relay
from services import PostgreSQL, Valkey


class Standby(PostgreSQL):
    """A copy of another database that replicates it until it is promoted."""

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


class Succession:
    """Databases that succeed one another at one address; each standby confirms all commits of the one that it replicates."""

    def __init__(self, case):
        self.case = case
        self.databases = [case.enterContext(PostgreSQL(["wal_level=replica", "synchronous_commit=remote_apply"]))]
        self.relay = case.enterContext(Relay(self.last.port))
        self.url = self.last.url.replace(f":{self.last.port}/", f":{self.relay.port}/")

    @property
    def last(self):
        return self.databases[-1]

    def fail_over(self):
        standby = self.case.enterContext(Standby(self.last))
        self.last.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.last.query("SELECT pg_reload_conf()")
        # Waits for the standby, so everything committed before is there too.
        self.last.query(f"CREATE TABLE caught_up_{len(self.databases)} ()")
        self.last.kill()
        standby.promote()
        self.relay.move(standby.port)
        self.databases.append(standby)


class Replica(Valkey):
    """A second Valkey that replicates the first."""

    def __init__(self, primary):
        super().__init__()
        self.primary = primary

    def command(self):
        return [*super().command(), "--replicaof", "127.0.0.1", str(self.primary.port)]

    def is_ready(self):
        return super().is_ready() and "master_link_status:up" in self.ask("INFO", "replication")

    def promote(self):
        self.ask("REPLICAOF", "NO", "ONE")
