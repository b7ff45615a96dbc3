// Characters as people count them, and as the server does: grapheme clusters (UAX #29). A line end is one.

let segmenter;
/** Each a character of its own. */
const plain = /^[\n -~]*$/;

/** @param {string} text @returns {string[]} */
export function graphemes(text) {
  const normalised = text.replace(/\r\n?/g, "\n");
  if (plain.test(normalised) || !globalThis.Intl?.Segmenter) return [...normalised];
  // Dear to make, and most texts need none.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(normalised), ({ segment }) => segment);
}
