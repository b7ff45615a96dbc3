// @ts-check

// The view of a list picker: searches while the visitor types, loads more rows, keeps ticks, and has a field for an `other` text.

import { isUnsent, serverState } from "../unsaved.mjs";
import { isOfComposition } from "../presses.mjs";
import { savedChoice } from "../selection-view.mjs";
import { submissions } from "../submission.mjs";
import { announce, counted, phrase } from "../words.mjs";

/** Searches while the visitor types, also in the middle of a composition: Android composes every word. Never with more than
    one post under way: the queue sees to that. */
export class LiveSearch {
  /** Milliseconds without typing: nothing is searched between the letters of a word, nor for an unfinished syllable. */
  static pause = 120;
  static pauseInComposition = 300;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.field = element.querySelector("input");
    this.button = element.querySelector(".search-button");
    this.asked = this.field.value;
    this.told = this.found;
    this.field.addEventListener("input", ({ isComposing }) => {
      this.wait(isComposing ? LiveSearch.pauseInComposition : LiveSearch.pause);
    });
    this.field.addEventListener("compositionend", () => this.wait(0));
    const clear = element.querySelector(".search-clear");
    // Pressing it keeps the focus and a phone's keyboard.
    clear?.addEventListener("pointerdown", (event) => event.preventDefault());
    clear?.addEventListener("click", (event) => this.clear(event));
  }

  /** @param {number} milliseconds */
  wait(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.search(), milliseconds);
  }

  search() {
    if (this.field.value === this.asked || !this.field.isConnected) return;
    this.asked = this.field.value;
    this.field.form.requestSubmit(this.button);
  }

  /**
   * Clears the field at once; the list follows.
   * @param {MouseEvent} event
   */
  clear(event) {
    event.preventDefault();
    this.field.focus();
    this.field.select();
    // Deletes as a key would, so that the browser's undo can restore the text.
    if (!document.execCommand("delete")) this.field.value = "";
    this.wait(0);
  }

  /** The last search, with the number of results: a search that finds the same number as the one before is announced too. */
  get found() {
    const text = this.field.closest("dialog").querySelector("#_results, .no-results-title")?.textContent ?? "";
    return { for: this.asked, text };
  }

  /** Called with the answer: announces the number of results, and searches for what was typed meanwhile. */
  update() {
    if (this.field.value !== this.asked) this.wait(LiveSearch.pause);
    const view = this.field.closest("dialog");
    const { told, found } = this;
    if (found.for === told.for && found.text === told.text) return;
    this.told = found;
    announce(found.text);
    // Results are shown from the top; a sheet keeps its height.
    requestAnimationFrame(() => {
      view.querySelector(".view-body").scrollTop = 0;
      view.scrollTop = Math.min(view.scrollTop, view.querySelector(".selection").offsetTop);
    });
  }
}

/** Loads more rows when the end of the list comes into view. The button remains for visitors who reach it by keyboard. */
export class MoreRows {
  /** The number of rows up to which more are loaded automatically. After that, the visitor presses the button or searches. */
  static limit = 500;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.observer = new IntersectionObserver(([entry]) => this.see(entry.isIntersecting), { rootMargin: "600px" });
    this.observer.observe(element);
  }

  /** @param {boolean} isInSight */
  see(isInSight) {
    if (!this.element.isConnected) return;
    // Rows of the list are still being added to the page.
    if (this.element.closest("dialog").querySelector("[aria-busy]")) {
      requestAnimationFrame(() => this.update());
      return;
    }
    const button = this.element.querySelector("button");
    const rows = this.element.closest(".value-list").querySelectorAll(".row").length;
    if (isInSight && rows < MoreRows.limit && document.activeElement !== button) button.form.requestSubmit(button);
  }

  /** Called when more rows were added; the end may still be in view. */
  update() {
    this.observer.disconnect();
    this.observer.observe(this.element);
  }
}

