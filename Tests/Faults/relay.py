"""An address that moves from one service to another, as in a fail-over: connections to the old one are cut."""

import asyncio
import contextlib
import threading


class Relay:
    """Forwards connections to `target`, a port. A context manager."""

    def __init__(self, target):
        self.target = target
        self.open = set()

    def __enter__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        starting = asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.listener = asyncio.run_coroutine_threadsafe(starting, self.loop).result()
        self.port = self.listener.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self.cut(), self.loop).result()
        self.loop.call_soon_threadsafe(self.listener.close)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def move(self, target):
        """Forwards to `target` from now on, and cuts existing connections."""
        self.target = target
        asyncio.run_coroutine_threadsafe(self.cut(), self.loop).result()

    async def cut(self):
        tasks = list(self.open)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def serve(self, reader, writer):
        task = asyncio.current_task()
        self.open.add(task)
        ends = [writer]
        try:
            target_reader, target_writer = await asyncio.open_connection("127.0.0.1", self.target)
            ends.append(target_writer)
            await asyncio.gather(self.pump(reader, target_writer), self.pump(target_reader, writer))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self.open.discard(task)
            for end in ends:
                with contextlib.suppress(OSError):
                    end.transport.abort()

    async def pump(self, reader, writer):
        while piece := await reader.read(1 << 16):
            writer.write(piece)
            await writer.drain()
        writer.write_eof()
