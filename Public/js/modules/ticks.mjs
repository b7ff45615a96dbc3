import { announce } from "../announce.mjs";
import { savedChoice } from "../choice.mjs";
import { counted, phrase } from "../parts.mjs";
import { submissions } from "../submission.mjs";
import { isUnsent, serverState } from "../unsent.mjs";

/** Keeps the two boxes of one value alike, the one in "Selected" and the one in its own list, and the server's draft with
    them. "Apply" follows: it says how many values are chosen, and is off while there is nothing to apply. */
export class Ticks {
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
    if (!this.apply) return;
    // What the button has beside its label, and why it is off.
    this.number = document.createElement("span");
    this.number.setAttribute("aria-hidden", "true");
    this.said = document.createElement("span");
    this.said.className = "hidden";
    this.reason = document.createElement("span");
    this.note = document.createElement("p");
    this.note.id = "_apply_note";
    this.note.className = "apply-note";
    this.note.append(this.said, " ", this.reason);
    for (const own of [this.number, this.note]) own.dataset.kept = "";
    this.apply.append(this.number);
    this.apply.before(this.note);
    element.addEventListener("input", () => this.update());
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
    const { apply } = this;
    if (!apply) return;
    const { chosen, maximum, idle } = apply.dataset;
    const fields = [...this.element.querySelectorAll(".row input, .other input")];
    // What was changed since the server said so is something to apply.
    const isOff = idle !== undefined && !fields.some(isUnsent);
    if (isOff) apply.setAttribute("aria-disabled", "true");
    else apply.removeAttribute("aria-disabled");
    // The page's new content may stand between them.
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
