import { announce } from "../announce.mjs";
import { isUpdate } from "../controls.mjs";
import { part, words } from "../parts.mjs";

/** An eye that shows and hides the password (TI24 to TI26). It is hidden again whenever the page is sent, left or restored. */
export class Password {
  constructor(box) {
    this.field = box.querySelector(".field");
    this.button = part("eye");
    this.button.setAttribute("aria-describedby", `${this.field.id}_label`);
    // Pressing the eye keeps the focus, the caret and a phone's keyboard.
    this.button.addEventListener("pointerdown", (event) => event.preventDefault());
    this.button.addEventListener("click", () => {
      this.show(this.field.type === "password");
      announce(words(this.isShown ? "shown" : "hidden"));
    });
    box.append(this.button);
    // Not where an entry elsewhere brings the page up to date.
    this.field.form.addEventListener("submit", ({ submitter }) => isUpdate(submitter) || this.show(false), { capture: true });
    for (const name of ["pagehide", "pageshow"]) addEventListener(name, () => this.isShown && this.show(false));
    this.show(false);
  }

  show(isShown) {
    this.isShown = isShown;
    this.button.hidden = this.field.readOnly || this.field.disabled;
    const { selectionStart, selectionEnd } = this.field;
    const type = isShown ? "text" : "password";
    if (this.field.type !== type) {
      this.field.type = type;
      if (document.activeElement === this.field) this.field.setSelectionRange(selectionStart, selectionEnd);
    }
    this.button.toggleAttribute("data-shown", isShown);
    this.button.setAttribute("aria-label", words(isShown ? "hide" : "show"));
  }

  update() { this.show(this.isShown); }
}
