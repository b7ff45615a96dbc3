/** A form's fields. */
export const controlsOf = (form) => [...form.querySelectorAll("input, textarea")];

/** What a visitor can change: the text of a field, whether a box is ticked. Null: nothing, or not ours to set. */
export function stateOf(control) {
  if (control.nodeName === "TEXTAREA") return { value: control.value };
  if (control.nodeName !== "INPUT" || control.type === "file") return null;
  return control.type === "radio" || control.type === "checkbox"
    ? { checked: control.checked } : { value: control.value };
}
