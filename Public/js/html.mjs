// @ts-check

// What a page's HTML says, for scripts that have no document for it. What visitors have entered may read like any markup but
// for `<`, which is escaped in texts, and `"`, which is in attributes.

/**
 * Whether one of its tags has an attribute that begins so, as the server writes it: `id="_gone"`.
 * @param {string} html
 * @param {string} attribute without characters that mean something in a regular expression.
 */
export const hasAttribute = (html, attribute) => new RegExp(`<\\w[^<>"]*(?:"[^"]*"[^<>"]*)*?\\s${attribute}`).test(html);

/**
 * Whether a page says that its draft is on the server no more.
 * @param {string} html
 */
export const isGone = (html) => hasAttribute(html, 'id="_gone"');

/**
 * Whether it is a page of the site, not one of a network such as that of a hotel.
 * @param {string} html
 */
export const isOfSite = (html) => hasAttribute(html, "data-viewport=");
