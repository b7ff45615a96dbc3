// Characters as people count them, by one rule that the server has too (`String.characterCount`): browsers know grapheme
// clusters of different versions of Unicode, and would count the same text differently.

/** Each a character of its own. */
const plain = /^[\n -~]*$/;
/** Goes with the character before: marks, invisible ones, Thai and Lao vowels, Hangul, skin tones. */
const attaching = /[\p{M}\p{DI}\u0E33\u0EB3\u1160-\u11FF\uD7B0-\uD7FB\uFF9E\uFF9F\u{1F3FB}-\u{1F3FF}]/u;
const control = /[\0-\x08\x0E-\x1F\x7F-\x84\x86-\x9F]/;
/** Joins the letters around it. */
const linker = /[\u094D\u09CD\u0ACD\u0B4D\u0C4D\u0D4D\u1039\u17D2\u1A60\u1B44\u1BAB\uA9C0\uAAF6\u{10A3F}\u{11133}\u{113D0}\u{1193E}\u{11A47}\u{11A99}\u{11F42}]/u;
const letter = /\p{Lo}/u;
const symbol = /[\u2190-\u2BFF\u{1F000}-\u{1FAFF}]/u;
const halfFlag = /[\u{1F1E6}-\u{1F1FF}]/u;
const blank = /^[\s\p{DI}\0-\x1F\x7F-\x9F\u2800\uFFF9-\uFFFB\u{1D159}\u{13441}\u{13442}\u{16FE4}]*$/u;

/** @param {string} text @returns {string[]} */
export function graphemes(text) {
  if (plain.test(text)) return [...text];
  const characters = [];
  let last = "", isConjunct = false, isHalf = false;
  for (const point of text) {
    const wasHalf = isHalf;
    isHalf = halfFlag.test(point) && !wasHalf;
    const goes = point === "\n" ? last === "\r"
      : attaching.test(point) || control.test(point) || (wasHalf && halfFlag.test(point))
        || (letter.test(point) ? isConjunct : last === "\u200D" && symbol.test(point) && !halfFlag.test(point));
    if (goes && characters.length > 0) characters[characters.length - 1] += point;
    else characters.push(point);
    if (linker.test(point)) isConjunct = true;
    else if (!attaching.test(point) || point === "\u200C" || point === "\u00AD") isConjunct = false;
    last = point;
  }
  return characters;
}

/** @param {string} text @returns {number} None in a text that is no more than invisible; of characters larger than any is, their bytes count. */
export function count(text) {
  if (plain.test(text)) return text.length;
  if (blank.test(text) && /\S/.test(text)) return 0;
  const characters = graphemes(text);
  const [first] = characters[0];
  const begins = !attaching.test(first) && !control.test(first);
  return Math.max(characters.length - (begins ? 0 : 1), Math.floor(new TextEncoder().encode(text).length / 64));
}
