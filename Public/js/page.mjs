//# allFunctionsCalledOnLoad
// @ts-check
// Shows the server's answers in the current page. Loaded while idle, so that compiling it does not delay the first press.

import { attach } from "./attach.mjs";
import { restoreEntries } from "./choices.mjs";
import { ClearedDevice, followSignOut } from "./clearing.mjs";
import { controlsOf, hasFieldInUse, isChanged, isInUse, isPassword, isUpdate, localeOf, setState, stateOf, statesOf, theForm } from "./controls.mjs";
import { dialogs, openDialogs, watchExit } from "./dialogs.mjs";
import { fieldsOfView, forgetInput, hasUnsaved, isUnsent, isWaiting, keepInput, keepUnsent, leaveGuard, moveInput, noteServerState, noteTouched } from "./unsaved.mjs";
import { offlineSupport } from "./offline-support.mjs";
import { focusAgain, focusOn, focusOnHeading, followProblems, rememberFocus } from "./focus.mjs";
import { pageInLanguageOfInput, restoreOrKeep } from "./kept-draft.mjs";
import { lateView } from "./late-view.mjs";
import { announceAdded, announcingResult, clearFailure, clearMessage, keepNotice, notices, tell, withoutNotices } from "./messages.mjs";
import { modules } from "./modules.mjs";
import { followPrinting } from "./modules/text.mjs";
import { morph, recordPage, say } from "./morph.mjs";
import { draftIn, draftOf, levelIn, navigation, withDraft } from "./navigation.mjs";
import { doublePresses, Keys } from "./presses.mjs";
import { heldRows, savedChoice, showChosen, showLevel } from "./selection-view.mjs";
import { laterStyles, nextTask, pointer } from "./startup.mjs";
import { encodeDraft, inLanguage, parse, policyField, submissions } from "./submission.mjs";
import { announce, hush, words } from "./words.mjs";

const pageLimit = 10;

// As early as possible: what extensions add later does not belong to the server's page.
if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => recordPage(), { once: true });
else recordPage();

/** The page that the browser has loaded, and the pages into which the server's answers turn it. */
class PageSession {
  /** Pages as the server sent them, by address. Back shows one at once, then requests it again. */
  pages = new Map();
  /** The values of fields on pages that were left, by address, as far as the server has them: the stored pages are older. */
  entries = new Map();
  /** Counts the answers that were shown, to detect one that comes too late. */
  turn = 0;

  /** @param {() => void} attachFirst attaches the modules of the first script. */
  constructor(attachFirst) {
    this.attachFirst = attachFirst;
  }

  /**
   * Takes over the page. Settled once earlier input is back in it.
   * @param {string} path the address from which it was loaded, without its origin. The visitor may have left it by Back.
   */
  async start(path) {
    this.remember(path, document.documentElement.outerHTML);
    submissions.start(this);
    navigation.start(path, (left) => this.revisit(left));
    const draft = draftIn(document);
    if (draft !== null && navigation.path === path) this.nameDraft(draft);
    leaveGuard.start();
    new ClearedDevice().start();
    followSignOut();
    if (keepInput(() => navigation.afterSteps(() => this.nameBlank())) || submissions.leftViews.size > 0) saveWhileTyping();
    else addEventListener("input", saveWhileTyping, { once: true });
    followProblems();
    new Keys().start();
    followPrinting();
    doublePresses.start();
    notices.start();
    addEventListener("online", clearMessage);
    const isOpened = dialogs.show();
    await nextTask();
    this.attachAll();
    const earlier = await pageInLanguageOfInput();
    if (earlier && isOurs(earlier)) this.bring(earlier, () => false);
    restoreEntries();
    notices.tend();
    if (isOpened) showChosen();
    // The page was loaded before the server had the input of pages that were left.
    if (submissions.leftViews.size > 0) this.revisit(navigation.path, { isLeaving: false });
    await offlineSupport.start();
  }

  /** Attaches modules to new elements of the page. */
  attachAll() {
    attach(document, modules);
    this.attachFirst();
  }

