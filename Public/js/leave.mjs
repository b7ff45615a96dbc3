/** Presses the button that leaves a dialog: Close, Back, or Keep Editing. */
export function leave(dialog) {
  const button = dialog.querySelector('button[name="_do"]:is([value="close"], [value="keep"])');
  if (button) button.form.requestSubmit(button);
}
