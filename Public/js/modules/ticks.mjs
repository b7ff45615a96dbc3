import { saveDraft } from "../submission.mjs";

/** Keeps the two boxes of one value alike, the one in "Selected" and the one in its own list, and the server's draft with
    them. */
export class Ticks {
  constructor(element) {
    element.addEventListener("change", ({ target: box }) => {
      if (!box.closest(".value-list, .other")) return;
      for (const other of box.type === "checkbox" ? element.querySelectorAll("input[type=checkbox]") : []) {
        if (other.value === box.value) other.checked = box.checked;
      }
      saveDraft(box.form);
    });
  }
}