  /**
   * Shows a post's answer. If the visitor has gone to another page since, that page is requested again: the post may have changed it.
   * @param {import("./submission.mjs").Answer} answer
   */
  async render({ status, url, html, policy, button, isOvertaken, isHeld, noteTaken }) {
    if (isOvertaken) {
      await this.revisit(navigation.path);
      return;
    }
    const fresh = parse(html);
    await nextTask();
    // The form has closed or is full, or its invitation was used: a plain post gets the same answer, a page with the input, which can
    // be copied and printed.
    if (status === 403 && button?.form && fresh.querySelector("main[data-draft]")) {
      leaveGuard.allow();
      button.form.setAttribute("data-plain", "");
      button.form.requestSubmit(button);
      return;
    }
    if (status >= 300 && status !== 422) {
      const texts = fresh.querySelector("form.form") ? ".notice-text" : "main :is(h1, p):not(.page-before)";
      const reasons = [...fresh.querySelectorAll(texts)].map(({ textContent }) => textContent.trim());
      tell(reasons.map((text) => /[.!?]$/.test(text) ? text : `${text}.`).join(" ") || words("failed"));
      return;
    }
    // The answer is not from the server: it may be a network's login page.
    if (!isOurs(fresh)) {
      tell(words("failed"));
      return;
    }
    // A row that was ticked during a search may be missing in the answer: its tick is sent first.
    if (button?.form && button.closest("search") && controlsOf(button.form).some((box) => box.closest(".value-list") && isHeld(box))) {
      button.form.requestSubmit(button);
      return;
    }
    // Another version of the product has answered: its page needs its own style sheets and scripts.
    if (status !== 422 && assetsOf(fresh) !== assetsOf(document)) {
      leaveGuard.leaveFor(url);
      return;
    }
    noteTaken();
    await isStyled(fresh);
    dialogs.notePressed(button);
    if (isUpdate(button)) clearFailure();
    else clearMessage();
    await navigation.takeStepBack();
    // The visitor has just left it.
    if (lateView.isLeft) {
      await this.revisit(navigation.path);
      return;
    }
    forgetInput();
    const [before, draft] = [draftIn(document), draftIn(fresh)];
    if (draft === null) this.forgetPages(before);
    else if (before === null) this.nameDraft(draft);
    this.noteEntries((control) => !isHeld(control));
    // A form may come back with the problems of another of its pages: that page is then shown.
    const isOtherStage = status === 422 && stageOf(fresh.querySelector("form.form")) !== stageOf(theForm());
    await navigation.follow(withDraft(isOtherStage ? fresh.querySelector("form.form").getAttribute("action") : url, draft));
    const [arrived, began] = [navigation.path, this.turn];
    await nextTask();
    // The visitor has just gone to another page, which is being loaded.
    if (navigation.path !== arrived || this.turn !== began) return;
    // An update comes while the visitor continues: their field is left unchanged.
    if (isUpdate(button)) announceAdded(() => this.bring(fresh, (control) => control === document.activeElement || isHeld(control), { keepsField: true }));
    else {
      const isOpening = openDialogs().length === 0 && fresh.querySelector("dialog[open]");
      const show = announcingResult(button, () => this.change(fresh, isHeld, { button }));
      // Rendering a view takes the browser as long as everything else, so it gets a separate task.
      if (isOpening) await nextTask();
      // The visitor has gone back before seeing it.
      if (this.turn !== began + 1) return;
      show();
      restoreEntries();
    }
    // Problems are listed in a summary, or shown in a view at the cell itself.
    if (status === 422) focusOn(document.querySelector("#_problems, dialog[open] .other [aria-invalid=true]"));
    this.remember(location.pathname + location.search, html, policy);
  }

  /**
   * Updates the page with what was saved; the part that the visitor is using is left unchanged. Of a selection view only its draft changes.
   * @param {import("./submission.mjs").SavedAnswer} answer
   */
  async renderSaved({ status, html, policy, form, sent, path }) {
    const fresh = parse(html);
    // The form was sent meanwhile, from another tab: the next press reports it.
    if (status === 204) return undefined;
    if (status !== 200 || !isOurs(fresh)) return false;
    await Promise.all([pointer.lifted, navigation.arrive()]);
    if (navigation.path !== path || !form.isConnected) return true;
    const draft = form.querySelector("#_draft");
    const view = draft && form.querySelector("#_view");
    const [before, after] = [draftIn(document), draftIn(fresh)];
    if (before === null && after !== null) {
      forgetInput();
      say(form, "action", fresh.querySelector("form.form").getAttribute("action"));
      this.nameDraft(after);
    }
    if (draft) {
      draft.value = fresh.querySelector("#_draft")?.value ?? draft.value;
      if (view && fresh.querySelector("#_view")) savedChoice.show(view, fresh, (control) => isChanged(control, sent));
    } else {
      forgetInput();
      const problems = problemTexts();
      const isHeld = (control) => control === document.activeElement || isPassword(control) || control.type === "file"
        || isChanged(control, sent);
      keepNotice(fresh);
      announceAdded(() => this.bring(fresh, isHeld, { keepsField: true }));
      const found = problemTexts().filter((text) => !problems.includes(text));
      if (problems.length > 0 && found.length > 0) announce(found.join(" "));
      this.remember(navigation.path, html, policy);
    }
    // The server has them now, so there is no reason to ask before the page is left.
    for (const [control, state] of sent) {
      if (!state || isPassword(control) || control.type === "hidden" || draft && !fieldsOfView.test(control.name)) continue;
      if (!isChanged(control, sent)) noteServerState(control, state);
    }
    view?.dispatchEvent(new Event("saved"));
    keepUnsent();
    return true;
  }

