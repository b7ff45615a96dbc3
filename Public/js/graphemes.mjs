// Characters as people count them, and as the server does: grapheme clusters (UAX #29). A line end is one.

const segmenter = globalThis.Intl?.Segmenter && new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** @param {string} text @returns {string[]} */
export function graphemes(text) {
  const normalised = text.replace(/\r\n?/g, "\n");
  return segmenter ? Array.from(segmenter.segment(normalised), ({ segment }) => segment) : [...normalised];
}
