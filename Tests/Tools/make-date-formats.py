#!/usr/bin/env python3
"""Writes Sources/Localization/Dates/DateFormatTable+Data.swift from the Unicode CLDR as PyPI's Babel packs it.

    pip install babel==2.18.0
    python3 Tests/Tools/make-date-formats.py > Sources/Localization/Dates/DateFormatTable+Data.swift
"""

import multiprocessing
import pathlib
import re

import babel
from babel import Locale

# The locales of the number formats: their script stands beside this one.
numbers = {}
exec((pathlib.Path(__file__).parent / "make-number-formats.py").read_text().split("def currency_codes")[0], numbers)
TAGS, BABEL_NAMES = numbers["TAGS"], numbers["BABEL_NAMES"]


PIECE = re.compile(r"'([^']*)'|(([A-Za-z])\3*)|(.)")


def pattern(text, locale):
    """One letter a field: y, M (number) or N (name), d, h (1 to 12), H, m, a; two where a zero is put before. The rest
    stands for itself, in apostrophes where it is a letter of these."""
    fields = []
    for piece in PIECE.finditer(text):
        quoted, letters, _, other = piece.groups()
        if quoted is not None:
            fields.append(f"'{quoted}'")
        elif letters is None:
            fields.append(other)
        elif letters in ("MMMM", "LLLL"):
            fields.append("N")
        elif letters == "G":
            fields.append(f"'{locale.eras['abbreviated'][1]}'")
        elif letters == "B":
            # The parts of the day are many; before and after noon say as much.
            fields.append("a")
        else:
            assert letters in ("y", "M", "MM", "d", "dd", "h", "hh", "H", "HH", "mm", "a"), (locale, letters)
            fields.append(letters)
    return "".join(fields).replace("''", "")


def period(locale, name):
    """CLDR takes what is missing from the next width, and from the other context."""
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated", "narrow"):
            text = locale.day_periods.get(context, {}).get(width, {}).get(name)
            if text:
                return text
    raise KeyError(f"{locale} {name}")


def other_names(locale, month):
    """What else a month is called: by itself ("styczeń"), and abbreviated."""
    names = [locale.months[context][width][month] for context in ("stand-alone", "format") for width in ("wide", "abbreviated")]
    found = {name.lower().strip("."): name for name in reversed(names)}
    # Some locales have the month's number for an abbreviation.
    usual = locale.months["format"]["wide"][month].lower().strip(".")
    return ",".join(name for short, name in found.items() if short != usual and not short.isdigit())


def line(tag):
    locale = Locale.parse(BABEL_NAMES.get(tag, tag.replace("-", "_")))
    time = locale.time_formats["short"].pattern
    periods = ""
    if "a" in time or "B" in time:
        periods = ";".join(period(locale, name) for name in ("am", "pm"))
    fields = [
        tag, pattern(locale.date_formats["long"].pattern, locale), pattern(time, locale),
        str(locale.datetime_formats["long"]).replace("'", ""), periods,
        ";".join(locale.months["format"]["wide"][month] for month in range(1, 13)),
        ";".join(other_names(locale, month) for month in range(1, 13)),
    ]
    assert not any("|" in field or "\n" in field for field in fields), tag
    return "|".join(fields)


def swift(text):
    """Characters that cannot be seen are written as escapes."""
    return "".join(
        f"\\u{{{ord(character):X}}}" if character in "\\\"" or not character.isprintable() or character != " "
        and character.isspace() else character for character in text)


# Each in a process of its own: what Babel has read of one locale gets into the names of the next.
with multiprocessing.Pool(maxtasksperchild=1) as pool:
    lines = dict(zip(TAGS, pool.map(line, TAGS, chunksize=1)))
for tag in TAGS:
    language = tag.split("-")[0]
    # What a region writes as its language does needs no line of its own.
    if language != tag and lines[tag].split("|")[1:] == lines.get(language, "").split("|")[1:]:
        del lines[tag]
print(f"// Made by Tests/Tools/make-date-formats.py from the Unicode CLDR, by Babel {babel.__version__}.\n")
print("extension DateFormatTable {")
print("  /// One line a locale: tag, a day (the long form of CLDR), a time (the short form), {1} the day and {0} the time")
print("  /// together, before and after noon where the time says so, the months as they stand in a day, their other names.")
print('  static let lines = """')
for tag in sorted(lines):
    print(f"    {swift(lines[tag])}")
print('    """')
print("}")