  /**
   * Shows the page at `path`, to which the visitor has gone by Back or Forward.
   * @param {string} path
   * @param {{ isLeaving?: boolean }} how whether this leaves the current page: then its input that the server has not seen is kept.
   */
  async revisit(path, { isLeaving = true } = {}) {
    const left = theForm();
    const unsent = new Set(left ? controlsOf(left).filter(isUnsent) : []);
    this.noteEntries((control) => !unsent.has(control));
    const isKept = unsent.size > 0 ? openDialogs().length > 0 || stageOf(left) !== null : submissions.waitingApply(left);
    if (isLeaving && left && isKept) submissions.keepView(left);
    // The fields have newer values than the stored page.
    const isKnown = this.pages.has(path);
    if (isLeaving && isKnown) {
      this.bring(withoutNotices(parse(this.pages.get(path))), () => true);
      this.showEntries(path);
      for (const control of restoreEntries()) unsent.add(control);
    }
    const began = this.turn;
    const isOvertaken = () => this.turn !== began || navigation.path !== path;
    const form = theForm();
    const before = form ? statesOf(form) : new Map();
    let answer;
    let fresh;
    try {
      await submissions.sendLeftViews();
      const response = await fetch(path, { headers: inLanguage(localeOf(left)) });
      answer = { isGood: response.ok, url: response.url, html: await response.text(), policy: response.headers.get(policyField) };
      fresh = parse(answer.html);
      await isStyled(fresh);
    } catch {
      if (isOvertaken()) return;
      // The browser may have cached that page. Otherwise the current page gets its address back.
      if (!isKnown && navigator.serviceWorker?.controller) leaveGuard.reload();
      else {
        navigation.moveTo(navigation.shown);
        tell(words("unreachable"));
      }
      return;
    }
    if (isOvertaken()) return;
    const isGood = answer.isGood && isOurs(fresh);
    if (!isGood && isKnown && form) tell(words("failed"));
    // The stored page still has what the server has lost: the next press sends it again.
    else if (isKnown && fresh.querySelector("#_gone")) return;
    else if (!isGood || assetsOf(fresh) !== assetsOf(document)) leaveGuard.reload();
    else {
      // The draft was sent meanwhile: this is its receipt.
      if (draftIn(fresh) === null && draftOf(answer.url) === null) navigation.moveTo(answer.url);
      this.bring(fresh, (control) => unsent.has(control) || isChanged(control, before));
      restoreEntries();
      this.remember(navigation.path, answer.html, answer.policy);
    }
  }

  /**
   * Records the values of the current page's fields, as the page may be about to be left.
   * @param {(control: import("./controls.mjs").Control) => boolean} isTaken whether the server has the value.
   */
  noteEntries(isTaken) {
    const form = theForm();
    if (!form || form.querySelector("#_draft")) return;
    const controls = controlsOf(form).filter((control) => control.id && !isPassword(control) && stateOf(control) && isTaken(control));
    this.entries.set(navigation.shown, controls.map((control) => [control.id, stateOf(control)]));
  }

  /** @param {string} path */
  showEntries(path) {
    for (const [id, state] of this.entries.get(path) ?? []) {
      const control = document.getElementById(id);
      if (!control || !stateOf(control)) continue;
      setState(control, state);
      noteServerState(control, state);
    }
  }

  /**
   * Updates the page with an answer.
   * @param {Document} fresh
   * @param {(control: import("./controls.mjs").Control) => boolean} isHeld
   * @param {{ keepsField?: boolean, button?: import("./controls.mjs").PressedButton }} [asked]
   */
  bring(fresh, isHeld, asked) { this.change(fresh, isHeld, asked)(); }

