#!/usr/bin/env python3
"""Writes Sources/Localization/Languages/PluralRule+Data.swift from the Unicode CLDR as PyPI's Babel packs it.

    pip install babel==2.18.0
    python3 Tests/Tools/make-plural-rules.py > Sources/Localization/Languages/PluralRule+Data.swift

Pages count in whole numbers, so the rules are reduced to them: of CLDR's operands only `n` is left, the number itself.
"""

import re
import textwrap

import babel
from babel import Locale, localedata

RELATION = re.compile(r"(\w)(?: mod (\d+))? (not in|in) ([\d.,]+)")
CATEGORIES = ["zero", "one", "two", "few", "many"]


def holds_zero(ranges):
    """Whether 0 is in "1,3..5"."""
    return any(int(part.split("..")[0]) == 0 for part in ranges.split(","))


def relation(text):
    """The relation as UTS #35 writes it; True or False where it says nothing of `n`."""
    operand, modulus, operator, ranges = RELATION.fullmatch(text).groups()
    if operand not in "ni":
        # What follows the decimal point, or an exponent: of a whole number 0.
        return holds_zero(ranges) == (operator == "in")
    remainder = f" % {modulus}" if modulus else ""
    return f"n{remainder} {'=' if operator == 'in' else '!='} {ranges}"


def whole(condition):
    """The condition for whole numbers; None where none fulfils it."""
    alternatives = []
    for alternative in condition.split(" or "):
        relations = [relation(text) for text in alternative.split(" and ")]
        if False not in relations:
            alternatives.append(" and ".join(text for text in relations if text is not True))
    return " or ".join(alternatives) or None


def rule(tag):
    conditions = Locale.parse(tag).plural_form.rules
    reduced = {name: whole(conditions[name]) for name in CATEGORIES if name in conditions}
    return "; ".join(f"{name}: {condition}" for name, condition in reduced.items() if condition)


languages = {}
for tag in sorted(localedata.locale_identifiers()):
    # One rule is a region's: that of pt-PT.
    if "_" not in tag or (tag.count("_") == 1 and rule(tag) != rule(tag.split("_")[0])):
        languages.setdefault(rule(tag), []).append(tag.replace("_", "-"))
languages.pop("")

print(f"""\
// Made by Tests/Tools/make-plural-rules.py from the Unicode CLDR, by Babel {babel.__version__}.

extension PluralRule {{
  /// Languages, then under which conditions a whole number is of which category (UTS #35, Language Plural Rules); all
  /// other numbers are `other`. Languages that are not here have this one category.
  static let table = [""")
for conditions, tags in sorted(languages.items(), key=lambda entry: entry[1]):
    # "\\" joins the lines of a literal of several lines.
    lines = textwrap.wrap(" ".join(tags), 110)
    rules = textwrap.wrap(conditions, 110)
    text = " \\\n      ".join(lines) + " | \\\n      " + " \\\n      ".join(rules)
    print(f'    """\n      {text}\n      """,')
print("  ]\n}")
