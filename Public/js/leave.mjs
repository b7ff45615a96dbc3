/** Presses the button that leaves a dialog: Close, Back, or Keep Editing. */
export function leave(dialog) {
  const button = dialog.querySelector("button[data-leave]");
  if (button) button.form.requestSubmit(button);
}
