"""A network between visitors and the server that cuts connections, delays requests and delivers them twice."""

import asyncio
import collections
import random
import re
import socket
import struct
import threading

from crowd import Door

FATES = ["passed", "cut on the way there", "answer cut", "answer dropped", "sent twice at once", "sent again later", "delayed",
         "in crumbs"]


class RoughNetwork:
    """A proxy for connections of one request each. A context manager that returns the door for visitors; `met` counts each kind of
    trouble."""

    def __init__(self, server, share=0.4, seed=1):
        self.target = (server.host, server.port)
        self.share, self.chance = share, random.Random(seed)
        self.met = collections.Counter()
        self.later = []

    def __enter__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        starting = asyncio.start_server(self.serve, "127.0.0.1", 0, backlog=1024)
        self.listener = asyncio.run_coroutine_threadsafe(starting, self.loop).result()
        return Door(*self.listener.sockets[0].getsockname())

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self.end(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    async def end(self):
        """Delivers the requests that were still to be repeated."""
        self.listener.close()
        await asyncio.gather(*(self.ask(request) for request in self.later))
        own = asyncio.current_task()
        rest = [task for task in asyncio.all_tasks() if task is not own]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    async def serve(self, reader, writer):
        try:
            await self.carry(reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            self.met["broken by others"] += 1
            reset(writer)
        finally:
            writer.close()

    async def carry(self, reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: *(\d+)", head)
        request = head + (await reader.readexactly(int(length[1])) if length else b"")
        fate = self.chance.choice(FATES[1:]) if self.chance.random() < self.share else "passed"
        self.met[fate] += 1
        if fate == "cut on the way there":
            _, upstream = await asyncio.open_connection(*self.target)
            upstream.write(request[:self.chance.randrange(1, len(request))])
            await upstream.drain()
            reset(upstream)
            reset(writer)
            return
        if fate == "delayed":
            await asyncio.sleep(self.chance.random() / 5)
        if fate == "sent again later":
            self.later.append(request)
        if len(self.later) > 20:
            await self.ask(self.later.pop(self.chance.randrange(len(self.later))))
        if fate == "sent twice at once":
            both = [asyncio.ensure_future(self.ask(request)) for _ in range(2)]
            done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            answer = done.pop().result()
            await asyncio.wait(both)
        else:
            answer = await self.ask(request, crumb=7 if fate == "in crumbs" else None)
        if fate == "answer dropped":
            answer = b""
        elif fate == "answer cut":
            answer = answer[:self.chance.randrange(1, len(answer))] if answer else b""
        writer.write(answer)
        await writer.drain()
        if fate in ("answer dropped", "answer cut"):
            reset(writer)

    async def ask(self, request, crumb=None):
        """The complete answer of the server, which is asked to close the connection after it."""
        request = re.sub(rb"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", request, count=1)
        reader, writer = await asyncio.open_connection(*self.target)
        for start in range(0, len(request), crumb or len(request)):
            writer.write(request[start:start + (crumb or len(request))])
            if crumb:
                await writer.drain()
                await asyncio.sleep(0)
        answer = await reader.read(-1)
        writer.close()
        return answer

    def line(self):
        return ", ".join(f"{self.met[fate]} {fate}" for fate in FATES)


def reset(writer):
    """Ends a connection by RST, like a network that is gone."""
    end = writer.get_extra_info("socket")
    if end is not None:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
