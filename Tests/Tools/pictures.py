"""Pictures: codes, blank ones, and other files that a visitor may choose instead of a photo."""

import struct
import subprocess
import zlib


def code(text):
    """A PNG of a QR code."""
    return subprocess.run(["qrencode", "-o", "-", "-s", "6", "-8", text], check=True, capture_output=True).stdout


def png(width, height, rows):
    """A greyscale PNG; a row is a byte string with one byte per pixel."""
    packer = zlib.compressobj(9)
    return png_of(width, height, b"".join(packer.compress(b"\0" + row) for row in rows) + packer.flush())


def png_of(width, height, data):
    """A greyscale PNG from rows that are already compressed."""
    return png_of_chunks((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)), (b"IDAT", data))


def png_of_colours(width, height, palette, rows):
    """A PNG whose rows have one byte per pixel: an index into the palette of (red, green, blue)."""
    return png_of_chunks(
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)), (b"PLTE", bytes(sum(palette, ()))),
        (b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)))


def png_of_chunks(*chunks):
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in (*chunks, (b"IEND", b"")))


def blank(width, height):
    return png(width, height, (b"\xff" * width for _ in range(height)))


def bits(picture):
    """The rows of a PNG made by qrencode: one bit per pixel, no filters."""
    width, height, depth, colour = struct.unpack(">IIBB", picture[16:26])
    assert (depth, colour) in ((1, 0), (1, 3)), (depth, colour)
    data, offset = b"", 8
    while offset < len(picture):
        length, kind = struct.unpack(">I4s", picture[offset:offset + 8])
        if kind == b"IDAT":
            data += picture[offset + 8:offset + 8 + length]
        offset += 12 + length
    raw, stride = zlib.decompress(data), (width + 7) // 8 + 1
    rows = []
    for line in range(height):
        row = raw[line * stride:(line + 1) * stride]
        assert row[0] == 0, "a filter"
        rows.append([row[1 + x // 8] >> (7 - x % 8) & 1 for x in range(width)])
    return rows


def zeroes(width, height):
    """A greyscale PNG with any number of pixels, all 0. It takes a thousandth of their bytes and is made without holding them in
    memory."""
    # The filter byte that begins each row is 0 too, so row boundaries need no care.
    count = height * (width + 1)
    whole, rest = divmod(count, 1 << 20)
    packer = zlib.compressobj(9)
    block = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    # After a full flush, a block that refers to nothing before it can be repeated byte for byte.
    head, block = block[:2], block[2:]
    last = zlib.compressobj(9, zlib.DEFLATED, -15)
    tail = last.compress(bytes(rest)) + last.flush()
    # The Adler-32 checksum of zeroes (RFC 1950): the first sum stays 1, the second counts the bytes.
    data = head + block * whole + tail + struct.pack(">HH", count % 65521, 1)
    return png_of(width, height, data)


def jpeg(width, height, dark=()):
    """A valid greyscale baseline JPEG in squares of 8 x 8 pixels, a quarter of a byte each. Squares are white, except those in
    `dark`: (row, column)."""
    def segment(marker, content):
        return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content
    # The difference of two means is 0 or has 11 bits: codes 0 and 10. The other coefficients of a square are 0: code 0.
    quantities = segment(0xDB, b"\0" + b"\1" * 64)
    frame = segment(0xC0, struct.pack(">BHHBBBB", 8, height, width, 1, 1, 0x11, 0))
    means = segment(0xC4, b"\x00" + bytes([1, 1] + [0] * 14) + bytes([0, 11]))
    others = segment(0xC4, b"\x10" + bytes([1] + [0] * 15) + bytes([0]))
    scan = segment(0xDA, bytes([1, 1, 0x00, 0, 63, 0]))
    columns, rows = -(-width // 8), -(-height // 8)
    mean, position, parts = 0, 0, []
    for start, wanted in [(0, WHITE), *sorted(edges(dark, columns))]:
        if wanted != mean and start < columns * rows:
            parts.append("00" * (start - position))
            step, mean, position = wanted - mean, wanted, start + 1
            parts.append(f"10{step if step > 0 else step + 2047:011b}0")
    parts.append("00" * (columns * rows - position))
    text = "".join(parts)
    text += "1" * (-len(text) % 8)
    data = int(text, 2).to_bytes(len(text) // 8, "big").replace(b"\xff", b"\xff\0")
    return b"\xff\xd8" + quantities + frame + means + others + scan + data + b"\xff\xd9"


# The means of a white and a black square, as far apart as the format can express.
WHITE, BLACK = 1024, -1016


def edges(dark, columns):
    """Where black begins and where white resumes, in reading order: (square, mean)."""
    black = {row * columns + column for row, column in dark}
    yield from ((square, BLACK) for square in black if square - 1 not in black)
    yield from ((square + 1, WHITE) for square in black if square + 1 not in black)
