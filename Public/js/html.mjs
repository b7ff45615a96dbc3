// @ts-check

// Reads a page's HTML, for scripts without a document for it. Visitors' input may look like any markup, except that `<` is escaped in
// texts and `"` in attributes.

/**
 * Whether one of its tags has an attribute that begins with this text, as the server writes it: `id="_gone"`.
 * @param {string} html
 * @param {string} attribute without characters that have a meaning in regular expressions.
 */
export const hasAttribute = (html, attribute) => new RegExp(`<\\w[^<>"]*(?:"[^"]*"[^<>"]*)*?\\s${attribute}`).test(html);

/**
 * Whether a page says that its draft is no longer on the server.
 * @param {string} html
 */
export const isGone = (html) => hasAttribute(html, 'id="_gone"');

/**
 * Whether it is a page of the site, not one of a network such as a hotel's.
 * @param {string} html
 */
export const isOfSite = (html) => hasAttribute(html, "data-viewport=");
