// The second press of a double one counts for what was there at the first: not for what has come into its place.

let firstPressed = null;

function onPress(event) {
  if (event.detail < 2) firstPressed = event.type === "mousedown" ? event.target : firstPressed;
  else if (firstPressed && !firstPressed.isConnected) {
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Keeps the focus, and what lies below a view, from a second press that comes when the first has closed the view. */
export function ignoreSecondPresses() {
  for (const name of ["mousedown", "click"]) addEventListener(name, onPress, { capture: true });
}
