// Asks before the page is left with something in it that the server has not seen yet.

import { controlsOf } from "./controls.mjs";

/** Whether a control holds something that the server has not seen. */
export const isUnsent = (control) => {
  if (control.type === "hidden" || control.type === "search") return false;
  if (control.type === "file") return control.files.length > 0;
  if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
};

let isAllowed = false;

/** The page is about to be left on purpose: by a post without scripts, or to be loaded again. */
export function allowLeaving() { isAllowed = true; }

export function askBeforeLeaving() {
  addEventListener("beforeunload", (event) => {
    const form = document.querySelector("form.form");
    if (!isAllowed && form && controlsOf(form).some(isUnsent)) event.preventDefault();
  });
}
