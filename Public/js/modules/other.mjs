import { isOfComposition } from "../composition.mjs";
import { isUnsent } from "../unsent.mjs";

/** A last choice with a text of its own: typing chooses it, and while it is not chosen its text is not sent. */
export class Other {
  constructor(element) {
    this.field = element.querySelector(".field");
    this.button = element.querySelector("button");
    // Without one, the button applies the text.
    this.box = document.getElementById(element.dataset.box);
    // Not where a text is put back: there its box is too.
    this.field.addEventListener("input", (event) => { if (event.isTrusted) this.choose(); });
    this.field.addEventListener("keydown", (event) => this.onKey(event));
    const form = element.closest("form");
    form.addEventListener("formdata", ({ formData }) => {
      if (this.box && !this.box.checked && this.field.isConnected) formData.set(this.field.name, "");
    });
    // Typing may have begun before this module was there: as without scripts, it counts beside the choice that was shown.
    const choices = [...form.querySelectorAll("input")].filter(({ name }) => name === this.box?.name);
    if (isUnsent(this.field) && !choices.some(isUnsent)) this.choose();
  }

  choose() {
    if (!this.box || this.box.checked || this.field.value.trim() === "") return;
    this.box.checked = true;
    this.box.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** In a selection view Enter applies, as pressing its button does; without scripts it would search. */
  onKey(event) {
    if (event.key !== "Enter" || isOfComposition(event)) return;
    const button = this.button ?? this.field.closest("dialog")?.querySelector(".view-foot [value=apply]");
    if (!button) return;
    event.preventDefault();
    button.form.requestSubmit(button);
  }
}
