#!/usr/bin/env python3
"""Writes Sources/Localization/Folding/FoldingTable+Packed.swift from the Unicode data that comes with Python.

A character folds to its compatibility decomposition, case folded, without the marks that search ignores. Hangul
syllables and the blocks of ignorable characters beyond U+E0000 follow a rule and are left to the code.

    python3 Tests/Tools/make-folding-table.py > Sources/Localization/Folding/FoldingTable+Packed.swift
"""

import base64
import unicodedata

# Letters without a decomposition, as people type them who lack the key; and typographic punctuation.
EXTRA = {
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ŋ": "n", "æ": "ae", "œ": "oe", "þ": "th",
    "ı": "i", "ȷ": "j", "ĸ": "k", "ƒ": "f", "ƀ": "b", "ɨ": "i", "ʉ": "u", "ɵ": "o", "ƶ": "z", "ⱥ": "a", "ⱦ": "t",
    "ȼ": "c", "ɇ": "e", "ɉ": "j", "ɍ": "r", "ɏ": "y", "ǥ": "g", "ƚ": "l", "ə": "e", "ǝ": "e", "ʼ": "'", "ʻ": "'",
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "′": "'", "´": "'", "“": '"', "”": '"', "„": '"', "‟": '"', "″": '"',
    "«": '"', "»": '"', "‹": "'", "›": "'", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-",
    "`": "'", "´": "'", "ʹ": "'", "ʽ": "'", "ʾ": "'", "ʿ": "'", "ꞌ": "'", "՚": "'", "׳": "'", "״": '"', "⁃": "-", "־": "-",
    "⁄": "/", "∕": "/", "×": "x",
    # Arabic letters that are typed for one another: alef with wasla, alef maksura, teh marbuta, and the yeh and kaf of Persian
    # keyboards.
    "ٱ": "ا", "ى": "ي", "ة": "ه", "ی": "ي", "ک": "ك", "ہ": "ه", "ھ": "ه", "ۃ": "ه",
    # Hebrew letters with a final form. A word that is still being typed does not end there, so both forms must match.
    "ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ",
}
# Hangul letters as typed in sequence. A syllable that is being typed may end with the first letter of the next one ("간" on the way to
# "가나"), and a vowel may be the first half of another ("호" on the way to "화").
FINALS = "ᄀ ᄁ ᄀᄉ ᄂ ᄂᄌ ᄂᄒ ᄃ ᄅ ᄅᄀ ᄅᄆ ᄅᄇ ᄅᄉ ᄅᄐ ᄅᄑ ᄅᄒ ᄆ ᄇ ᄇᄉ ᄉ ᄊ ᄋ ᄌ ᄎ ᄏ ᄐ ᄑ ᄒ"
EXTRA |= {chr(0x11A8 + index): letters for index, letters in enumerate(FINALS.split())}
VOWELS = {0x116A: (8, 0), 0x116B: (8, 1), 0x116C: (8, 20), 0x116F: (13, 4), 0x1170: (13, 5), 0x1171: (13, 20), 0x1174: (18, 20)}
EXTRA |= {chr(point): "".join(chr(0x1161 + half) for half in halves) for point, halves in VOWELS.items()}
# Katakana folds to hiragana, including the two iteration marks.
EXTRA |= {chr(point): chr(point - 0x60) for point in [*range(0x30A1, 0x30F7), 0x30FD, 0x30FE]}
TATWEEL = "\u0640"
SPACES = {0x85, 0x1680, 0x2028, 0x2029, 0x180E}
# The longest replacement, in bytes per byte of its source, so that offsets into the folded text of the largest file fit into 32 bits.
# Only a few Arabic phrases that are one character would be longer.
GROWTH_LIMIT = 5
HANGUL = range(0xAC00, 0xD7A4)


def is_ignored(character):
    """Whether search ignores the mark. Accents and points are ignored; vowel signs, viramas, voicing and tone marks count as
    letters."""
    point = ord(character)
    if point in (0xAD, 0x34F, 0x61C, 0xFEFF) or 0x200B <= point <= 0x200F or 0x202A <= point <= 0x202E:
        return True
    if 0x2060 <= point <= 0x206F or 0xFE00 <= point <= 0xFE0F or unicodedata.category(character) == "Me":
        return True
    mark = unicodedata.combining(character)
    return mark in (1, 7) or 10 <= mark <= 36 or mark >= 200


def fold(text):
    while True:
        parts = []
        # Before decomposition, which would turn "´" into a space and a mark.
        replaced = "".join(EXTRA.get(character, character) for character in text)
        for character in unicodedata.normalize("NFKD", replaced).casefold():
            if is_ignored(character) or character == TATWEEL:
                continue
            if unicodedata.category(character) == "Nd":
                character = str(unicodedata.decimal(character))
            if ord(character) in SPACES or unicodedata.category(character) == "Cc":
                character = " "
            parts.append(EXTRA.get(character, character))
        folded = "".join(parts)
        if folded == text:
            return folded.replace("&", " and ")
        text = folded


def entries():
    for point in range(0x80, 0x2FA20):
        if point in HANGUL or 0xD800 <= point <= 0xDFFF or 0xE000 <= point <= 0xF8FF:
            continue
        character = chr(point)
        folded = fold(character)
        if folded == character:
            continue
        if len(folded.encode()) > GROWTH_LIMIT * len(character.encode()):
            continue
        yield point, folded


def runs(table):
    """Runs of entries: (first key, count, kind, first target). Kind 0: keys and targets advance by 1; 1: by 2; 2: keys advance by
    1, with one target."""
    steps = {0: (1, 1), 1: (2, 2), 2: (1, 0)}
    left = dict(table)
    keys = sorted(left)
    for key in keys:
        if key not in left:
            continue
        target = left[key]
        best = (1, 0)
        for kind, (key_step, target_step) in steps.items():
            if target_step and len(target) != 1:
                continue
            count = 1
            while True:
                expected = target if target_step == 0 else chr(ord(target) + target_step * count)
                if left.get(key + key_step * count) != expected:
                    break
                count += 1
            if count > best[0]:
                best = (count, kind)
        count, kind = best
        for i in range(count):
            del left[key + steps[kind][0] * i]
        yield key, count, kind, target


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def main():
    blob = bytearray()
    previous = 0
    for key, count, kind, target in runs(entries()):
        utf8 = target.encode()
        blob += varint(key - previous) + varint(count << 2 | kind) + varint(len(utf8)) + utf8
        previous = key
    text = base64.urlsafe_b64encode(bytes(blob)).decode().rstrip("=")
    lines = [text[i:i + 114] for i in range(0, len(text), 114)]
    print("// Generated by Tests/Tools/make-folding-table.py from Unicode " + unicodedata.unidata_version + ".")
    print()
    print("extension FoldingTable {")
    print("  /// Runs of folded characters in base64url. Each has the distance of its first character from the previous run,")
    print("  /// `count << 2 | kind`, the length of its first replacement (LEB128), and that replacement in UTF-8.")
    print("  static let packed: StaticString = \"\"\"")
    for i, line in enumerate(lines):
        print("    " + line + ("\\" if i + 1 < len(lines) else ""))
    print("    \"\"\"")
    print("}")


main()
