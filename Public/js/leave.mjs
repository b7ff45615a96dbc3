/** Presses the button that leaves a dialog: Close, Back, or Keep Editing. */
export const leave = (dialog) => dialog.querySelector("button[data-leave]")?.click();
