// @ts-check

// The pages of forms in the browser's Cache Storage, as the server last sent them. Pages and the service worker both use
// this class, so it must not use a document.

import { hasAttribute, isGone, isOfSite } from "../html.mjs";
import { nameOf, nameOfFiles, newToken } from "./names.mjs";

/** The maximum number of cached pages. The oldest is deleted for a new one. */
const pageLimit = 60;
/** Milliseconds that a page stays in the cache. A draft stays for a day of work offline, even if its session has ended. */
const day = 24 * 3600_000;
const blankPageAge = 7 * day;
/** Query parameters of pages that may be cached. Other parameters lead to receipts, or are secrets. */
const cachedParameters = /^(draft|step|in|viewport|with\..*)$/;
/** Header fields of cached pages. */
const [until, at, title] = ["X-Kept-Until", "X-Kept-At", "X-Kept-Title"];

/** @param {string} html */
const actionIn = (html) => /<form\b[^>]*\bclass="form"[^>]*>/.exec(html)?.[0].match(/\baction="([^"]*)"/)?.[1].replaceAll("&amp;", "&");
/** @param {string} html */
const scriptIn = (html) => /\bdata-script="[^"]*?(assets\/[^"]*)"/.exec(html)?.[1] ?? "";
/**
 * The form's title; in a step's heading it comes first.
 * @param {string} html
 */
const titleIn = (html) => {
  const [, caption, heading] = /<h1\b[^>]*>\s*(?:<span class="caption">([^<]*)<\/span>)?([^<]*)/.exec(html) ?? [];
  return (caption ?? heading ?? "").trim();
};
/**
 * @param {string} html
 * @param {string} name
 */
const hasField = (html, name) => hasAttribute(html, `name="${name}"`);

/**
 * `lifetime`: seconds that a session lasts. `filling`, `version`, `seal`: the names of the fields with the name of the filled-in form,
 * the form's version, and its seal. `secrets`: the names of fields with the secret of a link: of an invitation, of a saved draft, of
 * "Change Your Answers".
 * @typedef {{ lifetime: number, filling: string, version: string, seal: string, secrets: string[] }} Settings
 */

/** @typedef {{ path: string, title: string, at: number, isDraft: boolean }} CachedPage */

export class PageCache {
  /**
   * @param {string} scope
   * @param {Settings} settings
   */
  constructor(scope, settings) {
    this.scope = scope;
    this.settings = settings;
    this.forms = `${scope}forms/`;
    this.name = `${nameOf(scope)}pages`;
  }

  open() { return caches.open(this.name); }

  /** Opens the cache of selection views. */
  openViews() { return caches.open(`${nameOf(this.scope)}views`); }

  /** @param {string} script the name of the first script, which names all others. */
  openFiles(script) { return caches.open(nameOfFiles(this.scope, script)); }

  /**
   * Caches a file, but no HTML: otherwise the sign-in page of a hotel's network would remain in its place.
   * @param {string} script
   * @param {string} address
   * @param {Response} [response] the default is to fetch the file.
   */
  async keepFile(script, address, response) {
    const file = response ?? await fetch(address);
    if (!file.ok || file.headers.get("Content-Type")?.startsWith("text/html")) throw new Error(`${address} is no file of the site`);
    await (await this.openFiles(script)).put(address, file);
  }

  /**
   * The key under which a page is cached; `null` if it must not be cached. Only a draft's key names a draft.
   * @param {string} address
   * @param {string} [html]
   */
  keyOf(address, html) {
    const url = new URL(address, self.location.href);
    if (!url.pathname.startsWith(this.forms) || [...url.searchParams.keys()].some((name) => !cachedParameters.test(name))) return null;
    if (url.searchParams.get("draft") === "new") url.searchParams.delete("draft");
    // The server redirects from addresses with trailing slashes.
    url.pathname = url.pathname.replace(/\/+$/, "");
    if (html === undefined) return url.pathname + url.search;
    const action = actionIn(html);
    // Pages of drafts that no longer exist, and pages with a secret, are not cached.
    if (action === undefined || !isOfSite(html) || isGone(html) || this.settings.secrets.some((name) => hasField(html, name))) return null;
    const draft = new URL(action, url).searchParams.get("draft");
    if (draft !== null) url.searchParams.set("draft", draft);
    return url.pathname + url.search;
  }

  /**
   * Caches a page.
   * @param {string} address
   * @param {string} html
   * @param {string|null} policy its content security policy.
   */
  async keep(address, html, policy) {
    const key = this.keyOf(address, html);
    if (key === null) return;
    const cache = await this.open();
    const isDraft = new URL(key, self.location.href).searchParams.has("draft");
    const headers = new Headers({
      "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy ?? "default-src 'self'", "X-Content-Type-Options": "nosniff",
      [at]: String(Date.now()), [until]: String(Date.now() + (isDraft ? Math.max(this.settings.lifetime * 1000, day) : blankPageAge)),
      [title]: encodeURIComponent(titleIn(html)),
    });
    // The newest entry is last.
    await cache.delete(key);
    await cache.put(key, new Response(html, { headers }));
    await this.trim(cache);
  }

  /** @param {Cache} cache */
  async trim(cache) {
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - pageLimit)).map((key) => cache.delete(key)));
  }

  /**
   * The cached page for an address that cannot be fetched. Never a blank form for a draft's address.
   * @param {string} address
   * @param {Set<string>} queued the drafts of waiting forms: a new form is begun instead of these.
   */
  async match(address, queued) {
    const key = this.keyOf(address);
    if (key === null) return undefined;
    const isBare = !new URL(address, self.location.href).searchParams.has("draft");
    // Like the server, it continues with the draft that was changed last.
    const draft = isBare ? (await this.list()).find((page) => page.isDraft && page.path.split("?")[0] === key && !queued.has(draftOf(page.path))) : undefined;
    const kept = await this.current(draft?.path ?? key);
    return kept && this.asNew(kept);
  }

  /**
   * @param {string} key
   * @returns {Promise<Response|undefined>} undefined: there is none, or it has expired.
   */
  async current(key) {
    const cache = await this.open();
    const kept = await cache.match(key);
    if (!kept || Date.now() < Number(kept.headers.get(until))) return kept;
    await cache.delete(key);
    return undefined;
  }

  /**
   * Gives a blank page a new name for its answers. With the same name, the server would treat a second form as the first one
   * sent again. A sealed page cannot get a new name; it is deleted once it was used (`forgetUsed`).
   * @param {Response} kept
   */
  async asNew(kept) {
    const html = await kept.text();
    const isDraft = new URL(actionIn(html) ?? "", self.location.href).searchParams.has("draft");
    const own = isDraft || hasField(html, this.settings.seal) ? html
      : html.replace(new RegExp(`<input\\b[^>]*\\bname="${this.settings.filling}"[^>]*>`), (field) => field.replace(/\bvalue="[0-9a-f]{32}"/, `value="${newToken()}"`));
    return new Response(own, { headers: kept.headers });
  }

  /**
   * All cached pages, the newest first.
   * @returns {Promise<CachedPage[]>}
   */
  async list() {
    if (!await caches.has(this.name)) return [];
    const cache = await this.open();
    const pages = [];
    for (const { url } of await cache.keys()) {
      const { pathname, search, searchParams } = new URL(url);
      const kept = await this.current(pathname + search);
      if (kept) {
        pages.push({
          path: pathname + search, isDraft: searchParams.has("draft"), at: Number(kept.headers.get(at)),
          title: decodeText(decodeURIComponent(kept.headers.get(title) ?? "")),
        });
      }
    }
    return pages.reverse();
  }

  /**
   * Deletes the pages of a draft that was sent.
   * @param {string} draft
   */
  async forget(draft) {
    const cache = await this.open();
    const keys = await cache.keys();
    await Promise.all(keys.filter(({ url }) => new URL(url).searchParams.get("draft") === draft).map((key) => cache.delete(key)));
  }

  /**
   * Deletes the sealed blank page of a form that was used.
   * @param {string} path the path of the form.
   */
  async forgetUsed(path) {
    const kept = await this.current(path);
    if (kept && hasField(await kept.text(), this.settings.seal)) await (await this.open()).delete(path);
  }

  /**
   * Deletes the files of versions that no cached page uses.
   * @param {string} current the name of the present first script.
   */
  async deleteOldFiles(current) {
    const cache = await this.open();
    const used = new Set([current]);
    for (const key of await cache.keys()) used.add(scriptIn(await (await cache.match(key))?.text() ?? ""));
    const prefix = nameOfFiles(this.scope, "");
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(prefix) && !used.has(name.slice(prefix.length))).map((name) => caches.delete(name)));
  }

  /**
   * Whether the present version of a form can be opened.
   * @param {string} path
   * @param {string} script the name of the present first script.
   */
  async hasBlank(path, script) {
    const kept = await this.current(path);
    return kept !== undefined && scriptIn(await kept.text()) === script;
  }
}

/** @param {string} path */
const draftOf = (path) => new URL(path, self.location.href).searchParams.get("draft") ?? "";

/**
 * The decoded text of a title.
 * @param {string} html
 */
export const decodeText = (html) => html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
