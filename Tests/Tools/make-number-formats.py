#!/usr/bin/env python3
"""Writes Sources/Localization/Numbers/NumberFormatTable+Data.swift from the Unicode CLDR as PyPI's Babel packs it.

    pip install babel==2.18.0
    python3 Tests/Tools/make-number-formats.py > Sources/Localization/Numbers/NumberFormatTable+Data.swift
"""

import pathlib
import re

import babel
from babel import Locale

# Languages with their usual region, and the regions that write numbers or money otherwise than their language.
TAGS = """
af am ar ar-AE ar-DZ ar-EG ar-JO ar-KW ar-LB ar-MA ar-QA ar-SA ar-TN az be bg bn bn-IN bs ca cs cy da de de-AT de-CH de-LI
el en en-AE en-AT en-AU en-BE en-CA en-CH en-CZ en-DE en-DK en-ES en-FI en-FR en-GB en-HK en-HU en-IE en-IL en-IN en-IT en-MY
en-NL en-NO en-NZ en-PH en-PL en-PT en-RO en-SE en-SG en-SI en-SK en-US en-ZA es es-419 es-AR es-BO es-CL es-CO es-CR
es-DO es-EC es-GT es-HN es-MX es-NI es-PA es-PE es-PR es-PY es-SV es-US es-UY es-VE et eu fa fi fil fr fr-BE fr-CA fr-CH
fr-LU fr-MA ga gl gu he hi hr hu hy id is it it-CH ja ka kk km kn ko ky lb lo lt lv mk ml mn mr ms mt my nb ne nl nl-BE nn
no pa pl pt pt-PT ro ru si sk sl sq sr sr-Latn sv sw ta te th tr uk ur uz vi zh zh-HK zh-SG zh-TW zu
""".split()
# Babel names these by script.
BABEL_NAMES = {"zh": "zh_Hans_CN", "zh-SG": "zh_Hans_SG", "zh-TW": "zh_Hant_TW", "zh-HK": "zh_Hant_HK", "no": "nb"}
# CLDR's minimumGroupingDigits, which Babel leaves out: four digits stay together ("1234,50 €").
FOUR_STAY_TOGETHER = {"bg", "es", "es-PH", "et", "hu", "it", "it-CH", "lv", "pl", "pt-PT", "sl"}
# The first of ten digits.
ZEROS = {"latn": "0", "arab": "٠", "arabext": "۰", "deva": "०", "beng": "০", "mymr": "၀"}


def currency_codes():
    source = pathlib.Path(__file__).parents[2] / "Sources/Localization/Numbers/CurrencyUnits.swift"
    return sorted(set(re.findall(r"\b[A-Z]{3}\b", source.read_text().split("byDecimals = [", 1)[1])))


def symbols(locale, codes):
    own = locale.currency_symbols
    return {code: own[code] for code in codes if own.get(code, code) != code}


def sizes(pattern):
    groups = pattern.split(";")[0].split(".")[0].split(",")
    digits = [len(re.findall("[#0]", group)) for group in groups]
    return f"{digits[-1]}{digits[-2] if len(digits) > 2 else digits[-1]}" if len(digits) > 1 else "00"


def currency_pattern(pattern):
    """`n` stands for the number, `¤` for the symbol, `-` for the minus; both for a positive and a negative amount."""
    parts = [re.sub("[#0,.]+", "n", part) for part in pattern.split(";")]
    return parts[0], parts[1] if len(parts) > 1 else "-" + parts[0]


def line(tag, codes, base):
    locale = Locale.parse(BABEL_NAMES.get(tag, tag.replace("-", "_")))
    system = locale.default_numbering_system
    signs = locale.number_symbols.get(system, {})
    if "decimal" not in signs:
        signs = locale.number_symbols["latn"]
    positive, negative = currency_pattern(locale.currency_formats["standard"].pattern)
    own = {code: symbol for code, symbol in symbols(locale, codes).items() if base.get(code, code) != symbol}
    own |= {code: code for code in base if locale.currency_symbols.get(code, code) == code}
    fields = [
        tag, ZEROS[system], signs["decimal"], signs["group"], signs.get("currencyDecimal", signs["decimal"]),
        signs.get("currencyGroup", signs["group"]), sizes(locale.decimal_formats[None].pattern),
        sizes(locale.currency_formats["standard"].pattern), "2" if tag in FOUR_STAY_TOGETHER else "1",
        signs["minusSign"], positive, negative, " ".join(f"{code}={symbol}" for code, symbol in sorted(own.items())),
    ]
    assert not any("|" in field or "\n" in field for field in fields), tag
    return "|".join(fields)


def swift(text):
    """Characters that cannot be seen are written as escapes."""
    return "".join(
        f"\\u{{{ord(character):X}}}" if character in "\\\"" or not character.isprintable() or character != " "
        and character.isspace() else character for character in text)


def main():
    codes = currency_codes()
    base = symbols(Locale.parse("en"), codes)
    lines = {tag: line(tag, codes, base) for tag in TAGS}
    for tag in TAGS:
        language = tag.split("-")[0]
        # What a region writes as its language does needs no line of its own.
        if language != tag and lines[tag].split("|")[1:] == lines.get(language, "").split("|")[1:]:
            del lines[tag]
    print(f"// Made by Tests/Tools/make-number-formats.py from the Unicode CLDR, by Babel {babel.__version__}.\n")
    print("extension NumberFormatTable {")
    print("  /// The symbols of English, which the other languages share unless they have their own.")
    print(f'  static let sharedSymbols = "{swift(" ".join(f"{c}={s}" for c, s in sorted(base.items())))}"\n')
    print("  /// One line a locale: tag, zero, decimal and grouping separator, those of money, sizes of the last and the")
    print("  /// other groups, those of money, digits that must stand before a separator, minus, pattern of a positive and")
    print("  /// of a negative amount, currency symbols of its own.")
    print('  static let lines = """')
    for tag in sorted(lines):
        print(f"    {swift(lines[tag])}")
    print('    """')
    print("}")


main()