  /**
   * Updates the page with an answer. The returned function shows a view that the answer opens over the page.
   * @param {Document} fresh
   * @param {(control: import("./controls.mjs").Control) => boolean} isHeld
   * @param {{ keepsField?: boolean, button?: import("./controls.mjs").PressedButton }} asked `keepsField`: whether the cell of the field
   *   in use stays until it is left, as nobody has asked for another page. `button`: what was pressed; a field beside it may be changed by
   *   the press: on some phones it keeps the focus.
   */
  change(fresh, isHeld, { keepsField = false, button } = {}) {
    this.turn += 1;
    heldRows.addAll();
    const hasSearched = Boolean(button?.closest("search"));
    const form = theForm();
    const dialog = openDialogs().pop();
    const opener = dialog && dialogs.openerOf(dialog);
    const isLate = dialog?.hasAttribute("data-late");
    // A view that came with the page has no opener; the last part of its address is the id of its cell.
    const name = form?.getAttribute("action").split("?")[0].split("/").pop();
    const stage = stageOf(form);
    const level = dialog ? levelIn(document) : null;
    const focused = rememberFocus();
    bringHead(fresh);
    const view = fresh.querySelector("#_view");
    if (view && (hasSearched || !document.querySelector("#_view:not([data-late])"))) heldRows.hold(view, hasSearched);
    const opening = dialog ? [] : [...fresh.querySelectorAll("dialog[open]")];
    for (const each of opening) each.removeAttribute("open");
    const pressedIn = button?.closest(".cell, .other");
    const mayHold = (control) => control.type !== "hidden"
      && (isHeld(control) || (isInUse(control) && !pressedIn?.contains(control)));
    const held = form ? controlsOf(form).filter((control) => control.id && mayHold(control)) : [];
    // Reading a dialog's scroll position causes a layout: this is not done for one that stays.
    const showExit = watchExit(dialog && fresh.getElementById(dialog.id) ? null : dialog);
    // The answer no longer has the field in use.
    const isLast = keepsField && hasFieldInUse(document.body) && !fresh.getElementById(document.activeElement.id);
    morph(document.body, fresh.body, mayHold, keepsField);
    navigation.shown = navigation.path;
    if (isLast) addEventListener("focusout", () => setTimeout(() => theForm() && submissions.saveDraft(/** @type {HTMLFormElement} */ (theForm()))), { once: true });
    // The view that a script has prepared does not come.
    document.querySelector("[data-late]")?.remove();
    if (dialog && !dialog.isConnected) doublePresses.notePageChange();
    // When one of a section's cells has an open view, the section's fields are in a hidden element.
    for (const control of held.filter((each) => !each.isConnected)) {
      const [successor, state] = [document.getElementById(control.id), stateOf(control)];
      if (state && successor?.nodeName === control.nodeName && !isInUse(successor)) setState(successor, state);
    }
    const isLeft = !form?.isConnected || stageOf(form) !== stage;
    if (isLeft) {
      hush();
      document.querySelector("#_save_state")?.remove();
    }
    const isFilledIn = Boolean(isLate && dialog?.isConnected);
    // Before a view is shown, so that what modules put into it is laid out with the rest.
    this.attachAll();
    return () => {
      for (const { id } of opening) document.getElementById(id)?.setAttribute("open", "");
      const isOpened = dialogs.show() || isFilledIn;
      notices.tend();
      showExit();
      heldRows.addSoon();
      // If no more can be added, a text says so in place of the button that opened the view.
      const places = [opener, document.getElementById(opener?.id ?? ""), document.getElementById(name ?? "")];
      if (dialog && !dialog.isConnected && focusAgain(places)) return;
      if (dialog?.isConnected && !isLate && level !== levelIn(document)) {
        showLevel(level);
        return;
      }
      if (isOpened) {
        // The element that a view focuses when it opens.
        if (isFilledIn) focusOn(dialog?.querySelector("[autofocus]"));
        showChosen();
        return;
      }
      // Another page of the form: reading begins at its heading. If a page came back with problems, it begins at these.
      if (form?.isConnected && isLeft) {
        scrollTo(0, 0);
        focusOn(document.querySelector("h1"));
        return;
      }
      if (!form?.isConnected) scrollTo(0, 0);
      else if (focused.length === 0) return;
      else focusAgain(focused);
      // If nothing else can have the focus, the heading of the page or view gets it.
      if (document.activeElement === document.body) focusOnHeading();
    };
  }

