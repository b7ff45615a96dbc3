// @ts-check

// Sends the queued forms one after another, in a page or in the service worker. A post whose answer was lost is sent again
// with the same body, and the server records it once.

import { isGone, isOfSite } from "../html.mjs";
import { nameOf } from "./names.mjs";
import { decodeText } from "./page-cache.mjs";

/** Milliseconds after which a post counts as lost; one with files may take longer. */
const patienceOfPost = 30_000;
const patienceWithFiles = 600_000;
/** Whether an answer means that the server is temporarily unable: the same post may succeed later. */
const isForLater = (status) => status >= 500 || [401, 407, 408, 425, 429].includes(status);
/** Times that the server fails at the same form before the forms after it are sent. It stays in the queue. */
const failureLimit = 3;

/**
 * Why the server's page refuses a form, as text: the service worker has no document. These are the problems of its
 * summary, or else the text below the heading.
 * @param {string} html
 */
function reasonIn(html) {
  const summary = /<[^>]*\sid="_problems"[\s\S]*?<\/ul>/.exec(html)?.[0];
  const texts = summary ? [...summary.matchAll(/<a\b[^>]*>([\s\S]*?)<\/a>/g)].map(([, text]) => text)
    : [/<p class="lead[^>]*>([\s\S]*?)<\/p>/.exec(html)?.[1] ?? ""];
  return texts.map((text) => decodeText(text.replace(/<[^>]*>/g, "").trim())).join(" ");
}

/**
 * The values of other steps that a page of the server contains (`_0`), as fields.
 * @param {string} html
 * @returns {[string, string][]}
 */
const carriedIn = (html) => [...html.matchAll(/<input type="hidden" name="(_\d+)" value="([^"]*)"/g)].map(([, name, value]) => [name, decodeText(value)]);

/**
 * @param {{ isMultipart: boolean, fields: [string, string|File][] }} post
 * @returns {FormData|URLSearchParams}
 */
export function bodyOf({ isMultipart, fields }) {
  const body = isMultipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of fields) body.append(name, /** @type {string} */ (value));
  return body;
}

export class Sender {
  /**
   * @param {import("./unsent-forms.mjs").UnsentForms} forms
   * @param {string} scope
   */
  constructor(forms, scope) {
    this.forms = forms;
    this.name = `${nameOf(scope)}unsent`;
    /** Notifies the site's pages of changes. */
    this.channel = new BroadcastChannel(this.name);
  }

  /**
   * Does something with the forms while none of them is being sent.
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T>}
   */
  alone(act) { return navigator.locks.request(this.name, act); }

  /**
   * Sends all waiting forms.
   * @returns {Promise<boolean>} false: some still wait.
   */
  async sendAll() {
    return this.alone(async () => {
      let isDone = true;
      for (const form of await this.forms.all()) {
        if (form.state !== "waiting" || await this.send(form)) continue;
        isDone = false;
        if ((form.failures ?? 0) < failureLimit) break;
      }
      return isDone;
    });
  }

  /**
   * @param {import("./unsent-forms.mjs").UnsentForm} form
   * @returns {Promise<boolean>} false: the network is down, or the server has failed.
   */
  async send(form) {
    if (form.posts) {
      const isSaved = await this.sendSteps(form);
      if (!isSaved) return false;
    }
    let answer = await this.post(form);
    // The session has ended: the page contains everything, and begins a new one.
    if (answer && isGone(answer.html)) answer = await this.post(form);
    if (answer?.status === 500) await this.change(form, { failures: (form.failures ?? 0) + 1 });
    if (!answer || isForLater(answer.status)) return false;
    const isSent = answer.ok && new URL(answer.url).searchParams.has("receipt");
    // This is a page of the network, such as that of a hotel.
    if (!isSent && answer.ok && !answer.isOurs) return false;
    // What remains is to report that it was sent.
    if (isSent) await this.change(form, { fields: [], bytes: 0, state: "sent", url: answer.url });
    // A page that shows questions raised by the answers: the server has the answers in a draft.
    else {
      await this.change(form, {
        state: "refused", url: answer.ok ? answer.url : undefined, isGone: [404, 410].includes(answer.status),
        reason: answer.isOurs ? reasonIn(answer.html) : undefined,
      });
    }
    this.channel.postMessage("changed");
    return true;
  }

  /**
   * Changes a form, unless it was removed meanwhile.
   * @param {import("./unsent-forms.mjs").UnsentForm} form
   * @param {Partial<import("./unsent-forms.mjs").UnsentForm>} changes
   */
  async change(form, changes) { await this.forms.update(Number(form.id), (now) => ({ ...now, ...changes })); }

  /**
   * Has the server save the steps of a form, in their order. After that the form contains what the server has of them, so that nothing
   * is lost if the session ends.
   * @param {import("./unsent-forms.mjs").UnsentForm} form
   * @returns {Promise<boolean>} false: the network is down, or the server has failed.
   */
  async sendSteps(form) {
    let last;
    for (const post of form.posts ?? []) {
      last = await this.post(post);
      if (!last || isForLater(last.status)) return false;
    }
    const carried = carriedIn(last?.html ?? "");
    if (carried.length === 0) return true;
    const names = new Set(carried.map(([name]) => name));
    form.fields = [...form.fields.filter(([name]) => !names.has(name)), ...carried];
    await this.change(form, { fields: form.fields });
    return true;
  }

  /** @param {{ action: string, isMultipart: boolean, fields: [string, string|File][] }} form */
  async post({ action, fields, isMultipart }) {
    const body = bodyOf({ fields, isMultipart });
    try {
      const response = await fetch(action, {
        method: "POST", body, headers: { Prefer: "return=representation" },
        // @ts-expect-error: newer than the checker's description of browsers.
        signal: AbortSignal.timeout(isMultipart ? patienceWithFiles : patienceOfPost),
      });
      const html = await response.text();
      const url = new URL(response.headers.get("Content-Location") ?? "", response.url).href;
      return { ok: response.ok, status: response.status, url, html, isOurs: isOfSite(html) };
    } catch {
      return null;
    }
  }
}
