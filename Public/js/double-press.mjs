// The second press of a double one counts for what was there at the first: not for what has come into its place.

/** Milliseconds in which nobody has seen what came; a view that leaves covers it as long. */
const unseen = 240;

let firstPressed = null;
let changedAt = -Infinity;

/** The page has changed under the pointer. */
export function notePageChange() { changedAt = performance.now(); }

function onPress(event) {
  if (event.detail < 2) firstPressed = event.type === "mousedown" ? event.target : firstPressed;
  else if (firstPressed && !firstPressed.isConnected && event.timeStamp - changedAt < unseen) {
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Keeps the focus, and what lies below a view, from a second press that comes when the first has closed the view. */
export function ignoreSecondPresses() {
  for (const name of ["mousedown", "click"]) addEventListener(name, onPress, { capture: true });
}
