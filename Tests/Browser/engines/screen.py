"""A virtual screen for the engine that needs one: Xvfb, whose frame buffer holds the picture."""

import os
import pathlib
import struct
import subprocess
import tempfile
import zlib

PATIENCE_SECONDS = 30


class Screen:
    def __init__(self, width, height):
        self.folder = tempfile.TemporaryDirectory(prefix="formcells-screen-")
        reading, writing = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-fbdir", self.folder.name,
             "-nolisten", "tcp"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as pipe:
            self.display = f":{pipe.readline().strip()}"

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE_SECONDS)
        self.folder.cleanup()

    def png(self, x, y, width, height):
        """A part of the screen as PNG. The frame buffer is a file in the format of xwd (X11/XWDFile.h): 4 bytes per pixel."""
        data = (pathlib.Path(self.folder.name) / "Xvfb_screen0").read_bytes()
        header = struct.unpack(">25I", data[:100])
        start, line = header[0] + 12 * header[19], header[12]
        rows = bytearray()
        for row in range(y, y + height):
            pixels = data[start + row * line + 4 * x:][:4 * width]
            colours = bytearray(3 * width)
            for channel in range(3):
                colours[channel::3] = pixels[2 - channel::4]
            rows += b"\0" + colours
        return b"\x89PNG\r\n\x1a\n" + b"".join((
            _chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)),
            _chunk(b"IDAT", zlib.compress(bytes(rows))), _chunk(b"IEND", b"")))


def _chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
