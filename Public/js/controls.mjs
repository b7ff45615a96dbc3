/** The page's form; a receipt and a list of forms have none. */
export const theForm = () => document.querySelector("form.form");

/** Whether a button brings the page up to date with an entry, and does nothing else. */
export const isUpdate = (button) => Boolean(button?.classList.contains("update"));

/** A form's fields. */
export const controlsOf = (form) => [...form.querySelectorAll("input, textarea")];

/** Whether a control holds a password, also while it can be read. */
export const isPassword = (control) => control.type === "password" || Boolean(control.closest("[data-module~=password]"));

/** The state of all fields, to tell later which ones have changed. */
export const statesOf = (form) => new Map(controlsOf(form).map((control) => [control, stateOf(control)]));

/** Whether the visitor has changed a control since its form's states were taken. */
export function isChanged(control, states) {
  const before = states.get(control);
  const now = before && stateOf(control);
  return Boolean(before) && (now.value !== before.value || now.checked !== before.checked);
}

/** The state that a visitor can change: the text of a field, whether a box is ticked. Null: none, or not ours to set. */
export function stateOf(control) {
  if (control.nodeName === "TEXTAREA") return { value: control.value };
  if (control.nodeName !== "INPUT" || control.type === "file") return null;
  return control.type === "radio" || control.type === "checkbox"
    ? { checked: control.checked } : { value: control.value };
}

export function setState(control, state) {
  for (const name in state) if (control[name] !== state[name]) control[name] = state[name];
}
