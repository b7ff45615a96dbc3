import { offer, withdrawOffer } from "../message.mjs";
import { labelText, part, words } from "../parts.mjs";

/** A button at the field's end that deletes what is typed, while one types (TI43, TI44). */
export class Clear {
  constructor(box) {
    this.box = box;
    this.field = box.querySelector(".field");
    this.button = part("clear");
    this.button.setAttribute("aria-describedby", `${this.field.id}_label`);
    // Who goes on to the next field and types must not press it. Keys have the field's own ways of deleting.
    this.button.tabIndex = -1;
    // Pressing it keeps the focus and a phone's keyboard.
    this.button.addEventListener("pointerdown", (event) => event.preventDefault());
    this.button.addEventListener("click", () => this.clear());
    box.append(this.button);
    box.addEventListener("input", () => this.show(true));
    box.addEventListener("focusin", () => this.show(true));
    box.addEventListener("focusout", (event) => this.show(box.contains(event.relatedTarget)));
    this.update();
  }

  show(isActive) {
    this.button.hidden = !isActive || this.field.value === "" || this.field.readOnly || this.field.disabled;
  }

  /** An answer may have locked the field, or filled it. */
  update() { this.show(this.box.contains(document.activeElement)); }

  clear() {
    const { field } = this;
    const { value } = field;
    field.focus();
    field.select();
    // Deletes as a key would, so that the browser's undo brings the text back too; no newer API does.
    if (!document.execCommand("delete")) this.put("", "deleteContentBackward");
    const label = labelText(document.getElementById(`${field.id}_label`));
    offer(words("cleared").replace("{label}", () => label), words("undo"), () => {
      field.focus();
      this.put(value, "insertReplacementText");
    });
    field.addEventListener("input", withdrawOffer, { once: true });
  }

  put(text, inputType) {
    this.field.value = text;
    this.field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType }));
    this.field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
