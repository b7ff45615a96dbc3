"""Continuous mixed use, and what it does to the server's memory and descriptors.

    python3 soak.py 10m         runs this long: samples each second, prints a line each minute. Exits 1 if the two grow.
"""

import multiprocessing
import random
import secrets
import socket
import sys
import time

from crowd import tell
from formcells import Server
from peers import head, post_head
from process import descriptors, memory
from sample_forms import SMALL, WORKSHOP, WORKSHOP_SOURCES
from visitor import Visitor

# Few enough to be reached soon: growth after that is a leak.
OPTIONS = ["--session-limit", "2000"]
VISITORS, PROCESSES = 40, 4


class Mixture:
    """The visitors of one process, who do random operations in sequence."""

    def __init__(self, server, seed):
        self.server, self.chance = server, random.Random(seed)
        self.visitors = [Visitor(server) for _ in range(VISITORS)]

    def run(self, done, is_over):
        """Runs until `is_over` of the number of operations, which all processes count together."""
        operations = [
            self.open, self.open, self.type, self.pick, self.pick, self.tick, self.search, self.submit, self.fail_to_submit,
            self.begin_again, self.lose_the_session, self.wander, self.break_off]
        while not is_over(done.value):
            self.chance.choice(operations)(self.chance.choice(self.visitors))
            with done.get_lock():
                done.value += 1

    def open(self, visitor):
        visitor.open("/forms/workshop")

    def begin(self, visitor):
        """Opens the form with an entry, because the server drops drafts without any entry first, even between a post and its page."""
        return visitor.open("/forms/workshop").type("Summary", f"Typed {self.chance.random()}")

    def type(self, visitor):
        self.begin(visitor).type("Email", "ada@example.com")
        visitor.press("Parts")

    def pick(self, visitor):
        self.begin(visitor)
        view = visitor.press("Machine")
        visitor.page.choose(self.chance.choice(view.names("radio")))
        visitor.press("Apply")
        visitor.press("Impact")
        visitor.press("Slower")

    def tick(self, visitor):
        self.begin(visitor)
        view = visitor.press("People")
        people = sorted(set(view.names("checkbox", group="All")))
        assert people, f"no one to tick: {view.text}"
        view.tick(self.chance.choice(people), group="All")
        visitor.press("Apply")

    def search(self, visitor):
        self.begin(visitor)
        visitor.press("Machine").type("Search", f"{self.chance.randrange(100)}", role="searchbox")
        visitor.press("Search")

    def submit(self, visitor):
        visitor.open("/forms/small").type("Name", f"Ada {self.chance.random()}")
        visitor.press("Submit")
        visitor.reload()

    def fail_to_submit(self, visitor):
        visitor.open("/forms/workshop").type("Email", "half")
        visitor.press("Submit", expected=422)

    def begin_again(self, visitor):
        visitor.cookies.clear()
        self.type(visitor)

    def lose_the_session(self, visitor):
        """Fills in a page and then sends it with the cookie of a session that no longer exists."""
        visitor.open("/forms/small").type("Name", "Kept by the page")
        visitor.cookies = {name: secrets.token_hex(16) for name in visitor.cookies}
        visitor.press("Submit")

    def wander(self, visitor):
        visitor.open("/")
        visitor.open("/nowhere", expected=404)
        visitor.request("GET", "/healthz")
        visitor.request("GET", visitor.page.root.all("link")[0]["href"])

    def break_off(self, visitor):
        for content in (head("GET", "/")[:20], post_head("/forms/small", 5_000) + b"name=half", head("GET", "/forms/workshop") * 20):
            with socket.create_connection((self.server.host, self.server.port)) as connection:
                connection.sendall(content)


class Load:
    """Running mixtures, one per process. A context manager; `done` counts their operations."""

    def __init__(self, server, processes, is_over):
        fork = multiprocessing.get_context("fork")
        self.done = fork.Value("q", 0)
        self.workers = [
            fork.Process(target=Mixture(server, seed).run, args=(self.done, is_over)) for seed in range(processes)]

    def __enter__(self):
        for worker in self.workers:
            worker.start()
        return self

    def __exit__(self, *_):
        for worker in self.workers:
            worker.join()
        broken = [worker for worker in self.workers if worker.exitcode != 0]
        if broken:
            raise AssertionError(f"{len(broken)} of {len(self.workers)} met an answer that is not as it should be")

    def is_running(self, seconds):
        """Waits up to this many seconds; true if any process still runs."""
        running = [worker for worker in self.workers if worker.is_alive()]
        if running:
            running[0].join(seconds)
        return bool(running)


def slope(samples):
    """The least-squares slope of the second values over the first."""
    mean_x = sum(x for x, _ in samples) / len(samples)
    mean_y = sum(y for _, y in samples) / len(samples)
    spread = sum((x - mean_x) ** 2 for x, _ in samples)
    return sum((x - mean_x) * (y - mean_y) for x, y in samples) / spread if spread else 0


def soak(seconds):
    """Memory growth in bytes per minute over the last two thirds, and the samples of that time, for the number of descriptors."""
    with Server({"workshop": WORKSHOP, "small": SMALL}, WORKSHOP_SOURCES, options=OPTIONS) as server:
        pid = server.process.pid
        began = time.monotonic()
        ends = began + seconds
        samples, minute = [], 0
        with Load(server, PROCESSES, lambda done: time.monotonic() >= ends) as load:
            while load.is_running(1):
                samples.append((time.monotonic() - began, memory(pid), descriptors(pid)))
                if samples[-1][0] >= 60 * (minute + 1):
                    minute += 1
                    report(load, samples[-1])
        late = [sample for sample in samples if sample[0] > seconds / 3]
        growth = slope([(at / 60, size) for at, size, _ in late])
        sizes = [size / (1 << 20) for _, size, _ in late]
        tell("soak", f"{load.done.value} operations in {seconds / 60:.1f} min: memory "
             f"{min(sizes):.1f} to {max(sizes):.1f} MB, {growth / 1024:+.1f} KB a minute; descriptors "
             f"{min(sample[2] for sample in late)} to {max(sample[2] for sample in late)}, at the end {late[-1][2]}; "
             f"{len(server.submissions('small'))} submissions")
        return growth, late


def report(load, sample):
    at, size, open_now = sample
    print(f"{at / 60:5.1f} min {load.done.value:8} operations {size / (1 << 20):7.1f} MB "
          f"{open_now:4} descriptors", flush=True)


def main():
    text = sys.argv[1]
    seconds = float(text[:-1]) * {"s": 1, "m": 60, "h": 3600}[text[-1]]
    growth, late = soak(seconds)
    # Over ten minutes, this is less than the noise of the samples.
    is_flat = growth * seconds / 60 < 8 << 20 and late[-1][2] <= late[0][2] + 16
    print("1 passed, 0 failed" if is_flat else "0 passed, 1 failed")
    sys.exit(0 if is_flat else 1)


if __name__ == "__main__":
    main()
