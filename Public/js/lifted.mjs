/** Milliseconds from a finger's lifting until its click has come. */
const clickDelay = 50;

class Pointer {
  /** Settled while nothing is being pressed: a page that changes would move the button from under the finger. */
  lifted = Promise.resolve();

  constructor() {
    addEventListener("pointerdown", () => {
      this.lifted = new Promise((resolve) => {
        for (const name of ["pointerup", "pointercancel"]) {
          addEventListener(name, () => setTimeout(resolve, clickDelay), { capture: true, once: true });
        }
      });
    }, { capture: true });
  }
}

export const pointer = new Pointer();
