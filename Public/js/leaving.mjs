// Asks before the page is left with something in it that the server has not seen yet.

const isUnsent = (control) => {
  if (control.type === "hidden" || control.name === "_q") return false;
  if (control.type === "file") return control.files.length > 0;
  if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
  return control.value !== undefined && "defaultValue" in control && control.value !== control.defaultValue;
};

let isAllowed = false;

/** The page is about to be left on purpose: by a post without scripts, or to be loaded again. */
export function allowLeaving() { isAllowed = true; }

export function askBeforeLeaving() {
  addEventListener("beforeunload", (event) => {
    const form = document.querySelector("form.form");
    if (!isAllowed && form && [...form.elements].some(isUnsent)) event.preventDefault();
  });
}
