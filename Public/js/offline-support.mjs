// @ts-check

// Fetches the files of the next page, and loads the scripts for forms without a network, while the page is idle.

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

/** The next page asks for what this one holds itself: it has it at hand then. */
function keepInlined() {
  const { sheet, script } = document.head.dataset;
  if (document.querySelector(`script[src="${script}"]`)) return;
  // Without it the next page only takes longer.
  for (const address of [sheet, script]) fetch(address, { priority: "low" }).then((file) => file.blob()).catch(() => {});
}

class OfflineSupport {
  /**
   * Undefined: it is not there yet, or this browser does not do it.
   * @type {import("./offline/offline.mjs").Offline|undefined}
   */
  offline;
  /**
   * Loads the scripts, once. The answers' pages do not work offline. The page that says that the device is cleared stores nothing
   * anew.
   */
  load = once(() => this.workOffline());

  /**
   * Begins when the page is idle, or with a press that does not reach the server.
   * @returns {Promise<void>|undefined} settled once what was entered before is back in the page; undefined: nothing is to come.
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
      /** Another page of the same step takes the place of this one, with what is entered until then. */
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
      /** The form in front is one of its own from now on: answers where it is posted. */
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
      // The network is away, or the browser has no room: the page goes on as ever.
      console.warn(error);
    }
  }

  /**
   * Caches a page that has come as an answer, and its files. Where they do not come, or there is no room, it is not cached.
   * @param {string} path
   * @param {string} html
   * @param {string|null} [policy] its content security policy; without one it has not.
   */
  keep(path, html, policy) { this.offline?.keep(path, html, policy).catch((error) => { console.warn(error); }); }

  /**
   * Deletes the cached pages of a draft that was sent, and what was kept of it in the tab.
   * @param {string|null} draft
   */
  forget(draft) {
    forgetDraft(draft);
    this.offline?.forget(draft).catch(reportError);
  }
}

export const offlineSupport = new OfflineSupport();
