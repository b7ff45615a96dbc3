// @ts-check

// While the page is idle, fetches the files of the next page and loads the scripts for forms without a network.

import { attach } from "./attach.mjs";
import { setChoice } from "./choices.mjs";
import { controlsOf, theForm } from "./controls.mjs";
import { forgetDraft, isDraftKept } from "./kept-draft.mjs";
import { forgetInput, isTouched, keepUnsent, leaveGuard, noteStored, restoreInput } from "./unsaved.mjs";
import { hideView, lateView, showView } from "./late-view.mjs";
import { offer } from "./messages.mjs";
import { modules } from "./modules.mjs";
import { navigation, withDraft } from "./navigation.mjs";
import { laterStyles, once } from "./startup.mjs";
import { encodeDraft, submissions } from "./submission.mjs";
import { words } from "./words.mjs";

/** Milliseconds in which the visitor's first press has the network to itself. */
const pauseBeforeKeeping = 4000;

/** The next page requests files for what this one contains inline: they are then in the browser's cache. */
function keepInlined() {
  const { sheet, script } = document.head.dataset;
  if (document.querySelector(`script[src="${script}"]`)) return;
  // If this fails, the next page only takes longer.
  for (const address of [sheet, script]) fetch(address, { priority: "low" }).then((file) => file.blob()).catch(() => {});
}

class OfflineSupport {
  /**
   * Undefined until it is loaded, and in browsers that do not support it.
   * @type {import("./offline/offline.mjs").Offline|undefined}
   */
  offline;
  /**
   * Loads the scripts, once. The answers' pages do not work offline. The page that confirms a cleared device must not store anything
   * again.
   */
  load = once(() => this.workOffline());

  /**
   * Starts when the page is idle, or with a press that does not reach the server.
   * @returns {Promise<void>|undefined} settled once earlier input is back in the page; undefined: there is none.
   */
  start() {
    setTimeout(keepInlined, pauseBeforeKeeping);
    submissions.doOffline = async (press) => {
      await this.load();
      return await this.offline?.doOffline(press) ?? false;
    };
    if (location.hash.startsWith("#unsent-")) return this.load();
    (globalThis.requestIdleCallback ?? setTimeout)(() => this.load());
    return undefined;
  }

  async workOffline() {
    if (!words("offline") || document.querySelector(".owners, .owner-bar") || new URLSearchParams(location.search).has("cleared")) return;
    const page = {
      say: offer, forgetInput, isDraftKept, isTouched, noteStored, restoreInput, setChoice, path: () => navigation.path, leaveFor: (url) => leaveGuard.leaveFor(url),
      replaceWith: (url) => leaveGuard.replaceWith(url),
      /** Replaces this page by another one of the same step, with the input up to then. */
      replaceStep(url) {
        const form = theForm();
        addEventListener("pagehide", () => {
          if (!form || !controlsOf(form).some(isTouched)) return;
          keepUnsent(url);
          noteStored(form);
        });
        leaveGuard.replaceWith(url);
      },
      /** Shows a view in front of the page, unless the visitor has left it before it came. */
      async showView(view, button, leave) {
        if (lateView.isLeft) return;
        await Promise.all([lateView.drop(), laterStyles()]);
        document.body.append(view);
        attach(view, modules);
        showView(button, leave);
      },
      sendFirst: (action, body) => { submissions.leftViews.set(action, body); },
      encode: (form) => ({ action: form.getAttribute("action"), body: encodeDraft(form) }),
      /** Makes the current form a separate one. Returns the address to which it is posted. */
      nameNew(action) {
        navigation.moveTo(withDraft(navigation.path, "new"));
        return withDraft(action, "new");
      },
      hasToSend: () => submissions.leftViews.size > 0,
      hideView,
    };
    try {
      const { Offline } = await import("./offline/offline.mjs");
      this.offline = await Offline.start(page);
    } catch (error) {
      // The network is down, or the browser has no room: the page continues without it.
      console.warn(error);
    }
  }

  /**
   * Caches a page that came as an answer, and its files. It is not cached if the files cannot be fetched, or if there is no room.
   * @param {string} path
   * @param {string} html
   * @param {string|null} [policy] its content security policy; missing if there is none.
   */
  keep(path, html, policy) { this.offline?.keep(path, html, policy).catch((error) => { console.warn(error); }); }

  /**
   * Deletes the cached pages of a draft that was sent, and what the tab has kept of it.
   * @param {string|null} draft
   */
  forget(draft) {
    forgetDraft(draft);
    this.offline?.forget(draft).catch(reportError);
  }
}

export const offlineSupport = new OfflineSupport();
