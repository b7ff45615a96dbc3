"""Disks that fail: one whose system calls fail on demand, and a small separate one."""

import contextlib
import os
import pathlib
import subprocess
import tempfile

import lasting

SOURCE = pathlib.Path(__file__).with_name("failing_disk.c")


class FailingDisk:
    """For a server started with `environment`, because its data folder is known only then. `fail` names system calls and their
    errors."""

    library = None

    def __init__(self):
        if FailingDisk.library is None:
            folder = pathlib.Path(lasting.stack.enter_context(tempfile.TemporaryDirectory(prefix="failing-disk-")))
            FailingDisk.library = folder / "failing_disk.so"
            subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", FailingDisk.library, SOURCE], check=True)

    def attach(self, server):
        self.control = server.folder / "failing"
        server.environment = {
            **(server.environment or {}), "LD_PRELOAD": str(self.library), "FAILING_DISK": str(self.control),
            "FAILING_DISK_UNDER": str(server.data)}
        return server

    def fail(self, **calls):
        """For example `fail(sync=errno.EIO)`; without arguments, all calls work again."""
        beside = self.control.with_suffix(".new")
        beside.write_text("".join(f"{call} {number}\n" for call, number in calls.items()))
        beside.rename(self.control)

    @contextlib.contextmanager
    def failing(self, **calls):
        self.fail(**calls)
        try:
            yield
        finally:
            self.fail()


class SmallDisk:
    """A separate file system for a server's data that no other process sees, if the machine lets a process mount one."""

    def __init__(self, server, kilobytes):
        self.server = server
        server.data.mkdir()
        root = [] if os.getuid() == 0 else ["--map-root-user"]
        server.wrapper = [
            "unshare", "--mount", "--propagation=unchanged", *root, "sh", "-c",
            # Under a changed root (chroot), / is no mount point and cannot be made private; whoever changed the root has done that.
            f'mount --make-rprivate / 2>&-; mount -t tmpfs -o size={kilobytes}k formcells "$0" && exec "$@"', str(server.data)]

    @property
    def folder(self):
        return pathlib.Path(f"/proc/{self.server.process.pid}/root{self.server.data}")

    def fill(self):
        """Fills the disk to the last byte."""
        with open(self.folder / "ballast", "wb", buffering=0) as ballast:
            with contextlib.suppress(OSError):
                while True:
                    ballast.write(bytes(512))

    def clear(self):
        (self.folder / "ballast").unlink()
