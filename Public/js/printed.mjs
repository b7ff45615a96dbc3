// On paper a field shows all of its text, and not only what its box has room for: beside it stands a copy, which style sheets
// show on paper in its stead. Without scripts the server writes the copies of long texts.

/** Never a password, also while it is shown. */
const printedFields = ":is([type=text], [type=email], [type=url], [type=tel], textarea).field:not(.password *)";

export function followPrinting() {
  let added = [];
  addEventListener("beforeprint", () => {
    for (const field of document.querySelectorAll(printedFields)) {
      let copy = field.parentElement.querySelector(":scope > .printed");
      if (!copy && field.value) {
        copy = document.createElement("span");
        copy.className = "printed";
        copy.hidden = true;
        field.after(copy);
        added.push(copy);
      }
      if (copy) copy.textContent = field.value;
    }
  });
  addEventListener("afterprint", () => {
    for (const copy of added) copy.remove();
    added = [];
  });
}