/** A last choice with a free text: typing chooses it, and the text is not sent unless it is chosen. */
export class Other {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.field = element.querySelector(".field");
    this.button = element.querySelector("button");
    // Without a box, the button applies the text.
    this.box = document.getElementById(element.dataset.box ?? "");
    // Not when a script restores the text: that restores the box too.
    this.field.addEventListener("input", (event) => { if (event.isTrusted) this.choose(); });
    this.field.addEventListener("keydown", (event) => this.onKey(event));
    const form = element.closest("form");
    form.addEventListener("formdata", ({ formData }) => {
      if (this.box && !this.box.checked && this.field.isConnected) formData.set(this.field.name, "");
    });
    // Typing may have begun before this module was loaded: as without scripts, it counts in addition to the choice that was shown.
    const choices = [...form.querySelectorAll("input")].filter(({ name }) => name === this.box?.name);
    if (isUnsent(this.field) && !choices.some(isUnsent)) this.choose();
  }

  choose() {
    if (!this.box || this.box.checked || this.field.value.trim() === "") return;
    this.box.checked = true;
    this.box.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /**
   * Makes Enter apply in a selection view, like its button; without scripts, Enter would search.
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    if (event.key !== "Enter" || isOfComposition(event)) return;
    const button = this.button ?? this.field.closest("dialog")?.querySelector(".view-foot [value=apply]");
    if (!button) return;
    event.preventDefault();
    button.form.requestSubmit(button);
  }
}

/** Keeps the two boxes of one value alike, the one in "Selected" and the one in its own list, and the server's draft with
    them. "Apply" follows: it says how many values are chosen, and is off while there is nothing to apply. */
export class Ticks {
  /** The texts beside the button's label, and the reason why it is off. */
  number = document.createElement("span");
  said = document.createElement("span");
  reason = document.createElement("span");
  note = document.createElement("p");

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    const view = element.closest("dialog");
    this.apply = view.querySelector(".view-foot [value=apply]");
    element.addEventListener("change", ({ target: box }) => {
      if (!box.closest(".value-list, .other")) return;
      for (const other of box.type === "checkbox" ? element.querySelectorAll("input[type=checkbox]") : []) {
        if (other.value === box.value) other.checked = box.checked;
      }
      savedChoice.ticked = box;
      this.update();
      submissions.saveDraft(box.form);
    });
    this.showApply(view);
    // If a box was ticked before this module was loaded, the tick is saved like any other.
    this.fields.find(isUnsent)?.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** The controls that choose. */
  get fields() { return [...this.element.querySelectorAll(".row input, .other input")]; }

  /** @param {HTMLDialogElement} view */
  showApply(view) {
    if (!this.apply) return;
    this.number.setAttribute("aria-hidden", "true");
    this.said.className = "hidden";
    this.note.id = "_apply_note";
    this.note.className = "apply-note";
    this.note.append(this.said, " ", this.reason);
    for (const own of [this.number, this.note]) own.dataset.kept = "";
    this.apply.append(this.number);
    this.apply.before(this.note);
    this.element.addEventListener("input", () => this.update());
    view.addEventListener("saved", () => this.update());
    view.addEventListener("click", (event) => {
      if (!event.target.closest('[aria-disabled="true"]')) return;
      event.preventDefault();
      this.note.dataset.asked = "";
      announce(this.apply.dataset.idle);
    });
    this.update();
  }

  update() {
    const { apply, fields } = this;
    if (!apply) return;
    const { chosen, maximum, idle } = apply.dataset;
    // A change since the server rendered this can be applied.
    const isOff = idle !== undefined && !fields.some(isUnsent);
    if (isOff) apply.setAttribute("aria-disabled", "true");
    else apply.removeAttribute("aria-disabled");
    // Updates of the page may have put something between them.
    if (this.note.nextSibling !== apply) apply.before(this.note);
    this.note.hidden = !isOff;
    if (!isOff) delete this.note.dataset.asked;
    this.reason.textContent = isOff ? idle : "";
    const described = ["_apply_note"];
    if (chosen !== undefined) {
      const boxes = new Map(fields.filter(({ type }) => type === "checkbox").map((box) => [box.value, box]));
      const count = [...boxes.values()].reduce((sum, box) => sum + box.checked - serverState(box).checked, Number(chosen));
      this.number.textContent = count > 0 ? counted("numbered", { count }) : "";
      const most = document.querySelector("#_chosen");
      const selected = phrase("selected", { count });
      if (most) {
        most.textContent = counted("most", { count, maximum: Number(maximum) });
        described.unshift(most.id);
      } else this.said.textContent = selected;
      const anchor = this.apply.closest(".view-foot").querySelector(".anchor-count");
      if (anchor) anchor.textContent = count > 0 ? ` ${selected}` : "";
    }
    apply.setAttribute("aria-describedby", described.join(" "));
  }
}
