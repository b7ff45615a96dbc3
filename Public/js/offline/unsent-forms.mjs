// @ts-check

// The queue of forms that could not be sent, in the browser's IndexedDB, in the order in which they were sent.

import { draftOfToken, nameOf } from "./names.mjs";

/** Limits of the queue: the number of forms, and the bytes of all of them with their files. */
const unsentLimit = 50;
const unsentByteLimit = 50 << 20;

/**
 * A saved page of a form of several pages. `path`: the address of its blank page. `choices`: the texts that the cells of pickers
 * show, by name.
 * @typedef {{
 *   path: string, action: string, isMultipart: boolean, fields: [string, string|File][], choices: [string, string][]
 * }} StepPost
 */

/**
 * `token`: the name of the filled-in form. `path`: of its page. `fields`: what is posted. `choices`: the texts that its cells of pickers
 * show. `state`: `waiting`; `edited` and not sent again yet; `refused` by the server; or `sent`, until that was reported. `url`: the
 * receipt of a sent form; for a refused one, the page that has its input. `reason`: why it was refused. `isGone`: the server no longer
 * has such a form. `failures`: the number of posts at which the server failed. `posts`: its steps.
 * @typedef {{
 *   id?: number, token: string, title: string, path: string, action: string, isMultipart: boolean, fields: [string, string|File][],
 *   bytes: number, at: number, state: "waiting"|"edited"|"refused"|"sent", url?: string, choices?: [string, string][],
 *   reason?: string, isGone?: boolean, failures?: number, posts?: StepPost[]
 * }} UnsentForm
 */

/**
 * The visitor's input, without the page's own fields.
 * @param {[string, string|File][]} fields
 */
const entered = (fields) => JSON.stringify(fields.filter(([name]) => !name.startsWith("_")).map(([name, value]) => [name, typeof value === "string" ? value : `${value.size} ${value.name}`]));

/** @param {[string, string|File][]} fields */
export const bytesOf = (fields) => fields.reduce((sum, [name, value]) => sum + name.length + (typeof value === "string" ? 2 * value.length : value.size), 0);

const anchor = "#unsent-";

/**
 * The draft that a form has at the server once its steps, or all of it, have arrived.
 * @param {{ token: string }} form
 */
export const draftOfForm = ({ token }) => draftOfToken(token);

/**
 * The fragment of an address that names a queued form and its draft.
 * @param {{ id?: number, token: string }} form
 */
export const anchorOf = (form) => `${anchor}${form.id}-${draftOfForm(form)}`;

/** The queued form that the page's address names, by id and draft; `null` if it names none. */
export function formInAddress() {
  const { hash } = self.location;
  if (!hash.startsWith(anchor)) return null;
  const [id, draft] = hash.slice(anchor.length).split("-");
  return { id: Number(id), draft };
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const result = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export class UnsentForms {
  /** @type {IDBDatabase|undefined} */
  database;

  /** @param {string} scope */
  constructor(scope) {
    this.scope = scope;
  }

  /** @param {string} scope */
  static async open(scope) {
    const forms = new UnsentForms(scope);
    await forms.connect();
    return forms;
  }

  async connect() {
    const request = indexedDB.open(`${nameOf(this.scope)}unsent`, 1);
    request.onupgradeneeded = () => { request.result.createObjectStore("forms", { keyPath: "id", autoIncrement: true }); };
    const database = await result(request);
    // A phone that is short of memory also closes it: the next use opens it again.
    database.onclose = () => { this.database = undefined; };
    database.onversionchange = () => {
      database.close();
      this.database = undefined;
    };
    this.database = database;
    return database;
  }

  /** @param {"readonly"|"readwrite"} mode */
  async store(mode) {
    const begin = (database) => database.transaction("forms", mode, { durability: "strict" }).objectStore("forms");
    try {
      return begin(this.database ?? await this.connect());
    } catch (error) {
      // Some browsers close it without an event.
      if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
      return begin(await this.connect());
    }
  }

  /** @returns {Promise<UnsentForm[]>} in the order of the presses. */
  async all() { return result((await this.store("readonly")).getAll()); }

  /**
   * @param {number} id
   * @returns {Promise<UnsentForm|undefined>}
   */
  async get(id) { return result((await this.store("readonly")).get(id)); }

  /**
   * Whether the queue has another page of the same draft with other answers. The server would treat this one as a new form, too.
   * @param {string} token
   * @param {[string, string|File][]} fields
   */
  async isSecond(token, fields) {
    const first = (await this.all()).find((form) => form.token === token && form.state === "waiting" && !form.posts);
    return first !== undefined && first.id !== formInAddress()?.id && entered(first.fields) !== entered(fields);
  }

  /**
   * Queues a form. If it is already in the queue, it keeps its place.
   * @param {UnsentForm} form
   * @returns {Promise<number>} its id.
   * @throws if there is no room for it.
   */
  async add(form) {
    const all = await this.all();
    const before = all.find(({ token, state }) => token === form.token && state !== "sent");
    const others = all.filter((each) => each !== before && each.state !== "sent");
    const bytes = others.reduce((sum, each) => sum + each.bytes, form.bytes);
    if (others.length >= unsentLimit || bytes > unsentByteLimit) throw new RangeError("no room for another form");
    return this.put(before ? { ...form, id: before.id } : form);
  }

  /**
   * Settled once it is on the disk.
   * @param {UnsentForm} form
   * @returns {Promise<number>}
   */
  async put(form) {
    const store = await this.store("readwrite");
    return new Promise((resolve, reject) => {
      const request = store.put(form);
      store.transaction.oncomplete = () => resolve(Number(request.result));
      store.transaction.onerror = store.transaction.onabort = () => reject(store.transaction.error);
    });
  }

  /**
   * Changes the present state of a form, without other changes in between. Settled once it is on the disk.
   * @param {number} id
   * @param {(form: UnsentForm) => UnsentForm|undefined} change undefined: the form is left unchanged.
   * @returns {Promise<UnsentForm|undefined>} the form before the change; undefined: there is none.
   */
  async update(id, change) {
    const store = await this.store("readwrite");
    return new Promise((resolve, reject) => {
      const request = store.get(id);
      request.onsuccess = () => {
        const changed = request.result && change(request.result);
        if (changed) store.put(changed);
      };
      store.transaction.oncomplete = () => resolve(request.result);
      store.transaction.onerror = store.transaction.onabort = () => reject(store.transaction.error);
    });
  }

  /** @param {number} id */
  async delete(id) { await result((await this.store("readwrite")).delete(id)); }

  async clear() { await result((await this.store("readwrite")).clear()); }
}
