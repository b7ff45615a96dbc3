// The second press of a double one counts for what was there at the first: not for what has come into its place.

/** Milliseconds in which nobody has seen what came; a view that leaves covers it as long. */
const unseen = 240;

class DoublePresses {
  firstPressed = null;
  changedAt = -Infinity;

  /** Keeps the focus, and what lies below a view, from a second press that comes when the first has closed the view. */
  start() {
    for (const name of ["mousedown", "click"]) addEventListener(name, (event) => this.onPress(event), { capture: true });
  }

  /** The page has changed under the pointer. */
  notePageChange() { this.changedAt = performance.now(); }

  onPress(event) {
    if (event.detail < 2) this.firstPressed = event.type === "mousedown" ? event.target : this.firstPressed;
    else if (this.firstPressed && !this.firstPressed.isConnected && event.timeStamp - this.changedAt < unseen) {
      event.preventDefault();
      event.stopPropagation();
    }
  }
}

export const doublePresses = new DoublePresses();