  /**
   * @param {string} path
   * @param {string} html
   * @param {string|null} [policy] its content security policy, if it came as an answer.
   */
  remember(path, html, policy) {
    offlineSupport.keep(path, html, policy);
    this.forgetPage(path);
    this.pages.set(path, html);
    if (this.pages.size > pageLimit) this.forgetPage(this.pages.keys().next().value);
  }

  /** @param {string} path */
  forgetPage(path) {
    this.pages.delete(path);
    this.entries.delete(path);
  }

  /**
   * Puts the draft into the address of the current page, so that a reload and Back show this draft.
   * @param {string|null} draft
   */
  nameDraft(draft) {
    const path = navigation.path;
    // A form may be on a page other than its own, as in the gallery.
    if (new URL(/** @type {HTMLFormElement} */ (theForm()).getAttribute("action"), location.href).pathname !== location.pathname) return;
    navigation.moveTo(withDraft(path, draft));
    if (this.pages.has(path)) this.remember(navigation.path, this.pages.get(path));
  }

  /**
   * Called when the receipt has come: Back then requests the draft's pages, and the server answers that it was sent.
   * @param {string|null} draft
   */
  forgetPages(draft) {
    offlineSupport.forget(draft);
    for (const path of this.pages.keys()) if (draft !== null && draftOf(path) === draft) this.forgetPage(path);
  }

  /** Makes a blank page with input stay a blank page after a reload, whatever other tabs have begun since. */
  nameBlank() {
    const form = theForm();
    const { path } = navigation;
    if (!form || draftIn(document) !== null || draftOf(path) !== null || form.hasAttribute("aria-busy")) return;
    this.nameDraft("new");
    moveInput(path, navigation.path);
  }
}

/**
 * Takes over the page that the browser has loaded.
 * @param {() => void} attachFirst attaches the modules of the first script.
 * @param {string} path the address from which it was loaded, without its origin.
 * @param {Set<EventTarget>} touched the controls that the visitor has changed so far.
 * @returns {Promise<boolean>} whether the page is being left for the one that has the entries.
 */
export async function start(attachFirst, path, touched) {
  if (await restoreOrKeep()) return true;
  noteTouched(touched);
  const started = new PageSession(attachFirst).start(path);
  submissions.waitFor(started);
  await started;
  return false;
}

/**
 * The addresses of the files that a page uses, whether it contains them inline, or requests them at once or later.
 * @param {Document} page
 */
const assetsOf = (page) => Object.values(page.head.dataset).join();
/**
 * Settled once all style sheets of a page are loaded.
 * @param {Document} page
 */
const isStyled = (page) => page.querySelector(`link[href="${page.head.dataset.later}"]`) ? laterStyles() : null;
/** @param {Document} page */
const isOurs = (page) => page.documentElement.hasAttribute("data-viewport");

/**
 * The stage of a form that has several pages; `null` if it has one page.
 * @param {HTMLFormElement|null} form
 */
const stageOf = (form) => form?.getAttribute("data-stage") ?? null;

/**
 * Whether the current form's input is saved while it is typed: a view saves its ticks itself.
 * @param {HTMLFormElement|null} form
 */
const isSaved = (form) => form !== null && !isWaiting(form) && !form.querySelector("#_draft")
  && new URL(form.getAttribute("action"), location.href).pathname === location.pathname;

/** Loads the script that saves; it is not needed before the visitor types. */
function saveWhileTyping() {
  const page = {
    formInFront() {
      const form = theForm();
      // A question came together with all input, and the answer to a save would remove it.
      return isSaved(form) && !document.querySelector("#_question") ? form : null;
    },
    hasUnsaved: (form) => submissions.leftViews.size > 0 || hasUnsaved(form),
    isRestoring: () => submissions.isRestoring,
    save: (form, unfinished) => submissions.saveDraft(form, unfinished),
    encode: encodeDraft,
  };
  import("./saving.mjs").then(
    ({ DraftSaver }) => new DraftSaver(page).start(),
    // The network is down: tries again with the next input.
    () => addEventListener("input", saveWhileTyping, { once: true }));
}

/** The texts of the summary's lines. */
const problemTexts = () => [...document.querySelectorAll("#_problems li")].map(({ textContent }) => textContent);

/** @param {Document} fresh */
function bringHead(fresh) {
  if (document.title !== fresh.title) document.title = fresh.title;
  const [root, next] = [document.documentElement, fresh.documentElement];
  // If it is set again, the browser recomputes the language of each element.
  if (root.lang !== next.lang) root.lang = next.lang;
  if (root.dir !== next.dir) root.dir = next.dir;
}
