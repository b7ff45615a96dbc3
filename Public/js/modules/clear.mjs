import { part } from "../parts.mjs";

/** A button at the field's end that deletes what is typed, while one types (features TI43, TI44). */
export class Clear {
  constructor(box) {
    this.box = box;
    this.field = box.querySelector(".field");
    if (this.field.readOnly || this.field.disabled) return;
    this.button = part("clear");
    this.button.hidden = true;
    this.button.setAttribute("aria-describedby", `${this.field.id}_label`);
    // A press leaves the focus, and a phone's keyboard, where they are.
    this.button.addEventListener("pointerdown", (event) => event.preventDefault());
    this.button.addEventListener("click", () => this.clear());
    box.append(this.button);
    box.addEventListener("input", () => this.show(true));
    box.addEventListener("focusin", () => this.show(true));
    box.addEventListener("focusout", (event) => this.show(box.contains(event.relatedTarget)));
  }

  show(isActive) { this.button.hidden = !isActive || this.field.value === ""; }

  clear() {
    this.field.value = "";
    this.field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "deleteContentBackward" }));
    this.field.focus();
  }
}
