#!/usr/bin/env python3
"""Writes Sources/Localization/Languages/LanguageTable+Data.swift from the Unicode CLDR as PyPI's Babel packs it.

    pip install babel==2.18.0
    python3 Tests/Tools/make-language-table.py > Sources/Localization/Languages/LanguageTable+Data.swift
"""

import textwrap

import babel
from babel import Locale, UnknownLocaleError
from babel.core import get_global

ENGLISH = Locale("en")
LIKELY = get_global("likely_subtags")
# Names that Babel's CLDR has no other code for, and codes of ISO 639 that were replaced.
REPLACED = {"in": "id", "iw": "he", "ji": "yi", "mo": "ro", "no": "nb", "sh": "sr", "tl": "fil", "cmn": "zh"}


def is_language(code):
    return 2 <= len(code) <= 3 and code.isalpha() and code not in ("und", "mul", "zxx", "mis", "root")


def own_name(code):
    try:
        return Locale(code).languages.get(code, "")
    except UnknownLocaleError:
        return ""


def script(tag):
    parts = LIKELY.get(tag, "").split("_")
    return parts[1] if len(parts) == 3 else None


def wrapped(words):
    return "\n".join("    " + line + " \\" for line in textwrap.wrap(" ".join(words), 112, break_on_hyphens=False))[:-2]


codes = sorted({code for code in ENGLISH.languages if is_language(code)} | set(REPLACED))
names = {}
for code in codes:
    english = ENGLISH.languages.get(code) or ENGLISH.languages[REPLACED[code]]
    own = own_name(code)
    names[code] = [english] + ([own] if own and own != english else [])

scripts = {}
for code in codes:
    own = script(REPLACED.get(code, code))
    if own and own != "Latn":
        scripts.setdefault(own, []).append(code)
    for tag in LIKELY:
        language, _, region = tag.partition("_")
        if language == code and len(region) == 2 and script(tag) != (own or "Latn"):
            scripts.setdefault(script(tag), []).append(f"{code}-{region}")

regions = sorted(code for code in ENGLISH.territories if code not in ("ZZ", "XA", "XB", "EZ", "UN", "QO"))
spoken = {}
for region in regions:
    likely = LIKELY.get(f"und_{region}", "en").split("_")
    if len(region) == 2 and region.lower() not in codes and likely[0] in codes:
        spoken[region.lower()] = likely[0]

print(f"// Made by Tests/Tools/make-language-table.py from the Unicode CLDR, by Babel {babel.__version__}.\n")
print("extension LanguageTable {")
print("  /// The languages of ISO 639 that CLDR knows: code, English name, and the language's own name where it has another.")
print('  static let names = """')
entries = ["|".join([code] + words) + ";" for code, words in names.items()]
# A line holds several; a name with spaces stays in one.
lines = textwrap.wrap(" ".join(entry.replace(" ", "\0") for entry in entries), 112, break_on_hyphens=False)
print(" \\\n".join("    " + line.replace("\0", " ") for line in lines))
print('    """\n')
print("  /// Codes of languages that go by another one now.")
print('  static let replaced = "' + " ".join(f"{old}={new}" for old, new in sorted(REPLACED.items())) + '"\n')
print("  /// Scripts, each with the languages that are usually written in it, and those of a region that are. Others: Latn.")
print('  static let scripts = """')
for name, tags in sorted(scripts.items()):
    lines = textwrap.wrap(f"{name}: " + " ".join(sorted(tags)), 112, break_on_hyphens=False)
    print("    " + " \\\n      ".join(lines))
print('    """\n')
print("  /// Regions of ISO 3166 and of the United Nations.")
print('  static let regions = """')
print(wrapped(regions))
print('    """\n')
print("  /// The language spoken in a region, by codes of regions that are none of a language: people write the one for the other.")
print('  static let spoken = """')
print(wrapped(f"{region}={language}" for region, language in spoken.items()))
print('    """')
print("}")
