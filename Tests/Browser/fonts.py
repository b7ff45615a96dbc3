"""The fonts with which pages are measured, independent of the machine: a separate fontconfig that maps every family to one font.

A font with wide letters shows what overflows; a font with narrow letters shows what falls apart.
"""

import os
import pathlib

import formcells

# Debian's font for `system-ui`; its letters are as wide as Verdana's.
WIDE = "DejaVu Sans"
NARROW = "Liberation Sans Narrow"
# The usual font of many readers, for pictures.
COMMON = "Liberation Sans"

# Debian's packages fonts-dejavu-core and fonts-liberation.
FILES = {
    WIDE: "/usr/share/fonts/truetype/dejavu/DejaVuSans*.ttf",
    COMMON: "/usr/share/fonts/truetype/liberation/LiberationSans-*.ttf",
    NARROW: "/usr/share/fonts/truetype/liberation/LiberationSansNarrow-*.ttf",
}
CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{cache}</cachedir>
  <selectfont>
    <rejectfont><glob>/*</glob></rejectfont>
    <acceptfont><glob>{files}</glob></acceptfont>
  </selectfont>
  <match target="pattern">
    <edit name="family" mode="assign" binding="strong"><string>{family}</string></edit>
  </match>
</fontconfig>
"""


def environment(family):
    """The environment of a browser that draws all text in one family."""
    files = pathlib.Path(FILES[family])
    if not list(files.parent.glob(files.name)):
        raise AssertionError(f"no font {files}")
    folder = formcells.ROOT / ".build-tools/fonts"
    folder.mkdir(parents=True, exist_ok=True)
    text = CONFIGURATION.format(folder=files.parent, cache=folder / "cache", files=files, family=family)
    path = folder / f"{family.replace(' ', '-')}.conf"
    # Replaced in one step, because other checks may be reading it.
    written = path.with_suffix(f".{os.getpid()}")
    written.write_text(text, encoding="utf-8")
    written.replace(path)
    return {**os.environ, "FONTCONFIG_FILE": str(path)}
