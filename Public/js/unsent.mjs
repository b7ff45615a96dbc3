// What of the page the server has not seen.

import { controlsOf, isSameState, stateOf, theForm } from "./controls.mjs";

/** The states that the server has, of controls about which it or a post has said something since they came. */
const known = new WeakMap();

/** Notes what the server has of a control. The control itself is not touched by it. */
export function noteServerState(control, state) { known.set(control, state); }

/** The state of a control that the server has. */
export const serverState = (control) => known.get(control)
  ?? (control.type === "checkbox" || control.type === "radio" ? { checked: control.defaultChecked } : { value: control.defaultValue });

/** Whether a control holds something that the server has not seen. */
export const isUnsent = (control) => {
  if (control.type === "hidden" || control.type === "search") return false;
  if (control.type === "file") return control.files.length > 0;
  return !isSameState(stateOf(control), serverState(control));
};

/** Asks before the page is left with something unsent in it. */
class LeaveGuard {
  isAllowed = false;

  start() {
    addEventListener("beforeunload", (event) => {
      const form = theForm();
      if (!this.isAllowed && form && controlsOf(form).some(isUnsent)) event.preventDefault();
    });
  }

  /** The page is about to be left on purpose: by a post without scripts, or to be loaded again. */
  allow() { this.isAllowed = true; }
}

export const leaveGuard = new LeaveGuard();
