"""What uploads cost the other visitors (`run --only uploads`): how long the others wait for a form.

Twenty files of 30 MB are always being uploaded, each from its own address, to a server limited to 256 MB of memory. Other visitors
request a form 50 times a second, in turns with and without the uploads. The senders share the machine with the server, so they are
measured at normal and at low priority; over a network they would take none of its processors. For comparison, the same bytes are also
sent to a program that drops them, which shows the machine's share of the time. Nothing passes or fails by these times.
"""

import asyncio
import contextlib
import multiprocessing
import os
import pathlib
import re
import socket
import statistics

import paced
from formcells import Server, wait_until
from instructions import HEADERS
from sent_files import body
from visitor import Visitor

CLAIM = {"title": "Claim", "sections": [{"cells": [
    {"id": "subject", "type": "text", "label": "Subject"},
    {"id": "bills", "type": "attachment", "label": "Bills"}]}]}
OPTIONS = ["--file-limit", "30MiB", "--files-limit", "16GiB"]
FILES, FILE_BYTES, PIECE_BYTES = 20, 30_000_000, 64 << 10
MEMORY_BYTES = 256_000_000
ROUNDS, SECONDS = 5, 3
# Requests per second of the other visitors.
RATE = 50
# The visitors use these connections in turn, so that each event loop serves some of them.
CONNECTIONS = 8
# Bytes per second of all senders together (None for as fast as they are accepted), and the senders' niceness.
KINDS = {
    "80 MB/s": (80_000_000, 0), "80 MB/s, giving way": (80_000_000, 10),
    "unpaced": (None, 0), "unpaced, giving way": (None, 10),
}


class Get:
    """The request of the other visitors."""

    method, target, headers = "GET", "/forms/claim", HEADERS


async def send_file(sender, address, pairs, rate, count):
    """Sends a form with a file repeatedly. With a rate, each piece is sent at its scheduled moment."""
    loop = asyncio.get_running_loop()
    mark = b"-- here the file --"
    filler = os.urandom(PIECE_BYTES)
    while True:
        content, content_type = body(pairs, [("bills", "bill.bin", mark)])
        start, end = content.split(mark)
        with socket.socket() as connection:
            connection.setblocking(False)
            connection.bind((f"127.0.1.{sender + 1}", 0))
            await loop.sock_connect(connection, address)
            await loop.sock_sendall(connection, (
                f"POST /forms/claim HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\nConnection: close\r\n"
                f"Accept: application/json\r\nContent-Type: {content_type}\r\n"
                f"Content-Length: {len(start) + FILE_BYTES + len(end)}\r\n\r\n").encode() + start + os.urandom(64))
            left, due = FILE_BYTES - 64, loop.time()
            while left > 0:
                piece = memoryview(filler)[:left]
                await loop.sock_sendall(connection, piece)
                left -= len(piece)
                with count.get_lock():
                    count.value += len(piece)
                if rate:
                    due += len(piece) * FILES / rate
                    await asyncio.sleep(due - loop.time())
            await loop.sock_sendall(connection, end)
            answer = b""
            while piece := await loop.sock_recv(connection, PIECE_BYTES):
                answer += piece
            assert not answer or re.match(rb"HTTP/1.1 (200|201|303) ", answer), answer[:500]


@contextlib.contextmanager
def process(work, *arguments, niceness=0):
    """Runs this work in a separate process."""
    def run():
        os.nice(niceness)
        asyncio.run(work(*arguments))

    child = multiprocessing.get_context("fork").Process(target=run, daemon=True)
    child.start()
    try:
        yield
        assert child.is_alive(), "a process beside has ended"
    finally:
        child.terminate()
        child.join()


async def send_files(address, pairs, rate, count):
    async with asyncio.TaskGroup() as group:
        for sender in range(FILES):
            group.create_task(send_file(sender, address, pairs, rate, count))


async def drop(listener):
    """Reads and drops everything that arrives over all connections."""
    class Drop(asyncio.BufferedProtocol):
        buffer = bytearray(PIECE_BYTES)

        def get_buffer(self, _):
            return self.buffer

        def buffer_updated(self, _):
            pass

    await (await asyncio.get_running_loop().create_server(Drop, sock=listener)).serve_forever()


@contextlib.contextmanager
def memory_group():
    """A function that a process calls to limit its memory, including the cache of files that it writes; None if this process may
    not set limits."""
    old = pathlib.Path("/sys/fs/cgroup/memory")
    root, name = (old, "memory.limit_in_bytes") if old.is_dir() else (pathlib.Path("/sys/fs/cgroup"), "memory.max")
    group = root / f"formcells-{os.getpid()}"
    try:
        group.mkdir()
        (group / name).write_text(str(MEMORY_BYTES))
    except OSError as error:
        print(f"without a limit of memory: {error}")
        yield None
        return
    try:
        yield lambda: (group / "cgroup.procs").write_text(str(os.getpid()))
    finally:
        group.rmdir()


def during(visited, address, pairs, rate, niceness):
    """Milliseconds of the other visitors by percentile, and megabytes per second of the senders."""
    count = multiprocessing.get_context("fork").Value("q", 0)
    with process(send_files, address, pairs, rate, count, niceness=niceness):
        wait_until(lambda: count.value > FILES * PIECE_BYTES, "files are on their way")
        before = count.value
        times = paced.run(visited, [Get], CONNECTIONS, RATE, SECONDS)
        return times, (count.value - before) / SECONDS / 1e6


def uploads():
    """Prints the response times of the visitors."""
    alone, sent, dropped = ({name: [] for name in KINDS} for _ in range(3))
    with socket.create_server(("127.0.0.1", 0), backlog=FILES) as listener:
        for _ in range(ROUNDS):
            for name, (rate, niceness) in KINDS.items():
                with memory_group() as enter, Server({"claim": CLAIM}, options=OPTIONS, preexec=enter) as server:
                    page = Visitor(server).open("/forms/claim")
                    page.type("Subject", "Bills of May")
                    _, pairs = page.submission(page.find("button", "Submit"))
                    alone[name].append((paced.run(server, [Get], CONNECTIONS, RATE, SECONDS), 0))
                    sent[name].append(during(server, (server.host, server.port), pairs, rate, niceness))
                    with process(drop, listener):
                        dropped[name].append(during(server, listener.getsockname(), pairs, rate, niceness))
    print(f"{FILES} files of {FILE_BYTES / 1e6:.0f} MB at once; ms until a form has come, 50 and 99 of 100; {ROUNDS} rounds")
    for name in KINDS:
        base = middle(alone[name], 99)
        for title, results in (("alone", alone), ("during", sent), ("dropped", dropped)):
            speed = statistics.median(megabytes for _, megabytes in results[name])
            each = ", ".join(f"{times[99]:.2f}" for times, _ in results[name])
            print(f"  {name:20} {title:10} p50 {middle(results[name], 50):5.2f} p99 {middle(results[name], 99):5.2f} "
                  f"= {middle(results[name], 99) / base:4.1f} × alone ({each}), {speed:.0f} MB/s")


def middle(results, percent):
    return statistics.median(times[percent] for times, _ in results)
